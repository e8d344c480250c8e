package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Planetoid files are Python pickles of protocol 2; so are arrays of Python objects in .npy files, with protocols 2 to 5.
// A pickle is a program for a stack machine and may call any function by name.
// This decoder knows the few opcodes and names of these files, and every other one is an error. It builds values and calls nothing.

// maxPickleOps limits the opcodes of a file. The largest pickle of PubMed has 216 000.
const maxPickleOps = 4_000_000

// The values of the machine, beside nil, bool, int64, float64 and string.
type (
	pyTuple  []any
	pyGlobal string
	pyList   struct{ items []any }
	pyDict   struct{ keys, values []any }
	pyMark   struct{}
	// pyArray is a NumPy array. BUILD sets its state.
	pyArray struct {
		shape []int
		// kind is 'i' or 'f' for elements of 4 bytes, little-endian, and 'O' for objects.
		kind byte
		data string
		// items are the objects, row-major.
		items []any
	}
	// pyType is a NumPy dtype.
	pyType struct{ kind byte }
	// pySparse is a scipy csr_matrix.
	pySparse struct{ state *pyDict }
)

// pyGlobals are the names that any pickle may contain.
var pyGlobals = map[string]bool{
	"scipy.sparse.csr csr_matrix": true, "numpy.core.multiarray _reconstruct": true, "numpy ndarray": true,
	"numpy dtype": true, "collections defaultdict": true, "__builtin__ list": true,
	// The name in NumPy 2.
	"numpy._core.multiarray _reconstruct": true,
}

// unpickler is the state of the stack machine.
type unpickler struct {
	file  string
	d     string
	pos   int
	stack []any
	memo  map[uint32]any
	// lists counts lists and dictionaries, which a small file could create without limit.
	lists int
	err   error
	// dialect is the kind of pickle.
	dialect
}

// dialect is a kind of pickle: its additional names, objects and persistent names. Nil functions allow none.
type dialect struct {
	// remedy is the remedy of every error.
	remedy string
	// names reports whether a name is allowed.
	names func(name string) bool
	// construct returns the object made by a call, nil for an unknown one.
	construct func(name pyGlobal, args pyTuple) any
	// persistent returns the value of a persistent name, nil for an unknown one.
	persistent func(any) any
}

// unpickle returns the value of a pickle of a Planetoid file or an .npy file.
func unpickle(f File) (any, error) {
	return unpickleAs(f, dialect{remedy: "fetch the original Planetoid file, a Python 2 pickle of protocol 2; no other pickle is opened, as " +
		"pickles can run programs"})
}

// unpickleTensors returns the value of the pickle in an archive of torch.save.
func unpickleTensors(f File) (any, error) {
	return unpickleAs(f, dialect{weightsRemedy, torchNames, torchConstruct, torchPersistent})
}

// unpickleAs runs a pickle of a dialect and returns the value on the stack at STOP.
func unpickleAs(f File, of dialect) (any, error) {
	u := &unpickler{file: f.Name, d: string(f.Data), memo: map[uint32]any{}, dialect: of}
	for ops := 0; ; ops++ {
		at := u.pos
		op := u.read(1)
		// Opcodes of one byte can double values without end.
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
		if !u.execute(op[0]) && u.err == nil {
			u.fail("byte %d is the operation %#02x, which these files do not need", at, op[0])
		}
		if u.err != nil {
			return nil, u.err
		}
	}
}

// fail records an error, unless one is recorded.
func (u *unpickler) fail(format string, args ...any) {
	if u.err == nil {
		u.err = fault(u.file, 0, u.remedy, "the pickle is damaged or of another kind of Python object: %s", fmt.Sprintf(format, args...))
	}
}

// read returns the next n bytes. At the end of the file it records an error and returns zeros.
func (u *unpickler) read(n int) string {
	if n < 0 || n > len(u.d)-u.pos {
		u.fail("the file ends too early, at byte %d", len(u.d))
		// No operation reads a number of more than eight bytes.
		return "\x00\x00\x00\x00\x00\x00\x00\x00"
	}
	u.pos += n
	return u.d[u.pos-n : u.pos]
}

func (u *unpickler) uint32() uint32 { return binary.LittleEndian.Uint32([]byte(u.read(4))) }

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

// popMark removes the last mark and the values above it, and returns a copy of the values.
func (u *unpickler) popMark() []any {
	for k := len(u.stack) - 1; k >= 0; k-- {
		if _, ok := u.stack[k].(pyMark); ok {
			// The stack is reused after the mark.
			items := append([]any(nil), u.stack[k+1:]...)
			u.stack = u.stack[:k]
			return items
		}
	}
	u.fail("there is no mark for the operation at byte %d", u.pos)
	return nil
}

// readLine returns the text up to the next newline, at most 100 bytes.
func (u *unpickler) readLine() string {
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

// execute runs one opcode. It reports whether the opcode is known.
func (u *unpickler) execute(op byte) bool {
	switch op {
	case 0x80: // PROTO
		if v := u.read(1); u.err == nil && (v[0] < 2 || v[0] > 5) {
			u.fail("protocol %d, not 2 to 5", v[0])
		}
	case 0x95: // FRAME: a size for buffered reading
		u.read(8)
	case '(':
		u.push(pyMark{})
	case 'N':
		u.push(nil)
	case 0x88, 0x89: // NEWTRUE, NEWFALSE
		u.push(op == 0x88)
	case 'G':
		u.push(math.Float64frombits(binary.BigEndian.Uint64([]byte(u.read(8)))))
	case 0x8a: // LONG1: a number of bytes, little-endian
		u.push(u.readLong(int(u.read(1)[0])))
	case 'J':
		u.push(int64(int32(u.uint32())))
	case 'K':
		u.push(int64(u.read(1)[0]))
	case 'M':
		s := u.read(2)
		u.push(int64(s[0]) | int64(s[1])<<8)
	case 'T', 'X', 'B': // BINSTRING, BINUNICODE, BINBYTES
		u.push(u.read(int(int32(u.uint32()))))
	case 'U', 0x8c, 'C':
		u.push(u.read(int(u.read(1)[0])))
	case 'q':
		u.memoize(uint32(u.read(1)[0]))
	case 'r':
		u.memoize(u.uint32())
	case 0x94: // MEMOIZE
		u.memoize(uint32(len(u.memo)))
	case 'h':
		u.recall(uint32(u.read(1)[0]))
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
		return u.executeObject(op)
	}
	return true
}

// memoize stores the top of the stack as entry k of the memo.
func (u *unpickler) memoize(k uint32) {
	v := u.pop()
	u.push(v)
	u.memo[k] = v
}

// recall pushes entry k of the memo.
func (u *unpickler) recall(k uint32) {
	v, ok := u.memo[k]
	if !ok {
		u.fail("entry %d of the memo is not set", k)
	}
	u.push(v)
}

// readLong returns a little-endian integer of size bytes, at most 8.
func (u *unpickler) readLong(size int) int64 {
	b := u.read(size)
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
