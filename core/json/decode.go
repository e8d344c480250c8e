package json

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth limits the nesting of lists and objects, and thereby the depth of the recursion.
const maxDepth = 1000

// Unmarshal reads one value into the value to which v points.
// As in encoding/json, members whose names the struct lacks are skipped.
// If no field has exactly the name of a member, a field whose name differs only in case matches.
// null leaves numbers, texts and structs unchanged. A list is replaced, not extended.
func Unmarshal(data []byte, v any) error {
	p := reflect.ValueOf(v)
	// Only a pointer leads back to the caller.
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return errors.New("json: there is nowhere to put the value")
	}
	d := decoder{data: data}
	// The whole text is checked first, so that a syntax error leaves v unchanged.
	if err := d.skip(0); err != nil {
		return err
	}
	// Text behind the value is an error.
	if d.skipSpace(); d.pos != len(data) {
		return d.syntaxError()
	}
	d.pos = 0
	return d.value(p.Elem())
}

// decoder reads data from position pos on.
type decoder struct {
	data []byte
	pos  int
}

// syntaxError returns the error at the current byte.
func (d *decoder) syntaxError() error {
	if d.pos >= len(d.data) {
		return errors.New("unexpected end of JSON input")
	}
	return errors.New("invalid character " + strconv.QuoteRune(rune(d.data[d.pos])) + " at byte " + strconv.Itoa(d.pos))
}

// misfit returns the error for a JSON value that does not fit a Go type.
func misfit(what string, t reflect.Type) error {
	return errors.New("json: cannot unmarshal " + what + " into a value of type " + t.String())
}

// skipSpace skips white space.
func (d *decoder) skipSpace() {
	for d.pos < len(d.data) && strings.IndexByte(" \t\r\n", d.data[d.pos]) >= 0 {
		d.pos++
	}
}

// peek skips white space and returns the next byte, or 0 at the end of the data.
func (d *decoder) peek() byte {
	if d.skipSpace(); d.pos < len(d.data) {
		return d.data[d.pos]
	}
	return 0
}

// each calls f at every element of the list or object at the current position.
func (d *decoder) each(f func() error) error {
	// In ASCII the closing bracket is two after the opening one.
	end := d.data[d.pos] + 2
	d.pos++
	// An empty list has no element, and a trailing comma is an error.
	if d.peek() == end {
		d.pos++
		return nil
	}
	for {
		if err := f(); err != nil {
			return err
		}
		switch d.peek() {
		case end:
			d.pos++
			return nil
		case ',':
			d.pos++
		default:
			return d.syntaxError()
		}
	}
}

// name reads the name of a member and the colon after it.
func (d *decoder) name() (string, error) {
	if d.peek() != '"' {
		return "", d.syntaxError()
	}
	s, err := d.text()
	if err == nil && d.peek() != ':' {
		err = d.syntaxError()
	}
	d.pos++
	return s, err
}

// skip skips a value and checks its syntax.
func (d *decoder) skip(depth int) error {
	switch c := d.peek(); {
	// Recursion without a limit would overflow the stack of a worker.
	case depth > maxDepth:
		return errors.New("json: more than " + strconv.Itoa(maxDepth) + " values in each other")
	case c == '{':
		return d.each(func() error {
			if _, err := d.name(); err != nil {
				return err
			}
			return d.skip(depth + 1)
		})
	case c == '[':
		return d.each(func() error { return d.skip(depth + 1) })
	case c == '"':
		_, err := d.text()
		return err
	case c == '-' || c >= '0' && c <= '9':
		_, err := d.number()
		return err
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(string(d.data[d.pos:min(len(d.data), d.pos+len(word))]), word) {
			d.pos += len(word)
			return nil
		}
	}
	return d.syntaxError()
}

// number returns the text of a number. Its grammar is stricter than strconv's: no leading zeros, digits on both sides of a point.
func (d *decoder) number() (string, error) {
	first := d.pos
	// digits skips digits and reports whether there are any.
	digits := func() bool {
		start := d.pos
		for d.pos < len(d.data) && d.data[d.pos] >= '0' && d.data[d.pos] <= '9' {
			d.pos++
		}
		return d.pos > start
	}
	// next skips the next byte if it belongs to a set, and reports whether it does.
	next := func(set string) bool {
		if d.pos < len(d.data) && strings.IndexByte(set, d.data[d.pos]) >= 0 {
			d.pos++
			return true
		}
		return false
	}
	// A number has a minus sign, digits, a fraction and an exponent; all but the digits are optional.
	next("-")
	if !next("0") && !digits() || next(".") && !digits() {
		return "", d.syntaxError()
	}
	if next("eE") {
		if next("+-"); !digits() {
			return "", d.syntaxError()
		}
	}
	return string(d.data[first:d.pos]), nil
}

// text reads a text in quotes and replaces its escapes. Invalid UTF-8 and half of a surrogate pair become U+FFFD.
func (d *decoder) text() (string, error) {
	d.pos++
	var b []byte
	for d.pos < len(d.data) {
		switch c := d.data[d.pos]; {
		case c == '"':
			d.pos++
			return string(b), nil
		case c < ' ':
			return "", d.syntaxError()
		case c == '\\':
			r, ok := d.escape()
			if !ok {
				return "", d.syntaxError()
			}
			b = utf8.AppendRune(b, r)
		case c < utf8.RuneSelf:
			b = append(b, c)
			d.pos++
		default:
			r, size := utf8.DecodeRune(d.data[d.pos:])
			b = utf8.AppendRune(b, r)
			d.pos += size
		}
	}
	return "", d.syntaxError()
}

// escape reads an escape, from its backslash on. The second result is false if the syntax is wrong.
func (d *decoder) escape() (rune, bool) {
	if d.pos++; d.pos == len(d.data) {
		return 0, false
	}
	if k := strings.IndexByte("\"\\/bfnrt", d.data[d.pos]); k >= 0 {
		d.pos++
		return rune("\"\\/\b\f\n\r\t"[k]), true
	}
	if d.data[d.pos] != 'u' {
		return 0, false
	}
	r, ok := d.hexRune()
	if !ok {
		return 0, false
	}
	// The first half of a surrogate pair needs a second half. Without it, the position returns to the end of the first half.
	isFirstHalf := r>>10 == 0xd800>>10
	if isFirstHalf && d.pos+1 < len(d.data) && d.data[d.pos] == '\\' && d.data[d.pos+1] == 'u' {
		end := d.pos
		d.pos++
		if low, ok := d.hexRune(); ok && low>>10 == 0xdc00>>10 {
			r = 0x10000 + (r&0x3ff)<<10 + low&0x3ff
		} else {
			d.pos = end
		}
	}
	return r, true
}

// hexRune reads the four hexadecimal digits of an escape, from its u on. The second result is false for other text.
func (d *decoder) hexRune() (rune, bool) {
	if d.pos+5 > len(d.data) {
		return 0, false
	}
	var r rune
	for _, c := range d.data[d.pos+1 : d.pos+5] {
		k := strings.IndexByte("0123456789abcdef", c|0x20)
		if k < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(k)
	}
	d.pos += 5
	return r, true
}

// bytesOf returns the bytes of a base64 text.
func bytesOf(s string) ([]byte, error) { return base64.StdEncoding.DecodeString(s) }
