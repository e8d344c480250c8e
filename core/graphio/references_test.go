package graphio

import (
	"encoding/xml"
	"fmt"
	"html"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestReferencesAreThoseOfHTML: every name of HTML 4, and numbers outside 128 to 159, are the characters of package html. Any other text
// stays, also a large text without a reference, which takes linear time.
func TestReferencesAreThoseOfHTML(t *testing.T) {
	texts := []string{"&apos;", "a &amp; b&lt;c&gt;", "&&amp;;", "&#233;&#xE9;&#Xe9;", "&", "&;", "&#;", "& amp;", "plain"}
	for name := range xml.HTMLEntity {
		if name != "lang" && name != "rang" { // HTML 5 has other brackets
			texts = append(texts, "x&"+name+";y")
		}
	}
	for code := 1; code <= utf8.MaxRune; code += 97 {
		if (code < 128 || code > 159) && utf8.ValidRune(rune(code)) { // package html takes 128 to 159 for windows-1252
			texts = append(texts, fmt.Sprintf("&#%d;&#x%x;", code, code))
		}
	}
	for _, s := range texts {
		if got, want := unescaped(s), html.UnescapeString(s); got != want {
			t.Errorf("%q gives %q, want %q", s, got, want)
		}
	}
	for _, s := range []string{"&nosuchname;", "&#0;", "&#1114112;", "&#xD800;", "&amp", strings.Repeat("&", 1<<20)} {
		if got := unescaped(s); got != s {
			t.Errorf("%.20q gives %.20q, want it unchanged", s, got)
		}
	}
}
