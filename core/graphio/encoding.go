package graphio

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// A text is in UTF-8, in UTF-16 with or without its mark, or in the encoding of one
// byte a character that it declares: in XML, in the attribute charset of DOT, and GML
// is in ISO 8859-1. Another one that is not UTF-8 is taken as Windows-1252, of which
// ISO 8859-1 is a part. What is UTF-8 already stays: Graphviz's XML declares what it
// does not keep.

// charsets are the encodings of one byte a character, with their names in declarations.
var charsets = []struct {
	names string
	*charmap.Charmap
}{
	{"windows-1252 cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 latin-1", charmap.Windows1252},
	{"iso-8859-2 latin2 latin-2", charmap.ISO8859_2}, {"iso-8859-3", charmap.ISO8859_3}, {"iso-8859-4", charmap.ISO8859_4},
	{"iso-8859-5", charmap.ISO8859_5}, {"iso-8859-6", charmap.ISO8859_6}, {"iso-8859-7", charmap.ISO8859_7},
	{"iso-8859-8", charmap.ISO8859_8}, {"iso-8859-9 latin5", charmap.ISO8859_9}, {"iso-8859-10", charmap.ISO8859_10},
	{"iso-8859-13", charmap.ISO8859_13}, {"iso-8859-14", charmap.ISO8859_14}, {"iso-8859-15 latin9 latin-9", charmap.ISO8859_15},
	{"iso-8859-16", charmap.ISO8859_16}, {"windows-1250 cp1250", charmap.Windows1250}, {"windows-1251 cp1251", charmap.Windows1251},
	{"windows-1253 cp1253", charmap.Windows1253}, {"windows-1254 cp1254", charmap.Windows1254}, {"windows-1255", charmap.Windows1255},
	{"windows-1256", charmap.Windows1256}, {"windows-1257", charmap.Windows1257}, {"windows-1258", charmap.Windows1258},
	{"koi8-r", charmap.KOI8R}, {"koi8-u", charmap.KOI8U}, {"macintosh macroman x-mac-roman", charmap.Macintosh},
	{"ibm437 cp437", charmap.CodePage437}, {"ibm850 cp850", charmap.CodePage850}, {"ibm866 cp866", charmap.CodePage866},
}

// declared returns the name of the encoding that a text declares, in lower case.
func declared(d []byte) string {
	d = bytes.TrimSpace(d)
	head := string(bytes.ToLower(d[:min(len(d), 1000)]))
	name := ""
	switch {
	case strings.HasPrefix(head, "<?xml"):
		head, _, _ = strings.Cut(head, "?>")
		_, name, _ = strings.Cut(head, "encoding")
	case isGML(d):
		return "iso-8859-1"
	case isDOT(d):
		_, name, _ = strings.Cut(head, "charset")
	}
	name = strings.TrimLeft(name, " =\t\n\"'")
	if end := strings.IndexAny(name, " \"';]>,\n"); end >= 0 {
		name = name[:end]
	}
	return name
}

// decode returns a text in UTF-8, and a note when it was in another encoding.
func decode(f File) (d []byte, note string, err error) {
	d = f.Data
	if order := utf16Order(d); order != nil {
		units := make([]uint16, len(d)/2)
		for k := range units {
			units[k] = order.Uint16(d[2*k:])
		}
		return []byte(string(utf16.Decode(units))), cleanName(f.Name) + " is in UTF-16 and was decoded.", nil
	}
	if utf8.Valid(d) {
		return d, "", nil
	}
	name := declared(d)
	k := slices.IndexFunc(charsets, func(c struct {
		names string
		*charmap.Charmap
	}) bool {
		return slices.Contains(strings.Fields(c.names), name)
	})
	guessed := k < 0
	if guessed && name != "" && name != "utf-8" {
		return nil, "", fault(f.Name, 1, "save the file as UTF-8", "the encoding %s is not known", quote(name))
	}
	k = max(k, 0)
	out := make([]byte, 0, len(d)+len(d)/8)
	for i, c := range d {
		r := charsets[k].DecodeByte(c)
		if c < 0x20 && strings.IndexByte("\t\n\v\f\r", c) < 0 {
			return nil, "", binaryFile(f.Name, d, i)
		}
		if r == utf8.RuneError && guessed {
			return nil, "", fault(f.Name, lineAt(d, int64(i)), "save the file as UTF-8", "the file is damaged or not in UTF-8")
		}
		out = utf8.AppendRune(out, r)
	}
	kind, _, _ := strings.Cut(charsets[k].names, " ")
	if guessed {
		return out, cleanName(f.Name) + " is not in UTF-8 and was read as Windows-1252; save it as UTF-8 if names are wrong.", nil
	}
	return out, cleanName(f.Name) + " is in " + kind + " and was decoded.", nil
}

// utf16Order returns the order of the bytes of a text in UTF-16, which begins with a
// mark or has a zero in one half of most pairs; nil for another file.
func utf16Order(d []byte) binary.ByteOrder {
	switch {
	case len(d)%2 != 0 || len(d) < 4:
		return nil
	case bytes.HasPrefix(d, []byte{0xff, 0xfe}) && !bytes.HasPrefix(d, []byte{0xff, 0xfe, 0, 0}):
		return binary.LittleEndian
	case bytes.HasPrefix(d, []byte{0xfe, 0xff}):
		return binary.BigEndian
	}
	var zeros [2]int
	head := d[:min(len(d), 2000)&^1]
	for k, c := range head {
		if c == 0 {
			zeros[k%2]++
		} else if c < 0x20 && strings.IndexByte("\t\n\v\f\r", c) < 0 {
			return nil
		}
	}
	switch most := len(head) / 2 * 9 / 10; {
	case zeros[0] == 0 && zeros[1] > most:
		return binary.LittleEndian
	case zeros[1] == 0 && zeros[0] > most:
		return binary.BigEndian
	}
	return nil
}
