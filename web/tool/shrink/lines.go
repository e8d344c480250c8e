// This file has the parts "lines" and "names" of the rewriting: the tables of functions lose the data of stack traces, and function names
// become a separate file.

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
	headerSize  = 72                                 // in bytes
	// Offsets of the header's fields of eight bytes. The last four fields have offsets relative to the header.
	headFuncs   = 8  // number of functions
	headNames   = 32 // offset of the names of functions
	headFiles   = 40 // offset of the lists of files by package; the names of files follow the lists
	headPCTab   = 56 // offset of the tables from places to values
	headFuncTab = 64 // offset of the list of functions
	// Offsets of a function's fields of four bytes. A table from places to values is given by its offset among these tables.
	funcEntry = 0  // entry PC without its low bits: the number of the function
	funcName  = 4  // offset of the name among the names
	funcSP    = 16 // table of displacements of the stack pointer
	funcFile  = 20 // table of files
	funcLine  = 24 // table of lines
	funcNPC   = 28 // number of further tables
	funcUnit  = 32 // list of files of the compilation unit
	funcStart = 36 // first line
	funcNData = 43 // a field of one byte: number of kinds of data
	funcPC    = 44 // the variable part: the offsets of the further tables, and then the offsets of the function's data
	// Numbers of unneeded further tables.
	pcUnsafe  = 0 // unsafe points: WebAssembly has no asynchronous preemption
	pcInline  = 2 // inlined calls, which only stack traces print
	pcArgLive = 3 // live arguments, which only stack traces print
	// Kinds of unneeded data of a function. Only stack traces print them.
	dataInline  = 3 // inlined calls
	dataArgInfo = 5 // arguments
	dataArgLive = 6 // live arguments

	inlineSize        = 16        // size in bytes of a call in dataInline
	argInfoEnd        = 0xff      // last byte of the data of kind dataArgInfo
	none       uint32 = 1<<32 - 1 // offset of data that a function does not have
)

// errDescription is the error of a program whose moduledata is not found.
var errDescription = errors.New("shrink: the runtime's description of the program is not where it was")

