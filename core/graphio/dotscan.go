package graphio

import (
	"bytes"
	"html"
	"strings"
)

// dotScanner takes a text apart: words, texts in quotes or angle brackets, the
// two kinds of edges and single characters.
type dotScanner struct {
	d    []byte
	pos  int
	line int
	// held is a token that was put back.
	held bool
	text string
	kind byte
}

const (
	dotWord = 'w'
	dotText = '"'
	dotEdge = '-'
)

// next returns the next token, kind 0 at the end or at damage.
func (s *dotScanner) next() (string, byte) {
	if s.held {
		s.held = false
		return s.text, s.kind
	}
	s.text, s.kind = s.scan()
	return s.text, s.kind
}

func (s *dotScanner) scan() (string, byte) {
	for s.pos < len(s.d) {
		c, rest := s.d[s.pos], s.d[s.pos:]
		switch {
		case c == '\n':
			s.line++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		case bytes.HasPrefix(rest, []byte("//")) || c == '#' && (s.pos == 0 || s.d[s.pos-1] == '\n'):
			s.skipTo("\n", 0)
		case bytes.HasPrefix(rest, []byte("/*")):
			s.skipTo("*/", 2)
		case c == '"':
			return s.quoted()
		case c == '<':
			return s.markup()
		case bytes.HasPrefix(rest, []byte("--")) || bytes.HasPrefix(rest, []byte("->")):
			s.pos += 2
			return string(rest[:2]), dotEdge
		case strings.IndexByte("{}[]=;,:+", c) >= 0:
			s.pos++
			return "", c
		default:
			start := s.pos
			for s.pos++; s.pos < len(s.d); s.pos++ {
				// A minus sign begins a number; further on it begins an edge.
				if strings.IndexByte(" \t\n{}[]=;,:+\"<-", s.d[s.pos]) >= 0 {
					break
				}
			}
			return string(s.d[start:s.pos]), dotWord
		}
	}
	return "", 0
}

// skipTo moves behind the next mark, or to the end.
func (s *dotScanner) skipTo(mark string, add int) {
	end := bytes.Index(s.d[s.pos:], []byte(mark))
	if end < 0 {
		end = len(s.d) - s.pos - add
	}
	end = max(end, 0)
	s.line += bytes.Count(s.d[s.pos:min(s.pos+end+add, len(s.d))], []byte{'\n'})
	s.pos = min(s.pos+end+add, len(s.d))
}

// quoted reads a text in quotes; a backslash at the end of a line joins lines.
func (s *dotScanner) quoted() (string, byte) {
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
			if c == '\n' {
				s.line++
			}
			b = append(b, c)
		}
	}
	s.pos = len(s.d)
	return "", 0
}

// markup reads a text of HTML between angle brackets, without its tags.
func (s *dotScanner) markup() (string, byte) {
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
		if s.d[k] == '\n' {
			s.line++
		}
	}
	s.pos = len(s.d)
	return "", 0
}

func (s *dotScanner) back() { s.held = true }
