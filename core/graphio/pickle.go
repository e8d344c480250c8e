package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// This file decodes Python pickles: of Planetoid files (protocol 2), of Python objects in .npy files (protocols 2 to 5), and of torch.save.
// A pickle is a program for a stack machine, which may call any function by name.
// This decoder accepts only the opcodes and the names of these files. It builds values and calls no function.

// maxPickleOps limits the number of opcodes that a pickle may run. The largest pickle of the set PubMed has 216 000 opcodes.
const maxPickleOps = 4_000_000

// The values of the stack machine, in addition to nil, bool, int64, float64 and string.
type (
	pyTuple []any
	// pyGlobal is the name of a class or a function in the form "module name".
	pyGlobal string
	pyList   struct{ items []any }
	// pyDict is a dictionary: keys[k] has the value values[k]. A key may occur twice.
	pyDict struct{ keys, values []any }
	// pyMark lies on the stack below the items of a collection.
	pyMark struct{}
	// pyArray is a NumPy array.
	pyArray struct {
		shape []int
		// kind is 'i' or 'f' for numbers of 4 bytes in data, little-endian, and 'O' for objects.
		kind byte
		data string
		// items are the objects of kind O, row-major.
		items []any
	}
	// pyType is a NumPy dtype. kind is the same byte as in pyArray.
	pyType struct{ kind byte }
	// pySparse is a scipy csr_matrix. state has the attributes of the Python object.
	pySparse struct{ state *pyDict }
)

// pyGlobals are the names of classes and functions that every pickle may contain.
var pyGlobals = map[string]bool{
	"scipy.sparse.csr csr_matrix": true, "numpy.core.multiarray _reconstruct": true, "numpy ndarray": true,
	"numpy dtype": true, "collections defaultdict": true, "__builtin__ list": true,
	// NumPy 2 has renamed the module.
	"numpy._core.multiarray _reconstruct": true,
}

// unpickler is the state of the stack machine.
type unpickler struct {
	file string
	// d is the pickle. pos is the index of the next byte in d. The last value of stack is the top.
	d   string
	pos int
	// start is the index of the current opcode, which errors name.
	start int
	stack []any
	// memo holds values for repeated use, by their number.
	memo map[uint32]any
	// lists counts the opcodes EMPTY_LIST and EMPTY_DICT. It is limited because each needs memory and only one byte of the file.
	lists int
	// err is the first error.
	err error
	dialect
}

