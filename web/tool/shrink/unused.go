// This file has the part "unused" of the rewriting: functions that the program never calls become traps.

package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// comparesArrays reports whether a function compares arrays whose element type has a name with a prefix of o.NeverCompared. The name of a
// function that compares arrays is "type:.eq.[LENGTH]ELEMENT".
func (o *Options) comparesArrays(name string) bool {
	array, isComparison := strings.CutPrefix(name, "type:.eq.[")
	_, element, _ := strings.Cut(array, "]")
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(element, prefix) }
	return isComparison && slices.ContainsFunc(o.NeverCompared, hasPrefix)
}

// trap is the body of a function that stops the program: no locals, the instruction unreachable, and end.
var trap = []byte{0, 0, opEnd}

// unusedFunctions returns the ascending indices, from 0 in the code section, of the functions that the program never calls according to o.
// It returns nil if there are none, if the part "unused" is omitted, or if the function tables are not found.
func (o *Options) unusedFunctions(m *image) (list []int) {
	t, ok := findTables(m.bytes)
	if !ok || o.Without == "unused" {
		return nil
	}
	for _, f := range t.funcs {
		name := t.name(f)
		hasPrefix := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		isUnused := slices.ContainsFunc(o.Unused, hasPrefix) && !slices.Contains(o.Called, name)
		if isUnused || o.comparesArrays(name) {
			list = append(list, int(word(f, funcEntry))-firstFunc)
		}
	}
	return list
}

// Unmatched returns the prefixes of o.Unused with which no name of a function begins. goVersion is the version of Go that has compiled the
// module. Unmatched returns an error for an unsupported version, for a damaged module, and if the function tables are not found.
func Unmatched(module []byte, goVersion string, o Options) ([]string, error) {
	m, err := imageOf(module, goVersion)
	if err != nil {
		return nil, err
	}
	t, ok := findTables(m.bytes)
	if !ok {
		return nil, errDescription
	}
	unmatched := slices.Clone(o.Unused)
	for _, f := range t.funcs {
		name := t.name(f)
		unmatched = slices.DeleteFunc(unmatched, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	return unmatched, nil
}

// name returns the name of a function, given its fields f. It returns "" if the offset of the name is out of bounds.
func (t *tables) name(f []byte) string {
	at := min(uint64(word(f, funcName)), uint64(len(t.names)))
	name, _, _ := bytes.Cut(t.names[at:], []byte{0})
	return string(name)
}

// sectionOf returns the body of the first section with the number id. It returns nil if the module has no section with this number, or if a
// section before it is damaged.
func sectionOf(module []byte, id byte) []byte {
	for start := len(header); start < len(module); {
		size, sizeBytes := binary.Uvarint(module[start+1:])
		body := start + 1 + sizeBytes
		if sizeBytes <= 0 || size > uint64(len(module)-body) {
			break
		}
		end := body + int(size)
		if module[start] == id {
			return module[body:end]
		}
		start = end
	}
	return nil
}
