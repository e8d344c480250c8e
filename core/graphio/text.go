package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sheafscope/core/numeral"
)

// Texts: line ends, lines, numbers and names.

// toText returns the text of a file in UTF-8 with LF line ends, without byte order marks. Binary files are errors.
// note is a sentence about another encoding, "" for UTF-8. guess reports that neither a mark nor a declaration gave the encoding.
func (r Reader) toText(f File) (d []byte, note string, guess bool, err error) {
	if d, note, guess, err = r.decode(f); err != nil {
		return nil, "", false, err
	}
	// Concatenated files keep the mark of each file.
	byteOrderMark := []byte("\xef\xbb\xbf")
	if d = bytes.TrimPrefix(d, byteOrderMark); bytes.Contains(d, byteOrderMark) {
		d = bytes.ReplaceAll(d, append([]byte{'\n'}, byteOrderMark...), []byte{'\n'})
	}
	// CR LF becomes LF, and a CR alone becomes LF.
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
	// A zero byte marks a binary file.
	if k := bytes.IndexByte(d, 0); k >= 0 {
		return nil, "", false, binaryFile(f.Name, d, k)
	}
	return d, note, guess, nil
}

// binaryFile returns the error of a binary file d, at the line of byte k.
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

// contentLines yields the lines that are neither blank nor comments, without surrounding space.
// comments holds the characters that begin a comment.
func contentLines(d []byte, comments string) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for line, s := range lines(d) {
			if s = bytes.TrimSpace(s); len(s) > 0 && strings.IndexByte(comments, s[0]) < 0 && !yield(line, s) {
				return
			}
		}
	}
}

// firstLine returns the first line of a text without its line end, and the text after it.
func firstLine(d []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(d, []byte{'\n'})
	return line, rest
}

// lineAt returns the number of the line, counted from 1, that contains the byte at offset.
func lineAt(d []byte, offset int64) int {
	offset = max(0, min(offset, int64(len(d))))
	return 1 + bytes.Count(d[:offset], []byte{'\n'})
}

// parseID parses a decimal integer of at most 18 digits. why is "" on success, otherwise the fault.
// A negative number gives its value and a fault.
func parseID(s []byte) (v int64, why string) {
	if len(s) == 0 {
		return 0, "is empty"
	}
	negative := s[0] == '-'
	if negative {
		s = s[1:]
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, "is not an integer"
		}
		// One more digit stays below 2^63.
		if v > 1e17 {
			return 0, "is too large"
		}
		v = 10*v + int64(c-'0')
	}
	if len(s) == 0 {
		return 0, "is not an integer"
	}
	if negative {
		return -v, "is negative"
	}
	return v, ""
}

// plainNumber returns a number without leading zeros: equal numbers become equal texts. Other texts are returned unchanged.
func plainNumber(s []byte) string {
	if v, why := parseID(s); why == "" {
		return strconv.FormatInt(v, 10)
	}
	return string(s)
}

// parseWithin parses an integer from low to top. why is "" on success, otherwise the fault.
func parseWithin(s []byte, low, top int64) (v int64, why string) {
	if v, why = parseID(s); why == "" && (v < low || v > top) {
		why = fmt.Sprintf("is not in %d..%d", low, top)
	}
	return v, why
}

// parseNumber parses a finite number in the notation of programs, or of people without a comma. why is "" on success, otherwise the fault.
// A comma is ambiguous: it may be a decimal mark or separate two numbers.
func parseNumber(s string) (v float64, why string) {
	s = strings.TrimSpace(s)
	v, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrSyntax) && strings.IndexByte(s, ',') < 0 {
		if plain, ok := numeral.With(s, '.'); ok {
			v, err = strconv.ParseFloat(plain, 64)
		}
	}
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

// decimalPoint returns a number with a point in place of its decimal comma. Other texts are returned unchanged.
func decimalPoint(s string) string {
	if k := strings.LastIndexByte(s, ','); k < 0 || k == len(s)-1 {
		return s
	}
	if plain, ok := numeral.With(s, ','); ok {
		return plain
	}
	return s
}

// isNumber reports whether s is a number, NaN, an infinity, or a number out of the range of float64.
func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// cleanName returns a name that is safe to display and to write: valid UTF-8, no control characters, at most MaxName bytes.
func cleanName(s string) string {
	// The first cut limits the work for a very long text.
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
		// The cut is at the begin of a character.
		for k > 0 && !utf8.RuneStart(s[k]) {
			k--
		}
		s = strings.TrimSpace(s[:k])
	}
	return s
}

// quote returns a part of a file in quotes, for a message. Texts of more than 40 bytes are cut.
func quote[T string | []byte](s T) string {
	t := string(s)
	if len(t) > 40 {
		k := 40
		// The cut is at the begin of a character.
		for k > 0 && !utf8.RuneStart(t[k]) {
			k--
		}
		t = t[:k] + "…"
	}
	return strconv.Quote(t)
}

// baseName returns the last element of a path without the endings of graph formats.
func baseName(path string) string {
	s := path[strings.LastIndexAny(path, `/\`)+1:]
	for _, end := range []string{".gz", ".txt", ".csv", ".tsv", ".json", ".graphml", ".gexf", ".net", ".vec", ".clu", ".g6", ".s6", ".d6",
		".npz", ".xml", ".gml", ".gv", ".dot", ".mtx", ".col", ".gr", ".gxl", ".edgelist", ".adjlist", ".xlsx",
		".xlsm", ".ods"} {
		if len(s) > len(end) && strings.EqualFold(s[len(s)-len(end):], end) {
			s = s[:len(s)-len(end)]
		}
	}
	return cleanName(s)
}

// cutAny splits a text before the first character of chars. rest begins with this character and is "" if s contains none.
func cutAny(s, chars string) (word, rest string) {
	if end := strings.IndexAny(s, chars); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}
