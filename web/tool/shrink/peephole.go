package shrink

import "math"

// peephole appends code to dst with a few sequences that Go's assembler writes
// replaced by shorter ones of the same meaning. Addresses of Go's memory plus
// the offset in them never pass 2³², so that an offset may be added by the
// access itself.
func peephole(dst, code []instr) []instr {
	w := window{out: dst}
	for _, in := range code {
		w.add(in)
	}
	return w.finish()
}

// gone marks an instruction of a window that was taken away.
const gone = 0xffff

// noSum is on the stack of a window for a value that is not such a sum.
const noSum = -1

// window is the code written so far. Stack holds, for the values that are
// surely on WebAssembly's stack, where in out the instructions
//
//	i32.const N  i32.add
//
// are that made it, for an N ≥ 0.
type window struct {
	out   []instr
	stack []int
}

// back is the instruction that was added n before the next.
func (w *window) back(n int) *instr {
	if n > len(w.out) {
		return &instr{op: gone}
	}
	return &w.out[len(w.out)-n]
}

func (w *window) cut(n int) { w.out = w.out[:len(w.out)-n] }

func (w *window) pop(n int) (last int) {
	last = noSum
	for range n {
		last = noSum
		if k := len(w.stack) - 1; k >= 0 {
			last = w.stack[k]
			w.stack = w.stack[:k]
		}
	}
	return last
}

func (w *window) push(sum int) { w.stack = append(w.stack, sum) }

// add appends one instruction.
func (w *window) add(in instr) {
	switch op := in.op; {
	case op == opNop:
		return
	case op >= opLoad32 && op <= opLoadEnd:
		in.b = w.offset(w.pop(1), in.b)
		w.push(noSum)
	case op >= opStore32 && op <= opStoreEnd:
		if op == opStore64As8 && w.back(1).op == opExtendU {
			w.cut(1)
			in.op = opStore8
		}
		w.pop(1)
		in.b = w.offset(w.pop(1), in.b)
	case op == opWrap:
		w.pop(1)
		w.wrap()
		return
	case op == opEqz32:
		w.pop(1)
		w.push(noSum)
		if w.not() {
			return
		}
	case op == opEqz64 && w.back(1).op == opExtendU:
		w.cut(1)
		w.add(instr{op: opEqz32})
		return
	case op == opBrIf || op == opIf:
		for w.back(1).op == opEqz32 && w.back(2).op == opEqz32 {
			w.cut(2)
		}
		w.stack = w.stack[:0]
	case op == opGet:
		w.push(noSum)
		if last := w.back(1); last.op == opSet && last.a == in.a {
			last.op = opTee
			return
		}
	case op == opReturn:
		w.leave()
		w.stack = w.stack[:0]
	default:
		w.count(op)
	}
	w.out = append(w.out, in)
}

// offset is the offset of an access whose address is the sum at a place: the
// addition is taken away when the two offsets fit into one.
func (w *window) offset(sum int, offset uint64) uint64 {
	if sum < 0 {
		return offset
	}
	all := uint64(w.out[sum].a) + offset
	if all > math.MaxInt32 {
		return offset
	}
	w.out[sum].op, w.out[sum+1].op = gone, gone
	if sum+2 == len(w.out) {
		w.cut(2)
	}
	return all
}

// wrap adds i32.wrap_i64.
func (w *window) wrap() {
	last := w.back(1)
	switch {
	case last.op == opExtendU:
		w.cut(1)
	case last.op == opConst64:
		*last = instr{op: opConst32, a: int64(int32(last.a))}
	case last.op == opLoad64:
		*last = instr{op: opLoad32, a: min(last.a, 2), b: last.b}
	case last.op == opLoad64As32U:
		last.op = opLoad32
	case last.op == opLoad64As8U:
		last.op = opLoad8U
	case last.op == opAdd64 && w.back(2).op == opConst64:
		n := int64(int32(w.back(2).a))
		w.cut(2)
		w.wrap()
		w.pop(1)
		w.out = append(w.out, instr{op: opConst32, a: n}, instr{op: opAdd32})
		if n >= 0 {
			w.push(len(w.out) - 2)
			return
		}
	default:
		w.out = append(w.out, instr{op: opWrap})
	}
	w.push(noSum)
}

// not negates the comparison before, if there is one that has an opposite.
func (w *window) not() bool {
	last := w.back(1)
	switch {
	case last.op == opEqz32 && (w.back(2).op >= opEqz32 && w.back(2).op <= 0x66):
		w.cut(1) // the comparison before it gives 0 or 1
	case last.op >= opEq32 && last.op <= opEnd32:
		last.op = opposite(last.op-opEq32) + opEq32
	case last.op >= opEq64 && last.op <= opEnd64:
		last.op = opposite(last.op-opEq64) + opEq64
	default:
		return false
	}
	return true
}

// opposite of a comparison in the order eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u.
func opposite(k uint16) uint16 { return [...]uint16{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}[k] }

// count follows an instruction on the stack.
func (w *window) count(op uint16) {
	takes, gives := 0, 1
	switch {
	case op == opConst32 || op == opConst64 || op == opConstF32 || op == opConstF64 || op == opGlobalGet || op == opMemSize:
	case op == opSet || op == opGlobalSet || op == opDrop:
		takes, gives = 1, 0
	case op == opSelect:
		takes = 3
	case op == opMemCopy || op == opMemFill:
		takes, gives = 3, 0
	case op == opTee || op == opMemGrow || op == opEqz64 || op >= 0x67 && op <= 0x69 || op >= 0x79 && op <= 0x7b ||
		op >= 0x8b && op <= 0x91 || op >= 0x99 && op <= 0x9f || op >= 0xa7 && op <= 0xc4 || op>>8 == opPrefix:
		takes = 1
	case op >= opEq32 && op <= 0xa6:
		takes = 2
	default: // control: what is on the stack is not followed
		w.stack = w.stack[:0]
		return
	}
	w.pop(takes)
	if gives > 0 {
		w.push(noSum)
	}
}

// leave makes one sum of the two by which a function moves the stack pointer, which is local 1 and
// global 0, before it returns a constant.
func (w *window) leave() {
	const size = 11
	code := w.out[max(len(w.out)-size, 0):]
	moves := func(c []instr) bool {
		return c[0].op == opGet && c[0].a == 1 && c[1].op == opConst32 && c[2].op == opAdd32 && c[3].op == opTee && c[3].a == 1 &&
			c[4].op == opGlobalSet && c[4].a == 0
	}
	if len(code) == size && moves(code) && moves(code[5:]) && code[10].op == opConst32 {
		code[1].a += code[6].a
		code[3], code[4] = code[4], code[10]
		w.cut(6)
	}
}

// finish returns the code without what was taken away.
func (w *window) finish() []instr {
	n := 0
	for _, in := range w.out {
		if in.op != gone {
			w.out[n] = in
			n++
		}
	}
	return w.out[:n]
}
