package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"
)

const (
	typeI32   = 0x7f
	opStore64 = 0x37
	blockBits = 16     // of an address in Go's program: the number of the place in its function
	firstFunc = 0x1000 // the number of the first function
)

// locals are the local variables of a function behind its parameters.
type locals []struct {
	count uint64
	kind  byte
}

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

func (list locals) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	for _, l := range list {
		dst = append(binary.AppendUvarint(dst, l.count), l.kind)
	}
	return dst
}

// uniform makes the calls of a function short and alike, which is what compression
// likes. A call of Go's writes where to return to, the number of the function
// and of a place in it, then calls, and returns itself when the stack is to be
// left (a goroutine waits):
//
//	local.get SP  i32.const 8  i32.sub  local.tee SP  global.set SP
//	local.get SP  i64.const FUNCTION<<16+PLACE  i64.store
//	i32.const 0  call F  global.get SP  local.set SP  br_if OUTERMOST
//
// The number of the function goes into a new local 2, which compilers know to
// be constant. Where to return to is the argument in place of 0, and the function
// that is called writes it; see enter. The outermost block, which ends in "return 1", has another
// depth at each call: the return is put in its place. What a function that never returns gives back, 1, leaves the stack.
func uniform(list locals, code []instr, ends map[int64]ending) (locals, []instr) {
	if !headed(code) || len(list) == 0 || list[0].count != 1 || list[0].kind != typeI32 {
		return list, code // not called as Go calls
	}
	out := make([]instr, 0, len(code)+len(code)/2)
	out = append(out, code[:2]...)
	function := returns(code)
	if function > 0 {
		out = append(out, instr{op: opConst32, a: function << blockBits}, instr{op: opSet, a: 2})
	}
	leaves := leavesAtEnd(code)
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
				in.a++
			}
		case opBrIf:
			if leaves && in.a == depth-1 {
				out = append(out, instr{op: opIf, a: emptyBlock}, instr{op: opConst32, a: 1}, instr{op: opReturn}, instr{op: opEnd})
				continue
			}
		case opConst64:
			if function == 0 || !isReturn(code, at) {
				break
			}
			place := []instr{{op: opGet, a: 2}, {op: opConst32, a: in.a & (1<<blockBits - 1)}, {op: opOr32}}
			argument := argumentOf(code, at)
			if argument == 0 {
				out = append(append(out, place...), instr{op: opExtendU})
				continue
			}
			out = append(append(out[:len(out)-len(pushed)], code[at+2:argument]...), place...)
			if leaves && endOf(code, at, ends).called && code[at+6].a == depth-1 {
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

// leavesAtEnd reports whether a function is one block behind its first two
// instructions, and after that block returns 1.
func leavesAtEnd(code []instr) bool {
	end := len(code) - 3
	if end <= 2 || code[2].op != opBlock || code[2].a != emptyBlock || code[end].op != opEnd || code[end+1].op != opConst32 ||
		code[end+1].a != 1 {
		return false
	}
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

// headed reports whether a function begins as those of Go do that use the stack: its pointer, global 0, goes into local 1.
func headed(code []instr) bool {
	return len(code) > 1 && code[0].op == opGlobalGet && code[0].a == 0 && code[1].op == opSet && code[1].a == 1
}

// pushed is how room is made on the stack for the place to return to, up to that constant.
var pushed = []instr{{op: opGet, a: 1}, {op: opConst32, a: 8}, {op: opSub32}, {op: opTee, a: 1}, {op: opGlobalSet}, {op: opGet, a: 1}}

// argumentOf is where the call that writes the constant at a place of code as the place to return to
// has its argument, 0 when it is not such a call.
func argumentOf(code []instr, at int) int {
	same := func(a, b instr) bool { return a.op == b.op && a.a == b.a }
	switch {
	case at < len(pushed) || at+8 >= len(code) || !slices.EqualFunc(code[at-len(pushed):at], pushed, same):
	case code[at+2].op == opConst32 && code[at+3].op == opCall:
		return at + 2
	case asideAt(code, at+5) && code[at+8].op == opIndirect:
		return at + 6
	}
	return 0
}

// enter is what a function begins with that is called as Go calls: an address in local 0, unlike the number of a
// place, goes to the stack as the place to return to, and the function begins at place 0.
func enter(code []instr) []instr {
	pointer, set, head := instr{op: opGlobalGet}, []instr{{op: opGlobalSet}}, 0
	if headed(code) {
		pointer, set, head = instr{op: opGet, a: 1}, []instr{{op: opTee, a: 1}, {op: opGlobalSet}}, 2
	}
	return slices.Concat(code[:head],
		[]instr{{op: opGet}, {op: opConst32, a: 1 << blockBits}, {op: opGeU32}, {op: opIf, a: emptyBlock}},
		[]instr{pointer, {op: opConst32, a: 8}, {op: opSub32}},
		set, []instr{pointer, {op: opGet}, {op: opExtendU}, {op: opStore64, a: 3}, {op: opConst32}, {op: opSet}, {op: opEnd}}, code[head:])
}

// goFunctions reports for each function of a module, imports aside, whether it is called as Go calls: its type
// is that from an i32 to an i32.
func goFunctions(module []byte) (list []bool) {
	types, functions := reader{sectionOf(module, typeSection), true}, reader{sectionOf(module, functionSection), true}
	goes := make([]bool, types.unsigned())
	for k := range goes {
		start := types.b
		types.next(1)
		for range 2 { // parameters and results
			types.next(int(types.unsigned()))
		}
		goes[k] = bytes.HasPrefix(start, []byte{0x60, 1, typeI32, 1, typeI32})
	}
	for range functions.unsigned() {
		k := functions.unsigned()
		list = append(list, k < uint64(len(goes)) && goes[k])
	}
	return list
}

// isReturn reports whether the constant at a place is written as the place to
// return to.
func isReturn(code []instr, at int) bool {
	return at >= 3 && at+1 < len(code) && code[at].op == opConst64 && code[at+1].op == opStore64 && code[at+1].b == 0 &&
		code[at-1].op == opGet && code[at-1].a == 1 && code[at-2].op == opGlobalSet && code[at-2].a == 0 && code[at-3].op == opTee
}

// returns is the number of a function as its calls write it, 0 without calls or
// when they differ.
func returns(code []instr) (function int64) {
	for at, in := range code {
		if !isReturn(code, at) {
			continue
		}
		if f := in.a >> blockBits; f < firstFunc || function != 0 && f != function {
			return 0
		} else {
			function = f
		}
	}
	return function
}
