package json

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// deepest limits the nesting of lists and objects, and so the depth of the recursion.
const deepest = 1000

// Unmarshal reads one value into the value to which v points.
// As in encoding/json, unknown names of a struct are skipped.
// A name matches in any case where none matches exactly. null leaves numbers, texts and structs unchanged.
// A list is replaced, not extended.
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
	if d.space(); d.at != len(data) {
		return d.wrong()
	}
	d.at = 0
	return d.value(p.Elem())
}

// decoder reads data from position at on.
type decoder struct {
	data []byte
	at   int
}

// wrong returns the syntax error at the current byte.
func (d *decoder) wrong() error {
	if d.at >= len(d.data) {
		return errors.New("unexpected end of JSON input")
	}
	return errors.New("invalid character " + strconv.QuoteRune(rune(d.data[d.at])) + " at byte " + strconv.Itoa(d.at))
}

// misfit returns the error for a JSON value that a Go type cannot hold.
func misfit(what string, t reflect.Type) error {
	return errors.New("json: cannot unmarshal " + what + " into a value of type " + t.String())
}

// space skips white space.
func (d *decoder) space() {
	for d.at < len(d.data) && strings.IndexByte(" \t\r\n", d.data[d.at]) >= 0 {
		d.at++
	}
}

// peek skips white space and returns the next byte, 0 at the end.
func (d *decoder) peek() byte {
	if d.space(); d.at < len(d.data) {
		return d.data[d.at]
	}
	return 0
}

// each calls f at every element of the list or object at the current position.
func (d *decoder) each(f func() error) error {
	// In ASCII the closing bracket is two after the opening one.
	end := d.data[d.at] + 2
	d.at++
	// An empty list has no element, and a trailing comma is an error.
	if d.peek() == end {
		d.at++
		return nil
	}
	for {
		if err := f(); err != nil {
			return err
		}
		switch d.peek() {
		case end:
			d.at++
			return nil
		case ',':
			d.at++
		default:
			return d.wrong()
		}
	}
}

// name reads the name of a member and its colon.
func (d *decoder) name() (string, error) {
	if d.peek() != '"' {
		return "", d.wrong()
	}
	s, err := d.text()
	if err == nil && d.peek() != ':' {
		err = d.wrong()
	}
	d.at++
	return s, err
}

// skip skips a value and checks its syntax.
func (d *decoder) skip(depth int) error {
	switch c := d.peek(); {
	// Recursion without a limit would overflow the stack of a worker.
	case depth > deepest:
		return errors.New("json: more than " + strconv.Itoa(deepest) + " values in each other")
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
		if strings.HasPrefix(string(d.data[d.at:min(len(d.data), d.at+len(word))]), word) {
			d.at += len(word)
			return nil
		}
	}
	return d.wrong()
}

// number returns the text of a number. Its grammar is stricter than strconv's: no leading zeros, digits on both sides of a point.
func (d *decoder) number() (string, error) {
	from := d.at
	// digits skips digits and reports whether there are any.
	digits := func() bool {
		start := d.at
		for d.at < len(d.data) && d.data[d.at] >= '0' && d.data[d.at] <= '9' {
			d.at++
		}
		return d.at > start
	}
	// next skips one byte of a set and reports whether it is there.
	next := func(set string) bool {
		if d.at < len(d.data) && strings.IndexByte(set, d.data[d.at]) >= 0 {
			d.at++
			return true
		}
		return false
	}
	// A minus sign, digits, a fraction and an exponent, each optional but the digits.
	next("-")
	if !next("0") && !digits() || next(".") && !digits() {
		return "", d.wrong()
	}
	if next("eE") {
		if next("+-"); !digits() {
			return "", d.wrong()
		}
	}
	return string(d.data[from:d.at]), nil
}

// text returns a text in quotes, without its escapes. Invalid UTF-8 and half of a surrogate pair become U+FFFD.
func (d *decoder) text() (string, error) {
	d.at++
	var b []byte
	for d.at < len(d.data) {
		switch c := d.data[d.at]; {
		case c == '"':
			d.at++
			return string(b), nil
		case c < ' ':
			return "", d.wrong()
		case c == '\\':
			if d.at++; d.at == len(d.data) {
				return "", d.wrong()
			}
			k := strings.IndexByte("\"\\/bfnrt", d.data[d.at])
			switch {
			case k >= 0:
				b = append(b, "\"\\/\b\f\n\r\t"[k])
				d.at++
			case d.data[d.at] == 'u':
				r, ok := d.unit()
				if !ok {
					return "", d.wrong()
				}
				if r>>10 == 0xd800>>10 && d.at+1 < len(d.data) && d.data[d.at] == '\\' && d.data[d.at+1] == 'u' {
					here := d.at
					d.at++
					if low, ok := d.unit(); ok && low>>10 == 0xdc00>>10 {
						r = 0x10000 + (r&0x3ff)<<10 + low&0x3ff
					} else {
						d.at = here
					}
				}
				b = utf8.AppendRune(b, r)
			default:
				return "", d.wrong()
			}
		case c < utf8.RuneSelf:
			b = append(b, c)
			d.at++
		default:
			r, size := utf8.DecodeRune(d.data[d.at:])
			b = utf8.AppendRune(b, r)
			d.at += size
		}
	}
	return "", d.wrong()
}

// unit reads the four digits behind \u; ok is false for other text.
func (d *decoder) unit() (rune, bool) {
	if d.at+5 > len(d.data) {
		return 0, false
	}
	var r rune
	for _, c := range d.data[d.at+1 : d.at+5] {
		k := strings.IndexByte("0123456789abcdef", c|0x20)
		if k < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(k)
	}
	d.at += 5
	return r, true
}

// bytesOf returns the bytes of a base64 text.
func bytesOf(s string) ([]byte, error) { return base64.StdEncoding.DecodeString(s) }
