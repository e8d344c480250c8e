package graphio

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// This file finds the encoding of a text and decodes the text. The first of four rules that applies gives the encoding.
//  1. A byte order mark or zero bytes identify UTF-32 and UTF-16 (utf32, utf16Order).
//  2. Valid UTF-8 is read as UTF-8, even if it declares another encoding: Graphviz writes wrong declarations.
//  3. The header of XML or the attribute charset of DOT declares the encoding. GML is ISO 8859-1.
//  4. The encoding is guessed (encodingguess.go).

// charset is an encoding with its names, in lower case and separated by spaces. The first name is displayed.
// Encoding is nil for encodings with two bytes per character, which Reader.Decode decodes.
type charset struct {
	names string
	encoding.Encoding
}

// charsets are the known encodings with one or two bytes per character.
var charsets = []charset{
	{"windows-1252 cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 latin-1 l1 iso-ir-100", charmap.Windows1252},
	{"iso-8859-2 latin2 latin-2", charmap.ISO8859_2}, {"iso-8859-3", charmap.ISO8859_3}, {"iso-8859-4", charmap.ISO8859_4},
	{"iso-8859-5", charmap.ISO8859_5}, {"iso-8859-6", charmap.ISO8859_6}, {"iso-8859-7", charmap.ISO8859_7},
	{"iso-8859-8", charmap.ISO8859_8}, {"iso-8859-9 latin5", charmap.ISO8859_9}, {"iso-8859-10", charmap.ISO8859_10},
	{"iso-8859-13", charmap.ISO8859_13}, {"iso-8859-14", charmap.ISO8859_14}, {"iso-8859-15 latin9 latin-9", charmap.ISO8859_15},
	{"iso-8859-16", charmap.ISO8859_16}, {"windows-1250 cp1250", charmap.Windows1250}, {"windows-1251 cp1251", charmap.Windows1251},
	{"windows-1253 cp1253", charmap.Windows1253}, {"windows-1254 cp1254", charmap.Windows1254}, {"windows-1255", charmap.Windows1255},
	{"windows-1256", charmap.Windows1256}, {"windows-1257", charmap.Windows1257}, {"windows-1258", charmap.Windows1258},
	{"koi8-r", charmap.KOI8R}, {"koi8-u", charmap.KOI8U}, {"macintosh macroman x-mac-roman", charmap.Macintosh},
	{"ibm437 cp437", charmap.CodePage437}, {"ibm850 cp850", charmap.CodePage850}, {"ibm866 cp866", charmap.CodePage866},
	{"shift_jis shift-jis sjis cp932 windows-31j", nil}, {"euc-jp", nil}, {"gbk gb2312 gb18030 cp936", nil},
	{"big5 big-5 big5-hkscs cp950", nil}, {"euc-kr cp949 ks_c_5601-1987", nil},
}

// refutedCharsets are declared encodings that decode has excluded by the bytes of the text.
var refutedCharsets = strings.Fields("utf-8 utf8 utf-16 us-ascii ascii")

// declarationHead limits the bytes at the start of a file in which a declaration of the encoding is searched.
const declarationHead = 1000

// declaredCharset returns the encoding that a text declares in its head, in lower case, or "" without a declaration. XML declares it as in
// <?xml version="1.0" encoding="latin1"?>, and DOT by the attribute charset="latin1". The format GML implies ISO 8859-1.
func declaredCharset(d []byte) string {
	d = bytes.TrimSpace(d)
	// toText has not yet replaced the line ends.
	head := bytes.ReplaceAll(bytes.ToLower(d[:min(len(d), declarationHead)]), []byte{'\r'}, []byte{'\n'})
	// after is the text after the word "encoding" or the attribute "charset", "" without a declaration.
	after := ""
	switch {
	case bytes.HasPrefix(head, []byte("<?xml")):
		declaration, _, _ := strings.Cut(string(head), "?>")
		_, after, _ = strings.Cut(declaration, "encoding")
	case isGML(d):
		return "iso-8859-1"
	case isDOT(head):
		s := dotScanner{d: head}
		for key, kind := s.next(); kind != 0 && after == ""; key, kind = s.next() {
			if key == "charset" && s.peek() == '=' {
				after = string(head[s.pos:])
			}
		}
	}
	// An equals sign and perhaps a quote precede the name. Other text may follow the name.
	name := strings.TrimLeft(after, " =\t\n\"'")
	end := strings.IndexAny(name, " \t\n\"';]}>,")
	if end >= 0 {
		return name[:end]
	}
	return name
}

