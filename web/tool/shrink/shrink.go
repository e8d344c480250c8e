// Package shrink makes Go's WebAssembly smaller on its way through the
// network, and faster, without changing what it computes. Six things are
// rewritten, the first four in the data section:
//
//   - Go's linker leaves out every run of eight zeros, which gives up to 10⁵
//     segments, each with a header. Zeros cost nothing after compression,
//     headers do: neighbouring segments become one.
//   - The tables of functions tell the file and line of every instruction, what
//     was inlined there, and what to print of arguments, for stack traces
//     alone. They are removed; the names that traces show stay.
//   - What follows from the order of the functions is put back by the page; see packFunctions.
//   - What nobody asks of types goes; see plainTypes.
//   - Go's assembler writes each instruction of the compiler for itself: jumps
//     that run through a table, sums beside accesses that can add, calls each of
//     which has other bytes, blocks that nothing jumps out of. See straighten,
//     uniform, plainBlocks and peephole.
//   - The places in a function that calls return to get small numbers; see placing.
//
// README.md has what each part saves, and how to take up another version of Go.
package shrink

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// joinGap is the number of zeros up to which two segments become one, linkerGap that of Go's linker.
const joinGap, linkerGap = 1024, 7

const (
	header          = "\x00asm\x01\x00\x00\x00"
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	codeSection     = 10
	dataSection     = 11
)

// Options say of a program what its bytes do not.
type Options struct {
	// Apart requests that the names of functions travel apart. A section namesSection then says where in the memory they belong.
	Apart bool
	// Unused lists how names of functions begin that the program never calls. Their bodies become a trap.
	Unused []string
	// Called are functions with such a name that the program does call.
	Called []string
	// NeverCompared lists how names of types begin whose arrays the program never compares: such an array stands behind a list that
	// is written out, and Go makes a function that compares it all the same.
	NeverCompared []string
	// Without names one of Parts that is left out, so that what it saves can be measured.
	Without string
}

// Parts are the parts of this package, as README.md describes them.
var Parts = []string{"lines", "uniform", "places", "functions", "types", "straighten", "join", "ends", "unused", "peephole", "names",
	"blocks"}

// has reports whether a part is not left out.
func (o *Options) has(part string) bool {
	return part != o.Without && (part != "names" && part != "places" || o.Without != "lines") // which rest on the tables of lines
}

// imageOf reads the memory of a module that the linker of a version of Go made.
func imageOf(module []byte, goVersion string) (*image, error) {
	known := layoutOf(goVersion)
	if known == nil {
		return nil, fmt.Errorf("shrink: the programs of %s are not known", goVersion)
	}
	if len(module) < len(header) || string(module[:len(header)]) != header {
		return nil, errors.New("shrink: not a WebAssembly module")
	}
	segments, err := readData(sectionOf(module, dataSection))
	if err != nil {
		return nil, err
	}
	return newImage(segments, known), nil
}

// Module rewrites a module that the linker of a version of Go made ("go1.26.3"), and returns the names of its functions where they
// travel apart. It is an error when the module is not one of that version.
func Module(module []byte, goVersion string, o Options) (out, names []byte, err error) {
	m, err := imageOf(module, goVersion)
	if err != nil {
		return nil, nil, err
	}
	w := rewrite{Options: o, dead: o.unusedFunctions(m), constants: map[uint32]bool{}}
	if o.has("ends") {
		w.ends = endFunctions(m, importsOf(module))
	}
	if o.has("uniform") {
		w.entered = goFunctions(module)
	}
	if o.has("places") {
		w.places = placings(m)
	}
	if o.has("lines") && !dropLines(m) {
		return nil, nil, errors.New("shrink: the tables of functions are not laid out as those of " + goVersion)
	}
	out = append(out, header...)
	for at := len(header); at < len(module); {
		id := module[at]
		size, n := binary.Uvarint(module[at+1:])
		body := at + 1 + n
		if n <= 0 || size > uint64(len(module)-body) {
			return nil, nil, fmt.Errorf("shrink: the section at byte %d is damaged", at)
		}
		end := body + int(size)
		if id == codeSection {
			code, err := appendCode(nil, module[body:end], &w)
			if err != nil {
				return nil, nil, err
			}
			out = appendSection(out, codeSection, code)
			at = end
			continue
		}
		if id != dataSection {
			out = append(out, module[at:end]...)
			at = end
			continue
		}
		if w.places != nil {
			err = writePlaces(m, w.places)
		}
		if o.has("types") {
			err = errors.Join(err, plainTypes(m, w.constants))
		}
		var place, functions []byte
		if o.Apart && o.has("names") {
			place, names = takeNames(m)
		}
		if o.has("functions") && err == nil {
			functions, err = packFunctions(m)
		}
		if err != nil {
			return nil, nil, err
		}
		gap := joinGap
		if !o.has("join") {
			gap = linkerGap
		}
		out = appendSection(out, dataSection, m.appendData(nil, gap))
		out = appendCustom(appendCustom(out, functionsSection, functions), namesSection, place)
		at = end
	}
	return out, names, nil
}

