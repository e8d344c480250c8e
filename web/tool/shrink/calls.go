// This file has the part "uniform" of the rewriting: calls in a function get equal code, and the callee stores the return PC. The return PC
// (program counter) names the place at which the caller continues. In a list of instructions an absent field is 0: {op: opGet} is
// local.get 0.

package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// Numbers of WebAssembly, and the form of a PC in a program of Go.
const (
	typeI32   = 0x7f   // value type i32
	opStore64 = 0x37   // opcode of i64.store
	blockBits = 16     // number of low bits of a PC; they number a place in a function, and the high bits number the function
	firstFunc = 0x1000 // number of the first function
)

// locals are the local variables of a function after its parameters, in groups of equal type.
type locals []struct {
	count uint64
	kind  byte // type
}

// locals reads the local variables at the beginning of a function's body. If the bytes are damaged, it returns nil and clears r.ok.
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

// uniformCalls makes the code of all calls in a function short and equal, which compresses well. The code of Go's compiler for a call makes
// room on the stack, stores the return PC (the numbers of a function and of a place), and calls. The branch at the end returns if the
// goroutine waits, since the stack must then be unwound:
//
//	local.get SP  i32.const 8  i32.sub  local.tee SP  global.set SP
//	local.get SP  i64.const FUNCTION<<16+PLACE  i64.store
//	i32.const 0  call F  global.get SP  local.set SP  br_if OUTERMOST
//
// Three things change:
//   - The number of the function is in a new local 2, which engines recognise as a constant. A function without calls has no new local.
//   - The return PC is the argument instead of 0, and the callee stores the return PC; see addEntry.
//   - br_if OUTERMOST, whose depth differs between calls, becomes "if i32.const 1 return". A call that never returns has the result 1.
//     After such a call, the function returns the result without a test. This change needs a function for which endsInUnwind is true.
//
// list has the locals of the function. noReturns has the functions that never return, by index in calls. uniformCalls returns the new
// locals and the new code. If the code does not have the form of a Go function, it returns list and code.
func uniformCalls(list locals, code []instr, noReturns map[int64]noReturn) (locals, []instr) {
	// Local 1 of a Go function is the stack pointer, in a group of its own.
	hasLocalSP := len(list) > 0 && list[0].count == 1 && list[0].kind == typeI32
	if !loadsSP(code) || !hasLocalSP {
		return list, code
	}
	// The code begins with the two instructions of loadsSP.
	out := make([]instr, 0, len(code)+len(code)/2)
	out = append(out, code[:2]...)
	function := functionNumber(code)
	if function > 0 { // the function has calls; the new local 2 gets the high bits of their return PCs
		out = append(out, instr{op: opConst32, a: function << blockBits}, instr{op: opSet, a: 2})
	}
	unwinds := endsInUnwind(code)
	depth := int64(0) // number of blocks around the present instruction
	for at := 2; at < len(code); at++ {
		in := code[at]
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		case opGet, opSet, opTee:
			if in.a >= 2 && function > 0 { // the new local 2 moves the former locals 2, 3, … by one
				in.a++
			}
		case opBrIf:
			leavesOutermost := in.a == depth-1
			if unwinds && leavesOutermost {
				out = append(out, instr{op: opIf, a: emptyBlock}, instr{op: opConst32, a: 1}, instr{op: opReturn}, instr{op: opEnd})
				continue
			}
		case opConst64:
			if function == 0 || !storesReturnPC(code, at) {
				break // another constant stays
			}
			// The return PC is local 2 joined with the number of the place.
			returnPC := []instr{{op: opGet, a: 2}, {op: opConst32, a: in.a & (1<<blockBits - 1)}, {op: opOr32}}
			argument := argumentIndex(code, at)
			if argument == 0 { // the store does not belong to a call: only the constant changes
				out = append(append(out, returnPC...), instr{op: opExtendU})
				continue
			}
			// The return PC replaces the argument, and the push of the return PC is removed. Between the store and the argument, an
			// indirect call computes the number of the called function; these instructions stay.
			out = out[:len(out)-len(pushSequence)]
			out = append(out, code[at+2:argument]...)
			out = append(out, returnPC...)
			lastRead := argument
			// After a call that never returns, the test and its branch are left out if the branch leaves the outermost block.
			neverReturns := noReturnCall(code, at, noReturns).neverReturns
			leavesOutermost := neverReturns && code[at+branchAfter].a == depth-1
			if unwinds && leavesOutermost {
				out = append(out, code[at+callAfter], instr{op: opReturn})
				lastRead = at + branchAfter
			}
			at = lastRead
			continue
		}
		out = append(out, in)
	}
	if function > 0 {
		list = slices.Clone(list)
		list[0].count++ // local 2 joins the group of the stack pointer
	}
	return list, out
}