// isControl reports whether r is a control character that texts do not have: below 0x20, but none of \t, \n, \v, \f and \r.
func isControl(r rune) bool { return r < 0x20 && !strings.ContainsRune("\t\n\v\f\r", r) }

// saveRemedy is the remedy for an encoding that is not read.
const saveRemedy = "save the file as UTF-8"

// decode returns the text of a file in UTF-8. A text in an unknown encoding is an error, and so is a binary file that is not valid UTF-8.
// note is a sentence about the encoding, "" for a file in UTF-8. isGuess reports that the encoding was guessed.
func (r Reader) decode(f File) (d []byte, note string, isGuess bool, err error) {
	d = f.Data
	if out := utf32(d); out != nil {
		return out, cleanName(f.Name) + " is in UTF-32 and was decoded.", false, nil
	}
	// utf16Order accepts an even number of bytes only. The text keeps its byte order mark; the caller of decode removes the mark.
	if order := utf16Order(d); order != nil {
		units := make([]uint16, len(d)/2)
		for k := range units {
			units[k] = order.Uint16(d[2*k:])
		}
		return []byte(string(utf16.Decode(units))), cleanName(f.Name) + " is in UTF-16 and was decoded.", false, nil
	}
	// Texts in other encodings are hardly ever valid UTF-8.
	if utf8.Valid(d) {
		return d, "", false, nil
	}
	// A control character marks a binary file.
	if k := bytes.IndexFunc(d, isControl); k >= 0 {
		return nil, "", false, binaryFile(f.Name, d, k)
	}
	return r.decodeCharset(f)
}

// decodeCharset decodes a text whose encoding is one of charsets, declared or guessed. Its results are those of decode.
// A declared encoding that is not known, an encoding without a decoder, and an error of the decoder are errors.
// If the encoding was guessed, bytes that are no character are an error, too.
func (r Reader) decodeCharset(f File) (d []byte, note string, isGuess bool, err error) {
	name := declaredCharset(f.Data)
	k := charsetIndex(name)
	isKnown := k >= 0
	declaresOther := name != "" && !slices.Contains(refutedCharsets, name)
	if !isKnown && declaresOther {
		return nil, "", false, fault(f.Name, 1, saveRemedy, "the encoding %s is not known", quote(name))
	}
	// After a declaration that the bytes refute, the encoding is guessed, too.
	isGuess = !isKnown
	if isGuess {
		k = charsetIndex(guessCharset(f.Data))
	}
	displayed, _, _ := strings.Cut(charsets[k].names, " ")
	out, err := r.decodeWith(charsets[k].Encoding, displayed, f.Data)
	// There is no decoder for this encoding, or the decoder has failed.
	if out == nil {
		return nil, "", false, fault(f.Name, 1, saveRemedy, "the file is in the encoding %s, which is not read here", displayed)
	}
	// Bytes that are no character become replacement characters. These refute a guess, but are kept in a declared encoding.
	guessFails := isGuess && bytes.ContainsRune(out, utf8.RuneError)
	if err != nil || guessFails {
		// The error is at the line of the first replacement character. If there is none, the error is at the last line.
		fromReplacement := bytes.TrimLeftFunc(out, func(c rune) bool { return c != utf8.RuneError })
		offset := len(out) - len(fromReplacement)
		return nil, "", false, fault(f.Name, lineAt(out, int64(offset)), saveRemedy, "the file is damaged or not in UTF-8")
	}
	if isGuess {
		return out, cleanName(f.Name) + " is not in UTF-8 and was read as " + displayed + ": save it as UTF-8 if names are wrong.", true, nil
	}
	return out, cleanName(f.Name) + " is in " + displayed + " and was decoded.", false, nil
}