// appendCustom appends a section with a name, unless it is empty.
func appendCustom(dst []byte, name string, body []byte) []byte {
	if body == nil {
		return dst
	}
	return appendSection(dst, customSection, append(append([]byte{byte(len(name))}, name...), body...))
}

func appendSection(dst []byte, id byte, body []byte) []byte {
	return append(binary.AppendUvarint(append(dst, id), uint64(len(body))), body...)
}

// segment is a piece of the initial memory.
type segment struct {
	start int
	data  []byte
}

// readData reads the body of a data section: active segments of memory 0 with
// constant addresses, which do not overlap. It returns them by address.
func readData(b []byte) ([]segment, error) {
	damaged := errors.New("shrink: the data section is damaged, or not one of Go's")
	count, n := binary.Uvarint(b)
	if n <= 0 {
		return nil, damaged
	}
	b = b[n:]
	var list []segment
	for range count {
		if len(b) < 3 || b[0] != 0 || b[1] != 0x41 {
			return nil, damaged
		}
		start, n := signed(b[2:])
		b = b[2+max(n, 0):]
		if n <= 0 || start < 0 || len(b) < 2 || b[0] != 0x0b {
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
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.start, b.start) })
	for i, s := range list[1:] {
		if s.start < list[i].start+len(list[i].data) {
			return nil, damaged
		}
	}
	return list, nil
}

// image is the initial memory from its first segment to its last.
type image struct {
	base  int // address of the first byte
	bytes []byte
	*layout
}

func newImage(list []segment, known *layout) *image {
	last := list[len(list)-1]
	m := &image{base: list[0].start, layout: known}
	m.bytes = make([]byte, last.start+len(last.data)-m.base)
	for _, s := range list {
		copy(m.bytes[s.start-m.base:], s.data)
	}
	return m
}

// appendData writes a data section with the contents of the image: a segment
// ends where more zeros than the gap follow.
func (m *image) appendData(dst []byte, gap int) []byte {
	type span struct{ start, end int }
	var spans []span
	for at, b := range m.bytes {
		if k := len(spans) - 1; b == 0 {
			continue
		} else if k >= 0 && at-spans[k].end <= gap {
			spans[k].end = at + 1
		} else {
			spans = append(spans, span{at, at + 1})
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(spans)))
	for _, s := range spans {
		dst = appendSigned(append(dst, 0, 0x41), m.base+s.start)
		dst = binary.AppendUvarint(append(dst, 0x0b), uint64(s.end-s.start))
		dst = append(dst, m.bytes[s.start:s.end]...)
	}
	return dst
}

// signed reads a signed LEB128 of at most 32 bits; n ≤ 0 when there is none.
func signed(b []byte) (v, n int) {
	for shift := 0; n < len(b) && n < 5; shift += 7 {
		c := b[n]
		n++
		v |= int(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 {
				v -= 1 << (shift + 7)
			}
			return v, n
		}
	}
	return 0, 0
}

func appendSigned(dst []byte, v int) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(dst, c)
		}
		dst = append(dst, c|0x80)
	}
}
