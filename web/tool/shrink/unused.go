package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// comparesArrays reports whether the function with a name compares arrays of a type of o.NeverCompared.
func (o *Options) comparesArrays(name string) bool {
	array, isComparison := strings.CutPrefix(name, "type:.eq.[") // length]type
	_, element, _ := strings.Cut(array, "]")
	return isComparison && slices.ContainsFunc(o.NeverCompared, func(s string) bool { return strings.HasPrefix(element, s) })
}

// trap is the body of a function that stops the program: no locals, unreachable, end.
var trap = []byte{0, 0, opEnd}

// unusedFunctions returns the ascending indices, in the code section, of the functions that are never called. If the function tables are
// not found, it returns nil.
func (o *Options) unusedFunctions(m *image) (list []int) {
	t, ok := findTables(m.bytes)
	if !ok || o.Without == "unused" {
		return nil
	}
	for _, f := range t.funcs {
		name := t.name(f)
		begins := func(s string) bool { return strings.HasPrefix(name, s) }
		isUnused := slices.ContainsFunc(o.Unused, begins) && !slices.Contains(o.Called, name)
		if isUnused || o.comparesArrays(name) {
			list = append(list, int(word(f, 0))-firstFunc)
		}
	}
	return list
}

// Unmatched returns the prefixes of o.Unused that match no function of a module from a version of Go.
func Unmatched(module []byte, goVersion string, o Options) ([]string, error) {
	m, err := imageOf(module, goVersion)
	if err != nil {
		return nil, err
	}
	t, ok := findTables(m.bytes)
	if !ok {
		return nil, errDescription
	}
	left := slices.Clone(o.Unused)
	for _, f := range t.funcs {
		name := t.name(f)
		left = slices.DeleteFunc(left, func(s string) bool { return strings.HasPrefix(name, s) })
	}
	return left, nil
}

// name returns the name of a function.
func (t *tables) name(f []byte) string {
	at := min(uint64(word(f, 4)), uint64(len(t.names)))
	name, _, _ := bytes.Cut(t.names[at:], []byte{0})
	return string(name)
}

// sectionOf returns the body of the first section with the number id. It returns nil if the module does not have this section.
func sectionOf(module []byte, id byte) []byte {
	for at := len(header); at < len(module); {
		size, n := binary.Uvarint(module[at+1:])
		body := at + 1 + n
		if n <= 0 || size > uint64(len(module)-body) {
			break
		}
		end := body + int(size)
		if module[at] == id {
			return module[body:end]
		}
		at = end
	}
	return nil
}
