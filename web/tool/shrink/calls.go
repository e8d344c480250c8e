package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"
)

const (
	typeI32   = 0x7f // value type i32
	opStore64 = 0x37
	blockBits = 16     // low bits of a PC, the number of a place in its function; the high bits are the number of the function
	firstFunc = 0x1000 // number of the first function
)

// locals are the local variables of a function after its parameters, in groups of equal type.
type locals []struct {
	count uint64
	kind  byte // type
}

// locals reads the local variables at the beginning of a function's body. If the bytes end too early, it returns nil.
func (r *reader) locals() (list locals) {
	for range r.unsigned() {
		list = append(list, struct {
			count uint64
			kind  byte
		}{r.unsigned(), r.byte()})
		if !r.ok {
			return nil
		}
	}
	return list
}

// append appends the encoding of the local variables to dst.
func (list locals) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	for _, l := range list {
		dst = append(binary.AppendUvarint(dst, l.count), l.kind)
	}
	return dst
}

// uniformCalls makes the code of all calls in a function short and equal, which compresses well. The code of Go's compiler for a call
// stores the return PC (number of the function and of a place in it), calls, and returns if the stack must be unwound because the goroutine
// waits:
//
//	local.get SP  i32.const 8  i32.sub  local.tee SP  global.set SP
//	local.get SP  i64.const FUNCTION<<16+PLACE  i64.store
//	i32.const 0  call F  global.get SP  local.set SP  br_if OUTERMOST
//
// Three things change:
//   - The number of the function is in a new local 2, which engines recognise as a constant.
//   - The return PC is the argument instead of 0, and the callee stores it; see addEntry.
//   - br_if OUTERMOST, whose depth differs between calls, becomes "if i32.const 1 return". After a call that never returns, its result 1
//     is returned without a test.
func uniformCalls(list locals, code []instr, ends map[int64]noReturn) (locals, []instr) {
	hasPointer := len(list) > 0 && list[0].count == 1 && list[0].kind == typeI32 // local 1, the stack pointer
	if !hasPointer || !loadsSP(code) {
		return list, code // not the code of a Go function
	}
	// The entry sets local 2; later indices of locals are one larger.
	out := make([]instr, 0, len(code)+len(code)/2)
	out = append(out, code[:2]...)
	function := functionNumber(code)
	if function > 0 { // the function has calls
		out = append(out, instr{op: opConst32, a: function << blockBits}, instr{op: opSet, a: 2})
	}
	unwinds := endsInUnwind(code)
	depth := int64(0)
	for at := 2; at < len(code); at++ {
		in := code[at]
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		case opGet, opSet, opTee:
			if in.a >= 2 && function > 0 {
				in.a++ // behind the new local
			}
		case opBrIf:
			if unwinds && in.a == depth-1 {
				out = append(out, instr{op: opIf, a: emptyBlock}, instr{op: opConst32, a: 1}, instr{op: opReturn}, instr{op: opEnd})
				continue
			}
		case opConst64:
			if function == 0 || !storesReturnPC(code, at) {
				break
			}
			place := []instr{{op: opGet, a: 2}, {op: opConst32, a: in.a & (1<<blockBits - 1)}, {op: opOr32}}
			argument := argumentIndex(code, at)
			if argument == 0 { // a return PC that no call stores: only its constant changes
				out = append(append(out, place...), instr{op: opExtendU})
				continue
			}
			out = append(append(out[:len(out)-len(pushSequence)], code[at+2:argument]...), place...)
			neverReturns := unwinds && noReturnCall(code, at, ends).called
			if neverReturns && code[at+6].a == depth-1 {
				out = append(out, code[at+3], instr{op: opReturn})
				argument = at + 6
			}
			at = argument
			continue
		}
		out = append(out, in)
	}
	if function > 0 {
		list = slices.Clone(list)
		list[0].count++
	}
	return list, out
}

// endsInUnwind reports whether a function consists of its first two instructions, one block, and "i32.const 1": leaving the block unwinds
// the stack.
func endsInUnwind(code []instr) bool {
	end := len(code) - 3 // the end of the block; "i32.const 1" and the end of the function follow
	if end <= 2 {
		return false
	}
	beginsBlock := code[2].op == opBlock && code[2].a == emptyBlock
	endsBlock := code[end].op == opEnd && code[end+1].op == opConst32 && code[end+1].a == 1
	if !beginsBlock || !endsBlock {
		return false
	}
	depth := 0 // must stay positive up to the end of the block
	for _, in := range code[2:end] {
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
		if depth == 0 {
			return false
		}
	}
	return depth == 1
}

