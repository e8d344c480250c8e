package shrink

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Opcodes of WebAssembly (section 5.4 of its specification).
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

// instr is an instruction with its immediates.
type instr struct {
	op     uint16
	a      int64    // index, depth, integer constant, type of a block, or alignment of an access
	b      uint64   // offset of an access, second index, or bits of a floating-point constant
	labels []uint32 // depths of a br_table, the default last
}

// decode appends the instructions of code, a function's body without its locals, to dst. It returns an error for instructions that Go's
// compiler does not generate. A case of the switch has the opcodes with the same immediates.
func decode(dst []instr, code []byte) ([]instr, error) {
	r := reader{code, true}
	// After a read beyond the end, r.b is empty and the loop ends.
	for len(r.b) > 0 {
		op := uint16(r.byte())
		in := instr{op: op}
		switch {
		case op >= opBlock && op <= opIf:
			in.a = int64(r.byte())
			if in.a != emptyBlock && in.a < 0x7c {
				return nil, errCode // the index of a type
			}
		case op == opBr || op == opBrIf || op == opCall || op >= opGet && op <= opGlobalSet:
			in.a = int64(r.unsigned())
		case op == opBrTable:
			n := r.unsigned()
			if n > uint64(len(r.b)) {
				return nil, errCode
			}
			in.labels = make([]uint32, n+1)
			for k := range in.labels {
				in.labels[k] = uint32(r.unsigned())
			}
		case op == opIndirect || op >= opLoad32 && op <= opStoreEnd:
			in.a, in.b = int64(r.unsigned()), r.unsigned()
		case op == opMemSize || op == opMemGrow:
			r.byte()
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
				r.next(2)
			case in.op == opMemFill:
				r.byte()
			case in.op > opPrefix<<8|7:
				return nil, errCode
			}
		case op > opStoreEnd && op <= 0xc4, op == 0, op == opNop, op == opElse, op == opEnd, op == opReturn, op == opDrop, op == opSelect:
		default:
			return nil, errCode
		}
		dst = append(dst, in)
	}
	if !r.ok || len(dst) == 0 || dst[len(dst)-1].op != opEnd {
		return nil, errCode
	}
	return dst, nil
}

// encode appends the bytes of instructions to dst. It is the inverse of decode.
func encode(dst []byte, code []instr) []byte {
	for _, in := range code {
		if in.op > 0xff {
			dst = append(dst, opPrefix, byte(in.op))
		} else {
			dst = append(dst, byte(in.op))
		}
		// The immediates.
		op := in.op
		switch {
		case op >= opBlock && op <= opIf:
			dst = append(dst, byte(in.a))
		case op == opBr || op == opBrIf || op == opCall || op >= opGet && op <= opGlobalSet:
			dst = binary.AppendUvarint(dst, uint64(in.a))
		case op == opBrTable:
			dst = binary.AppendUvarint(dst, uint64(len(in.labels)-1))
			for _, l := range in.labels {
				dst = binary.AppendUvarint(dst, uint64(l))
			}
		case op == opIndirect || op >= opLoad32 && op <= opStoreEnd:
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

// reader reads numbers from a slice. After the end of the slice its methods return zeros.
type reader struct {
	b  []byte // bytes that are not read yet
	ok bool   // false after a read beyond the end, and after a damaged number
}

// next returns the next n bytes. If fewer than n bytes are left, it returns n zeros.
func (r *reader) next(n int) []byte {
	if n > len(r.b) {
		r.b, r.ok = nil, false
		return make([]byte, n)
	}
	bytes := r.b[:n]
	r.b = r.b[n:]
	return bytes
}

// byte reads one byte.
func (r *reader) byte() byte { return r.next(1)[0] }

// unsigned reads an unsigned LEB128 number.
func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.b, r.ok = nil, false
		return 0
	}
	r.b = r.b[n:]
	return v
}

// signed reads a signed LEB128 number of at most 64 bits.
func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 64; shift += 7 {
		c := r.byte()
		v |= int64(c&0x7f) << shift
		isLast := c&0x80 == 0
		if isLast {
			isNegative := c&0x40 != 0
			if isNegative && shift < 57 { // a number of fewer than 64 bits: extend its sign
				v -= 1 << (shift + 7)
			}
			return v
		}
	}
	r.ok = false
	return 0
}

// rewrite has the inputs and the output of appendCode, except the code.
type rewrite struct {
	Options
	dead      []int              // indices in the code section of the functions that are never called, ascending
	ends      map[int64]noReturn // functions that never return, by index in calls
	goCalled  []bool             // by function: whether it has the signature of Go functions
	places    []placeTables      // tables of each function, nil if places are not renumbered
	constants map[uint32]bool    // output of appendCode: integer constants in the functions that are not dead
}

// appendCode rewrites every function of a code section and appends the new body of the section. Dead functions become traps. The parts have
// a fixed order: straighten and renumber expect the code of Go's compiler; removeBlocks and peephole simplify the output of the other
// parts.
func appendCode(dst, section []byte, w *rewrite) ([]byte, error) {
	r := reader{section, true}
	count := r.unsigned()
	dst = binary.AppendUvarint(dst, count)
	var code, out []instr
	var body []byte
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
			// The number in the calls of the function must be its own. A mistake in the numbering would replace functions that are called.
			number := functionNumber(code)
			if number != 0 && number != int64(firstFunc+k) {
				return nil, fmt.Errorf("shrink: function %d calls as number %d", k, number-firstFunc)
			}
			dst = append(append(dst, byte(len(trap))), trap...)
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
			w.places[k].renumber(code, firstFunc+k, w.ends)
		}
		if w.has("uniform") {
			list, code = uniformCalls(list, code, w.ends)
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
		dst = append(binary.AppendUvarint(dst, uint64(len(body))), body...)
	}
	if !r.ok || len(r.b) != 0 {
		return nil, errCode
	}
	return dst, nil
}
