// Package shrink rewrites a WebAssembly program of Go's compiler. The compressed form becomes smaller, the program runs faster, and its
// results stay equal. In parentheses, each point has the names of its parts (see Parts):
//
//   - Segments of the memory (join). Go's linker omits every run of eight or more zeros, which gives up to 10⁵ segments. The header of a
//     segment costs more than compressed zeros: near segments become one.
//   - Function tables for stack traces (lines, names). Files, lines, inlined calls and printed arguments are dropped. Names become shorter,
//     and move to a separate file on request. See dropLines and moveNames.
//   - Function tables that follow from the order of the functions (functions). The page restores them; see packFunctions.
//   - Type descriptors (types). Their unused parts are cleared; see stripTypes.
//   - Functions that the program never calls (unused). Their code becomes a trap; see unusedFunctions.
//   - Code (straighten, uniform, ends, blocks, peephole). Go's assembler translates each instruction separately. The result has jumps
//     through a table, calls whose bytes differ although they do the same, blocks without a branch, and additions to an address before a
//     load or store whose offset could replace them. See straighten, uniformCalls, removeBlocks and peephole.
//   - Numbers of places (places). The places to which calls return get small numbers; see placeTables.
//
// README.md has the saving of each part, and the steps for another version of Go.
package shrink

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Largest number of consecutive zero bytes inside a segment. A longer run separates two segments.
const (
	joinGap   = 1024 // with the part "join"
	linkerGap = 7    // the limit of Go's linker, without the part "join"
)

// maxPages is the largest number of pages in a memory of WebAssembly.
const maxPages = 1 << 16

// Header of a module, and numbers of the sections in the binary format of WebAssembly.
const (
	header          = "\x00asm\x01\x00\x00\x00"
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	memorySection   = 5
	codeSection     = 10
	dataSection     = 11
)

// Options have facts about a program that its bytes do not contain, and choices of the caller.
type Options struct {
	// SeparateNames moves function names out of the program. The custom section namesSection then says where the names belong in the memory.
	SeparateNames bool
	// Unused has prefixes of the names of functions that the program never calls. Their bodies become traps.
	Unused []string
	// Called has the names of functions that begin with a prefix of Unused but are called.
	Called []string
	// NeverCompared has prefixes of the names of types whose arrays the program never compares. Go generates a comparison of the array behind
	// each composite literal of a slice.
	NeverCompared []string
	// Without is the element of Parts that is omitted, to measure the saving of the part. "" omits no part.
	Without string
}

// Parts are the names of the parts of the rewriting.
var Parts = []string{"lines", "uniform", "places", "functions", "types", "straighten", "join", "ends", "unused", "peephole", "names",
	"blocks"}

// has reports whether a part applies. The parts "names" and "places" do not apply without the part "lines": "names" expects the order of
// names that dropLines writes, and "places" renumbers only the tables that dropLines keeps.
func (o *Options) has(part string) bool {
	if part == o.Without {
		return false
	}
	needsLines := part == "names" || part == "places"
	return !needsLines || o.Without != "lines"
}

// imageOf returns the initial memory of a module that a version of Go has compiled. It returns an error for an unsupported version, and for
// a module whose header or data section is missing or damaged.
func imageOf(module []byte, goVersion string) (*image, error) {
	l := layoutOf(goVersion)
	if l == nil {
		return nil, fmt.Errorf("shrink: programs of %s are not supported", goVersion)
	}
	if len(module) < len(header) || string(module[:len(header)]) != header {
		return nil, errors.New("shrink: not a WebAssembly module")
	}
	segments, err := readData(sectionOf(module, dataSection))
	if err != nil {
		return nil, err
	}
	m := newImage(segments, l)
	// A memory section of Go is: the number of memories (1), a byte of flags, the initial size in pages of 64 KiB. m.memory is 0 without it.
	if b := sectionOf(module, memorySection); len(b) > 2 {
		pages, _ := binary.Uvarint(b[2:])
		m.memory = int(min(pages, maxPages)) << 16
	}
	return m, nil
}

