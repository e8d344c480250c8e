// This file has the part "peephole" of the rewriting: short sequences of instructions replace long sequences of the same meaning.

package shrink

import "math"

// peephole appends code to dst. It replaces sequences of Go's assembler by shorter sequences of the same meaning. For example, an addition
// to an address becomes the offset of a load or store. An addition of i32 wraps at 2³², but an offset does not. This makes no difference,
// because Go's addresses plus an offset never exceed 2³².
func peephole(dst, code []instr) []instr {
	w := window{out: dst}
	for _, in := range code {
		w.add(in)
	}
	return w.finish()
}

// gone marks a removed instruction of a window.
const gone = 0xffff

// noSum is the entry in the stack of a window for a value that is not known to be a sum.
const noSum = -1

// window is the code that peephole has written so far.
type window struct {
	out []instr
	// stack has entries for the values that are certainly on WebAssembly's stack, the top last. If a value is the sum of another value and a
	// constant N ≥ 0, the entry is the index in out of "i32.const N  i32.add". Other entries are noSum. Only wrap makes entries of sums, since
	// Go computes addresses in 64 bits and then truncates them. No rule moves the instructions of a value that is still on the stack;
	// therefore its index stays valid.
	stack []int
}

// back returns the n-th instruction from the end, counted from 1. If the window has fewer instructions, it returns a removed instruction.
func (w *window) back(n int) *instr {
	if n > len(w.out) {
		return &instr{op: gone}
	}
	return &w.out[len(w.out)-n]
}

// cut removes the last n instructions.
func (w *window) cut(n int) { w.out = w.out[:len(w.out)-n] }

// pop removes n entries from the stack and returns the last removed entry. An entry that the stack does not have counts as noSum.
func (w *window) pop(n int) (last int) {
	last = noSum
	for range n {
		last = noSum
		top := len(w.stack) - 1
		if top >= 0 {
			last = w.stack[top]
			w.stack = w.stack[:top]
		}
	}
	return last
}

// push adds an entry to the stack: an index in out, or noSum.
func (w *window) push(sum int) { w.stack = append(w.stack, sum) }

// add appends an instruction to the code or merges the instruction with the instructions before it.
func (w *window) add(in instr) {
	// After a case without a return, the instruction is appended. A case may change the instruction.
	switch op := in.op; {
	case op == opNop: // left out
		return
	case op >= opLoad32 && op <= opLoadEnd:
		in.b = w.foldSum(w.pop(1), in.b)
		w.push(noSum)
	case op >= opStore32 && op <= opStoreEnd:
		// The low byte of an extended number equals the low byte of the number.
		if op == opStore64As8 && w.back(1).op == opExtendU {
			w.cut(1)
			in.op = opStore8
		}
		w.pop(1) // the stored value; the next entry is the address
		in.b = w.foldSum(w.pop(1), in.b)
	case op == opWrap:
		w.pop(1)
		w.wrap()
		return
	case op == opEqz32:
		w.pop(1)
		w.push(noSum)
		if w.negate() { // the comparison before it now has the opposite result
			return
		}
	case op == opEqz64 && w.back(1).op == opExtendU: // an extended number is 0 if the number is 0
		w.cut(1)
		w.add(instr{op: opEqz32})
		return
	case op == opBrIf || op == opIf:
		for w.back(1).op == opEqz32 && w.back(2).op == opEqz32 { // two negations cancel, since only 0 or not 0 counts
			w.cut(2)
		}
		w.stack = w.stack[:0] // unknown in the block of an if; after a br_if this is more caution than needed
	case op == opGet:
		w.push(noSum)
		last := w.back(1)
		if last.op == opSet && last.a == in.a { // set and get of the same local: tee
			last.op = opTee
			return
		}
	case op == opReturn:
		w.mergeStackMoves()
		w.stack = w.stack[:0] // the code up to the end of the block is unreachable
	default:
		w.trackStack(op)
	}
	w.out = append(w.out, in)
}

// foldSum returns the new offset of a load or store. offset is its present offset, and sum is the stack's entry for its address. If the
// address is a sum whose constant plus offset is at most math.MaxInt32, foldSum removes the addition and returns this total. In any other
// case it returns offset.
func (w *window) foldSum(sum int, offset uint64) uint64 {
	if sum == noSum {
		return offset
	}
	total := uint64(w.out[sum].a) + offset
	if total > math.MaxInt32 {
		return offset
	}
	w.out[sum].op, w.out[sum+1].op = gone, gone
	if sum+2 == len(w.out) { // the next rule may need the instruction before the addition
		w.cut(2)
	}
	return total
}

