package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"strings"
)

// Layout of the tables of functions (runtime/symtab.go and runtime2.go of Go
// 1.20 to 1.27), for a pointer of eight bytes.
const (
	headerMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // magic, padding, instruction size, pointer size
	headerSize  = 72
	// offsets in the header, of eight bytes each
	headFuncs, headNames, headFiles, headPCTab, headFuncTab = 8, 32, 40, 56, 64
	// offsets in a function, of four bytes each
	funcSP, funcFile, funcLine, funcNPC, funcUnit, funcStart, funcPC = 16, 20, 24, 28, 32, 36, 44
	funcNData                                                        = 43 // one byte
	// numbers of the tables that nothing needs: where a thread may be stopped,
	// which WebAssembly cannot, and for stack traces alone the calls that were
	// put in place of a call, and the arguments with what is live of them
	pcUnsafe, pcInline, pcArgLive               = 0, 2, 3
	dataInline, dataArgInfo, dataArgLive        = 3, 5, 6
	inlineSize                                  = 16 // of a call in dataInline
	argInfoEnd                                  = 0xff
	none                                 uint32 = 1<<32 - 1
)

var errDescription = errors.New("shrink: the runtime's description of the program is not where it was")

// dropLines clears, in every function, the tables that lead from an instruction
// to its file, its line and the calls inlined there, and those that tell what a
// stack trace shows of arguments: offset 0 or none says that there is no
// table. A trace then has "?" for a file, and the name of the function around
// an inlined one. Nothing else reads them: recover does, but a function that
// calls it is never inlined. It reports false, and changes nothing, when it
// does not find tables of the layout that it knows.
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
			as := byte(needed)
			if k == pcUnsafe || k == pcInline || k == pcArgLive {
				as = unneeded
			}
			ok = ok && mark(word(f, funcPC+4*int(k)), as)
		}
		if !ok || !mark(word(f, funcSP), needed) {
			return false
		}
	}
	t.dropData(m)
	t.shortNames()
	clear(t.files)
	for k, s := range state {
		if s == unneeded {
			t.values[k] = 0
		}
	}
	for _, f := range t.funcs {
		for _, field := range []int{funcFile, funcLine, funcUnit, funcStart} {
			binary.LittleEndian.PutUint32(f[field:], 0)
		}
		for _, k := range []int{pcUnsafe, pcInline, pcArgLive} {
			if uint32(k) < word(f, funcNPC) {
				binary.LittleEndian.PutUint32(f[funcPC+4*k:], 0)
			}
		}
		for _, k := range []int{dataInline, dataArgInfo, dataArgLive} {
			if at, ok := dataField(f, k); ok {
				binary.LittleEndian.PutUint32(f[at:], none)
			}
		}
	}
	return true
}

// shortNames writes the names of the functions, in their order and without types
// in brackets, which stack traces write as [...]; the others were those of inlined
// calls. What traces do not show of package runtime is called "runtime.", which
// is as much of these names as the runtime looks at.
func (t *tables) shortNames() {
	names := []byte(firstNames)
	for _, f := range t.funcs {
		name := t.name(f)
		last := name[strings.LastIndexByte(name, '.')+1:]
		if strings.HasPrefix(name, inside) && name != "runtime.gopanic" && (last == "" || last[0] < 'A' || last[0] > 'Z') {
			binary.LittleEndian.PutUint32(f[4:], 1)
			continue
		}
		if open, end := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); open >= 0 && end > open {
			name = name[:open] + "[...]" + name[end+1:]
		}
		binary.LittleEndian.PutUint32(f[4:], uint32(len(names)))
		names = append(append(names, name...), 0)
	}
	clear(t.names[copy(t.names, names):])
}

const (
	inside     = "runtime."
	firstNames = "\x00" + inside + "\x00" // offset 0 is no name
)

// namesSection is the name of the custom section that gives assets/boot/go.js the names
// that were taken out: their address, their length and their sum (FNV-1a), then the address of the
// list of functions and its length, of four bytes each.
const namesSection = "sheafscope.names"

