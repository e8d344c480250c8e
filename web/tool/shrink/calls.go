package shrink

import "encoding/binary"

const (
	typeI32, typeI64 = 0x7f, 0x7e
	opStore64, opOr  = 0x37, 0x84
	blockBits        = 16     // of an address in Go's program: the number of the place in its function
	firstFunc        = 0x1000 // the number of the first function
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

// uniform makes the calls of a function look alike, which is what compression
// likes. A call of Go's writes where to return to, the number of the function
// and of a place in it, then calls, and returns itself when the stack is to be
// left (a goroutine waits):
//
//	local.get SP  i64.const FUNCTION<<16+PLACE  i64.store
//	i32.const 0  call F  global.get SP  local.set SP  br_if OUTERMOST
//
// The number of the function goes into a new local 2, which compilers know to
// be constant; and the outermost block, which ends in "return 1", has another
// depth at each call: the return is put in its place. Calls of functions that never return become shorter, see endCall.
func uniform(list locals, code []instr, ends map[int64]ending) (locals, []instr) {
	if len(list) == 0 || list[0].count != 1 || list[0].kind != typeI32 || len(code) < 2 ||
		code[0].op != opGlobalGet || code[0].a != 0 || code[1].op != opSet || code[1].a != 1 {
		return list, code // not called as Go calls
	}
	out := make([]instr, 0, len(code)+len(code)/2)
	out = append(out, code[:2]...)
	function := returns(code)
	if function > 0 {
		out = append(out, instr{op: opConst64, a: function << blockBits}, instr{op: opSet, a: 2})
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
			if place := in.a & (1<<blockBits - 1); function > 0 && isReturn(code, at) {
				if leaves && endOf(code, at, ends).called && code[at+6].a == depth-1 {
					out = append(out[:len(out)-6], endCall(place, code[at+3])...)
					at += 6
					continue
				}
				out = append(out, instr{op: opGet, a: 2}, instr{op: opConst64, a: place}, instr{op: opOr})
				continue
			}
		}
		out = append(out, in)
	}
	if function == 0 {
		return list, out
	}
	grown := append(locals{list[0], {1, typeI64}}, list[1:]...)
	if len(list) > 1 && list[1].kind == typeI64 {
		grown = append(locals{list[0], {1 + list[1].count, typeI64}}, list[2:]...)
	}
	return grown, out
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
