package graphio

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Some formats say in which encoding they are, and before UTF-8 that was mostly
// ISO 8859-1 or Windows's extension of it. Nothing else is guessed.

// latinNames are the names of ISO 8859-1 and Windows-1252 in declarations.
var latinNames = []string{"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252"}

// windows1252 holds the characters 0x80 to 0x9f of Windows-1252, which
// ISO 8859-1 does not use.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// isLatin reports whether an encoding of this name is one of latinNames.
func isLatin(name string) bool {
	return slices.ContainsFunc(latinNames, func(s string) bool { return strings.EqualFold(s, name) })
}

// declaresLatin reports whether a text says that it is in one of latinNames: the
// declaration of XML, the attribute charset of DOT, or GML, which has no other.
func declaresLatin(d []byte) bool {
	d = bytes.TrimSpace(d)
	head := string(bytes.ToLower(d[:min(len(d), 1000)]))
	name := ""
	switch {
	case strings.HasPrefix(head, "<?xml"):
		head, _, _ = strings.Cut(head, "?>")
		_, name, _ = strings.Cut(head, "encoding")
	case isGML(d):
		return true
	case isDOT(d):
		_, name, _ = strings.Cut(head, "charset")
	}
	name = strings.TrimLeft(name, " =\t\n\"'")
	if end := strings.IndexAny(name, " \"';]>,\n"); end >= 0 {
		name = name[:end]
	}
	return isLatin(name)
}

// decodeLatin returns d in UTF-8 when it is not and declares another encoding.
// What is UTF-8 already stays: Graphviz's XML declares what it does not keep.
func decodeLatin(d []byte) []byte {
	if utf8.Valid(d) || !declaresLatin(d) {
		return d
	}
	out := make([]byte, 0, len(d)+len(d)/8)
	for _, c := range d {
		r := rune(c)
		if c >= 0x80 && c < 0xa0 {
			r = windows1252[c-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
