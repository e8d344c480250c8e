package graphio

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file replaces the character references in texts of GML and DOT. Both formats have the names of HTML 4. Package html has those of
// HTML 5, whose larger table would enlarge the program for files.

// longestReference limits the bytes of a reference between & and the semicolon. The longest name, thetasym, has 8 bytes.
const longestReference = 10

// unescaped returns a text in which characters replace references such as &amp;, &eacute;, &#233; and &#xE9;. Anything else stays.
func unescaped(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "&")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.IndexByte(after[:min(len(after), longestReference+1)], ';')
		character := ""
		if end >= 0 {
			character = referred(after[:end])
		}
		if character == "" {
			b.WriteByte('&')
			s = after
			continue
		}
		b.WriteString(character)
		s = after[end+1:]
	}
}

// referred returns the character of a reference without its & and semicolon, such as amp, #233 or #xE9. It returns "" for any other text.
func referred(name string) string {
	digits, isNumber := strings.CutPrefix(name, "#")
	if !isNumber {
		if name == "apos" { // of XML, but not of HTML 4
			return "'"
		}
		return xml.HTMLEntity[name]
	}
	base := 10
	if rest, isHex := strings.CutPrefix(strings.ToLower(digits), "x"); isHex {
		digits, base = rest, 16
	}
	code, err := strconv.ParseUint(digits, base, 21)
	if err != nil || code == 0 || !utf8.ValidRune(rune(code)) {
		return ""
	}
	return string(rune(code))
}
