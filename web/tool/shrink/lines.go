package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"strings"
)

// Layout of the function tables for pointers of eight bytes: pcHeader in runtime/symtab.go and _func in runtime/runtime2.go, Go 1.20 to
// 1.27.
const (
	headerMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // magic, padding, instruction size, pointer size
	headerSize  = 72
	// offsets of the header's fields of eight bytes
	headFuncs, headNames, headFiles, headPCTab, headFuncTab = 8, 32, 40, 56, 64
	// offsets of a function's fields of four bytes
	funcSP, funcFile, funcLine, funcNPC, funcUnit, funcStart, funcPC = 16, 20, 24, 28, 32, 36, 44
	funcNData                                                        = 43 // one byte
	// Numbers of unneeded tables: unsafe points, since WebAssembly has no asynchronous preemption; inlined calls and live arguments, which
	// only stack traces print.
	pcUnsafe, pcInline, pcArgLive               = 0, 2, 3
	dataInline, dataArgInfo, dataArgLive        = 3, 5, 6
	inlineSize                                  = 16 // of a call in dataInline
	argInfoEnd                                  = 0xff
	none                                 uint32 = 1<<32 - 1
)

// errDescription is the error of a program whose moduledata is not found.
var errDescription = errors.New("shrink: the runtime's description of the program is not where it was")

// dropLines clears the tables of files, lines, inlined calls and printed arguments of every function. The offset of a cleared table becomes
// 0, and the offset of cleared data becomes none. Stack traces then have "?" for a file, and for an inlined function the name of its outer
// function. Only stack traces and recover read these tables, and a function that calls recover is never inlined. If the tables have an
// unknown layout, dropLines returns false and changes nothing.
func dropLines(m *image) bool {
	t, ok := findTables(m.bytes)
	if !ok {
		return false
	}
	// Several functions, and several purposes, can share a table. Therefore a byte of a table is cleared only if no needed table has the
	// byte.
	const needed, unneeded = 1, 2
	state := make([]byte, len(t.values)) // of each byte, 0 for a byte of no table
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
			isUnneeded := k == pcUnsafe || k == pcInline || k == pcArgLive
			if isUnneeded {
				as = unneeded
			}
			ok = ok && mark(word(f, funcPC+4*int(k)), as)
		}
		if !ok || !mark(word(f, funcSP), needed) {
			return false
		}
	}
	// Clear the data, the unneeded tables, and the offsets of both.
	t.clearData(m)
	t.compactNames()
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
			at, hasData := dataField(f, k)
			if hasData {
				binary.LittleEndian.PutUint32(f[at:], none)
			}
		}
	}
	return true
}

// compactNames rewrites the table of names. It has the names of the functions in their order, with [...] for type arguments, as stack
// traces print them. Names of inlined calls are dropped. Traces omit unexported functions of package runtime. These share the name
// "runtime.", the only part of their names that the runtime reads.
func (t *tables) compactNames() {
	names := []byte(firstNames)
	for _, f := range t.funcs {
		name := t.name(f)
		last := name[strings.LastIndexByte(name, '.')+1:]
		isUnexported := last == "" || last[0] < 'A' || last[0] > 'Z'
		if strings.HasPrefix(name, runtimePrefix) && name != "runtime.gopanic" && isUnexported {
			binary.LittleEndian.PutUint32(f[4:], 1)
			continue
		}
		printed := name
		open, end := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
		hasTypeArguments := open >= 0 && end > open
		if hasTypeArguments {
			printed = name[:open] + "[...]" + name[end+1:]
		}
		binary.LittleEndian.PutUint32(f[4:], uint32(len(names)))
		names = append(append(names, printed...), 0)
	}
	clear(t.names[copy(t.names, names):])
}

// The beginning of the table of names.
const (
	runtimePrefix = "runtime."
	firstNames    = "\x00" + runtimePrefix + "\x00" // offset 0 is no name
)

// namesSection is the name of the custom section by which assets/boot/go.js restores moved names. It has five numbers of four bytes:
// address, length and FNV-1a hash of the names, and address and length of the list of functions.
const namesSection = "sheafscope.names"

