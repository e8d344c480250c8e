package graphio

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// This file parses the scalars of Python literals: numbers and texts.

// parseNumber parses a number in the notation of Python and returns the number as JSON. -inf becomes null. Any other text is a failure.
func (p *literal) parseNumber() []byte {
	end := p.pos
	for end < len(p.d) && strings.IndexByte("+-.0123456789eE_", p.d[end]) >= 0 {
		end++
	}
	// Python ignores underscores between digits.
	s := strings.ReplaceAll(string(p.d[p.pos:end]), "_", "")
	p.pos = end
	// Most numbers of Python are valid JSON.
	if json.Valid([]byte(s)) {
		return []byte(s)
	}
	// Other notations, such as 1. and .5, are formatted again. This parseNumber is the function of text.go.
	v, why := parseNumber(s)
	if why != "" {
		if s == "-" && p.readWord() == "inf" {
			return []byte("null")
		}
		// After a failure no caller uses the returned number.
		p.fail()
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64)
}

// parseText parses a text with one or three quotes at each end, and with escape sequences. It returns the text as JSON.
func (p *literal) parseText() []byte { return p.parseQuoted(p.readEscape) }

// parseRawText is parseText for a raw text, in which a backslash is a character.
func (p *literal) parseRawText() []byte {
	return p.parseQuoted(func(byte) (string, bool) { return "", false })
}

// readEscape reads an escape sequence in a text whose quotes are the character delimiter. s is the character that the sequence means, or ""
// for a line end.
// ok is false if no sequence of a quote, of a line end or of strconv.UnquoteChar begins at the position, which is then unchanged.
func (p *literal) readEscape(delimiter byte) (s string, ok bool) {
	if p.d[p.pos] != '\\' || p.pos+1 >= len(p.d) {
		return "", false
	}
	// In Python both quotes have a sequence in every text. UnquoteChar accepts only the sequence of the delimiter.
	switch next := p.d[p.pos+1]; next {
	case '\'', '"':
		p.pos += 2
		return string(next), true
	case '\n':
		p.pos += 2
		return "", true
	}
	// The longest sequence, \U0001F600, has ten bytes.
	const longestEscape = 10
	end := min(len(p.d), p.pos+longestEscape)
	c, _, tail, err := strconv.UnquoteChar(string(p.d[p.pos:end]), delimiter)
	if err != nil {
		return "", false
	}
	p.pos = end - len(tail)
	return string(c), true
}

// parseQuoted parses a text with one or three quotes at each end, and returns the text as JSON. A missing closing quote is a failure.
// The parameter readEscape reads an escape sequence, if one begins at the position, as the method readEscape does.
func (p *literal) parseQuoted(readEscape func(delimiter byte) (s string, ok bool)) []byte {
	quote := p.d[p.pos : p.pos+1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(p.d[p.pos:], triple) {
		quote = triple
	}
	p.pos += len(quote)
	var b []byte
	for !bytes.HasPrefix(p.d[p.pos:], quote) {
		isAtEnd := p.pos >= len(p.d)
		// A text with one quote at each end must end in its line. A text with three quotes may have several lines.
		endsLine := !isAtEnd && p.d[p.pos] == '\n' && len(quote) == 1
		if isAtEnd || endsLine {
			p.fail()
			return []byte("null")
		}
		if s, ok := readEscape(quote[0]); ok {
			b = append(b, s...)
			continue
		}
		// A byte outside an escape sequence is a part of the text.
		b = append(b, p.d[p.pos])
		p.pos++
	}
	p.pos += len(quote)
	return jsonText(string(b))
}