// loadsSP reports whether a function begins with a copy of the stack pointer, global 0, to local 1. Every Go function that uses the stack
// does.
func loadsSP(code []instr) bool {
	if len(code) < 2 {
		return false
	}
	getsPointer := code[0].op == opGlobalGet && code[0].a == 0
	return getsPointer && code[1].op == opSet && code[1].a == 1
}

// pushSequence makes room on the stack for the return PC. The constant with the return PC follows.
var pushSequence = []instr{{op: opGet, a: 1}, {op: opConst32, a: 8}, {op: opSub32}, {op: opTee, a: 1}, {op: opGlobalSet}, {op: opGet, a: 1}}

// argumentIndex returns the index of the argument of the call whose return PC is the constant at index at. It returns 0 if no call follows
// the constant.
func argumentIndex(code []instr, at int) int {
	if at < len(pushSequence) || at+8 >= len(code) {
		return 0
	}
	same := func(a, b instr) bool { return a.op == b.op && a.a == b.a }
	pushes := slices.EqualFunc(code[at-len(pushSequence):at], pushSequence, same)
	switch {
	case !pushes:
	case code[at+2].op == opConst32 && code[at+3].op == opCall: // a direct call
		return at + 2
	case savesNumber(code, at+5) && code[at+8].op == opIndirect: // an indirect call
		return at + 6
	}
	return 0
}

// addEntry inserts the entry of a function with Go's signature. Its parameter, local 0, is either a return PC or the number of a place at
// which the function resumes. A return PC, which is at least 1<<blockBits, is pushed on the stack, and the function begins at place 0.
func addEntry(code []instr) []instr {
	// The stack pointer is global 0, which a function that loadsSP also has in local 1. head is the length of the code before the entry.
	pointer, set, head := instr{op: opGlobalGet}, []instr{{op: opGlobalSet}}, 0
	if loadsSP(code) {
		pointer, set, head = instr{op: opGet, a: 1}, []instr{{op: opTee, a: 1}, {op: opGlobalSet}}, 2
	}
	return slices.Concat(code[:head],
		[]instr{{op: opGet}, {op: opConst32, a: 1 << blockBits}, {op: opGeU32}, {op: opIf, a: emptyBlock}},
		[]instr{pointer, {op: opConst32, a: 8}, {op: opSub32}},
		set, []instr{pointer, {op: opGet}, {op: opExtendU}, {op: opStore64, a: 3}, {op: opConst32}, {op: opSet}, {op: opEnd}}, code[head:])
}

// goSignatures reports for each function of a module, without imports, whether it has the signature of Go functions, from i32 to i32.
func goSignatures(module []byte) (list []bool) {
	types, functions := reader{sectionOf(module, typeSection), true}, reader{sectionOf(module, functionSection), true}
	isGo := make([]bool, types.unsigned()) // by type
	for k := range isGo {
		start := types.b
		types.next(1)
		for range 2 { // parameters and results
			types.next(int(types.unsigned()))
		}
		isGo[k] = bytes.HasPrefix(start, []byte{0x60, 1, typeI32, 1, typeI32})
	}
	for range functions.unsigned() {
		k := functions.unsigned()
		list = append(list, k < uint64(len(isGo)) && isGo[k])
	}
	return list
}

// storesReturnPC reports whether the constant at index at is stored as a return PC: the stack pointer is set before the constant, and the
// store follows the constant.
func storesReturnPC(code []instr, at int) bool {
	if at < 3 || at+1 >= len(code) {
		return false
	}
	setsPointer := code[at-3].op == opTee && code[at-2].op == opGlobalSet && code[at-2].a == 0
	getsPointer := code[at-1].op == opGet && code[at-1].a == 1
	stores := code[at].op == opConst64 && code[at+1].op == opStore64 && code[at+1].b == 0
	return setsPointer && getsPointer && stores
}

// functionNumber returns the number of a function in the return PCs of its calls. It returns 0 if the function has no calls, or if the
// numbers differ.
func functionNumber(code []instr) (function int64) {
	for at, in := range code {
		if !storesReturnPC(code, at) {
			continue
		}
		number := in.a >> blockBits
		differs := function != 0 && number != function
		if differs || number < firstFunc {
			return 0
		}
		function = number
	}
	return function
}