// Module returns the shrunk form of a module that a version of Go, such as "go1.26.3", has compiled. names has the names of the functions
// for a separate file, or is nil if o.SeparateNames is false or the part "names" does not apply. Module returns an error for an unsupported
// version, and for a module that is damaged or does not have the layout of the version.
func Module(module []byte, goVersion string, o Options) (out, names []byte, err error) {
	m, err := imageOf(module, goVersion)
	if err != nil {
		return nil, nil, err
	}
	// Facts for the rewriting of the code. They are read before dropLines clears the tables.
	w := rewrite{Options: o, dead: o.unusedFunctions(m), constants: map[uint32]bool{}}
	if o.has("ends") {
		w.noReturns = noReturnFunctions(m, importsOf(module))
	}
	if o.has("uniform") {
		w.goCalled, err = goSignatures(module)
		if err != nil {
			return nil, nil, err
		}
	}
	if o.has("places") {
		w.places = readPlaceTables(m)
	}
	if o.has("lines") && !dropLines(m) {
		return nil, nil, errors.New("shrink: the tables of functions are not laid out as those of " + goVersion)
	}
	// Rewrite the sections code and data, and copy the other sections. The code precedes the data in a module, and stripTypes needs the
	// constants that appendCode finds.
	out = append(out, header...)
	for start := len(header); start < len(module); {
		// A section is: number, size of the body, body.
		id := module[start]
		size, sizeBytes := binary.Uvarint(module[start+1:])
		body := start + 1 + sizeBytes
		if sizeBytes <= 0 || size > uint64(len(module)-body) {
			return nil, nil, fmt.Errorf("shrink: the section at byte %d is damaged", start)
		}
		end := body + int(size)
		switch id {
		case codeSection:
			code, err := appendCode(nil, module[body:end], &w)
			if err != nil {
				return nil, nil, err
			}
			out = appendSection(out, codeSection, code)
		case dataSection:
			out, names, err = appendImage(out, m, &w)
			if err != nil {
				return nil, nil, err
			}
		default:
			out = append(out, module[start:end]...)
		}
		start = end
	}
	return out, names, nil
}

// appendImage rewrites the tables in the image. Then it appends to dst the data section, and the custom sections by which the page restores
// cleared tables. names are the names of the functions if they are moved out of the program, and otherwise nil.
func appendImage(dst []byte, m *image, w *rewrite) (out, names []byte, err error) {
	if w.places != nil {
		err = writePlaces(m, w.places)
	}
	if w.has("types") {
		err = errors.Join(err, stripTypes(m, w.constants))
	}
	var placeOfNames, unpacker []byte // contents of the custom sections
	if w.SeparateNames && w.has("names") {
		placeOfNames, names = moveNames(m)
	}
	if w.has("functions") && err == nil { // last, since packFunctions clears tables that the other functions read
		unpacker, err = packFunctions(m)
	}
	if err != nil {
		return nil, nil, err
	}
	gap := joinGap
	if !w.has("join") {
		gap = linkerGap
	}
	dst = appendSection(dst, dataSection, m.appendData(nil, gap))
	dst = appendCustom(dst, functionsSection, unpacker)
	return appendCustom(dst, namesSection, placeOfNames), names, nil
}

// appendCustom appends a custom section: the length of its name, the name, and the contents. If contents is nil, it appends nothing.
func appendCustom(dst []byte, name string, contents []byte) []byte {
	if contents == nil {
		return dst
	}
	body := append([]byte{byte(len(name))}, name...) // the length is a byte, since our names have fewer than 128 bytes
	body = append(body, contents...)
	return appendSection(dst, customSection, body)
}

// appendSection appends a section: its number, the size of its body in bytes, and the body.
func appendSection(dst []byte, id byte, body []byte) []byte {
	dst = binary.AppendUvarint(append(dst, id), uint64(len(body)))
	return append(dst, body...)
}

