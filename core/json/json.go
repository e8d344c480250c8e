// Package json writes and reads JSON like encoding/json, with a third of its code, because every visitor of the page downloads it.
//
// It does not support tags with "string", keys that are no strings, indentation, streams, and types that marshal as text.
// One rule differs: a number that is not finite is written as null, so that the record of an overflowed run remains readable.
// The tests compare this package with encoding/json.
package json

import (
	"cmp"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Marshaler is implemented by types that write themselves as valid JSON.
type Marshaler interface{ MarshalJSON() ([]byte, error) }

// Unmarshaler is implemented by types that read themselves from valid JSON.
type Unmarshaler interface{ UnmarshalJSON([]byte) error }

// field is a field of a struct as a member of a JSON object.
type field struct {
	name                string
	index               []int // path through embedded structs, as in reflect.Value.FieldByIndex
	tagged              bool  // a tag has the name
	omitEmpty, omitZero bool
}

// fieldCache has the fields of types. Its entries never change.
var fieldCache sync.Map // reflect.Type → []field

// fields returns the fields of a struct in the order of the JSON text.
// Fields of an embedded struct count as fields of the outer struct, unless a less deep field has the same name.
func fields(t reflect.Type) []field {
	// Reflection over a type is slow: a message has thousands of values.
	if list, ok := fieldCache.Load(t); ok {
		return list.([]field)
	}
	all := collect(nil, t, nil)
	var list []field
	for i, f := range all {
		visible := true
		for k, g := range all {
			// Two equally deep fields of one name hide each other.
			if k != i && g.name == f.name && !hides(f, g) {
				visible = false
			}
		}
		if visible {
			list = append(list, f)
		}
	}
	// Declaration order, as encoding/json writes it.
	sort.SliceStable(list, func(i, j int) bool { return slices.Compare(list[i].index, list[j].index) < 0 })
	fieldCache.Store(t, list)
	return list
}

// hides reports whether field a hides field b of the same name: a is less deep, or equally deep and only a has a tag.
func hides(a, b field) bool {
	if c := cmp.Compare(len(a.index), len(b.index)); c != 0 {
		return c < 0
	}
	return a.tagged && !b.tagged
}

// collect appends the fields of t and of its embedded structs. The path of t in the outer struct is path.
func collect(list []field, t reflect.Type, path []int) []field {
	for i := range t.NumField() {
		s := t.Field(i)
		tag := s.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(slices.Clip(path), i)
		embedded := s.Anonymous && s.Type.Kind() == reflect.Struct
		switch {
		// Unexported fields are skipped, but not exported fields within unexported embedded structs.
		case tag == "-" || !s.IsExported() && !embedded:
			continue
		// A tag turns an embedded struct into a member with that name.
		case embedded && name == "":
			list = collect(list, s.Type, index)
			continue
		}
		f := field{name: name, index: index, tagged: name != "", omitEmpty: has(options, "omitempty"), omitZero: has(options, "omitzero")}
		if name == "" {
			f.name = s.Name
		}
		list = append(list, f)
	}
	return list
}

// has reports whether the comma-separated options of a tag contain a word.
func has(options, word string) bool {
	for len(options) > 0 {
		var o string
		if o, options, _ = strings.Cut(options, ","); o == word {
			return true
		}
	}
	return false
}
