// This file lists the supported versions of Go, with the layout of their programs.

package shrink

import (
	"slices"
	"strings"
)

// layout has the properties of a program that differ between the supported versions of Go.
type layout struct {
	version string // language version, such as go1.26
	// Fields of the runtime's description of the program, moduledata in runtime/symtab.go, as indices from 0 of words of eight bytes.
	types    int // address of the type descriptors
	typesEnd int // address of the end of the type descriptors
	funcData int // address of the functions' data
	// If listed is true, links and itabs are words with the address of a list, and the next word is the length of the list.
	links int // types that reflection finds by their texts; if listed is false, the size in bytes of all descriptors
	itabs int // tables of methods; if listed is false, their offset from the types, and their size in bytes in the next word
	// Layout of types and itabs.
	listed  bool // the description points to a list of types and a list of itabs; otherwise types and itabs are contiguous
	spacing int  // alignment of descriptors in bytes
	mapSize int  // additional bytes in the descriptor of a map
}

// layouts has a row for each supported version of the language. README.md has the steps for another version.
var layouts = []layout{
	{version: "go1.26", types: 37, typesEnd: 38, funcData: 40, links: 45, itabs: 48, listed: true, spacing: 32, mapSize: 64},
	{version: "go1.27", types: 37, typesEnd: 39, funcData: 43, links: 38, itabs: 40, listed: false, spacing: 8, mapSize: 88},
}

// Layout of the description in every version.
const (
	moduleIndex     = 19     // index of the word with the address of the table that maps PCs to functions
	descriptionSize = 8 * 64 // smallest size in bytes; it includes all words that this package reads
)

// layoutOf returns the layout of a version of Go, such as "go1.26.3". It returns nil if the version is not supported.
func layoutOf(goVersion string) *layout {
	k := slices.IndexFunc(layouts, func(l layout) bool {
		suffix, hasVersion := strings.CutPrefix(goVersion, l.version)
		return hasVersion && (suffix == "" || suffix[0] == '.') // go1.26 and go1.26.3, and not go1.260
	})
	if k < 0 {
		return nil
	}
	return &layouts[k]
}

// Supports reports whether Module can shrink the programs of a version of Go, such as "go1.26.3".
func Supports(goVersion string) bool { return layoutOf(goVersion) != nil }
