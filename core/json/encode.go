// This file writes values as JSON.

package json

import (
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"sheafscope/core/order"
)

// Marshal returns v as JSON. Numbers that are not finite become null.
// Channels, functions, complex numbers, and maps whose keys are no strings are errors; a nil map is null. An error of a method MarshalJSON
// is returned.
func Marshal(v any) ([]byte, error) { return appendValue(nil, reflect.ValueOf(v)) }

// appendValue appends v to b as JSON, by the rules of Marshal.
func appendValue(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() { // Marshal(nil)
		return append(b, "null"...), nil
	}
	k := v.Kind()
	// Nil is tested before the method MarshalJSON, which would panic on a nil pointer.
	canBeNil := k == reflect.Pointer || k == reflect.Interface
	if canBeNil && v.IsNil() {
		return append(b, "null"...), nil
	}
	// The element of an interface is tested for the method when the element is appended. CanInterface is false for a value from an
	// unexported field, whose methods cannot be called.
	mayMarshal := k != reflect.Interface && v.Type().NumMethod() > 0 && v.CanInterface()
	if mayMarshal {
		if m, ok := v.Interface().(Marshaler); ok {
			text, err := m.MarshalJSON()
			return append(b, text...), err
		}
	}
	switch k {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Float32, reflect.Float64:
		return appendFloat(b, v.Float(), v.Type().Bits()), nil
	case reflect.String:
		return appendString(b, v.String()), nil
	case reflect.Pointer, reflect.Interface:
		return appendValue(b, v.Elem())
	case reflect.Struct:
		return appendStruct(b, v)
	case reflect.Map:
		return appendMap(b, v)
	case reflect.Slice:
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		// Bytes are base64, as in encoding/json.
		if v.Type().Elem().Kind() == reflect.Uint8 {
			b = append(b, '"')
			return append(base64.StdEncoding.AppendEncode(b, v.Bytes()), '"'), nil
		}
		return appendList(b, v)
	case reflect.Array:
		return appendList(b, v)
	}
	return b, errors.New("json: cannot write a " + v.Type().String())
}

// appendStruct appends a struct as an object, without the fields that omitempty or omitzero omits.
func appendStruct(b []byte, v reflect.Value) (out []byte, err error) {
	// separator is written before the next member. Before the first member it is the opening brace.
	separator := byte('{')
	for _, f := range fields(v.Type()) {
		x := v
		for _, i := range f.index {
			x = x.Field(i)
		}
		isOmittedEmpty := f.omitEmpty && isEmpty(x)
		isOmittedZero := f.omitZero && x.IsZero()
		if isOmittedEmpty || isOmittedZero {
			continue
		}
		b = appendString(append(b, separator), f.name)
		b = append(b, ':')
		separator = ','
		b, err = appendValue(b, x)
		if err != nil {
			return b, err
		}
	}
	if separator == '{' { // no member, so the opening brace is missing
		b = append(b, '{')
	}
	return append(b, '}'), nil
}

// appendMap appends a map with its keys in ascending order, so that equal maps give equal bytes. A nil map is null.
// Any other map whose keys are no strings is an error.
func appendMap(b []byte, v reflect.Value) (out []byte, err error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	keyType := v.Type().Key()
	if keyType.Kind() != reflect.String {
		return b, errors.New("json: cannot write a " + v.Type().String())
	}
	// The keys are sorted as strings, since a sort of reflect.Values would enlarge the program.
	keys := make([]string, 0, v.Len())
	for _, k := range v.MapKeys() {
		keys = append(keys, k.String())
	}
	order.Names(keys)
	b = append(b, '{')
	for i, k := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, k), ':')
		element := v.MapIndex(reflect.ValueOf(k).Convert(keyType))
		b, err = appendValue(b, element)
		if err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// appendList appends the elements of a slice or an array.
func appendList(b []byte, v reflect.Value) (out []byte, err error) {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b, err = appendValue(b, v.Index(i))
		if err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

// isEmpty reports whether the option omitempty omits a value. As in encoding/json, these are lists, maps and texts of length 0, and
// 0, false and nil, but no struct.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// appendFloat appends a number in the notation of JavaScript. A number other than 0 has an exponent if its size is below 1e-6 or at least
// 1e21. bits is 32 or 64, the size of the type.
func appendFloat(b []byte, x float64, bits int) []byte {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return append(b, "null"...)
	}
	format, size := byte('f'), math.Abs(x)
	// The bounds 1e-6 and 1e21 are rounded to 32 bits for a number of 32 bits, as in encoding/json.
	hasExponent := size < 1e-6 || size >= 1e21
	if bits == 32 {
		hasExponent = float32(size) < 1e-6 || float32(size) >= 1e21
	}
	if size != 0 && hasExponent {
		format = 'e'
	}
	b = strconv.AppendFloat(b, x, format, -1, bits)
	// JavaScript writes e-9, and Go writes e-09. A number with an exponent has at least five bytes, such as 1e-09.
	n := len(b)
	hasZero := format == 'e' && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0'
	if hasZero {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// hex are the digits of an escape such as \u2028.
const hex = "0123456789abcdef"

// appendString appends a text in quotes.
// As in encoding/json, characters that are special in HTML are escaped, and invalid UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0 // index of the first character that is not copied yet
	for i := 0; i < len(s); {
		c, size := rune(s[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(s[i:])
		}
		// Plain characters are copied together. U+2028 and U+2029 are not plain, since they end lines in JavaScript.
		isInvalid := c == utf8.RuneError && size == 1
		if !isInvalid && c >= ' ' && !strings.ContainsRune("\"\\<>&\u2028\u2029", c) {
			i += size
			continue
		}
		// Four hexadecimal digits suffice, because escaped characters are at most U+FFFD.
		b = append(b, s[start:i]...)
		if k := strings.IndexRune("\"\\\b\f\n\r\t", c); k >= 0 {
			b = append(b, '\\', "\"\\bfnrt"[k])
		} else {
			b = append(b, '\\', 'u', hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
		}
		i += size
		start = i
	}
	return append(append(b, s[start:]...), '"')
}
