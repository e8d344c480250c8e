package shrink

import (
	"slices"
	"strings"
)

// layout is what differs between the programs of the versions of Go that this package knows:
// places in the runtime's description of the program (moduledata in runtime/symtab.go), in
// words of eight bytes, and how types lie in the memory.
type layout struct {
	version string // how Go calls the version, but for the last number
	// places in the description
	types    int // address of the types, behind which come the two that follow
	typesEnd int // address of their end
	funcData int // address of the functions' data
	links    int // where types are that reflection looks up by their texts: address and number, or, where apart is false, number of bytes
	itabs    int // where tables of methods are: address and number, or, where apart is false, distance from the types and number of bytes
	// memory
	apart   bool // whether lists elsewhere say where those types and tables of methods are; otherwise one follows the other
	spacing int  // what addresses of types are a multiple of
	mapSize int  // what the type of a map has more than every type
}

// layouts has a row for each version. See README.md for what else to look at for another.
var layouts = []layout{
	{version: "go1.26", types: 37, typesEnd: 38, funcData: 40, links: 45, itabs: 48, apart: true, spacing: 32, mapSize: 64},
	{version: "go1.27", types: 37, typesEnd: 39, funcData: 43, links: 38, itabs: 40, apart: false, spacing: 8, mapSize: 88},
}

const (
	moduleIndex     = 19     // the place of the address of the index from addresses to functions, in every version
	descriptionSize = 8 * 64 // in bytes, of the description at least
)

// layoutOf is the layout of the programs of a version of Go ("go1.26.3"), nil if it is not known.
func layoutOf(goVersion string) *layout {
	k := slices.IndexFunc(layouts, func(l layout) bool {
		rest, ok := strings.CutPrefix(goVersion, l.version)
		return ok && (rest == "" || rest[0] == '.')
	})
	if k < 0 {
		return nil
	}
	return &layouts[k]
}

// Knows reports whether this package was tested with the programs of a version of Go: it
// relies on how they are laid out and on what they never call.
func Knows(goVersion string) bool { return layoutOf(goVersion) != nil }
