// This file has the part "ends" of the rewriting: it finds calls of functions that never return.

package shrink

import (
	"encoding/binary"
	"slices"
	"strings"
)

// noReturnPrefixes has prefixes of the names of functions that never return to their caller. They panic, stop the program or, like
// morestack, restart the caller. A quarter of all calls are calls of these functions, since each check of an index has such a call.
var noReturnPrefixes = []string{nilCheck, "runtime.goPanic", "runtime.gopanic", "runtime.throw", "runtime.panicdivide", "runtime.panicwrap",
	"runtime.panicdottype", "runtime.morestack"}

// nilCheck is the function that a program calls when it finds a nil pointer. From the return PC of such a call, the runtime derives only
// the size of the caller's frame, which is constant from place 1 on (places.go explains places). Therefore all calls of nilCheck can have
// the return PC of place 1.
const nilCheck = "runtime.sigpanic"

// noReturn describes the callee of a call. The zero value is for a callee that returns.
type noReturn struct {
	neverReturns bool
	usesPlace1   bool // the return PC becomes the PC of place 1
}

// noReturnFunctions returns the functions that never return, by their indices in calls: WebAssembly counts the imported functions first,
// and then the functions of the module. imports is the number of imported functions. Without function tables the result is nil.
func noReturnFunctions(m *image, imports int) map[int64]noReturn {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	list := map[int64]noReturn{}
	for _, f := range t.funcs {
		name := t.name(f)
		hasPrefix := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		if slices.ContainsFunc(noReturnPrefixes, hasPrefix) {
			index := int64(imports) + int64(word(f, funcEntry)) - firstFunc // Go counts the functions from firstFunc on
			list[index] = noReturn{true, name == nilCheck}
		}
	}
	return list
}

// importsOf returns the number of imported functions of a module. The section of imports begins with this number, since Go's programs
// import only functions. A module without this section imports none.
func importsOf(module []byte) int {
	count, _ := binary.Uvarint(sectionOf(module, importSection))
	return int(count)
}

// noReturnCall describes the callee of the call whose return PC is the constant code[at]. The result is the zero value if the callee
// returns, or if the constant does not belong to a direct call.
func noReturnCall(code []instr, at int, noReturns map[int64]noReturn) noReturn {
	// After the constant come the store, the argument, the call, global.get, local.set and br_if; see uniformCalls.
	if at+branchAfter >= len(code) || !storesReturnPC(code, at) {
		return noReturn{}
	}
	call, branch := code[at+callAfter], code[at+branchAfter]
	if call.op != opCall || branch.op != opBrIf {
		return noReturn{}
	}
	return noReturns[call.a]
}
