// This file stores JSON values in Go values.

package json

import (
	"reflect"
	"strconv"
	"strings"
)

// value reads the next JSON value into v by the rules of Unmarshal, which has checked the syntax. A value that does not fit the type of v
// is an error.
func (d *decoder) value(v reflect.Value) error {
	c := d.peek() // the first character determines the JSON type
	start := d.pos
	if c == 'n' {
		switch v.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			v.SetZero()
			return d.skip(0) // moves pos behind the word
		}
	}
	// A pointer that is not nil keeps its target, so that fields missing in the text keep their values.
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(v.Elem())
	}
	// As in encoding/json, only named types are tested for the method UnmarshalJSON.
	mayUnmarshal := v.Type().Name() != "" && v.CanAddr() && v.Addr().CanInterface()
	if mayUnmarshal {
		if u, ok := v.Addr().Interface().(Unmarshaler); ok {
			if err := d.skip(0); err != nil {
				return err
			}
			return u.UnmarshalJSON(d.data[start:d.pos])
		}
	}
	// The type any. A value for another interface fits no case below.
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 {
		x, err := d.any(c)
		if err == nil {
			v.Set(reflect.ValueOf(x))
		}
		return err
	}
	switch c {
	case 'n': // null leaves all other values unchanged
		return d.skip(0)
	case '{':
		return d.object(v)
	case '[':
		return d.list(v)
	case '"':
		s, err := d.text()
		if err != nil {
			return err
		}
		// The bytes of a slice are base64 in JSON, as in encoding/json.
		isBytes := v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8
		switch {
		case v.Kind() == reflect.String:
			v.SetString(s)
		case isBytes:
			b, err := bytesOf(s)
			if err != nil {
				return err
			}
			v.SetBytes(b)
		default:
			return misfit("string", v.Type())
		}
		return nil
	case 't', 'f':
		if v.Kind() != reflect.Bool {
			return misfit("bool", v.Type())
		}
		v.SetBool(c == 't')
		return d.skip(0) // moves pos behind the word
	}
	return d.numberInto(v)
}

// numberInto reads a number into v. It returns an error if v is no number, or if the number is out of the range of v.
// As in encoding/json, a number with a fraction or an exponent is an error for an integer.
func (d *decoder) numberInto(v reflect.Value) error {
	s, err := d.number()
	if err != nil {
		return err
	}
	fits := false // also for a v that is no number
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x, err := strconv.ParseInt(s, 10, v.Type().Bits())
		fits = err == nil
		if fits {
			v.SetInt(x)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		x, err := strconv.ParseUint(s, 10, v.Type().Bits())
		fits = err == nil
		if fits {
			v.SetUint(x)
		}
	case reflect.Float32, reflect.Float64:
		x, err := strconv.ParseFloat(s, v.Type().Bits())
		fits = err == nil
		if fits {
			v.SetFloat(x)
		}
	}
	if !fits {
		return misfit("number "+s, v.Type())
	}
	return nil
}

// any returns the value that begins with the byte c, as a string, a bool, a float64, a []any or a map[string]any.
func (d *decoder) any(c byte) (x any, err error) {
	switch c {
	case '{':
		// The pointer &m lets reflect set m.
		m := map[string]any{}
		err := d.value(reflect.ValueOf(&m).Elem())
		return m, err
	case '[':
		list := []any{}
		err := d.value(reflect.ValueOf(&list).Elem())
		return list, err
	case '"':
		return d.text()
	case 't', 'f':
		return c == 't', d.skip(0)
	}
	// A number, since the syntax is checked and value has handled null.
	var f float64
	err = d.numberInto(reflect.ValueOf(&f).Elem())
	return f, err
}

// object reads an object into a struct or a map. A map keeps the keys that are not in the object.
// A v of another kind, and a map whose keys are no strings, are errors.
func (d *decoder) object(v reflect.Value) error {
	t := v.Type()
	switch {
	case v.Kind() == reflect.Struct:
		list := fields(t)
		return d.each(func() error {
			name, err := d.name()
			if err != nil {
				return err
			}
			// The field with the name, else the first field whose name differs only in case, else −1.
			match := -1
			for i, f := range list {
				if f.name == name {
					match = i
					break
				}
				if match < 0 && strings.EqualFold(f.name, name) {
					match = i
				}
			}
			if match < 0 {
				return d.skip(0)
			}
			x := v
			for _, i := range list[match].index {
				x = x.Field(i)
			}
			return d.value(x)
		})
	case v.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		if v.IsNil() {
			v.Set(reflect.MakeMap(t))
		}
		return d.each(func() error {
			name, err := d.name()
			if err != nil {
				return err
			}
			// The element of a map cannot be changed in place, so a new element is read and then stored.
			element := reflect.New(t.Elem()).Elem()
			if err := d.value(element); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(name).Convert(t.Key()), element)
			return nil
		})
	}
	return misfit("object", t)
}

// list reads a list into a slice or an array. Elements beyond the end of an array are skipped, and missing elements of an array are set
// to zero. A v of another kind is an error.
func (d *decoder) list(v reflect.Value) error {
	n := 0 // number of elements so far
	switch v.Kind() {
	case reflect.Slice:
		// An empty list gives a slice that is not nil.
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return d.each(func() error {
			if n == v.Cap() {
				v.Grow(1)
			}
			v.SetLen(n + 1)
			// Grow does not promise that the new element is zero. An element that is not zero would keep the fields that are
			// not in the text.
			v.Index(n).SetZero()
			n++
			return d.value(v.Index(n - 1))
		})
	case reflect.Array:
		v.SetZero()
		return d.each(func() error {
			n++
			if n > v.Len() {
				return d.skip(0)
			}
			return d.value(v.Index(n - 1))
		})
	}
	return misfit("array", v.Type())
}
