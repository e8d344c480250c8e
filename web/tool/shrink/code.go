// This file decodes and encodes the instructions of the code section. For each function it calls the parts of the rewriting, in a fixed
// order.

package shrink

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Opcodes of WebAssembly (section 5.4 of its specification). Except for opEnd, a name with End is the last opcode of a group.
const (
	opBlock, opLoop, opIf, opElse, opEnd   = 0x02, 0x03, 0x04, 0x05, 0x0b
	opBr, opBrIf, opBrTable                = 0x0c, 0x0d, 0x0e
	opNop, opReturn, opCall, opIndirect    = 0x01, 0x0f, 0x10, 0x11
	opDrop, opSelect                       = 0x1a, 0x1b
	opGet, opSet, opTee                    = 0x20, 0x21, 0x22
	opGlobalGet, opGlobalSet               = 0x23, 0x24
	opLoad32, opLoad64, opLoad8U           = 0x28, 0x29, 0x2d
	opLoad64As8U, opLoad64As32U, opLoadEnd = 0x31, 0x35, 0x35
	opStore32, opStoreEnd                  = 0x36, 0x3e
	opStore8, opStore64As8                 = 0x3a, 0x3c
	opMemSize, opMemGrow                   = 0x3f, 0x40
	opConst32, opConst64                   = 0x41, 0x42
	opConstF32, opConstF64                 = 0x43, 0x44
	opEqz32, opEq32, opEnd32               = 0x45, 0x46, 0x4f // comparisons of i32
	opEqz64, opEq64, opEnd64               = 0x50, 0x51, 0x5a // comparisons of i64
	opGeU32                                = 0x4f
	opAdd32, opSub32, opOr32, opAdd64      = 0x6a, 0x6b, 0x72, 0x7c
	opWrap, opExtendU                      = 0xa7, 0xad
	opPrefix                               = 0xfc // saturating conversions and bulk memory
	opMemCopy, opMemFill                   = 0xfc0a, 0xfc0b
)

// emptyBlock is the type of a block without parameters and results.
const emptyBlock = 0x40

// errCode is the error of code that Go's compiler does not generate.
var errCode = errors.New("shrink: the code section is damaged, or not one of Go's")

// instr is an instruction with its immediates, the operands in the code. In functions on code, a variable in is an instruction, and at is
// the index of an instruction in a list.
type instr struct {
	op     uint16   // opcode; for an opcode after opPrefix, opPrefix<<8 plus the second byte
	a      int64    // index, depth, integer constant, type of a block, or alignment of an access
	b      uint64   // offset of an access, second index, or bits of a floating-point constant
	labels []uint32 // depths of a br_table, the default last
}

// decode appends the instructions of a function to dst. code is the body of the function without its locals. decode returns an error for
// instructions that Go does not generate, and for a body that is cut off or does not finish with an end.
func decode(dst []instr, code []byte) ([]instr, error) {
	r := reader{code, true}
	for len(r.b) > 0 {
		in := instr{op: uint16(r.byte())}
		switch op := in.op; {
		case op >= opBlock && op <= opIf:
			in.a = int64(r.byte())
			if in.a != emptyBlock && (in.a < 0x7c || in.a > 0x7f) { // neither empty nor a value type, but the index of a type
				return nil, errCode
			}
		case hasIndex(op):
			in.a = int64(r.unsigned())
		case op == opBrTable:
			n := r.unsigned()
			if n > uint64(len(r.b)) {
				return nil, errCode
			}
			in.labels = make([]uint32, n+1) // the default follows the n other labels
			for k := range in.labels {
				in.labels[k] = uint32(r.unsigned())
			}
		case hasPair(op):
			in.a, in.b = int64(r.unsigned()), r.unsigned()
		case op == opMemSize || op == opMemGrow:
			r.byte() // the number of the memory, always 0
		case op == opConst32 || op == opConst64:
			in.a = r.signed()
		case op == opConstF32:
			in.b = uint64(binary.LittleEndian.Uint32(r.next(4)))
		case op == opConstF64:
			in.b = binary.LittleEndian.Uint64(r.next(8))
		case op == opPrefix:
			in.op = opPrefix<<8 | uint16(r.unsigned())
			switch {
			case in.op == opMemCopy:
				r.next(2) // the numbers of both memories, always 0
			case in.op == opMemFill:
				r.byte()
			case in.op > opPrefix<<8|7: // 0 to 7 are the saturating conversions, without immediates
				return nil, errCode
			}
		// Instructions without immediates: operations on numbers up to 0xc4, the last extension of a sign, and the opcodes named here.
		// Opcode 0 is the instruction unreachable.
		case op > opStoreEnd && op <= 0xc4, op == 0, op == opNop, op == opElse, op == opEnd, op == opReturn, op == opDrop, op == opSelect:
		default:
			return nil, errCode
		}
		dst = append(dst, in)
	}
	hasEnd := len(dst) > 0 && dst[len(dst)-1].op == opEnd
	if !r.ok || !hasEnd {
		return nil, errCode
	}
	return dst, nil
}

