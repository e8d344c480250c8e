package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// functionsSection is the name of the custom section with the module of packFunctions. assets/boot/functions.js runs the module before the
// program starts.
const functionsSection = "sheafscope.functions"

const (
	bucketSize  = 20                    // bytes of a bucket in the index from PCs to functions; a bucket covers 4096 PCs
	buckets     = 1 << blockBits / 4096 // per function
	leastMemory = 16 << 20              // initial memory of a Go program in bytes
)

// packFunctions clears all tables in the image that follow from the order of the functions: the list of the functions, their entry PCs, and
// the index from PCs to functions. The other fields of the functions are transposed into columns, which compress better: first the columns
// of fixed words, then the columns of offsets of tables of values, and then the columns of offsets of data.
//
// packFunctions returns a WebAssembly module that restores the tables (see [packed.unpacker]). It returns an error if the image does not
// have the layout of a known version of Go.
func packFunctions(m *image) ([]byte, error) {
	t, _ := findTables(m.bytes)
	description, found := t.description(m)
	if !found {
		return nil, errDescription
	}
	list := t.at + int(binary.LittleEndian.Uint64(m.bytes[t.at+headFuncTab:]))
	index := int(binary.LittleEndian.Uint64(description[8*moduleIndex:])) - m.base
	n, at, first := len(t.funcs), 8*len(t.funcs)+4, word(t.funcs[0], 0)
	start := list + (at+7)&^7
	// Each function must follow the one before it in the list, in PCs and in memory, rounded up to eight bytes.
	for i, f := range t.funcs {
		at = (at + 7) &^ 7
		entry := m.bytes[list+8*i:]
		followsInPCs := word(f, 0) == first+uint32(i) && word(entry, 0) == word(f, 0)
		followsInMemory := int(word(entry, 4)) == at
		if !followsInPCs || !followsInMemory {
			return nil, errors.New("shrink: the list of functions has another layout")
		}
		at += funcPC + 4*(int(word(f, funcNPC))+int(f[funcNData]))
	}
	// The index ends at the first bucket that does not point to the function of its PCs.
	count := 0
	for ; count < buckets*n && index >= 0 && index+bucketSize*(count+1) <= len(m.bytes); count++ {
		b := m.bytes[index+bucketSize*count:][:bucketSize]
		if word(b, 0) != uint32(count/buckets) || slices.Max(b[4:]) != 0 {
			break
		}
	}
	if (m.base+list)%4 != 0 || (m.base+index)%4 != 0 {
		return nil, errors.New("shrink: the list of functions is not at a whole word")
	}
	p := packed{list: m.base + list, index: m.base + index, start: m.base + start, count: n, buckets: count, bytes: list + at - start,
		first: int(first)}
	for _, f := range t.funcs {
		p.values, p.data = max(p.values, int(word(f, funcNPC))), max(p.data, int(f[funcNData]))
	}
	if m.base+len(m.bytes)+p.bytes > leastMemory {
		return nil, errors.New("shrink: the program has no room for a copy of the list of functions")
	}
	// Write the columns in place of the functions, and clear the list and the index.
	columns := t.columns()
	clear(m.bytes[start : list+at])
	copy(m.bytes[start:], columns)
	clear(m.bytes[list:][:8*n])
	clear(m.bytes[index:][:bucketSize*count])
	return p.unpacker(), nil
}

// columns returns the fields of all functions, column by column, without the entry PC. A function without the k-th offset has no entry in
// column k.
func (t *tables) columns() (out []byte) {
	for k := 1; k < funcPC/4; k++ {
		for _, f := range t.funcs {
			out = append(out, f[4*k:][:4]...)
		}
	}
	for k, more := 0, true; more; k++ {
		more = false
		for _, f := range t.funcs {
			if k < int(word(f, funcNPC)) {
				out, more = append(out, f[funcPC+4*k:][:4]...), true
			}
		}
	}
	for k, more := 0, true; more; k++ {
		more = false
		for _, f := range t.funcs {
			at, hasData := dataField(f, k)
			if hasData {
				out, more = append(out, f[at:][:4]...), true
			}
		}
	}
	return out
}