// dropLines clears
//   - the data of stack traces: files, lines, inlined calls, printed and live arguments, unit and start line of every function,
//   - the tables of unsafe points, which WebAssembly does not use.
//
// It shortens the names, too (see compactNames). The offset of a cleared table becomes 0, and the offset of cleared data becomes none.
// Stack traces then have "?" for a file, and the name of the outer function for an inlined function. The same holds for runtime.Caller and
// similar functions. Apart from these, only recover reads the tables, and a function that calls recover is never inlined. If the tables
// have an unknown layout, dropLines returns false and changes nothing.
func dropLines(m *image) bool {
	t, ok := findTables(m.bytes)
	if !ok {
		return false
	}
	// Tables can share bytes, since several functions and several kinds of values use equal tables. A byte of a needed table must stay.
	const needed, unneeded = 1, 2
	state := make([]byte, len(t.values)) // needed or unneeded for a byte of a table, 0 for a byte of no table
	// mark gives the bytes of a table a new state, except bytes that are needed already. It returns false if the table has no end. The
	// offset 0 means no table.
	mark := func(offset uint32, newState byte) bool {
		if offset == 0 {
			return true
		}
		end, hasEnd := t.end(offset)
		for k := int(offset); hasEnd && k < end; k++ {
			if state[k] != needed {
				state[k] = newState
			}
		}
		return hasEnd
	}
	for _, f := range t.funcs {
		isIntact := mark(word(f, funcFile), unneeded) && mark(word(f, funcLine), unneeded)
		for k := range word(f, funcNPC) {
			tableState := byte(needed)
			if k == pcUnsafe || k == pcInline || k == pcArgLive {
				tableState = unneeded
			}
			isIntact = isIntact && mark(word(f, funcPC+4*int(k)), tableState)
		}
		if !isIntact || !mark(word(f, funcSP), needed) {
			return false
		}
	}
	// Nothing has been changed so far. Clear the data, the unneeded tables, and the offsets of both. The data comes first: its sizes are in
	// the tables.
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

// compactNames rewrites the table of names in its place, and the offsets of the names in the functions. The new table is shorter than the
// table of Go's linker:
//   - The names are in the order of the functions.
//   - [...] replaces type arguments, because stack traces print [...].
//   - Names of inlined calls are dropped.
//   - All unexported functions of package runtime share the name "runtime.". Traces omit these functions, and the runtime reads only this
//     part of their names. runtime.gopanic is an exception, because traces print it as panic.
func (t *tables) compactNames() {
	names := []byte(firstNames)
	for _, f := range t.funcs {
		name := t.name(f)
		identifier := name[strings.LastIndexByte(name, '.')+1:]
		isUnexported := identifier == "" || identifier[0] < 'A' || identifier[0] > 'Z'
		isOmitted := strings.HasPrefix(name, runtimePrefix) && isUnexported // from traces
		if isOmitted && name != "runtime.gopanic" {
			binary.LittleEndian.PutUint32(f[funcName:], 1) // the offset of runtimePrefix in firstNames
			continue
		}
		open, end := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
		if open >= 0 && end > open {
			name = name[:open] + "[...]" + name[end+1:]
		}
		binary.LittleEndian.PutUint32(f[funcName:], uint32(len(names)))
		names = append(names, name...)
		names = append(names, 0)
	}
	clear(t.names[copy(t.names, names):])
}

// The beginning of the table of names.
const (
	runtimePrefix = "runtime."
	firstNames    = "\x00" + runtimePrefix + "\x00" // offset 0 is no name
)

// namesSection is the name of the custom section by which assets/boot/go.js restores moved names. The section has five numbers of four
// bytes: the address of the names, their length in bytes, their FNV-1a hash, the address of the list of functions, and the number of
// functions.
const namesSection = "sheafscope.names"

// moveNames moves the names of the functions out of the image, except firstNames. It also clears the offsets of the names, since the
// offsets follow from the order of the names. It returns the contents of namesSection, and the names, each with a final zero. It returns
// nil twice if the function tables are not found.
func moveNames(m *image) (section, names []byte) {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil, nil
	}
	// Copy the names without the padding behind them, but with the final zero of the last name.
	from := len(firstNames)
	list := t.names[from:]
	size := len(bytes.TrimRight(list, "\x00"))
	names = slices.Clone(list[:min(size+1, len(list))])
	clear(list)
	sum := fnv.New32a()
	sum.Write(names)
	for _, f := range t.funcs {
		if word(f, funcName) >= uint32(from) { // the name is not in firstNames, which stays
			binary.LittleEndian.PutUint32(f[funcName:], 0)
		}
	}
	// address returns the address of the part whose offset is in a field of the header.
	address := func(field int) uint32 {
		return uint32(m.base + t.at + int(binary.LittleEndian.Uint64(m.bytes[t.at+field:])))
	}
	for _, v := range []uint32{address(headNames) + uint32(from), uint32(len(names)), sum.Sum32(), address(headFuncTab),
		uint32(len(t.funcs))} {
		section = binary.LittleEndian.AppendUint32(section, v)
	}
	return section, names
}

// dataField returns where the fields f of a function have the offset of the function's data of kind k: at f[at:]. ok is false if the
// function has no data of this kind.
func dataField(f []byte, k int) (at int, ok bool) {
	return funcPC + 4*int(word(f, funcNPC)) + 4*k, k < int(f[funcNData])
}

// clearData clears the functions' data of the kinds dataInline and dataArgInfo, except data that another kind shares. The data of kind
// dataArgLive stays, because its size is not known. If the beginning of the data is not found, clearData does nothing.
func (t *tables) clearData(m *image) {
	data, ok := t.data(m)
	if !ok {
		return
	}
	kept := map[uint32]bool{} // offsets of data of other kinds
	for _, f := range t.funcs {
		for k := range int(f[funcNData]) {
			if k != dataInline && k != dataArgInfo {
				at, _ := dataField(f, k)
				kept[word(f, at)] = true
			}
		}
	}
	// drop clears a piece of data, unless another kind shares the piece or the piece exceeds the image.
	drop := func(offset uint32, size int) {
		isDroppable := offset != none && !kept[offset]
		if isDroppable && int(offset)+size <= len(data) {
			clear(data[offset : int(offset)+size])
		}
	}
	type piece struct {
		offset uint32
		size   int
	}
	// Find all sizes before the first piece is cleared, since pieces can overlap.
	var pieces []piece
	for _, f := range t.funcs {
		at, hasInline := dataField(f, dataInline)
		if hasInline && pcInline < word(f, funcNPC) {
			// The values of the table pcInline are the numbers of the inlined calls, from 0, and −1 for no call.
			calls := t.highest(word(f, funcPC+4*pcInline)) + 1
			pieces = append(pieces, piece{word(f, at), inlineSize * calls})
		}
		at, hasArgInfo := dataField(f, dataArgInfo)
		if !hasArgInfo {
			continue
		}
		offset := word(f, at)
		if offset != none && int(offset) < len(data) {
			size := 1 + bytes.IndexByte(data[offset:], argInfoEnd) // with the byte at its end; 0 without this byte
			pieces = append(pieces, piece{offset, size})
		}
	}
	for _, p := range pieces {
		drop(p.offset, p.size)
	}
}

