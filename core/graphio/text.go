package graphio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// toText returns the lines of a text file in UTF-8 with LF line ends, and a note where the encoding was another one: byte order marks are
// cut and CRLF and lone CR become LF. It fails on binary files.
func toText(f File) (d []byte, note string, err error) {
	if d, note, err = decode(f); err != nil {
		return nil, "", err
	}
	// Files that were put together keep the mark of each.
	mark := []byte("\xef\xbb\xbf")
	if d = bytes.TrimPrefix(d, mark); bytes.Contains(d, mark) {
		d = bytes.ReplaceAll(d, append([]byte{'\n'}, mark...), []byte{'\n'})
	}
	if bytes.IndexByte(d, '\r') >= 0 {
		out := make([]byte, 0, len(d))
		for i, c := range d {
			switch {
			case c != '\r':
				out = append(out, c)
			case i+1 == len(d) || d[i+1] != '\n':
				out = append(out, '\n')
			}
		}
		d = out
	}
	if k := bytes.IndexByte(d, 0); k >= 0 {
		return nil, "", binaryFile(f.Name, d, k)
	}
	return d, note, nil
}

// binaryFile refuses a file for its byte at k.
func binaryFile(name string, d []byte, k int) error {
	return fault(name, lineAt(d, int64(k)), "give a text file, or one of the binary formats npz, gz and Planetoid",
		"the file is binary, such as a picture or a document")
}

// lines yields the lines of a text without their ends, numbered from 1.
func lines(d []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		rest := d
		for line := 1; len(rest) > 0; line++ {
			var s []byte
			if s, rest, _ = bytes.Cut(rest, []byte{'\n'}); !yield(line, s) {
				return
			}
		}
	}
}

// filled yields the lines that are not blank, without space around them, but for those that begin with one of the characters of comments.
func filled(d []byte, comments string) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for line, s := range lines(d) {
			if s = bytes.TrimSpace(s); len(s) > 0 && strings.IndexByte(comments, s[0]) < 0 && !yield(line, s) {
				return
			}
		}
	}
}

// firstLine returns the first line of a text without its end, and what follows.
func firstLine(d []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(d, []byte{'\n'})
	return line, rest
}

// lineAt returns the line number, from 1, of a byte offset.
func lineAt(d []byte, offset int64) int {
	offset = max(0, min(offset, int64(len(d))))
	return 1 + bytes.Count(d[:offset], []byte{'\n'})
}

// parseID reads a decimal integer of at most 18 digits. why is "" on success, else it says what is wrong.
func parseID(s []byte) (v int64, why string) {
	if len(s) == 0 {
		return 0, "is empty"
	}
	neg := s[0] == '-'
	if neg {
		s = s[1:]
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, "is not an integer"
		}
		if v > 1e17 {
			return 0, "is too large"
		}
		v = 10*v + int64(c-'0')
	}
	if len(s) == 0 {
		return 0, "is not an integer"
	}
	if neg {
		return -v, "is negative"
	}
	return v, ""
}

// parseWithin reads an integer that is at least low and at most top.
func parseWithin(s []byte, low, top int64) (v int64, why string) {
	if v, why = parseID(s); why == "" && (v < low || v > top) {
		why = fmt.Sprintf("is not in %d..%d", low, top)
	}
	return v, why
}

// parseNumber reads a finite number. why is "" on success.
func parseNumber(s string) (v float64, why string) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	switch {
	case math.IsInf(v, 0):
		return 0, "is infinite or too large"
	case err != nil:
		return 0, "is not a number"
	case math.IsNaN(v):
		return 0, "is not a number (NaN)"
	}
	return v, ""
}

// isNumber reports whether s looks like a number, NaN, infinities and numbers out of range included.
func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// cleanName makes a name safe to show and write again: valid UTF-8, no control characters, no space around it, at most MaxName bytes.
func cleanName(s string) string {
	if len(s) > 4*MaxName {
		s = s[:4*MaxName]
	}
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	if len(s) > MaxName {
		k := MaxName
		for k > 0 && !utf8.RuneStart(s[k]) {
			k--
		}
		s = strings.TrimSpace(s[:k])
	}
	return s
}

// quote shortens a piece of a file for a message.
func quote[T string | []byte](s T) string {
	t := string(s)
	if len(t) > 40 {
		k := 40
		for k > 0 && !utf8.RuneStart(t[k]) {
			k--
		}
		t = t[:k] + "…"
	}
	return strconv.Quote(t)
}

// baseName returns the last element of a path without the endings that say nothing about the graph.
func baseName(path string) string {
	s := path[strings.LastIndexAny(path, `/\`)+1:]
	for _, end := range []string{".gz", ".txt", ".csv", ".tsv", ".json", ".graphml", ".gexf", ".net", ".vec", ".clu", ".g6", ".s6", ".d6",
		".npz", ".xml", ".gml", ".gv", ".dot", ".mtx", ".col", ".gr", ".gxl", ".edgelist", ".adjlist"} {
		if len(s) > len(end) && strings.EqualFold(s[len(s)-len(end):], end) {
			s = s[:len(s)-len(end)]
		}
	}
	return cleanName(s)
}

// cutAny divides a text before the first of some characters.
func cutAny(s, chars string) (word, rest string) {
	if end := strings.IndexAny(s, chars); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}

// A text is in UTF-8, in UTF-16 with or without its mark, or in the encoding of one byte a character that it declares: in XML, in the
// attribute charset of DOT, and GML is in ISO 8859-1. Another one that is not UTF-8 is taken as Windows-1252, of which ISO 8859-1 is a
// part. What is UTF-8 already stays: Graphviz's XML declares what it does not keep.

// charset is an encoding with its names.
type charset struct {
	names string
	*charmap.Charmap
}

// charsets are the encodings of one byte a character, with their names in declarations.
var charsets = []charset{
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
	k := slices.IndexFunc(charsets, func(c charset) bool { return slices.Contains(strings.Fields(c.names), name) })
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

// utf16Order returns the order of the bytes of a text in UTF-16, with its mark or a zero in one half of most pairs; nil for another file.
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
