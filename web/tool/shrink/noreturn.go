package shrink

import (
	"encoding/binary"
	"slices"
	"strings"
)

// ends lists how names of functions begin that never return to who called them: they panic
// or stop the program. One call in four is such a call, since one stands behind every check of an index. The one that makes room on
// the stack begins the caller anew.
var ends = []string{nilCheck, "runtime.goPanic", "runtime.gopanic", "runtime.throw", "runtime.panicdivide", "runtime.panicwrap",
	"runtime.panicdottype", "runtime.morestack"}

// nilCheck is called where a pointer is nil. Of a frame that called it the runtime asks only
// how large it is, which it is from place 1 on.
const nilCheck = "runtime.sigpanic"

// ending is how a program calls a function that never returns.
type ending struct {
	called   bool // rather than another function
	anyPlace bool // whether it may be called as from place 1
}

// endFunctions gives the functions that never return by their number in calls.
func endFunctions(m *image, imports int) map[int64]ending {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	list := map[int64]ending{}
	for _, f := range t.funcs {
		name := t.name(f)
		if slices.ContainsFunc(ends, func(s string) bool { return strings.HasPrefix(name, s) }) {
			list[int64(imports)+int64(word(f, 0))-firstFunc] = ending{true, name == nilCheck}
		}
	}
	return list
}

// importsOf is the number of functions that a module imports, which are counted before its own.
func importsOf(module []byte) int {
	count, _ := binary.Uvarint(sectionOf(module, importSection))
	return int(count)
}

// endOf describes the call that writes the constant at a place of code as the place to
// return to, whether its function never returns.
func endOf(code []instr, at int, ends map[int64]ending) ending {
	if at+6 >= len(code) || code[at+3].op != opCall || code[at+6].op != opBrIf || !isReturn(code, at) {
		return ending{}
	}
	return ends[code[at+3].a]
}
