package shrink

import (
	"bytes"
	"encoding/binary"
)

// Layout of the tables of functions (runtime/symtab.go and runtime2.go of Go
// 1.20 to 1.26), for a pointer of eight bytes.
const (
	headerMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // magic, padding, instruction size, pointer size
	headerSize  = 72
	// offsets in the header, of eight bytes each
	headFuncs, headPCTab, headFuncTab = 8, 56, 64
	// offsets in a function, of four bytes each
	funcSP, funcFile, funcLine, funcNPC, funcUnit, funcStart, funcPC = 16, 20, 24, 28, 32, 36, 44
)

// dropLines clears the tables that lead from an instruction to its file and
// line, in every function: offset 0 says that there is none, and a stack trace
// then shows "?" for it. It reports false, and changes nothing, when it does
// not find tables of the layout that it knows.
func dropLines(m *image) bool {
	t, ok := findTables(m.bytes)
	if !ok {
		return false
	}
	// Tables are shared between functions and purposes: what anything else needs stays.
	const needed, unneeded = 1, 2
	state := make([]byte, len(t.values))
	mark := func(offset uint32, as byte) bool {
		if offset == 0 {
			return true
		}
		end, ok := t.end(offset)
		for k := int(offset); ok && k < end; k++ {
			if state[k] != needed {
				state[k] = as
			}
		}
		return ok
	}
	for _, f := range t.funcs {
		ok := mark(word(f, funcFile), unneeded) && mark(word(f, funcLine), unneeded)
		for k := range word(f, funcNPC) {
			ok = ok && mark(word(f, funcPC+4*int(k)), needed)
		}
		if !ok || !mark(word(f, funcSP), needed) {
			return false
		}
	}
	for k, s := range state {
		if s == unneeded {
			t.values[k] = 0
		}
	}
	for _, f := range t.funcs {
		for _, field := range []int{funcFile, funcLine, funcUnit, funcStart} {
			binary.LittleEndian.PutUint32(f[field:], 0)
		}
	}
	return true
}

// tables are the tables of functions inside an image.
type tables struct {
	funcs  [][]byte // one per function: its fixed fields and the offsets that follow
	values []byte   // the tables from instructions to values
}

func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// findTables finds the tables by their header and checks that everything in
// them lies where it must.
func findTables(mem []byte) (t tables, ok bool) {
	for from := 0; ; {
		k := bytes.Index(mem[from:], []byte(headerMagic))
		if k < 0 {
			return tables{}, false
		}
		if t, ok := readTables(mem[from+k:]); ok {
			return t, true
		}
		from += k + 1
	}
}

func readTables(b []byte) (t tables, ok bool) {
	if len(b) < headerSize {
		return t, false
	}
	field := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
	count, values, funcs := field(headFuncs), field(headPCTab), field(headFuncTab)
	if count == 0 || values < headerSize || values >= funcs || funcs >= uint64(len(b)) || count > (uint64(len(b))-funcs)/8 {
		return t, false
	}
	t.values, b = b[values:funcs], b[funcs:]
	for i := range int(count) {
		at := uint64(word(b, 8*i+4))
		if at+funcPC > uint64(len(b)) {
			return t, false
		}
		f := b[at:]
		more := uint64(word(f, funcNPC))
		if more > uint64(len(f)-funcPC)/4 {
			return t, false
		}
		t.funcs = append(t.funcs, f)
	}
	return t, true
}

// end is where the table that begins at an offset ends: pairs of varints, the
// first of which is 0 only at the beginning and at the end.
func (t *tables) end(offset uint32) (int, bool) {
	at := int(offset)
	for first := true; at < len(t.values); first = false {
		if !first && t.values[at] == 0 {
			return at + 1, true
		}
		for range 2 {
			for at < len(t.values) && t.values[at]&0x80 != 0 {
				at++
			}
			at++
		}
	}
	return 0, false
}
