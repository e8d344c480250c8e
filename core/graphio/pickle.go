package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// The Planetoid files are Python pickles, protocol 2, and so is an array of Python objects in an .npy file, protocol 2 to 5. A pickle is a
// program for a stack machine which may call any function it names. This decoder knows the few opcodes and names that these files need
// and treats every other one as an error. It builds values and calls nothing.

// maxPickleOps limits the opcodes of a file: PubMed's largest takes 216 000.
const maxPickleOps = 4_000_000

// The values of the machine, besides nil, bool, int64, float64 and string.
type (
	pyTuple  []any
	pyGlobal string
	pyList   struct{ items []any }
	pyDict   struct{ keys, values []any }
	pyMark   struct{}
	// pyArray is a NumPy array before and after BUILD gives it its state.
	pyArray struct {
		shape []int
		kind  byte // 'i' or 'f', 4 bytes each, little-endian; 'O' for objects
		data  string
		items []any // the objects, the last index running fastest
	}
	// pyType is a NumPy dtype.
	pyType struct{ kind byte }
	// pySparse is a scipy csr_matrix.
	pySparse struct{ state *pyDict }
)

// pyGlobals are the names a file may mention.
var pyGlobals = map[string]bool{
	"scipy.sparse.csr csr_matrix": true, "numpy.core.multiarray _reconstruct": true, "numpy ndarray": true,
	"numpy dtype": true, "collections defaultdict": true, "__builtin__ list": true,
	"numpy._core.multiarray _reconstruct": true, // of NumPy 2
}

// unpickler is the state of the machine.
type unpickler struct {
	file  string
	d     string
	pos   int
	stack []any
	memo  map[uint32]any
	// lists counts the lists and dictionaries made.
	lists int
	err   error
	// of what kind the pickle is.
	dialect
}

// dialect is what a kind of pickle has beside the values of Python: the names that it may mention, how an object is made of a name and
// arguments (nil: not at all), and what a persistent name stands for.
type dialect struct {
	remedy     string
	names      func(name string) bool
	construct  func(name pyGlobal, args pyTuple) any
	persistent func(any) any
}

// unpickle runs the pickle of f and returns its value.
func unpickle(f File) (any, error) {
	return unpickleAs(f, dialect{remedy: "fetch the original Planetoid file, a Python 2 pickle of protocol 2; no other pickle is opened, as " +
		"pickles can run programs"})
}

// unpickleTensors runs the pickle in an archive of torch.save.
func unpickleTensors(f File) (any, error) {
	return unpickleAs(f, dialect{weightsRemedy, torchNames, torchConstruct, torchPersistent})
}

func unpickleAs(f File, of dialect) (any, error) {
	u := &unpickler{file: f.Name, d: string(f.Data), memo: map[uint32]any{}, dialect: of}
	for ops := 0; ; ops++ {
		at := u.pos
		op := u.take(1)
		if u.err == nil && ops == maxPickleOps {
			u.fail("more than %d operations", maxPickleOps)
		}
		if u.err != nil {
			return nil, u.err
		}
		if op == "." {
			v := u.pop()
			if u.err == nil && (u.pos != len(u.d) || len(u.stack) != 0) {
				u.fail("something is left after the end, at byte %d", u.pos)
			}
			return v, u.err
		}
		if !u.step(op[0]) && u.err == nil {
			u.fail("byte %d is the operation %#02x, which these files do not need", at, op[0])
		}
		if u.err != nil {
			return nil, u.err
		}
	}
}

func (u *unpickler) fail(format string, args ...any) {
	if u.err == nil {
		u.err = fault(u.file, 0, u.remedy, "the pickle is damaged or of another kind of Python object: %s", fmt.Sprintf(format, args...))
	}
}

// take returns the next n bytes, or, with an error set, some that are zero.
func (u *unpickler) take(n int) string {
	if n < 0 || n > len(u.d)-u.pos {
		u.fail("the file ends too early, at byte %d", len(u.d))
		return "\x00\x00\x00\x00\x00\x00\x00\x00" // as much as an operation reads at once
	}
	u.pos += n
	return u.d[u.pos-n : u.pos]
}

func (u *unpickler) uint32() uint32 { return binary.LittleEndian.Uint32([]byte(u.take(4))) }

