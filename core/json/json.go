// Package json writes and reads JSON like encoding/json, with a third of its code: every visitor of the page downloads the program.
// Tags with "string", keys that are no strings, indentation, streams and types that marshal as text are left out.
// One rule differs: a number that is not finite is written as null, so that a run that overflowed can be read.
// The tests compare with encoding/json.
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

// field is a field of a struct in JSON. index is its path through embedded structs.
type field struct {
	name                string
	index               []int
	tagged              bool
	omitEmpty, omitZero bool
}

// known caches the fields of types. Entries never change.
var known sync.Map // reflect.Type → []field

// fields returns the fields of a struct in the order of writing.
// Fields of an embedded struct count as fields of the outer one, unless a less deep field has the same name.
func fields(t reflect.Type) []field {
	// Reflection over a type is slow: a message has thousands of values.
	if list, ok := known.Load(t); ok {
		return list.([]field)
	}
	all := collect(nil, t, nil)
	var list []field
	for i, f := range all {
		wins := true
		for k, g := range all {
			// Two equally deep fields of one name hide each other.
			if k != i && g.name == f.name && !before(f, g) {
				wins = false
			}
		}
		if wins {
			list = append(list, f)
		}
	}
	// Declaration order, as encoding/json writes it.
	sort.SliceStable(list, func(i, j int) bool { return slices.Compare(list[i].index, list[j].index) < 0 })
	known.Store(t, list)
	return list
}

// before reports whether a hides b, which has the same name: a is less deep, or only a has a tag.
func before(a, b field) bool {
	if c := cmp.Compare(len(a.index), len(b.index)); c != 0 {
		return c < 0
	}
	return a.tagged && !b.tagged
}

// collect appends the fields of t, whose path is at, with those of embedded structs.
func collect(list []field, t reflect.Type, at []int) []field {
	for i := range t.NumField() {
		s := t.Field(i)
		tag := s.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(slices.Clip(at), i)
		switch {
		// Unexported fields are skipped, but not exported fields within unexported embedded structs.
		case tag == "-" || !s.IsExported() && !(s.Anonymous && s.Type.Kind() == reflect.Struct):
			continue
		// A tag turns an embedded struct into a field of its own.
		case s.Anonymous && name == "" && s.Type.Kind() == reflect.Struct:
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
