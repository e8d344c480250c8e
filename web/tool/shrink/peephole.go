package shrink

import "math"

// peephole appends code to dst and replaces sequences of Go's assembler by shorter sequences of the same meaning. An addition to an address
// becomes the offset of a load or store. This is correct, because addresses in Go's memory plus an offset never exceed 2³².
func peephole(dst, code []instr) []instr {
	w := window{out: dst}
	for _, in := range code {
		w.add(in)
	}
	return w.finish()
}

// gone marks a removed instruction of a window.
const gone = 0xffff

// noSum is the entry in the stack of a window for a value that is no sum.
const noSum = -1

// window is the code that peephole has written so far.
type window struct {
	out []instr
	// stack has entries for the values that are certainly on WebAssembly's stack, the top last. If a value is the sum of another value and
	// a constant N ≥ 0, the entry is the index in out of "i32.const N  i32.add". Other entries are noSum.
	stack []int
}

// back returns the n-th instruction from the end. If the window has fewer instructions, it returns a removed instruction.
func (w *window) back(n int) *instr {
	if n > len(w.out) {
		return &instr{op: gone}
	}
	return &w.out[len(w.out)-n]
}

// cut removes the last n instructions.
func (w *window) cut(n int) { w.out = w.out[:len(w.out)-n] }

// pop removes n entries from the stack and returns the last removed entry.
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

// push adds an entry to the stack.
func (w *window) push(sum int) { w.stack = append(w.stack, sum) }

// add appends an instruction, or merges the instruction with the last instructions of the window.
func (w *window) add(in instr) {
	// Cases without a return append the instruction, possibly changed.
	op := in.op
	switch {
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
		if w.negate() {
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
		last := w.back(1)
		if last.op == opSet && last.a == in.a { // the local that has just been set
			last.op = opTee
			return
		}
	case op == opReturn:
		w.mergeStackMoves()
		w.stack = w.stack[:0]
	default:
		w.trackStack(op)
	}
	w.out = append(w.out, in)
}

// offset returns the offset of a load or store whose address is a sum. If the constant of the sum and the offset fit into one offset, it
// removes the addition.
func (w *window) offset(sum int, offset uint64) uint64 {
	if sum < 0 {
		return offset
	}
	total := uint64(w.out[sum].a) + offset
	if total > math.MaxInt32 {
		return offset
	}
	w.out[sum].op, w.out[sum+1].op = gone, gone
	isLast := sum+2 == len(w.out)
	if isLast {
		w.cut(2)
	}
	return total
}

// wrap appends i32.wrap_i64, or replaces the instruction before it by one with a 32-bit result.
func (w *window) wrap() {
	// A truncated sum is the sum of truncated terms.
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

// negate replaces the last comparison by its opposite, which saves an i32.eqz. It returns false if the last instruction is not a comparison
// with an opposite.
func (w *window) negate() bool {
	last := w.back(1)
	const lastComparison = 0x66 // the last opcode of comparisons
	before := w.back(2).op
	comparesBefore := before >= opEqz32 && before <= lastComparison
	switch {
	case last.op == opEqz32 && comparesBefore:
		w.cut(1) // the result of the comparison before last is 0 or 1: two negations cancel
	case last.op >= opEq32 && last.op <= opEnd32:
		last.op = opposite(last.op-opEq32) + opEq32
	case last.op >= opEq64 && last.op <= opEnd64:
		last.op = opposite(last.op-opEq64) + opEq64
	default:
		return false
	}
	return true
}

// opposite returns the opposite of a comparison, by its number in eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u.
func opposite(k uint16) uint16 { return [...]uint16{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}[k] }

// trackStack applies the effect of an instruction to the stack of the window.
func (w *window) trackStack(op uint16) {
	takes, gives := 0, 1
	switch {
	case op == opConst32 || op == opConst64 || op == opConstF32 || op == opConstF64 || op == opGlobalGet || op == opMemSize:
	case op == opSet || op == opGlobalSet || op == opDrop:
		takes, gives = 1, 0
	case op == opSelect:
		takes = 3
	case op == opMemCopy || op == opMemFill:
		takes, gives = 3, 0
	case op == opTee || op == opMemGrow || op == opEqz64 || isUnary(op):
		takes = 1
	case op >= opEq32 && op <= 0xa6:
		takes = 2
	default: // control flow: the stack is unknown from here on
		w.stack = w.stack[:0]
		return
	}
	w.pop(takes)
	if gives > 0 {
		w.push(noSum)
	}
}

// isUnary reports whether an instruction replaces one number on the stack by the result of an operation, by the ranges of opcodes in the
// specification of WebAssembly.
func isUnary(op uint16) bool {
	countsBits := op >= 0x67 && op <= 0x69 || op >= 0x79 && op <= 0x7b // in i32 and i64
	isFloat := op >= 0x8b && op <= 0x91 || op >= 0x99 && op <= 0x9f    // such as a square root, of f32 and f64
	isConversion := op >= 0xa7 && op <= 0xc4 || op>>8 == opPrefix
	return countsBits || isFloat || isConversion
}

// mergeStackMoves merges two additions to the stack pointer (local 1 and global 0) before a function returns a constant. The first addition
// frees the frame, the second pops the return PC.
func (w *window) mergeStackMoves() {
	const size = 11 // two moves of five instructions, and the constant
	code := w.out[max(len(w.out)-size, 0):]
	moves := func(c []instr) bool {
		adds := c[0].op == opGet && c[0].a == 1 && c[1].op == opConst32 && c[2].op == opAdd32
		sets := c[3].op == opTee && c[3].a == 1 && c[4].op == opGlobalSet && c[4].a == 0
		return adds && sets
	}
	if len(code) < size {
		return
	}
	movesTwice := moves(code) && moves(code[5:])
	if movesTwice && code[10].op == opConst32 {
		code[1].a += code[6].a
		code[3], code[4] = code[4], code[10]
		w.cut(6)
	}
}

// finish returns the code without removed instructions.
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
