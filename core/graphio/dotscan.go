package graphio

import (
	"bytes"
	"html"
	"strings"
)

// dotScanner splits DOT into tokens.
// A token is a word, a text in quotes or angle brackets, an edge (-- or ->), or one of the characters {}[]=;,:+.
type dotScanner struct {
	// d is the file. pos is the index of the next byte, line the number of its line, counted from 1.
	d    []byte
	pos  int
	line int
	// text and kind are the last token. held reports that next must return this token again.
	held bool
	text string
	kind byte
}

// The kinds of tokens. The kind of one of the characters {}[]=;,:+ is the character itself.
const (
	dotWord = 'w' // a word, which may be a keyword
	dotText = '"' // a text in quotes or angle brackets, which is never a keyword
	dotEdge = '-' // -- or ->
)

// next returns the next token. The text of one of the characters {}[]=;,:+ is "".
// The kind is 0 at the end of the file, and at a quote or bracket that is never closed.
func (s *dotScanner) next() (text string, kind byte) {
	if s.held {
		s.held = false
		return s.text, s.kind
	}
	s.text, s.kind = s.scan()
	return s.text, s.kind
}

// unread makes next return the last token again.
func (s *dotScanner) unread() { s.held = true }

// scan skips white space and comments, and reads one token. Its results are described at next.
// Every line ends with "\n", because toText replaces other line ends. Only declaredCharset scans a head before this replacement.
func (s *dotScanner) scan() (text string, kind byte) {
	for s.pos < len(s.d) {
		c, rest := s.d[s.pos], s.d[s.pos:]
		startsLine := s.pos == 0 || s.d[s.pos-1] == '\n'
		switch {
		case c == '\n':
			s.line++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		// "//" opens a comment anywhere; "#" does so only at the start of a line, as in the preprocessor of C.
		case c == '#' && startsLine, bytes.HasPrefix(rest, []byte("//")):
			// The line end is not skipped, so that the next round counts the line.
			s.skipTo("\n", 0)
		case bytes.HasPrefix(rest, []byte("/*")):
			s.pos += len("/*") // in "/*/" the star does not end the comment
			s.skipTo("*/", len("*/"))
		case c == '"':
			return s.scanQuoted()
		case c == '<':
			return s.scanMarkup()
		case bytes.HasPrefix(rest, []byte("--")) || bytes.HasPrefix(rest, []byte("->")):
			s.pos += 2
			return string(rest[:2]), dotEdge
		case strings.IndexByte("{}[]=;,:+", c) >= 0:
			s.pos++
			return "", c
		default:
			return s.scanWord(), dotWord
		}
	}
	return "", 0
}

// scanWord reads a word. A minus sign as the first character belongs to the word, as in a negative number. A later one ends the word.
func (s *dotScanner) scanWord() string {
	start := s.pos
	for s.pos++; s.pos < len(s.d); s.pos++ {
		rest := s.d[s.pos:]
		opensComment := bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*"))
		if opensComment || strings.IndexByte(" \t\n{}[]=;,:+\"<-", rest[0]) >= 0 {
			break
		}
	}
	return string(s.d[start:s.pos])
}

// skipTo moves pos to the next mark, which ends a comment, plus skipped bytes. Without a mark pos moves to the end of the file.
func (s *dotScanner) skipTo(mark string, skipped int) {
	end := len(s.d)
	offset := bytes.Index(s.d[s.pos:], []byte(mark))
	if offset >= 0 {
		end = s.pos + offset + skipped
	}
	s.line += bytes.Count(s.d[s.pos:end], []byte{'\n'})
	s.pos = end
}

// scanQuoted reads a text in quotes. The kind is 0 if the closing quote is missing.
// As in the scanner of Graphviz, a backslash before a quote makes the quote part of the text. A backslash before a line end joins
// the two lines. Other backslashes are part of the text.
func (s *dotScanner) scanQuoted() (text string, kind byte) {
	var b []byte
	for k := s.pos + 1; k < len(s.d); k++ {
		c := s.d[k]
		isEscape := c == '\\' && k+1 < len(s.d)
		switch {
		case c == '"':
			s.pos = k + 1
			return string(b), dotText
		case isEscape && s.d[k+1] == '"':
			k++
			b = append(b, '"')
		case isEscape && s.d[k+1] == '\n':
			k++
			s.line++
		case isEscape && s.d[k+1] == '\\':
			// Both backslashes are part of the text. The second one cannot escape the next character.
			k++
			b = append(b, `\\`...)
		default:
			s.line += oneIf(c == '\n')
			b = append(b, c)
		}
	}
	s.pos = len(s.d)
	return "", 0
}

// scanMarkup reads an HTML text in angle brackets. Tags are left out, and entities such as &amp; are decoded.
// The kind is 0 if the closing bracket is missing.
func (s *dotScanner) scanMarkup() (text string, kind byte) {
	// depth is the number of open angle brackets. Characters at depth 1 are text, characters at greater depths are in tags.
	depth := 0
	var b []byte
	for k := s.pos; k < len(s.d); k++ {
		c := s.d[k]
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
			if depth == 0 {
				s.pos = k + 1
				return html.UnescapeString(string(b)), dotText
			}
		case depth == 1:
			b = append(b, c)
		}
		s.line += oneIf(c == '\n')
	}
	s.pos = len(s.d)
	return "", 0
}
