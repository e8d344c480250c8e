// This file reads JSON by its syntax. store.go stores the values.

package json

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth is the largest number of lists and objects around a value. It bounds the depth of the recursion.
const maxDepth = 1000

// Unmarshal reads one value into the value to which v points. It follows the rules of encoding/json below, with two exceptions: null does
// not call UnmarshalJSON of a map or a slice, and an interface gets a new value even if it holds a pointer.
//
//   - A member of an object is stored in the field with its name, or else in the first field whose name differs only in case.
//     A member without such a field is skipped.
//   - null makes a pointer, a map, a slice or an interface nil. It leaves any other value without a method UnmarshalJSON unchanged.
//   - A value of a named type with the method UnmarshalJSON reads itself, but null makes the four kinds above nil.
//   - A list replaces the elements of a slice.
//
// If data is not valid JSON, v remains unchanged. If a value does not fit its Go type, Unmarshal stops there with an error. v then has
// some of the values before it. A v that is nil or no pointer is an error.
func Unmarshal(data []byte, v any) error {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return errors.New("json: there is nowhere to put the value")
	}
	// The syntax of the whole text is checked first. Text after the value is an error.
	d := decoder{data: data}
	if err := d.skip(0); err != nil {
		return err
	}
	d.skipSpace()
	if d.pos != len(data) {
		return d.syntaxError()
	}
	d.pos = 0 // the second pass stores the values
	return d.value(p.Elem())
}

// decoder reads data. pos is the index of the next byte.
type decoder struct {
	data []byte
	pos  int
}

// syntaxError returns the error that the byte at pos is wrong, or that the data end too early.
func (d *decoder) syntaxError() error {
	if d.pos >= len(d.data) {
		return errors.New("unexpected end of JSON input")
	}
	return errors.New("invalid character " + strconv.QuoteRune(rune(d.data[d.pos])) + " at byte " + strconv.Itoa(d.pos))
}

// misfit returns the error that a JSON value does not fit a Go type. value describes the value, such as "number 1.5".
func misfit(value string, t reflect.Type) error {
	return errors.New("json: cannot unmarshal " + value + " into a value of type " + t.String())
}

// skipSpace skips white space.
func (d *decoder) skipSpace() {
	for d.pos < len(d.data) && strings.IndexByte(" \t\r\n", d.data[d.pos]) >= 0 {
		d.pos++
	}
}

// peek skips white space and returns the next byte, or 0 at the end of the data.
func (d *decoder) peek() byte {
	d.skipSpace()
	if d.pos < len(d.data) {
		return d.data[d.pos]
	}
	return 0
}

// each reads the list or object whose opening bracket is at pos. It calls f for every element. f skips the white space in front of the
// element, and moves pos behind the element. An error of f ends the loop and is returned.
func (d *decoder) each(f func() error) error {
	// The code of a closing bracket is the code of its opening bracket plus 2: '[' and ']', '{' and '}'.
	closing := d.data[d.pos] + 2
	d.pos++
	if d.peek() == closing {
		d.pos++
		return nil
	}
	// After a comma before the closing bracket, f finds no element and returns an error.
	for {
		if err := f(); err != nil {
			return err
		}
		switch d.peek() {
		case closing:
			d.pos++
			return nil
		case ',':
			d.pos++
		default:
			return d.syntaxError()
		}
	}
}

// name reads the name of a member and the colon after the name.
func (d *decoder) name() (string, error) {
	if d.peek() != '"' {
		return "", d.syntaxError()
	}
	s, err := d.text()
	if err == nil && d.peek() != ':' {
		err = d.syntaxError()
	}
	d.pos++ // behind the colon; after an error no caller uses pos
	return s, err
}

// skip moves pos behind the next value and checks its syntax. depth is the number of lists and objects around the value. It is 0 at every
// call of the second pass, since the first pass has checked the depth.
func (d *decoder) skip(depth int) error {
	c := d.peek()
	isDigit := c >= '0' && c <= '9'
	switch {
	case depth > maxDepth: // a deeper recursion could overflow the stack of a worker
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
	case c == '-' || isDigit:
		_, err := d.number()
		return err
	}
	for _, word := range []string{"true", "false", "null"} {
		end := min(len(d.data), d.pos+len(word))
		if string(d.data[d.pos:end]) == word {
			d.pos = end
			return nil
		}
	}
	return d.syntaxError()
}

