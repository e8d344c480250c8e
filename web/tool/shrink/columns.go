package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// ColumnsSection is the name of the custom section that packColumns writes and
// assets/boot/go.js puts back before the program runs.
const ColumnsSection = "sheafscope.functions"

const (
	fixedWords = funcPC / 4 // of a function, before the offsets of its tables
	dataColumn = 32         // the column of its first data: more tables of values there are never
	bucketSize = 20         // of the index from addresses to functions: one for 4096 addresses
	buckets    = 1 << blockBits / 4096
)

// packColumns takes the list of functions and the index from addresses to
// functions out of the image and returns them as columns: the first words of
// all functions, then their second words, and so on, which takes half of what
// the list takes after compression. It is an error when the two are
// not laid out as it knows.
//
// The columns begin with the addresses of both, the number of functions and
// that of the buckets of the index. All numbers are varints; see column.
func packColumns(m *image) ([]byte, error) {
	t, _ := findTables(m.bytes)
	description, found := t.description(m)
	if !found {
		return nil, errDescription
	}
	list := t.at + int(binary.LittleEndian.Uint64(m.bytes[t.at+headFuncTab:]))
	index := int(binary.LittleEndian.Uint64(description[8*moduleIndex:])) - m.base
	n, at := len(t.funcs), 8*len(t.funcs)+4
	columns := map[int][]uint32{}
	var keys []int
	put := func(k int, v uint32) {
		if columns[k] == nil {
			keys = append(keys, k)
		}
		columns[k] = append(columns[k], v)
	}
	for i, f := range t.funcs {
		at = (at + 7) &^ 7
		entry := m.bytes[list+8*i:]
		values, data := int(word(f, funcNPC)), int(f[funcNData])
		if word(entry, 0) != word(f, 0) || int(word(entry, 4)) != at || values > dataColumn-fixedWords {
			return nil, errors.New("shrink: the list of functions has another layout")
		}
		for k := range fixedWords + values {
			put(k, word(f, 4*k))
		}
		for k := range data {
			put(dataColumn+k, word(f, funcPC+4*(values+k))+1) // none becomes 0
		}
		at += funcPC + 4*(values+data)
	}
	count := 0
	for ; count < buckets*n && index >= 0 && index+bucketSize*(count+1) <= len(m.bytes); count++ {
		b := m.bytes[index+bucketSize*count:][:bucketSize]
		if word(b, 0) != uint32(count/buckets) || slices.Max(b[4:]) != 0 {
			break
		}
	}
	var out []byte
	for _, v := range []int{m.base + list, m.base + index, n, count} {
		out = binary.AppendUvarint(out, uint64(v))
	}
	slices.SortFunc(keys, columnOrder)
	for _, k := range keys {
		out = column(out, columns[k])
	}
	for i, f := range t.funcs {
		clear(m.bytes[list+8*i:][:8])
		clear(f[:funcPC+4*(int(word(f, funcNPC))+int(f[funcNData]))])
	}
	clear(m.bytes[index:][:bucketSize*count])
	return out, nil
}

// columnOrder puts first the lengths of the other columns.
func columnOrder(a, b int) int {
	rank := func(k int) int {
		if k == funcNPC/4 || k == funcNData/4 {
			return k - dataColumn
		}
		return k
	}
	return rank(a) - rank(b)
}

// column appends numbers. Those that occur more than once have places, the commonest the first, counted from 1.
// Each number is written as its place, 0 without one, and where it comes for the first time the
// difference to the number that did so before it follows, in zigzag.
func column(dst []byte, values []uint32) []byte {
	times := map[uint32]int{}
	for _, v := range values {
		times[v]++
	}
	common := slices.DeleteFunc(slices.Compact(slices.Clone(values)), func(v uint32) bool { return times[v] == 1 })
	slices.SortStableFunc(common, func(a, b uint32) int { return times[b] - times[a] })
	place := map[uint32]int{}
	for _, v := range common {
		if place[v] == 0 {
			place[v] = len(place) + 1
		}
	}
	last, came := int64(0), map[uint32]bool{}
	for _, v := range values {
		dst = binary.AppendUvarint(dst, uint64(place[v]))
		if !came[v] {
			dst = binary.AppendVarint(dst, int64(v)-last)
			last, came[v] = int64(v), true
		}
	}
	return dst
}
