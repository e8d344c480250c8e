package json

import (
	"reflect"
	"strconv"
	"strings"
)

// value reads the next value into v. Unmarshal has checked the syntax.
func (d *decoder) value(v reflect.Value) error {
	c := d.peek()
	start := d.pos
	if c == 'n' {
		switch v.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			v.SetZero()
			return d.skip(0)
		}
	}
	// A pointer keeps its target, so that fields of the target survive, as in encoding/json.
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(v.Elem())
	}
	// A type with the method UnmarshalJSON gets the text of the value.
	if v.Type().Name() != "" && v.CanAddr() && v.Addr().CanInterface() {
		if u, ok := v.Addr().Interface().(Unmarshaler); ok {
			if err := d.skip(0); err != nil {
				return err
			}
			return u.UnmarshalJSON(d.data[start:d.pos])
		}
	}
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 {
		x, err := d.any(c)
		if err == nil {
			v.Set(reflect.ValueOf(x))
		}
		return err
	}
	switch c {
	case 'n':
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
		switch {
		case v.Kind() == reflect.String:
			v.SetString(s)
		// A text into bytes is base64.
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
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
		return d.skip(0)
	}
	return d.numberInto(v)
}

// numberInto reads a number into v. A number out of the range of v is an error.
func (d *decoder) numberInto(v reflect.Value) error {
	s, err := d.number()
	if err != nil {
		return err
	}
	fits := false
	switch v.Kind() {
	// A fraction or an exponent is no integer, as in encoding/json.
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x, err := strconv.ParseInt(s, 10, v.Type().Bits())
		if fits = err == nil; fits {
			v.SetInt(x)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		x, err := strconv.ParseUint(s, 10, v.Type().Bits())
		if fits = err == nil; fits {
			v.SetUint(x)
		}
	case reflect.Float32, reflect.Float64:
		x, err := strconv.ParseFloat(s, v.Type().Bits())
		if fits = err == nil; fits {
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
	// Every other value is a number: the syntax was checked.
	var f float64
	err = d.numberInto(reflect.ValueOf(&f).Elem())
	return f, err
}

// object reads an object into a struct or a map.
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
			// An exact name has priority over a name in another case.
			match := -1
			for i, f := range list {
				if f.name == name {
					match = i
					break
				}
				// Only the first match in another case counts.
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
			// Values of a map cannot be set in place.
			x := reflect.New(t.Elem()).Elem()
			if err := d.value(x); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(name).Convert(t.Key()), x)
			return nil
		})
	}
	return misfit("object", t)
}

// list reads a list into a slice or an array. It skips surplus elements for an array, and sets missing elements to zero.
func (d *decoder) list(v reflect.Value) error {
	n := 0
	switch v.Kind() {
	case reflect.Slice:
		// An empty list is not nil.
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return d.each(func() error {
			if n == v.Cap() {
				v.Grow(1)
			}
			v.SetLen(n + 1)
			// Reused storage may hold an old element.
			v.Index(n).SetZero()
			n++
			return d.value(v.Index(n - 1))
		})
	case reflect.Array:
		v.SetZero()
		return d.each(func() error {
			if n++; n > v.Len() {
				return d.skip(0)
			}
			return d.value(v.Index(n - 1))
		})
	}
	return misfit("array", v.Type())
}
