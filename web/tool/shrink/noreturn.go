package shrink

import (
	"encoding/binary"
	"slices"
	"strings"
)

// noReturnPrefixes has prefixes of the names of functions that never return to their caller. These functions panic, stop the program or, as
// morestack, restart the caller. A quarter of all calls are calls of these functions, because each check of an index has such a call.
var noReturnPrefixes = []string{nilCheck, "runtime.goPanic", "runtime.gopanic", "runtime.throw", "runtime.panicdivide", "runtime.panicwrap",
	"runtime.panicdottype", "runtime.morestack"}

// nilCheck is called for a nil pointer. The runtime needs only the size of its caller's frame, which is constant from place 1 on. Therefore
// all calls of nilCheck can have the return PC of place 1.
const nilCheck = "runtime.sigpanic"

// noReturn describes a call.
type noReturn struct {
	called   bool // whether the callee never returns
	anyPlace bool // whether the return PC may be the return PC of place 1
}

// noReturnFunctions returns the functions that never return, by index in calls.
func noReturnFunctions(m *image, imports int) map[int64]noReturn {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	list := map[int64]noReturn{}
	for _, f := range t.funcs {
		name := t.name(f)
		if slices.ContainsFunc(noReturnPrefixes, func(s string) bool { return strings.HasPrefix(name, s) }) {
			list[int64(imports)+int64(word(f, 0))-firstFunc] = noReturn{true, name == nilCheck}
		}
	}
	return list
}

// importsOf returns the number of imported functions of a module. Their indices precede those of the functions of the module.
func importsOf(module []byte) int {
	count, _ := binary.Uvarint(sectionOf(module, importSection))
	return int(count)
}

// noReturnCall describes the call whose return PC is the constant at index at. For a call that returns it is the zero value.
func noReturnCall(code []instr, at int, ends map[int64]noReturn) noReturn {
	if at+6 >= len(code) {
		return noReturn{}
	}
	isCall := code[at+3].op == opCall && code[at+6].op == opBrIf
	if !isCall || !storesReturnPC(code, at) {
		return noReturn{}
	}
	return ends[code[at+3].a]
}
