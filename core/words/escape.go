package words

import "strings"

// htmlEscapes are the special characters of HTML with their escapes. The ampersand is first, since every escape contains one.
var htmlEscapes = [...][2]string{{"&", "&amp;"}, {"'", "&#39;"}, {"<", "&lt;"}, {">", "&gt;"}, {`"`, "&#34;"}}

// EscapeString escapes the five special characters of HTML, like html.EscapeString. The page and its build use it for texts in markup.
// Package html would add its table of 2231 names to the program, and strings.Replacer its search tree.
func EscapeString(s string) string {
	escaped := s
	for _, escape := range htmlEscapes {
		escaped = strings.ReplaceAll(escaped, escape[0], escape[1])
	}
	return escaped
}
