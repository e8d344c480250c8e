// This file has the part "functions" of the rewriting: it clears tables that follow from the order of the functions. A small module
// restores the tables in the browser.

package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// functionsSection is the name of the custom section with the module of packFunctions. assets/boot/functions.js runs the module before the
// program starts.
const functionsSection = "sheafscope.functions"

// Sizes of the runtime's index from PCs to functions.
const (
	// size in bytes of a bucket, the entry of the index for 4096 PCs: the position of their function in the list (from 0), and 16 zero bytes
	bucketSize = 20
	buckets    = 1 << blockBits / 4096 // number of buckets of each function
)

// packFunctions clears the tables in the image that follow from the order of the functions: the list of the functions, their entry PCs, and
// the index from PCs to functions. The other fields of the functions become columns (see columns), which compress better. packFunctions
// returns a WebAssembly module that restores the tables (see [packed.unpacker]). It returns an error for an unknown layout, or if a copy of
// the columns does not fit into the memory behind the image. After an error the image is unchanged.
func packFunctions(m *image) ([]byte, error) {
	t, _ := findTables(m.bytes) // without tables, the next line finds no description
	description, found := t.description(m)
	if !found {
		return nil, errDescription
	}
	// Offsets of the list and of the index in the image.
	list := t.at + int(binary.LittleEndian.Uint64(m.bytes[t.at+headFuncTab:]))
	index := int(binary.LittleEndian.Uint64(description[8*moduleIndex:])) - m.base
	n, first := len(t.funcs), word(t.funcs[0], funcEntry)
	roundUp := func(offset int) int { return (offset + 7) &^ 7 } // to a multiple of 8
	// end is the end of the checked part, relative to the beginning of the list: first the end of the list itself, which has 8 bytes per
	// function and 4 bytes at its end, and then the end of the fields of a function.
	end := 8*n + 4
	start := list + roundUp(end) // offset in the image of the fields of the first function
	// The unpacker computes numbers and offsets. Therefore the functions must have consecutive numbers, and their fields must follow each
	// other in memory, each at a multiple of eight bytes.
	for i, f := range t.funcs {
		at := roundUp(end)
		entry := m.bytes[list+8*i:] // the number of the function, and the offset of its fields
		// Both the fields and the list have the number of the function.
		isConsecutive := word(f, funcEntry) == first+uint32(i) && word(entry, 0) == word(f, funcEntry)
		if !isConsecutive || int(word(entry, 4)) != at {
			return nil, errors.New("shrink: the list of functions has another layout")
		}
		end = at + funcPC + 4*(int(word(f, funcNPC))+int(f[funcNData])) // fixed fields, and 4 bytes for each variable offset
	}
	// count is the number of buckets before the first bucket that does not point to the function of its PCs. The index ends before this
	// bucket, or at the end of the image.
	count := 0
	for ; count < buckets*n; count++ {
		at := index + bucketSize*count
		isInImage := index >= 0 && at+bucketSize <= len(m.bytes)
		if !isInImage {
			break
		}
		bucket := m.bytes[at:][:bucketSize]
		if word(bucket, 0) != uint32(count/buckets) || slices.Max(bucket[4:]) != 0 {
			break
		}
	}
	if (m.base+list)%4 != 0 || (m.base+index)%4 != 0 { // the unpacker declares aligned accesses
		return nil, errors.New("shrink: the list of functions is not at a whole word")
	}
	p := packed{list: m.base + list, index: m.base + index, start: m.base + start, count: n, buckets: count, bytes: list + end - start,
		first: int(first)}
	for _, f := range t.funcs { // the largest numbers of offsets of a function
		p.values, p.data = max(p.values, int(word(f, funcNPC))), max(p.data, int(f[funcNData]))
	}
	if m.base+len(m.bytes)+p.bytes > m.memory {
		return nil, errors.New("shrink: the program has no room for a copy of the list of functions")
	}
	// Write the columns in place of the functions, and clear the list and the index. The 4 bytes at the end of the list stay.
	columns := t.columns()
	clear(m.bytes[start : list+end])
	copy(m.bytes[start:], columns)
	clear(m.bytes[list:][:8*n])
	clear(m.bytes[index:][:bucketSize*count])
	return p.unpacker(), nil
}

// columns returns the fields of all functions without the entry PC, as columns of fixed words, then of offsets of tables of values, then of
// offsets of data. A function with k offsets of a kind or fewer has no entry in column k of this kind, counted from 0.
func (t *tables) columns() (out []byte) {
	// The fixed words. Word 0 is the entry PC.
	for k := 1; k < funcPC/4; k++ {
		for _, f := range t.funcs {
			out = append(out, f[4*k:][:4]...)
		}
	}
	// The offsets of tables of values. The loop ends at the first column without an entry.
	for k, hasEntry := 0, true; hasEntry; k++ {
		hasEntry = false
		for _, f := range t.funcs {
			if k < int(word(f, funcNPC)) {
				out = append(out, f[funcPC+4*k:][:4]...)
				hasEntry = true
			}
		}
	}
	// The offsets of data. This loop also ends at the first column without an entry.
	for k, hasEntry := 0, true; hasEntry; k++ {
		hasEntry = false
		for _, f := range t.funcs {
			at, hasData := dataField(f, k)
			if hasData {
				out = append(out, f[at:][:4]...)
				hasEntry = true
			}
		}
	}
	return out
}
