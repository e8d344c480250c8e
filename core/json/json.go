// Package json writes and reads JSON like encoding/json, with a third of its code, because every visitor of the page downloads it.
//
// It has no tags with "string", no embedded pointers to structs, no maps whose keys are no strings, no indentation, no streams, and
// no types that marshal as text.
// A number that is not finite is written as null, so that the record of an overflowed run remains readable. Unmarshal stops at the first
// value that does not fit its Go type, and refuses a value in more than maxDepth lists and objects.
package json

import (
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Marshaler is a type that writes itself as valid JSON.
type Marshaler interface{ MarshalJSON() ([]byte, error) }

// Unmarshaler is a type that reads itself from valid JSON.
type Unmarshaler interface{ UnmarshalJSON([]byte) error }

// field is a field of a struct as a member of a JSON object.
type field struct {
	name string
	// index is the path through embedded structs, as in reflect.Value.FieldByIndex.
	index []int
	// tagged reports that the name is from the tag. omitEmpty and omitZero are options of the tag.
	tagged              bool
	omitEmpty, omitZero bool
}

// fieldCache has the fields of types: a []field by the reflect.Type. Its entries never change.
var fieldCache sync.Map

// fields returns the visible fields of a struct in the order of their declaration.
// The fields of an embedded struct count as fields of the outer struct. A field is visible if it hides every other field of its name
// (hides).
func fields(t reflect.Type) []field {
	// Reflection over a type is slow, and a message has thousands of values.
	if list, ok := fieldCache.Load(t); ok {
		return list.([]field)
	}
	all := collect(nil, t, nil)
	var list []field
	for i, f := range all {
		isVisible := true
		for k, other := range all {
			if k != i && other.name == f.name && !hides(f, other) {
				isVisible = false
			}
		}
		if isVisible {
			list = append(list, f)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return slices.Compare(list[i].index, list[j].index) < 0 })
	// Two goroutines may compute the same list, which does no harm.
	fieldCache.Store(t, list)
	return list
}

// hides reports whether field a hides field b of the same name: a is less deeply embedded, or both are equally deep and only a has a tag.
func hides(a, b field) bool {
	if len(a.index) != len(b.index) {
		return len(a.index) < len(b.index)
	}
	return a.tagged && !b.tagged
}

// collect appends the fields of t and of its embedded structs to list, also hidden fields. path is the index path (field.index) of t.
func collect(list []field, t reflect.Type, path []int) []field {
	for i := range t.NumField() {
		s := t.Field(i)
		tag := s.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		// Clip makes append copy the path, because several fields extend it.
		index := append(slices.Clip(path), i)
		isEmbedded := s.Anonymous && s.Type.Kind() == reflect.Struct
		// Unexported fields are skipped. An unexported embedded struct is not, since it may have exported fields.
		isHidden := !s.IsExported() && !isEmbedded
		switch {
		case tag == "-" || isHidden:
			continue
		case isEmbedded && name == "": // with a name in the tag, the embedded struct itself is a member
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

// has reports whether an option is among the options of a tag, which are separated by commas.
func has(options, option string) bool {
	return slices.Contains(strings.Split(options, ","), option)
}