// takeNames takes the names of the functions out of the image, but for those that the runtime looks at, and where
// in the names each function has its own, which follows from their order.
func takeNames(m *image) (place, names []byte) {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil, nil
	}
	from := len(firstNames)
	list := t.names[from:]
	names = bytes.TrimRight(list, "\x00")
	names = slices.Clone(list[:min(len(names)+1, len(list))])
	clear(list)
	sum := fnv.New32a()
	sum.Write(names)
	for _, f := range t.funcs {
		if word(f, 4) >= uint32(from) {
			binary.LittleEndian.PutUint32(f[4:], 0)
		}
	}
	address := func(field int) uint32 {
		return uint32(m.base + t.at + int(binary.LittleEndian.Uint64(m.bytes[t.at+field:])))
	}
	for _, v := range []uint32{address(headNames) + uint32(from), uint32(len(names)), sum.Sum32(), address(headFuncTab),
		uint32(len(t.funcs))} {
		place = binary.LittleEndian.AppendUint32(place, v)
	}
	return place, names
}

// dataField is where in a function the offset of its data of kind k is.
func dataField(f []byte, k int) (at int, ok bool) {
	return funcPC + 4*int(word(f, funcNPC)) + 4*k, k < int(f[funcNData])
}

// dropData clears what dataInline and dataArgInfo point at, where no other
// kind of data points at the same: equal data is shared.
func (t *tables) dropData(m *image) {
	data, ok := t.data(m)
	if !ok {
		return
	}
	kept := map[uint32]bool{}
	for _, f := range t.funcs {
		for k := range int(f[funcNData]) {
			if at, _ := dataField(f, k); k != dataInline && k != dataArgInfo {
				kept[word(f, at)] = true
			}
		}
	}
	drop := func(offset uint32, size int) {
		if offset != none && !kept[offset] && int(offset)+size <= len(data) {
			clear(data[offset : int(offset)+size])
		}
	}
	type piece struct {
		offset uint32
		size   int
	}
	var pieces []piece // sizes first: clearing must not change what they are read from
	for _, f := range t.funcs {
		if at, ok := dataField(f, dataInline); ok && pcInline < word(f, funcNPC) {
			calls := t.highest(word(f, funcPC+4*pcInline)) + 1
			pieces = append(pieces, piece{word(f, at), inlineSize * calls})
		}
		if at, ok := dataField(f, dataArgInfo); ok {
			if offset := word(f, at); offset != none && int(offset) < len(data) {
				pieces = append(pieces, piece{offset, 1 + bytes.IndexByte(data[offset:], argInfoEnd)})
			}
		}
	}
	for _, p := range pieces {
		drop(p.offset, p.size)
	}
}

// description is the image from the runtime's description of the program on,
// which begins with the addresses of the header and of the first table behind it.
func (t *tables) description(m *image) ([]byte, bool) {
	if t.funcs == nil {
		return nil, false
	}
	header := uint64(m.base + t.at)
	names := header + binary.LittleEndian.Uint64(m.bytes[t.at+headNames:])
	key := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, header), names)
	k := bytes.Index(m.bytes, key)
	if k < 0 || k+descriptionSize > len(m.bytes) {
		return nil, false
	}
	return m.bytes[k:], true
}

// data is the image from the functions' data on.
func (t *tables) data(m *image) ([]byte, bool) {
	d, ok := t.description(m)
	if !ok {
		return nil, false
	}
	from := binary.LittleEndian.Uint64(d[8*m.funcData:]) - uint64(m.base)
	if from >= uint64(len(m.bytes)) {
		return nil, false
	}
	return m.bytes[from:], true
}

// highest is the largest value in a table, -1 without one.
func (t *tables) highest(offset uint32) int {
	most := -1
	for _, c := range t.changes(offset) {
		most = max(most, int(c.value))
	}
	return most
}

// tables are the tables of functions inside an image.
type tables struct {
	at     int      // of the header in the image
	funcs  [][]byte // one per function: its fixed fields and the offsets that follow
	names  []byte   // of functions, each with a zero behind it
	files  []byte   // names of source files, and which of them functions are in
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
			t.at = from + k
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
	count, names, files, values, funcs := field(headFuncs), field(headNames), field(headFiles), field(headPCTab), field(headFuncTab)
	if count == 0 || names < headerSize || names > files || files > values || values >= funcs || funcs >= uint64(len(b)) ||
		count > (uint64(len(b))-funcs)/8 {
		return t, false
	}
	t.names, t.files, t.values, b = b[names:files], b[files:values], b[values:funcs], b[funcs:]
	for i := range int(count) {
		at := uint64(word(b, 8*i+4))
		if at < 8*count || at+funcPC > uint64(len(b)) {
			return t, false
		}
		f := b[at:]
		more := uint64(word(f, funcNPC)) + uint64(f[funcNData])
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
