package words

import "strings"

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeString escapes the five special characters of HTML, like the function of package html, which adds 2231 names to a program.
func EscapeString(s string) string { return escaper.Replace(s) }
