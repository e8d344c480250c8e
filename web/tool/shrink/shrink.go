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
// A program of 11 MB loses two fifths of its size after brotli; README.md has
// the figures of each part, and how to take up another version of Go.
package shrink

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sheafscope/web/tool/shell"
)

// joinGap is the number of zeros up to which two segments become one.
const joinGap = 1024

const (
	header          = "\x00asm\x01\x00\x00\x00"
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	codeSection     = 10
	dataSection     = 11
)

// Script puts back what this package took out of a program.
const Script = "assets/boot/functions.js"

// File makes a program of Go's smaller for the network, the names of its functions
// in a file of their own unless that is "". What cannot be made smaller stays as it is:
// the page works as well, and the test of the size finds it.
func File(name, names, goVersion string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	small, taken, err := Module(module, goVersion, names != "")
	if err != nil {
		small, taken = module, nil
		if Knows(goVersion) {
			fmt.Fprintf(os.Stderr, "build.sh: %s stays two thirds larger: %v\n", filepath.Base(name), err)
		}
	}
	if names != "" {
		if err := shell.Write(names, taken); err != nil {
			return err
		}
	}
	return shell.Write(name, small)
}

// Module rewrites a module that the linker of a version of Go made ("go1.26.3"). The names of
// functions are to travel apart on request: a section NamesSection then says
// where in the memory they belong. It is an error when the module is not one of that version.
func Module(module []byte, goVersion string, apart bool) (out, names []byte, err error) {
	known := layoutOf(goVersion)
	if known == nil {
		return nil, nil, fmt.Errorf("shrink: the programs of %s are not known", goVersion)
	}
	if len(module) < len(header) || string(module[:len(header)]) != header {
		return nil, nil, errors.New("shrink: not a WebAssembly module")
	}
	segments, err := readData(sectionOf(module, dataSection))
	if err != nil {
		return nil, nil, err
	}
	m := newImage(segments, known)
	w := rewrite{dead: unusedFunctions(m), ends: endFunctions(m, importsOf(module)), entered: goFunctions(module), places: placings(m),
		constants: map[uint32]bool{}}
	if !dropLines(m) {
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
		if err := errors.Join(writePlaces(m, w.places), plainTypes(m, w.constants)); err != nil {
			return nil, nil, err
		}
		var place []byte
		if apart {
			place, names = takeNames(m)
		}
		functions, err := packFunctions(m)
		if err != nil {
			return nil, nil, err
		}
		out = appendSection(out, dataSection, m.appendData(nil))
		out = appendCustom(appendCustom(out, FunctionsSection, functions), NamesSection, place)
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
// ends where more than joinGap zeros follow.
func (m *image) appendData(dst []byte) []byte {
	type span struct{ start, end int }
	var spans []span
	for at, b := range m.bytes {
		if k := len(spans) - 1; b == 0 {
			continue
		} else if k >= 0 && at-spans[k].end <= joinGap {
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