// segment is a piece of the initial memory.
type segment struct {
	start int // address
	data  []byte
}

// readData returns the segments of a data section in ascending order of their addresses. b is the body of the section. readData returns an
// error for damage, for no segment, for overlapping segments, and for a segment that is not active in memory 0 with a constant address.
func readData(b []byte) ([]segment, error) {
	damaged := errors.New("shrink: the data section is damaged, or not one of Go's")
	count, n := binary.Uvarint(b)
	if n <= 0 {
		return nil, damaged
	}
	// A segment is: 0, i32.const ADDRESS, end, size, data. b always begins with the unread bytes.
	b = b[n:]
	var list []segment
	for range count {
		if len(b) < 3 || b[0] != 0 || b[1] != opConst32 {
			return nil, damaged
		}
		start, n := signed(b[2:])
		b = b[2+max(n, 0):]
		if n <= 0 || start < 0 || len(b) < 2 || b[0] != opEnd {
			return nil, damaged
		}
		size, n := binary.Uvarint(b[1:])
		if n <= 0 || size > uint64(len(b)-1-n) {
			return nil, damaged
		}
		b = b[1+n:]
		list = append(list, segment{start, b[:size]})
		b = b[size:]
	}
	if len(b) != 0 || len(list) == 0 {
		return nil, damaged
	}
	// In order of their addresses, each segment begins at or after the end of the previous one.
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.start, b.start) })
	for i, s := range list[1:] {
		previous := list[i]
		if s.start < previous.start+len(previous.data) {
			return nil, damaged
		}
	}
	return list, nil
}

// image is the initial memory from its first segment to the end of its last segment.
type image struct {
	base    int // address of the first byte
	bytes   []byte
	memory  int // size in bytes of the whole initial memory
	*layout     // of the version of Go that has compiled the program
}

// newImage returns the image of segments, which must be sorted by address. Bytes between segments are 0.
func newImage(list []segment, l *layout) *image {
	last := list[len(list)-1]
	m := &image{base: list[0].start, layout: l}
	m.bytes = make([]byte, last.start+len(last.data)-m.base)
	for _, s := range list {
		copy(m.bytes[s.start-m.base:], s.data)
	}
	return m
}

// appendData appends the body of a data section with the contents of the image. Zeros at the beginning and at the end, and runs of more
// than gap zero bytes, belong to no segment.
func (m *image) appendData(dst []byte, gap int) []byte {
	type span struct{ start, end int } // a segment, as offsets in the image
	var spans []span
	for at, b := range m.bytes {
		if b == 0 {
			continue
		}
		last := len(spans) - 1
		if last >= 0 && at-spans[last].end <= gap {
			spans[last].end = at + 1
		} else {
			spans = append(spans, span{at, at + 1})
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(spans)))
	for _, s := range spans {
		dst = appendSigned(append(dst, 0, opConst32), m.base+s.start)
		dst = binary.AppendUvarint(append(dst, opEnd), uint64(s.end-s.start))
		dst = append(dst, m.bytes[s.start:s.end]...)
	}
	return dst
}

// signed returns the signed LEB128 number v at the beginning of b, and its length n in bytes. A number of 32 bits has at most five bytes.
// If b does not begin with a number of at most five bytes, n is 0.
func signed(b []byte) (v, n int) {
	for shift := 0; n < len(b) && n < 5; shift += 7 {
		c := b[n]
		n++
		v |= int(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 { // the sign bit
				v -= 1 << (shift + 7)
			}
			return v, n
		}
	}
	return 0, 0
}

// appendSigned appends a number as signed LEB128.
func appendSigned(dst []byte, v int) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		// The number ends at the first byte whose sign bit equals all remaining bits of v.
		signBits := 0 // the remaining bits if they equal the sign bit of c
		if c&0x40 != 0 {
			signBits = -1
		}
		if v == signBits {
			return append(dst, c)
		}
		dst = append(dst, c|0x80)
	}
}