func (u *unpickler) push(v any) { u.stack = append(u.stack, v) }

func (u *unpickler) pop() any {
	if len(u.stack) == 0 {
		u.fail("an operation at byte %d lacks its operand", u.pos)
		return nil
	}
	v := u.stack[len(u.stack)-1]
	u.stack = u.stack[:len(u.stack)-1]
	return v
}

// popMark returns a copy of the values above the last mark and removes both.
func (u *unpickler) popMark() []any {
	for k := len(u.stack) - 1; k >= 0; k-- {
		if _, ok := u.stack[k].(pyMark); ok {
			items := append([]any(nil), u.stack[k+1:]...)
			u.stack = u.stack[:k]
			return items
		}
	}
	u.fail("there is no mark for the operation at byte %d", u.pos)
	return nil
}

// line returns the text up to the next newline.
func (u *unpickler) line() string {
	for k := u.pos; k < len(u.d) && k < u.pos+100; k++ {
		if u.d[k] == '\n' {
			s := u.d[u.pos:k]
			u.pos = k + 1
			return s
		}
	}
	u.fail("a name at byte %d has no end", u.pos)
	return ""
}

// step carries out one opcode; false means that it is not in the list.
func (u *unpickler) step(op byte) bool {
	switch op {
	case 0x80: // PROTO
		if v := u.take(1); u.err == nil && (v[0] < 2 || v[0] > 5) {
			u.fail("protocol %d, not 2 to 5", v[0])
		}
	case 0x95: // FRAME: how much to read at once
		u.take(8)
	case '(':
		u.push(pyMark{})
	case 'N':
		u.push(nil)
	case 0x88, 0x89: // NEWTRUE, NEWFALSE
		u.push(op == 0x88)
	case 'G':
		u.push(math.Float64frombits(binary.BigEndian.Uint64([]byte(u.take(8)))))
	case 0x8a: // LONG1: so many bytes, the least first
		u.push(u.long(int(u.take(1)[0])))
	case 'J':
		u.push(int64(int32(u.uint32())))
	case 'K':
		u.push(int64(u.take(1)[0]))
	case 'M':
		s := u.take(2)
		u.push(int64(s[0]) | int64(s[1])<<8)
	case 'T', 'X', 'B': // a long text, in Python 2 of bytes; one of UTF-8; bytes
		u.push(u.take(int(int32(u.uint32()))))
	case 'U', 0x8c, 'C':
		u.push(u.take(int(u.take(1)[0])))
	case 'q':
		u.remember(uint32(u.take(1)[0]))
	case 'r':
		u.remember(u.uint32())
	case 0x94: // MEMOIZE
		u.remember(uint32(len(u.memo)))
	case 'h':
		u.recall(uint32(u.take(1)[0]))
	case 'j':
		u.recall(u.uint32())
	case ')':
		u.push(pyTuple(nil))
	case 't':
		u.push(pyTuple(u.popMark()))
	case 0x85, 0x86, 0x87: // TUPLE1, TUPLE2, TUPLE3
		t := make(pyTuple, op-0x84)
		for k := len(t) - 1; k >= 0; k-- {
			t[k] = u.pop()
		}
		u.push(t)
	case '}', ']':
		if u.lists++; u.lists > MaxNodes+100 {
			u.fail("more than %d lists", MaxNodes)
		}
		if op == '}' {
			u.push(&pyDict{})
		} else {
			u.push(&pyList{})
		}
	default:
		return u.stepObject(op)
	}
	return true
}

func (u *unpickler) remember(k uint32) {
	v := u.pop()
	u.push(v)
	u.memo[k] = v
}

func (u *unpickler) recall(k uint32) {
	v, ok := u.memo[k]
	if !ok {
		u.fail("entry %d of the memo is not set", k)
	}
	u.push(v)
}

// long returns an integer of so many bytes.
func (u *unpickler) long(size int) int64 {
	b := u.take(size)
	if size > 8 {
		u.fail("byte %d is an integer of %d bytes", u.pos, size)
		return 0
	}
	v, shift := uint64(0), 64-8*size
	for k := size - 1; k >= 0 && u.err == nil; k-- {
		v = v<<8 | uint64(b[k])
	}
	return int64(v<<shift) >> shift
}
