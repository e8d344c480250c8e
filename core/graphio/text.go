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

// This file has the functions for texts that all readers share: line ends, lines, numbers and names.

// toText returns the text of a file in UTF-8 with LF line ends. Byte order marks at the beginning of the text and after LF are removed.
// Binary files are errors.
// note is a sentence about the encoding, "" if the file is in UTF-8.
// guess reports that the encoding was guessed: the file is not in UTF-8, and neither a mark nor a declaration gives its encoding.
func (r Reader) toText(f File) (d []byte, note string, guess bool, err error) {
	d, note, guess, err = r.decode(f)
	if err != nil {
		return nil, "", false, err
	}
	byteOrderMark := []byte("\xef\xbb\xbf")
	d = bytes.TrimPrefix(d, byteOrderMark)
	// Files that were joined have a mark at the beginning of each file.
	if bytes.Contains(d, byteOrderMark) {
		d = bytes.ReplaceAll(d, append([]byte{'\n'}, byteOrderMark...), []byte{'\n'})
	}
	// CR LF becomes LF: its CR is left out. A CR alone becomes LF.
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
	return fault(name, lineAt(d, int64(k)), "give a text file, a spreadsheet (.xlsx, .ods), or npz, zip, gz or Planetoid",
		"the file is binary, such as a picture or a document")
}

// lines yields the lines of a text without their ends, numbered from 1.
func lines(d []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		tail := d
		for line := 1; len(tail) > 0; line++ {
			var s []byte
			s, tail, _ = bytes.Cut(tail, []byte{'\n'})
			if !yield(line, s) {
				return
			}
		}
	}
}

// contentLines yields the lines that are neither blank nor comments, without surrounding space.
// Lines are numbered from 1 in the whole text. comments are the characters that begin a comment.
func contentLines(d []byte, comments string) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for line, s := range lines(d) {
			text := bytes.TrimSpace(s)
			if len(text) == 0 || strings.IndexByte(comments, text[0]) >= 0 {
				continue
			}
			if !yield(line, text) {
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

// lineAt returns the number of the line, counted from 1, that contains the byte at offset. An offset beyond the text counts as its end.
func lineAt(d []byte, offset int64) int {
	end := max(0, min(offset, int64(len(d))))
	return 1 + bytes.Count(d[:end], []byte{'\n'})
}

// parseID parses a decimal integer up to about 10^18. why is "" for an integer from 0 on.
// For any other text, why is the fault as the end of a sentence. For a negative integer, v is its value; for other faults, v is 0.
func parseID(s []byte) (v int64, why string) {
	if len(s) == 0 {
		return 0, "is empty"
	}
	digits, isNegative := s, s[0] == '-'
	if isNegative {
		digits = s[1:]
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, "is not an integer"
		}
		// With one more digit, v stays below 2^63.
		const maxBeforeDigit = 1e17
		if v > maxBeforeDigit {
			return 0, "is too large"
		}
		v = 10*v + int64(c-'0')
	}
	if len(digits) == 0 {
		return 0, "is not an integer"
	}
	if isNegative {
		return -v, "is negative"
	}
	return v, ""
}

// plainNumber returns an integer from 0 on without leading zeros, so that equal integers become equal texts.
// Any text that parseID refuses is returned unchanged.
func plainNumber(s []byte) string {
	if v, why := parseID(s); why == "" {
		return strconv.FormatInt(v, 10)
	}
	return string(s)
}

// parseWithin parses an integer from smallest to largest. Both limits are 0 or more.
// For any other text, why is the fault as the end of a sentence, as in parseID.
func parseWithin(s []byte, smallest, largest int64) (v int64, why string) {
	v, why = parseID(s)
	if why != "" {
		return v, why
	}
	if v < smallest || v > largest {
		why = fmt.Sprintf("is not in %d..%d", smallest, largest)
	}
	return v, why
}

// parseNumber parses a finite number in the notation of programs, or in a notation of people without a comma, such as 1 000.5.
// A comma is ambiguous: it may be a decimal mark or separate two numbers.
// why is "" for a number. For any other text, v is 0 and why is the fault as the end of a sentence.
func parseNumber(text string) (v float64, why string) {
	s := strings.TrimSpace(text)
	v, err := strconv.ParseFloat(s, 64)
	// numeral.With turns a notation of people into the notation of programs.
	if errors.Is(err, strconv.ErrSyntax) && strings.IndexByte(s, ',') < 0 {
		if plain, ok := numeral.With(s, '.'); ok {
			v, err = strconv.ParseFloat(plain, 64)
		}
	}
	// ParseFloat returns infinity for a number that is too large.
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

// decimalPoint returns a number with a decimal comma in the notation of programs: 1234.5 for 1.234,5. Any other text is returned unchanged.
func decimalPoint(s string) string {
	// No comma, or a comma at the end, which is punctuation.
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
// CR, LF and tabs become spaces, and spaces at both ends are removed. Any other character that is not allowed becomes U+FFFD.
func cleanName(name string) string {
	// The first cut limits the work for a very long text.
	s := name[:min(len(name), 4*MaxName)]
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		// XML allows neither control characters nor the code points U+FFFE and U+FFFF.
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	// The cut may leave a space at the end.
	return strings.TrimSpace(cutAtRune(s, MaxName))
}

// cutAtRune returns the first bytes of a text, at most limit, and fewer if the limit is inside a character.
func cutAtRune(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// quote returns a part of a file in quotes, for a message. A text of more than 40 bytes is cut and ends with an ellipsis.
func quote[T string | []byte](s T) string {
	const maxQuoted = 40
	text := string(s)
	if len(text) > maxQuoted {
		text = cutAtRune(text, maxQuoted) + "…"
	}
	return strconv.Quote(text)
}

// baseName returns the last element of a path as a clean name (cleanName), without the endings in the list below.
func baseName(path string) string {
	s := path[strings.LastIndexAny(path, `/\`)+1:]
	// Several endings may follow each other, as in graph.csv.gz. Therefore the list begins with the ending of the compression.
	for _, end := range []string{".gz", ".txt", ".csv", ".tsv", ".json", ".graphml", ".gexf", ".net", ".vec", ".clu", ".g6", ".s6", ".d6",
		".npz", ".xml", ".gml", ".gv", ".dot", ".mtx", ".col", ".gr", ".gxl", ".edgelist", ".adjlist", ".xlsx",
		".xlsm", ".ods", ".sif", ".clq", ".jsonl", ".zip"} {
		if len(s) > len(end) && strings.EqualFold(s[len(s)-len(end):], end) {
			s = s[:len(s)-len(end)]
		}
	}
	return cleanName(s)
}

// cutAny splits a text before its first character that is in chars. tail begins with this character.
// If the text has no such character, word is the text and tail is "".
func cutAny(s, chars string) (word, tail string) {
	if end := strings.IndexAny(s, chars); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}
