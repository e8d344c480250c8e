package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// functionsSection is the name of the custom section that packFunctions writes; assets/boot/functions.js puts back what it
// stands for before the program runs.
const functionsSection = "sheafscope.functions"

const (
	bucketSize = 20 // of the index from addresses to functions: one for 4096 addresses
	buckets    = 1 << blockBits / 4096
)

// packFunctions takes out of the image what follows from the order of the functions: the list of their entries and places, each
// entry, and the index from addresses to functions. It returns what is needed to write them again, five words: the
// addresses of list and index in words, the numbers of functions and of buckets of the index, and the first entry. What differs
// from function to function stays in the memory: putting it back costs each start more than it costs the network.
// It is an error when they are not laid out as it knows.
func packFunctions(m *image) ([]byte, error) {
	t, _ := findTables(m.bytes)
	description, found := t.description(m)
	if !found {
		return nil, errDescription
	}
	list := t.at + int(binary.LittleEndian.Uint64(m.bytes[t.at+headFuncTab:]))
	index := int(binary.LittleEndian.Uint64(description[8*moduleIndex:])) - m.base
	n, at, first := len(t.funcs), 8*len(t.funcs)+4, word(t.funcs[0], 0)
	for i, f := range t.funcs {
		at = (at + 7) &^ 7
		entry := m.bytes[list+8*i:]
		if word(f, 0) != first+uint32(i) || word(entry, 0) != word(f, 0) || int(word(entry, 4)) != at {
			return nil, errors.New("shrink: the list of functions has another layout")
		}
		at += funcPC + 4*(int(word(f, funcNPC))+int(f[funcNData]))
	}
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
	var out []byte
	for _, v := range []uint32{uint32(m.base+list) / 4, uint32(m.base+index) / 4, uint32(n), uint32(count), first} {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	for _, f := range t.funcs {
		clear(f[:4])
	}
	clear(m.bytes[list:][:8*n])
	clear(m.bytes[index:][:bucketSize*count])
	return out, nil
}