// encode appends the bytes of instructions to dst. It is the inverse of decode.
func encode(dst []byte, code []instr) []byte {
	for _, in := range code {
		if in.op > 0xff {
			dst = append(dst, opPrefix, byte(in.op)) // the low byte of op is the second byte
		} else {
			dst = append(dst, byte(in.op))
		}
		// The immediates.
		switch op := in.op; {
		case op >= opBlock && op <= opIf:
			dst = append(dst, byte(in.a))
		case hasIndex(op):
			dst = binary.AppendUvarint(dst, uint64(in.a))
		case op == opBrTable:
			dst = binary.AppendUvarint(dst, uint64(len(in.labels)-1))
			for _, l := range in.labels {
				dst = binary.AppendUvarint(dst, uint64(l))
			}
		case hasPair(op):
			dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(in.a)), in.b)
		case op == opMemSize || op == opMemGrow || op == opMemFill:
			dst = append(dst, 0)
		case op == opConst32 || op == opConst64:
			dst = appendSigned(dst, int(in.a))
		case op == opConstF32:
			dst = binary.LittleEndian.AppendUint32(dst, uint32(in.b))
		case op == opConstF64:
			dst = binary.LittleEndian.AppendUint64(dst, in.b)
		case op == opMemCopy:
			dst = append(dst, 0, 0)
		}
	}
	return dst
}

// hasIndex reports whether the only immediate of an instruction is a depth (branches) or an index (direct calls, accesses to variables).
func hasIndex(op uint16) bool {
	isVariable := opGet <= op && op <= opGlobalSet
	return isVariable || op == opBr || op == opBrIf || op == opCall
}

// hasPair reports whether an instruction has two numbers as immediates: the type and the table of an indirect call, or the alignment and
// the offset of a load or store.
func hasPair(op uint16) bool {
	isAccess := opLoad32 <= op && op <= opStoreEnd
	return isAccess || op == opIndirect
}

// reader reads bytes and numbers from the front of b. A read beyond the end returns zeros and clears ok. Therefore one check of ok after
// several reads suffices.
type reader struct {
	b  []byte
	ok bool
}

// next returns the next n bytes. If fewer than n bytes remain, it returns n zeros.
func (r *reader) next(n int) []byte {
	if n > len(r.b) {
		r.b, r.ok = nil, false
		return make([]byte, n)
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// byte reads one byte.
func (r *reader) byte() byte { return r.next(1)[0] }

// unsigned reads an unsigned LEB128 number of at most 32 bits. For a larger number, and for a number without an end, it returns 0, drops
// the remaining bytes and clears r.ok.
func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > math.MaxUint32 {
		r.b, r.ok = nil, false
		return 0
	}
	r.b = r.b[n:]
	return v
}

// signed reads a signed LEB128 number of at most 64 bits. For a longer number, and for a number without an end, it clears r.ok.
func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 64; shift += 7 {
		c := r.byte()
		v |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			isNegative := c&0x40 != 0
			if isNegative && shift+7 < 64 { // a number of 64 bits needs no extension of its sign
				v -= 1 << (shift + 7)
			}
			return v
		}
	}
	r.ok = false
	return 0
}

// rewrite has the inputs of appendCode, except the code, and one of its outputs, constants.
type rewrite struct {
	Options
	dead      []int              // indices in the code section of the functions that are never called, ascending
	noReturns map[int64]noReturn // functions that never return, by index in calls
	goCalled  []bool             // by function: it has the signature of Go functions; nil without the part "uniform"
	places    []placeTables      // tables of each function, nil if places are not renumbered
	constants map[uint32]bool    // output: low 32 bits of the integer constants in the functions that are not dead
}

// appendCode rewrites every function of a code section, whose body is section, and appends the new body to dst. Dead functions become
// traps, which stop the program. In any other function the parts of the rewriting (see Parts) have a fixed order: straighten and renumber
// expect the code of Go's compiler, and removeBlocks and peephole simplify the output of the other parts. appendCode returns errCode for
// code that Go does not generate. The return PCs of a function contain its number. If the number in a dead function differs from the number
// of its position in the section, appendCode returns an error with both numbers.
func appendCode(dst, section []byte, w *rewrite) ([]byte, error) {
	r := reader{section, true}
	count := r.unsigned()
	dst = binary.AppendUvarint(dst, count)
	var code, out []instr // memory for the instructions of a function, used again for each function
	var body []byte       // memory for the bytes of a function
	for k := range int(count) {
		size := r.unsigned()
		if size > uint64(len(r.b)) {
			return nil, errCode
		}
		f := reader{r.next(int(size)), true}
		list := f.locals()
		if !f.ok {
			return nil, errCode
		}
		var err error
		code, err = decode(code[:0], f.b)
		if err != nil {
			return nil, err
		}
		_, isDead := slices.BinarySearch(w.dead, k)
		if isDead {
			// A mistake in the numbering would replace functions that are called. Therefore compare the number of function k with its return
			// PCs. A function without calls has no return PC, and functionNumber returns 0.
			number := functionNumber(code)
			if number != 0 && number != int64(firstFunc+k) {
				return nil, fmt.Errorf("shrink: function %d calls as number %d", k, number-firstFunc)
			}
			dst = append(dst, byte(len(trap)))
			dst = append(dst, trap...)
			continue
		}
		for _, in := range code {
			if in.op == opConst32 || in.op == opConst64 {
				w.constants[uint32(in.a)] = true
			}
		}
		if w.has("straighten") {
			code, err = straighten(code)
			if err != nil {
				return nil, err
			}
		}
		if k < len(w.places) {
			w.places[k].renumber(code, firstFunc+k, w.noReturns)
		}
		if w.has("uniform") {
			list, code = uniformCalls(list, code, w.noReturns)
		}
		if k < len(w.goCalled) && w.goCalled[k] {
			code = addEntry(code)
		}
		if w.has("blocks") {
			code = removeBlocks(code)
		}
		rewritten := code
		if w.has("peephole") {
			out = peephole(out[:0], code)
			rewritten = out
		}
		body = encode(list.append(body[:0]), rewritten)
		dst = binary.AppendUvarint(dst, uint64(len(body)))
		dst = append(dst, body...)
	}
	if !r.ok || len(r.b) != 0 {
		return nil, errCode
	}
	return dst, nil
}
