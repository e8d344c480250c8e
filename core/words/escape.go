package words

import "strings"

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeString escapes the five characters that mean something in HTML, as the function of
// package html does. That package brings the names of 2231 characters into a program.
func EscapeString(s string) string { return escaper.Replace(s) }