// endsInUnwind reports whether a function consists of two instructions, one block, "i32.const 1" and the end. Then a branch out of the
// block returns 1, which means that the stack must be unwound.
func endsInUnwind(code []instr) bool {
	end := len(code) - 3 // index of the end of the block; i32.const 1 and the end of the function follow
	if end <= 2 {
		return false
	}
	isBlock := code[2].op == opBlock && code[2].a == emptyBlock && code[end].op == opEnd
	returns1 := code[end+1].op == opConst32 && code[end+1].a == 1
	if !isBlock || !returns1 {
		return false
	}
	// The block at index 2 must not end before end.
	depth := 0
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
// begins with this copy.
func loadsSP(code []instr) bool {
	return len(code) > 1 && code[0].op == opGlobalGet && code[0].a == 0 && code[1].op == opSet && code[1].a == 1
}

// pushSequence makes room on the stack for the return PC. The next instruction in the code is the constant with the return PC.
var pushSequence = []instr{{op: opGet, a: 1}, {op: opConst32, a: 8}, {op: opSub32}, {op: opTee, a: 1}, {op: opGlobalSet}, {op: opGet, a: 1}}

// Positions of the argument, the call and br_if of a direct call, relative to the constant with the return PC. The store is at position 1.
const argumentAfter, callAfter, branchAfter = 2, 3, 6

// argumentIndex returns the index of the argument of a call, for the index at of the constant with the return PC. It returns 0 if the
// constant does not belong to a call in the form of Go's compiler.
func argumentIndex(code []instr, at int) int {
	if at < len(pushSequence) || at+8 >= len(code) { // the longest form, an indirect call, ends at index at+8
		return 0
	}
	same := func(a, b instr) bool { return a.op == b.op && a.a == b.a }
	if !slices.EqualFunc(code[at-len(pushSequence):at], pushSequence, same) {
		return 0
	}
	isDirect := code[at+argumentAfter].op == opConst32 && code[at+callAfter].op == opCall
	if isDirect {
		return at + argumentAfter
	}
	// In an indirect call, three instructions after the store compute the number of the called function. Then follow local.set 0 at at+5,
	// the argument and local.get 0, which savesNumber tests, and call_indirect.
	isIndirect := savesNumber(code, at+5) && code[at+8].op == opIndirect
	if isIndirect {
		return at + 6
	}
	return 0
}

// addEntry inserts an entry into a function with Go's signature. The parameter of the function, local 0, is either a return PC or the
// number of a place at which the function resumes. Return PCs are at least 1<<blockBits, and numbers of places are smaller. The entry
// pushes a return PC on the stack and sets local 0 to 0; then the function begins at place 0.
func addEntry(code []instr) []instr {
	// The stack pointer is global 0, and local 1 is its copy if the function begins with the two instructions of loadsSP. The entry follows
	// these head instructions.
	getSP, setSP, head := instr{op: opGlobalGet}, []instr{{op: opGlobalSet}}, 0
	if loadsSP(code) {
		getSP, setSP, head = instr{op: opGet, a: 1}, []instr{{op: opTee, a: 1}, {op: opGlobalSet}}, 2
	}
	isReturnPC := []instr{{op: opGet}, {op: opConst32, a: 1 << blockBits}, {op: opGeU32}, {op: opIf, a: emptyBlock}}
	newSP := []instr{getSP, {op: opConst32, a: 8}, {op: opSub32}}
	// The 3 in the store is its alignment: 2³ bytes.
	store := []instr{getSP, {op: opGet}, {op: opExtendU}, {op: opStore64, a: 3}}
	beginAtPlace0 := []instr{{op: opConst32}, {op: opSet}, {op: opEnd}}
	return slices.Concat(code[:head], isReturnPC, newSP, setSP, store, beginAtPlace0, code[head:])
}

// goSignatures returns, for each function of a module except imported functions, whether its type is the type of Go functions, which have
// one parameter and one result of type i32. It returns an error if the section of the types or that of the functions is damaged.
func goSignatures(module []byte) (list []bool, err error) {
	types, functions := reader{sectionOf(module, typeSection), true}, reader{sectionOf(module, functionSection), true}
	var isGo []bool // by index of the type
	for n := types.unsigned(); n > 0 && types.ok; n-- {
		// A type is: 0x60, number of parameters, their types, number of results, their types.
		start := types.b
		types.next(1)
		for range 2 { // the parameters, then the results: a number, and a byte for each type
			size := int(types.unsigned())
			types.ok = types.ok && size <= len(types.b)
			types.next(min(size, len(types.b)))
		}
		isGo = append(isGo, bytes.HasPrefix(start, []byte{0x60, 1, typeI32, 1, typeI32}))
	}
	for n := functions.unsigned(); n > 0 && functions.ok; n-- {
		k := functions.unsigned()
		list = append(list, k < uint64(len(isGo)) && isGo[k])
	}
	if !types.ok || !functions.ok {
		return nil, errors.New("shrink: the types of the functions are damaged")
	}
	return list, nil
}

// storesReturnPC reports whether code[at] is a constant that is stored as a return PC. The store is at the stack pointer (local 1) without
// an offset, directly after a change of the stack pointer.
func storesReturnPC(code []instr, at int) bool {
	if at < 3 || at+1 >= len(code) {
		return false
	}
	isStored := code[at].op == opConst64 && code[at+1].op == opStore64 && code[at+1].b == 0
	atSP := code[at-1].op == opGet && code[at-1].a == 1
	afterChange := code[at-3].op == opTee && code[at-2].op == opGlobalSet && code[at-2].a == 0
	return isStored && atSP && afterChange
}

// functionNumber returns the number of a function: the high bits of the return PCs of its calls. It returns 0 if the function has no calls,
// if the numbers differ, or if a number is below firstFunc.
func functionNumber(code []instr) (function int64) {
	for at, in := range code {
		if !storesReturnPC(code, at) {
			continue
		}
		number := in.a >> blockBits
		differs := function != 0 && number != function
		if number < firstFunc || differs {
			return 0
		}
		function = number
	}
	return function
}
