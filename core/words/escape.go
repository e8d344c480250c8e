package words

import "strings"

// escaper replaces the characters of HTML that EscapeString escapes.
var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeString escapes the five special characters of HTML, like html.EscapeString.
// Package html would add its table of 2231 names to the program.
func EscapeString(s string) string { return escaper.Replace(s) }