// moveNames moves the names of the functions out of the image, except firstNames, and clears the offsets of the names, which follow from
// their order. It returns the contents of namesSection and the names, each with a final zero.
func moveNames(m *image) (section, names []byte) {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil, nil
	}
	// The names without the padding behind them.
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
		section = binary.LittleEndian.AppendUint32(section, v)
	}
	return section, names
}

// dataField returns the position, in a function, of the offset of the function's data of kind k. ok is false if the function has no such
// data.
func dataField(f []byte, k int) (at int, ok bool) {
	return funcPC + 4*int(word(f, funcNPC)) + 4*k, k < int(f[funcNData])
}

// clearData clears the data of dataInline and dataArgInfo, except data that is shared with another kind.
func (t *tables) clearData(m *image) {
	data, ok := t.data(m)
	if !ok {
		return
	}
	kept := map[uint32]bool{} // offsets of data of other kinds
	for _, f := range t.funcs {
		for k := range int(f[funcNData]) {
			at, _ := dataField(f, k)
			isOtherKind := k != dataInline && k != dataArgInfo
			if isOtherKind {
				kept[word(f, at)] = true
			}
		}
	}
	drop := func(offset uint32, size int) {
		isUnshared := offset != none && !kept[offset]
		if isUnshared && int(offset)+size <= len(data) {
			clear(data[offset : int(offset)+size])
		}
	}
	type piece struct {
		offset uint32
		size   int
	}
	// All sizes are read before the first piece is cleared, since pieces can overlap.
	var pieces []piece
	for _, f := range t.funcs {
		inline, hasInline := dataField(f, dataInline)
		if hasInline && pcInline < word(f, funcNPC) {
			calls := t.highest(word(f, funcPC+4*pcInline)) + 1 // number of inlined calls
			pieces = append(pieces, piece{word(f, inline), inlineSize * calls})
		}
		argInfo, hasArgInfo := dataField(f, dataArgInfo)
		if !hasArgInfo {
			continue
		}
		offset := word(f, argInfo)
		if offset != none && int(offset) < len(data) {
			pieces = append(pieces, piece{offset, 1 + bytes.IndexByte(data[offset:], argInfoEnd)})
		}
	}
	for _, p := range pieces {
		drop(p.offset, p.size)
	}
}

// description returns the image from the runtime's description of the program (moduledata) on. It finds the description by its first two
// words: the addresses of the header and of the table of names.
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

// data returns the image from the data of the functions on.
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

// highest returns the largest value in the table at an offset. For the offset 0, which means no table, it returns −1.
func (t *tables) highest(offset uint32) int {
	most := -1
	for _, c := range t.changes(offset) {
		most = max(most, int(c.value))
	}
	return most
}

// tables are the function tables of an image. Their slices alias the image.
type tables struct {
	at     int      // offset of the header in the image
	funcs  [][]byte // for each function, the image from its fixed fields on; variable offsets follow them
	names  []byte   // names of functions, each with a final zero
	files  []byte   // names of source files, and the lists of files by package
	values []byte   // tables from places to values
}

// word returns the 32-bit number at an offset.
func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// findTables finds the tables by the magic number of their header. If there are no tables whose offsets are all within bounds, ok is false.
func findTables(mem []byte) (t tables, ok bool) {
	from := 0
	for {
		k := bytes.Index(mem[from:], []byte(headerMagic))
		if k < 0 {
			return tables{}, false
		}
		at := from + k
		t, ok := readTables(mem[at:])
		if ok {
			t.at = at
			return t, true
		}
		from = at + 1 // the number was part of other data
	}
}

// readTables reads the tables whose header is at the beginning of b.
func readTables(b []byte) (t tables, ok bool) {
	if len(b) < headerSize {
		return t, false
	}
	field := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
	count, names, files, values, funcs := field(headFuncs), field(headNames), field(headFiles), field(headPCTab), field(headFuncTab)
	inOrder := headerSize <= names && names <= files && files <= values && values < funcs && funcs < uint64(len(b))
	if count == 0 || !inOrder || count > (uint64(len(b))-funcs)/8 {
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

// end returns the end of the table at an offset. A table is a sequence of pairs of varints: a change of the value, and a number of places.
// A change of 0 after the first pair ends the table. For a table without an end ok is false.
func (t *tables) end(offset uint32) (end int, ok bool) {
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