// dialect is a kind of pickle. Its functions allow names, objects and persistent names in addition to pyGlobals.
// A persistent name stands for a value outside the pickle: torch.save keeps the numbers of a tensor in another entry of the archive.
// A function that is nil allows nothing.
type dialect struct {
	// remedy is the remedy in all errors.
	remedy string
	// names reports whether a name is allowed.
	names func(name string) bool
	// construct returns the object that a call of the class name constructs, nil for an unknown call.
	construct func(name pyGlobal, args pyTuple) any
	// persistent returns the value of a persistent name, nil for an unknown name. Only the dialect of torch.save has this function.
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

// unpickleAs runs a pickle and returns the value on the stack at the opcode STOP.
// Too many opcodes, an opcode that is not allowed or fails, a missing STOP, further values on the stack, and bytes after STOP are errors.
func unpickleAs(f File, allowed dialect) (any, error) {
	u := &unpickler{file: f.Name, d: string(f.Data), memo: map[uint32]any{}, dialect: allowed}
	for ops := 0; ; ops++ {
		u.start = u.pos
		op := u.read(1)
		if u.err == nil && ops == maxPickleOps {
			u.fail("more than %d operations", maxPickleOps)
		}
		if u.err != nil {
			return nil, u.err
		}
		if op == "." { // STOP
			v := u.pop()
			isAtEnd := u.pos == len(u.d) && len(u.stack) == 0
			if u.err == nil && !isAtEnd {
				u.fail("something is left after the end, at byte %d", u.pos)
			}
			return v, u.err
		}
		if !u.execute(op[0]) && u.err == nil {
			u.fail("byte %d is the operation %#02x, which these files do not need", u.start, op[0])
		}
		if u.err != nil {
			return nil, u.err
		}
	}
}

// fail records an error, unless an earlier error is recorded.
func (u *unpickler) fail(format string, args ...any) {
	if u.err == nil {
		u.err = fault(u.file, 0, u.remedy, "the pickle is damaged or of another kind of Python object: %s", fmt.Sprintf(format, args...))
	}
}

// read returns the next n bytes. If n is negative, or the file has fewer bytes, read records an error and returns eight zeros.
func (u *unpickler) read(n int) string {
	if n < 0 || n > len(u.d)-u.pos {
		u.fail("the file ends too early, at byte %d", len(u.d))
		// The callers decode numbers of at most eight bytes from the result.
		return "\x00\x00\x00\x00\x00\x00\x00\x00"
	}
	u.pos += n
	return u.d[u.pos-n : u.pos]
}

// uint32 reads a little-endian number of four bytes.
func (u *unpickler) uint32() uint32 { return binary.LittleEndian.Uint32([]byte(u.read(4))) }

// push appends a value to the stack.
func (u *unpickler) push(v any) { u.stack = append(u.stack, v) }

// pop removes the top of the stack and returns the removed value. An empty stack is an error and returns nil.
func (u *unpickler) pop() any {
	if len(u.stack) == 0 {
		u.fail("an operation at byte %d lacks its operand", u.start)
		return nil
	}
	v := u.stack[len(u.stack)-1]
	u.stack = u.stack[:len(u.stack)-1]
	return v
}

// popMark removes the last mark and the values above the mark, and returns a copy of these values.
// A stack without a mark is an error and returns nil.
func (u *unpickler) popMark() []any {
	for k := len(u.stack) - 1; k >= 0; k-- {
		if _, ok := u.stack[k].(pyMark); ok {
			// The copy is needed: later values overwrite this part of the stack.
			items := append([]any(nil), u.stack[k+1:]...)
			u.stack = u.stack[:k]
			return items
		}
	}
	u.fail("there is no mark for the operation at byte %d", u.start)
	return nil
}

// readLine returns the text before the next newline. A text of 100 bytes or more, or without a newline, is an error and returns "".
func (u *unpickler) readLine() string {
	const maxLine = 100
	for k := u.pos; k < len(u.d) && k < u.pos+maxLine; k++ {
		if u.d[k] == '\n' {
			s := u.d[u.pos:k]
			u.pos = k + 1
			return s
		}
	}
	u.fail("a name at byte %d has no end", u.pos)
	return ""
}

// execute runs an opcode and reports whether the opcode is known. It records an error if the operands are wrong.
// The comment of each case gives the name of the opcode in the module pickletools of Python.
func (u *unpickler) execute(op byte) bool {
	switch op {
	case 0x80: // PROTO
		version := u.read(1)[0]
		isKnown := version >= 2 && version <= 5
		if u.err == nil && !isKnown {
			u.fail("protocol %d, not 2 to 5", version)
		}
	case 0x95: // FRAME: a size for buffered reading
		u.read(8)
	case '(': // MARK
		u.push(pyMark{})
	case 'N': // NONE
		u.push(nil)
	case 0x88, 0x89: // NEWTRUE, NEWFALSE
		u.push(op == 0x88)
	case 'G': // BINFLOAT: big-endian
		u.push(math.Float64frombits(binary.BigEndian.Uint64([]byte(u.read(8)))))
	case 0x8a: // LONG1: the number of bytes, and a little-endian integer
		u.push(u.readLong(int(u.read(1)[0])))
	case 'J': // BININT
		u.push(int64(int32(u.uint32())))
	case 'K': // BININT1
		u.push(int64(u.read(1)[0]))
	case 'M': // BININT2
		s := u.read(2)
		u.push(int64(s[0]) | int64(s[1])<<8)
	case 'T', 'X', 'B': // BINSTRING, BINUNICODE, BINBYTES: read refuses a negative length
		u.push(u.read(int(int32(u.uint32()))))
	case 'U', 0x8c, 'C': // SHORT_BINSTRING, SHORT_BINUNICODE, SHORT_BINBYTES
		u.push(u.read(int(u.read(1)[0])))
	case 'q': // BINPUT
		u.memoize(uint32(u.read(1)[0]))
	case 'r': // LONG_BINPUT
		u.memoize(u.uint32())
	case 0x94: // MEMOIZE: the number of the new entry is the number of entries so far
		u.memoize(uint32(len(u.memo)))
	case 'h': // BINGET
		u.recall(uint32(u.read(1)[0]))
	case 'j': // LONG_BINGET
		u.recall(u.uint32())
	case ')': // EMPTY_TUPLE
		u.push(pyTuple(nil))
	case 't': // TUPLE: the values after the mark
		u.push(pyTuple(u.popMark()))
	case 0x85, 0x86, 0x87: // TUPLE1, TUPLE2, TUPLE3: the opcode 0x84 + n makes a tuple of the last n values
		t := make(pyTuple, op-0x84)
		for k := len(t) - 1; k >= 0; k-- {
			t[k] = u.pop()
		}
		u.push(t)
	case '}', ']': // EMPTY_DICT, EMPTY_LIST
		// The limit allows a list or a dictionary for each node, and a few others.
		const otherLists = 100
		u.lists++
		if u.lists > MaxNodes+otherLists {
			u.fail("more than %d lists and dictionaries", MaxNodes+otherLists)
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

// memoize stores the top of the stack as entry k of the memo. The value stays on the stack.
func (u *unpickler) memoize(k uint32) {
	v := u.pop()
	u.push(v)
	u.memo[k] = v
}

// recall pushes entry k of the memo. An entry that is not set is an error, and nil is pushed.
func (u *unpickler) recall(k uint32) {
	v, ok := u.memo[k]
	if !ok {
		u.fail("entry %d of the memo is not set", k)
	}
	u.push(v)
}

// readLong reads a little-endian integer of size bytes in two's complement. More than 8 bytes are an error and return 0.
func (u *unpickler) readLong(size int) int64 {
	b := u.read(size)
	if size > 8 {
		u.fail("byte %d is an integer of %d bytes", u.start, size)
		return 0
	}
	v, shift := uint64(0), 64-8*size
	for k := size - 1; k >= 0 && u.err == nil; k-- {
		v = v<<8 | uint64(b[k])
	}
	// The two shifts extend the sign.
	return int64(v<<shift) >> shift
}
