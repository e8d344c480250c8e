// Package json writes and reads JSON as encoding/json does, for what the page
// needs of it: a third of its code, which counts in a program that every
// visitor downloads. Left out are tags with "string", texts as keys of other
// types than strings, indentation, streams, and types that marshal as text. One
// thing is other: a number that is not finite is written as null, so that a run
// that overflowed can still be read. The tests compare with encoding/json.
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

// Unmarshaler is implemented by types that read themselves.
type Unmarshaler interface{ UnmarshalJSON([]byte) error }

// field is a field of a struct as JSON has it.
type field struct {
	name                string
	index               []int
	tagged              bool
	omitEmpty, omitZero bool
}

// known keeps the fields of the types met so far, which never change.
var known sync.Map // reflect.Type → []field

// fields lists the fields of a struct in the order in which they are written.
// Those of an embedded struct count as its own unless one that is less deep has
// the same name.
func fields(t reflect.Type) []field {
	if list, ok := known.Load(t); ok {
		return list.([]field)
	}
	all := collect(nil, t, nil)
	var list []field
	for i, f := range all {
		wins := true
		for k, g := range all {
			if k != i && g.name == f.name && !before(f, g) {
				wins = false
			}
		}
		if wins {
			list = append(list, f)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return slices.Compare(list[i].index, list[j].index) < 0 })
	known.Store(t, list)
	return list
}

// before reports whether a hides b, which has the same name.
func before(a, b field) bool {
	if c := cmp.Compare(len(a.index), len(b.index)); c != 0 {
		return c < 0
	}
	return a.tagged && !b.tagged
}

func collect(list []field, t reflect.Type, at []int) []field {
	for i := range t.NumField() {
		s := t.Field(i)
		tag := s.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(slices.Clip(at), i)
		switch {
		case tag == "-" || !s.IsExported() && !(s.Anonymous && s.Type.Kind() == reflect.Struct):
			continue
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

func has(options, word string) bool {
	for len(options) > 0 {
		var o string
		if o, options, _ = strings.Cut(options, ","); o == word {
			return true
		}
	}
	return false
}
