package graphio

import (
	"bytes"
	"strings"

	"sheafscope/core/words"
)

// dotScanner splits DOT into tokens.
// A token is a word, a text in quotes or angle brackets, an edge (-- or ->), or one of the characters {}[]=;,:+.
type dotScanner struct {
	// d is the file. pos is the index of the next byte that is not scanned, breaks the number of line ends before it.
	d           []byte
	pos, breaks int
	// line is the line in which the last token of next ends, counted from 1. It is 0 before the first token.
	line int
	// ahead is the token after the last token of next, if it is scanned.
	ahead     dotToken
	isScanned bool
}

// dotToken is a token, with the line in which it ends.
type dotToken struct {
	text string
	kind byte
	line int
}

// The kinds of tokens. The kind of one of the characters {}[]=;,:+ is the character itself.
const (
	dotWord  = 'w' // a word, which may be a keyword
	dotText  = '"' // a text in quotes or angle brackets, or joined parts, which is never a keyword
	dotEdge  = '-' // -- or ->
	dotOther = '?' // characters that are no word, such as a single minus sign
)

// next returns the next token. The text of one of the characters {}[]=;,:+ is "".
// Words and texts that are joined by "+" are one text. A part that is missing after "+" gives the kind dotOther.
// The kind is 0 at the end of the file, and at a quote or bracket that is never closed.
func (s *dotScanner) next() (text string, kind byte) {
	text, kind = s.take()
	for isDOTName(kind) && s.peek() == '+' {
		s.take() // the sign
		part, partKind := s.take()
		text += part
		kind = words.Either[byte](isDOTName(partKind), dotText, dotOther)
	}
	return text, kind
}

// isDOTName reports whether a token of a kind may be a name, a key or a value.
func isDOTName(kind byte) bool { return kind == dotWord || kind == dotText }

// peek returns the kind of the token after the last token of next. This token may be "+" only if the last one is no name.
func (s *dotScanner) peek() byte {
	if !s.isScanned {
		text, kind := s.scan()
		s.ahead, s.isScanned = dotToken{text, kind, s.breaks + 1}, true
	}
	return s.ahead.kind
}

// take returns the next part of a token.
func (s *dotScanner) take() (text string, kind byte) {
	s.peek()
	s.isScanned = false
	s.line = s.ahead.line
	return s.ahead.text, s.ahead.kind
}

// startsLine reports whether only spaces precede the next byte in its line.
func (s *dotScanner) startsLine() bool {
	before := bytes.TrimRight(s.d[:s.pos], " \t")
	return len(before) == 0 || before[len(before)-1] == '\n'
}

// scan skips white space and comments, and reads one token or part of a token. Its results are described at next.
// Every line ends with "\n", because toText and declaredCharset replace other line ends.
func (s *dotScanner) scan() (text string, kind byte) {
	for s.pos < len(s.d) {
		c, rest := s.d[s.pos], s.d[s.pos:]
		switch {
		case c == '\n':
			s.breaks++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		// "//" opens a comment anywhere; "#" does so only at the start of a line, as in the preprocessor of C.
		case c == '#' && s.startsLine(), bytes.HasPrefix(rest, []byte("//")):
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
			return s.scanWord()
		}
	}
	return "", 0
}

// scanWord reads a word. A minus sign as the first character belongs to the word, as in a negative number. A later one ends the word.
// The kind is dotOther for a minus sign without a number, and for punctuation alone.
func (s *dotScanner) scanWord() (text string, kind byte) {
	start := s.pos
	for s.pos++; s.pos < len(s.d); s.pos++ {
		rest := s.d[s.pos:]
		opensComment := bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*"))
		if opensComment || strings.IndexByte(" \t\n{}[]=;,:+\"<-", rest[0]) >= 0 {
			break
		}
	}
	word := s.d[start:s.pos]
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	isName := bytes.ContainsFunc(word, func(r rune) bool { return r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z' || isDigit(r) || r > 0x7f })
	isNumber := len(word) > 1 && (isDigit(rune(word[1])) || word[1] == '.')
	if !isName || word[0] == '-' && !isNumber {
		return string(word), dotOther
	}
	return string(word), dotWord
}

// skipTo moves pos to the next mark, which ends a comment, plus skipped bytes. Without a mark pos moves to the end of the file.
func (s *dotScanner) skipTo(mark string, skipped int) {
	end := len(s.d)
	offset := bytes.Index(s.d[s.pos:], []byte(mark))
	if offset >= 0 {
		end = s.pos + offset + skipped
	}
	s.breaks += bytes.Count(s.d[s.pos:end], []byte{'\n'})
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
			s.breaks++
		case isEscape && s.d[k+1] == '\\':
			// Both backslashes are part of the text. The second one cannot escape the next character.
			k++
			b = append(b, `\\`...)
		default:
			s.breaks += oneIf(c == '\n')
			b = append(b, c)
		}
	}
	s.pos = len(s.d)
	return "", 0
}

// scanMarkup reads an HTML text in angle brackets. Tags are left out, and entities such as &amp; are decoded.
// A line break and the start of a cell, the tags br and td, become a space between two words.
// The kind is 0 if the closing bracket is missing.
func (s *dotScanner) scanMarkup() (text string, kind byte) {
	// depth is the number of open angle brackets. Characters at depth 1 are text, characters at greater depths are in tags.
	depth, divides := 0, false
	var b []byte
	for k := s.pos; k < len(s.d); k++ {
		c := s.d[k]
		switch {
		case c == '<':
			depth++
			tag := strings.ToLower(string(s.d[k+1 : min(k+3, len(s.d))]))
			divides = divides || depth == 2 && (tag == "br" || tag == "td")
		case c == '>':
			depth--
			if depth == 0 {
				s.pos = k + 1
				return unescaped(string(b)), dotText
			}
		case depth == 1:
			if divides && len(b) > 0 && b[len(b)-1] != ' ' && c != ' ' {
				b = append(b, ' ')
			}
			divides = false
			b = append(b, c)
		}
		s.breaks += oneIf(c == '\n')
	}
	s.pos = len(s.d)
	return "", 0
}