// wrap appends i32.wrap_i64, which truncates the last value to 32 bits, and pushes the entry of the result. The caller has removed the
// entry of the value. If the last instruction has an equivalent with a 32-bit result, the equivalent replaces both instructions.
func (w *window) wrap() {
	last := w.back(1)
	switch {
	case last.op == opExtendU: // the extension and the truncation cancel
		w.cut(1)
	case last.op == opConst64:
		*last = instr{op: opConst32, a: int64(int32(last.a))}
	case last.op == opLoad64:
		*last = instr{op: opLoad32, a: min(last.a, 2), b: last.b} // a is the alignment as a power of 2: 2² = 4 bytes at most
	case last.op == opLoad64As32U:
		last.op = opLoad32
	case last.op == opLoad64As8U:
		last.op = opLoad8U
	case last.op == opAdd64 && w.back(2).op == opConst64:
		// A truncated sum is the sum of the truncated terms. The inner wrap truncates the first term, and pushes an entry for this term. The
		// entry of the sum replaces the entry of the term.
		constant := int64(int32(w.back(2).a))
		w.cut(2)
		w.wrap()
		w.pop(1)
		w.out = append(w.out, instr{op: opConst32, a: constant}, instr{op: opAdd32})
		if constant >= 0 { // an offset cannot be negative
			w.push(len(w.out) - 2)
			return
		}
	default:
		w.out = append(w.out, instr{op: opWrap})
	}
	w.push(noSum)
}

// negate gives the last instruction the effect of an i32.eqz behind it. An opposite comparison replaces a comparison of two integers. The
// i32.eqz of a comparison is removed. In any other case negate returns false and changes nothing. A comparison of floating-point numbers
// has no opposite, because of NaN.
func (w *window) negate() bool {
	last := w.back(1)
	switch {
	case last.op == opEqz32 && w.back(2).op >= opEqz32 && w.back(2).op <= opCompareEnd:
		w.cut(1) // two eqz of a comparison cancel, since a comparison is 0 or 1
	case last.op >= opEq32 && last.op <= opEnd32:
		last.op = opposite(last.op-opEq32) + opEq32
	case last.op >= opEq64 && last.op <= opEnd64:
		last.op = opposite(last.op-opEq64) + opEq64
	default:
		return false
	}
	return true
}

// opposite returns the number of the opposite of the comparison with number k. The numbers are counted from opEq32 or opEq64. They are 0 to
// 9 in the order eq, ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u.
func opposite(k uint16) uint16 { return [...]uint16{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}[k] }

// opCompareEnd is the last opcode of a comparison, and opBinaryEnd is the last opcode of an operation with two operands.
const opCompareEnd, opBinaryEnd = 0x66, 0xa6

// isUnary reports whether an instruction replaces one value on the stack by another value. It is not called for loads, i32.eqz, opMemCopy
// and opMemFill.
func isUnary(op uint16) bool {
	switch {
	case op == opTee, op == opMemGrow, op == opEqz64:
		return true
	case 0x67 <= op && op <= 0x69, 0x79 <= op && op <= 0x7b: // functions of i32 and of i64, such as clz
		return true
	case 0x8b <= op && op <= 0x91, 0x99 <= op && op <= 0x9f: // functions of f32 and of f64, such as abs
		return true
	case 0xa7 <= op && op <= 0xc4, op>>8 == opPrefix: // conversions
		return true
	}
	return false
}

// trackStack applies the effect of an instruction to the stack of the window.
func (w *window) trackStack(op uint16) {
	operands, results := 0, 1
	switch {
	case op == opConst32 || op == opConst64 || op == opConstF32 || op == opConstF64 || op == opGlobalGet || op == opMemSize:
		// No operand and one result, as set above.
	case op == opSet || op == opGlobalSet || op == opDrop:
		operands, results = 1, 0
	case op == opSelect:
		operands = 3
	case op == opMemCopy || op == opMemFill:
		operands, results = 3, 0
	case isUnary(op):
		operands = 1
	case op >= opEq32 && op <= opBinaryEnd:
		operands = 2
	default: // control flow and calls: the stack is unknown after the instruction
		w.stack = w.stack[:0]
		return
	}
	w.pop(operands)
	if results > 0 {
		w.push(noSum)
	}
}

// mergeStackMoves merges two additions to the stack pointer (local 1 and global 0) before a function returns a constant. The first addition
// frees the frame, and the second addition pops the return PC. Code with another end does not change.
func (w *window) mergeStackMoves() {
	const moveSize = 5          // number of instructions of an addition to the stack pointer, called a move below
	const size = 2*moveSize + 1 // two moves and the constant
	code := w.out[max(len(w.out)-size, 0):]
	isMove := func(c []instr) bool {
		adds := c[0].op == opGet && c[0].a == 1 && c[1].op == opConst32 && c[2].op == opAdd32
		stores := c[3].op == opTee && c[3].a == 1 && c[4].op == opGlobalSet && c[4].a == 0
		return adds && stores
	}
	if len(code) < size {
		return
	}
	first, second, constant := code[:moveSize], code[moveSize:2*moveSize], code[2*moveSize]
	if isMove(first) && isMove(second) && constant.op == opConst32 {
		// The first move stays and adds the sum. The constant follows. The tee to local 1 is dropped, because the function returns next.
		first[1].a += second[1].a
		first[3], first[4] = first[4], constant
		w.cut(size - moveSize)
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