// number reads a number and returns its text. Unlike strconv, JSON allows no leading zeros, and requires digits on both sides of a point.
func (d *decoder) number() (string, error) {
	begin := d.pos
	// digits skips digits, and reports whether it has skipped any.
	digits := func() bool {
		start := d.pos
		for d.pos < len(d.data) && d.data[d.pos] >= '0' && d.data[d.pos] <= '9' {
			d.pos++
		}
		return d.pos > start
	}
	// accept skips the next byte if the byte is one of a set, and reports whether it has skipped the byte.
	accept := func(set string) bool {
		if d.pos < len(d.data) && strings.IndexByte(set, d.data[d.pos]) >= 0 {
			d.pos++
			return true
		}
		return false
	}
	accept("-")
	// The integer part is 0, or digits that do not begin with 0.
	if !accept("0") && !digits() {
		return "", d.syntaxError()
	}
	if accept(".") && !digits() {
		return "", d.syntaxError()
	}
	if accept("eE") {
		accept("+-")
		if !digits() {
			return "", d.syntaxError()
		}
	}
	return string(d.data[begin:d.pos]), nil
}

// text reads a text whose opening quote is at pos, and replaces its escapes. Invalid UTF-8 and half of a surrogate pair become U+FFFD.
// A character below U+0020, a wrong escape and a missing closing quote are errors.
func (d *decoder) text() (string, error) {
	d.pos++ // behind the opening quote
	var b []byte
	for d.pos < len(d.data) {
		c := d.data[d.pos]
		switch {
		case c == '"':
			d.pos++
			return string(b), nil
		case c < ' ': // such a character must be an escape
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
			// DecodeRune returns U+FFFD for invalid UTF-8.
			r, size := utf8.DecodeRune(d.data[d.pos:])
			b = utf8.AppendRune(b, r)
			d.pos += size
		}
	}
	return "", d.syntaxError()
}

// escape reads an escape whose backslash is at pos, or two escapes that are a surrogate pair. ok is false if the syntax is wrong.
func (d *decoder) escape() (r rune, ok bool) {
	d.pos++ // behind the backslash
	if d.pos == len(d.data) {
		return 0, false
	}
	if k := strings.IndexByte("\"\\/bfnrt", d.data[d.pos]); k >= 0 {
		d.pos++
		// The two texts have the second character of an escape and its meaning at the same index.
		return rune("\"\\/\b\f\n\r\t"[k]), true
	}
	if d.data[d.pos] != 'u' {
		return 0, false
	}
	first, ok := d.hexRune()
	if !ok {
		return 0, false
	}
	// A surrogate pair consists of two escapes. The first half is D800 to DBFF, and the second half is DC00 to DFFF.
	// Each half has 10 bits of the rune minus 0x10000.
	isFirstHalf := first>>10 == 0xd800>>10
	isEscapeNext := d.pos+1 < len(d.data) && d.data[d.pos] == '\\' && d.data[d.pos+1] == 'u'
	if !isFirstHalf || !isEscapeNext {
		return first, true // half of a pair alone becomes U+FFFD in text
	}
	end := d.pos // behind the first half
	d.pos++
	second, ok := d.hexRune()
	if ok && second>>10 == 0xdc00>>10 {
		return 0x10000 + (first&0x3ff)<<10 + second&0x3ff, true // << and & bind more tightly than +
	}
	// The next escape is no second half. The caller reads it again as an escape of its own.
	d.pos = end
	return first, true
}

// hexRune reads the u at pos and four hexadecimal digits. ok is false if other text follows the u, and then pos does not change.
func (d *decoder) hexRune() (r rune, ok bool) {
	if d.pos+5 > len(d.data) { // the u and its digits are five bytes
		return 0, false
	}
	for _, c := range d.data[d.pos+1 : d.pos+5] {
		// The bit 0x20 makes a letter lower case. It also turns some control characters into digits, which c < '0' excludes.
		k := strings.IndexByte("0123456789abcdef", c|0x20)
		if k < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(k)
	}
	d.pos += 5
	return r, true
}

// bytesOf returns the bytes of a base64 text. Any other text is an error.
func bytesOf(s string) ([]byte, error) { return base64.StdEncoding.DecodeString(s) }
