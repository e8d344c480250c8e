package graphio

import (
	"bytes"
	"html"
	"strings"
)

// The scanner of DOT splits a text into tokens: words, texts in quotes or angle brackets, edges, and single characters.

// dotScanner splits DOT into tokens.
type dotScanner struct {
	d    []byte
	pos  int
	line int
	// text and kind are the last token. held reports that next returns this token again.
	held bool
	text string
	kind byte
}

// The kinds of tokens with more than one character. All other characters are tokens of their own kind.
// A text in quotes is never a keyword; a word may be one.
const (
	dotWord = 'w'
	dotText = '"'
	dotEdge = '-'
)

// next returns the next token. The kind is 0 at the end of the text, and at damage.
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

// scan reads a token after white space and comments. The kind is 0 at the end of the text, and at damage.
func (s *dotScanner) scan() (text string, kind byte) {
	for s.pos < len(s.d) {
		c, rest := s.d[s.pos], s.d[s.pos:]
		switch {
		case c == '\n':
			s.line++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		// As in the preprocessor of C, "#" opens a comment only at the start of a line.
		case bytes.HasPrefix(rest, []byte("//")) || c == '#' && (s.pos == 0 || s.d[s.pos-1] == '\n'):
			s.skipTo("\n", 0)
		case bytes.HasPrefix(rest, []byte("/*")):
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

// scanWord reads a word. A minus sign as the first character belongs to a number; a later one starts an edge.
func (s *dotScanner) scanWord() string {
	start := s.pos
	for s.pos++; s.pos < len(s.d); s.pos++ {
		if strings.IndexByte(" \t\n{}[]=;,:+\"<-", s.d[s.pos]) >= 0 {
			break
		}
	}
	return string(s.d[start:s.pos])
}

// skipTo moves to the byte that is length bytes after the start of the next mark, or to the end of the text if there is no mark.
func (s *dotScanner) skipTo(mark string, length int) {
	// Without a mark the comment reaches to the end.
	end := len(s.d)
	if k := bytes.Index(s.d[s.pos:], []byte(mark)); k >= 0 {
		end = s.pos + k + length
	}
	s.line += bytes.Count(s.d[s.pos:end], []byte{'\n'})
	s.pos = end
}

// scanQuoted reads a text in quotes. A backslash escapes a quote, and joins two lines at the end of a line.
// Other backslashes are part of the text.
func (s *dotScanner) scanQuoted() (text string, kind byte) {
	var b []byte
	for k := s.pos + 1; k < len(s.d); k++ {
		switch c := s.d[k]; {
		case c == '"':
			s.pos = k + 1
			return string(b), dotText
		case c == '\\' && k+1 < len(s.d) && s.d[k+1] == '"':
			k++
			b = append(b, '"')
		case c == '\\' && k+1 < len(s.d) && s.d[k+1] == '\n':
			k++
			s.line++
		default:
			s.line += oneIf(c == '\n')
			b = append(b, c)
		}
	}
	// The closing quote is missing.
	s.pos = len(s.d)
	return "", 0
}

// scanMarkup reads an HTML text in angle brackets. Its tags are left out.
func (s *dotScanner) scanMarkup() (text string, kind byte) {
	// Depth 1 is the text itself, greater depths are tags.
	depth := 0
	var b []byte
	for k := s.pos; k < len(s.d); k++ {
		switch c := s.d[k]; {
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				s.pos = k + 1
				return html.UnescapeString(string(b)), dotText
			}
		case depth == 1:
			b = append(b, c)
		}
		s.line += oneIf(s.d[k] == '\n')
	}
	// The closing bracket is missing.
	s.pos = len(s.d)
	return "", 0
}