// decodeWith decodes a text with e or, if e is nil, with r.Decode and the name of the encoding. It returns nil if both are nil.
func (r Reader) decodeWith(e encoding.Encoding, name string, d []byte) ([]byte, error) {
	switch {
	case e != nil:
		return e.NewDecoder().Bytes(d)
	case r.Decode != nil:
		return r.Decode(name, d)
	}
	return nil, nil
}

// charsetIndex returns the index in charsets of the encoding with a name, or -1 if no encoding has the name.
func charsetIndex(name string) int {
	return slices.IndexFunc(charsets, func(c charset) bool { return slices.Contains(strings.Fields(c.names), name) })
}

// utf32 returns a text in UTF-32 as UTF-8. It returns nil if the file is not in UTF-32.
// A file is in UTF-32 if all groups of four bytes are characters in the same byte order. There must be at least two groups.
func utf32(d []byte) []byte {
	if len(d)%4 != 0 || len(d) < 8 {
		return nil
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if out := decodeUTF32(d, order); out != nil {
			return out
		}
	}
	return nil
}

// decodeUTF32 returns a text in UTF-32 as UTF-8. It returns nil if four bytes are not a character of a text in this byte order.
func decodeUTF32(d []byte, order binary.ByteOrder) (out []byte) {
	for k := 0; k < len(d); k += 4 {
		r := order.Uint32(d[k:])
		// The first test keeps the conversion to rune from overflowing.
		if r > unicode.MaxRune || isControl(rune(r)) || !utf8.ValidRune(rune(r)) {
			return nil
		}
		out = utf8.AppendRune(out, rune(r))
	}
	return out
}

// utf16Sample limits the bytes that utf16Order counts. It must be even, because a character has two bytes.
const utf16Sample = 2000

// utf16Order returns the byte order of a text in UTF-16. It returns nil if the file is not in UTF-16, or has fewer than two characters.
// The evidence is a byte order mark, or zero high bytes: of most characters, or of at least two separators in a text that is not UTF-8.
func utf16Order(d []byte) binary.ByteOrder {
	switch {
	case len(d)%2 != 0 || len(d) < 4:
		return nil
	// ff fe 00 00 is the byte order mark of UTF-32.
	case bytes.HasPrefix(d, []byte{0xff, 0xfe}) && !bytes.HasPrefix(d, []byte{0xff, 0xfe, 0, 0}):
		return binary.LittleEndian
	case bytes.HasPrefix(d, []byte{0xfe, 0xff}):
		return binary.BigEndian
	}
	// zeros[0] counts the pairs of bytes whose first byte is zero, zeros[1] the pairs whose second byte is zero.
	// separators counts the pairs among them whose other byte is an ASCII separator. Texts in any script have separators.
	var zeros, separators [2]int
	// len(d) and utf16Sample are even, so head has whole pairs.
	head := d[:min(len(d), utf16Sample)]
	for k, c := range head {
		switch {
		case c == 0:
			zeros[k%2]++
			// k^1 is the other byte of the pair.
			separators[k%2] += oneIf(strings.IndexByte("\t\n\r,; ", head[k^1]) >= 0)
		// A text has no control character. The high byte 4 of Cyrillic letters counts as one, so a Cyrillic text needs a byte order mark.
		case isControl(rune(c)):
			return nil
		}
	}
	// The high byte of a character is the second byte of a pair in little endian, and the first byte in big endian.
	// The low byte of a letter or separator is hardly ever zero, so a zero low byte excludes a byte order.
	mayBeLittle, mayBeBig := zeros[0] == 0, zeros[1] == 0
	// In Latin texts more than nine of ten high bytes are zero.
	nineTenths := len(head) / 2 * 9 / 10
	switch {
	case mayBeLittle && zeros[1] > nineTenths:
		return binary.LittleEndian
	case mayBeBig && zeros[0] > nineTenths:
		return binary.BigEndian
	// In other scripts only the high bytes of separators are zero. A single zero may be chance. Valid UTF-8 is not read as UTF-16.
	case mayBeLittle && separators[1] > 1 && !utf8.Valid(d):
		return binary.LittleEndian
	case mayBeBig && separators[0] > 1 && !utf8.Valid(d):
		return binary.BigEndian
	}
	return nil
}