// description returns the image from the beginning of moduledata, the runtime's description of the program. The first two words of the
// description are the addresses of the header and of the table of names; description searches the image for these words. It returns false
// if t is empty, or if the image does not contain the words followed by a whole description.
func (t *tables) description(m *image) ([]byte, bool) {
	if t.funcs == nil {
		return nil, false
	}
	header := uint64(m.base + t.at)
	names := header + binary.LittleEndian.Uint64(m.bytes[t.at+headNames:])
	firstWords := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, header), names)
	start := bytes.Index(m.bytes, firstWords)
	if start < 0 || start+descriptionSize > len(m.bytes) {
		return nil, false
	}
	return m.bytes[start:], true
}

// data returns the image from the beginning of the functions' data. It returns false if the beginning is not found.
func (t *tables) data(m *image) ([]byte, bool) {
	d, ok := t.description(m)
	if !ok {
		return nil, false
	}
	// funcData is the index of the word with the address of the data. An address below the image gives a huge number.
	from := binary.LittleEndian.Uint64(d[8*m.funcData:]) - uint64(m.base)
	if from >= uint64(len(m.bytes)) {
		return nil, false
	}
	return m.bytes[from:], true
}

// highest returns the largest value in the table at an offset. It returns −1 for the offset 0, which means no table, and for a table
// without an end.
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

// word returns the little-endian 32-bit number at an offset.
func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// findTables searches the memory for the magic number of a header, and returns the first tables that readTables accepts. ok is false if the
// memory contains no such tables.
func findTables(mem []byte) (t tables, ok bool) {
	for from := 0; ; {
		k := bytes.Index(mem[from:], []byte(headerMagic))
		if k < 0 {
			return tables{}, false
		}
		header := from + k
		candidate, isIntact := readTables(mem[header:])
		if isIntact {
			candidate.at = header
			return candidate, true
		}
		from = header + 1
	}
}

// readTables returns the tables whose header is at the beginning of b. ok is false if an offset is out of bounds, if the tables are not in
// the order of Go's linker, or if there is no function.
func readTables(b []byte) (t tables, ok bool) {
	if len(b) < headerSize {
		return t, false
	}
	field := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
	count, names, files, values, funcs := field(headFuncs), field(headNames), field(headFiles), field(headPCTab), field(headFuncTab)
	inOrder := headerSize <= names && names <= files && files <= values && values < funcs && funcs < uint64(len(b))
	if count == 0 || !inOrder {
		return t, false
	}
	hasList := count <= (uint64(len(b))-funcs)/8 // there is room for a list of count functions
	if !hasList {
		return t, false
	}
	t.names, t.files, t.values = b[names:files], b[files:values], b[values:funcs]
	// The list of functions has two words for each function: its number, and the offset of its fields relative to the list.
	list := b[funcs:]
	for i := range int(count) {
		at := uint64(word(list, 8*i+4))
		if at < 8*count || at+funcPC > uint64(len(list)) {
			return t, false
		}
		f := list[at:]
		offsets := uint64(word(f, funcNPC)) + uint64(f[funcNData]) // number of variable offsets
		if offsets > uint64(len(f)-funcPC)/4 {
			return t, false
		}
		t.funcs = append(t.funcs, f)
	}
	return t, true
}

// end returns the end of the table at an offset. A table is a sequence of pairs of varints: a change of the value, and a number of places.
// A change of 0 ends the table, except in the first pair. ok is false if the table has no end.
func (t *tables) end(offset uint32) (end int, ok bool) {
	at := int(offset)
	for isFirst := true; at < len(t.values); isFirst = false {
		if !isFirst && t.values[at] == 0 {
			return at + 1, true
		}
		// Skip two varints. All bytes of a varint except the last have the bit 0x80.
		for range 2 {
			for at < len(t.values) && t.values[at]&0x80 != 0 {
				at++
			}
			at++
		}
	}
	return 0, false
}
