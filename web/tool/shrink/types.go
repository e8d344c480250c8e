package shrink

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
)

// Layout of type descriptors for pointers of eight bytes: internal/abi/type.go of Go 1.26 and 1.27.
const (
	// offsets in every descriptor, and its size
	typePointers, typeHash, typeFlags, typeAlign, typeKind, typeName, typePointer, typeSize = 8, 16, 20, 21, 23, 40, 44, 48
	flagUncommon, flagExtraStar, flagNamed, flagMask                                        = 1, 2, 4, 16
	kindArray, kindChan, kindFunc, kindInterface, kindMap, kindPointer, kindSlice           = 17, 18, 19, 20, 21, 22, 23
	kindStruct, kindLast                                                                    = 25, 26
	uncommonSize, methodSize, fieldSize                                                     = 16, 16, 24
	structFields                                                                            = typeSize + 8 // offset of the slice of fields
	methodDirect                                                                            = 12
	nameTagged, namePackage                                                                 = 2, 4
)

// typeInfo has addresses in a type descriptor.
type typeInfo struct {
	name    int
	names   []int // names of packages, and of methods of an interface
	methods []int
	types   []int // descriptors of other types
	fields  []int
	end     int // end of the descriptor, if its parts are contiguous
}

// stripTypes clears the unused parts of type descriptors:
//   - hashes that are no constants of the code, because type switches compare hashes only with constants;
//   - methods that the linker found unreachable, and their names;
//   - texts of unnamed functions, structs, maps, arrays and channels, such as “map[string]int”, which only panics print: a panic then
//     prints none;
//   - fields of structs of the runtime, of closures and of generic code, since reflection inspects no such value; fields stay if the
//     runtime needs them to find pointers in large values;
//   - the list by which reflection finds a type by its text.
//
// Package reflect searches methods in sorted order, which cleared methods break. Therefore a program must not call methods by reflection.
// Options.Unused has the functions that call methods by reflection.
func stripTypes(m *image, constants map[uint32]bool) error {
	t, _ := findTables(m.bytes)
	description, found := t.description(m)
	if !found {
		return errDescription
	}
	place := func(k int) int { return int(binary.LittleEndian.Uint64(description[8*k:])) }
	base, end := place(m.types), place(m.typesEnd)
	r := typeReader{m: m, base: base, ok: true}
	todo, itabs := r.typeLists(description)
	for _, itab := range itabs {
		todo = append(todo, r.address(itab), r.address(itab+itabType))
	}
	// Read all types that the lists reach.
	known := map[int]typeInfo{}
	for len(todo) > 0 && r.ok {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		_, isKnown := known[at]
		if at != 0 && !isKnown {
			known[at] = r.read(at)
			todo = append(todo, known[at].types...)
		}
	}
	if !r.ok {
		return errors.New("shrink: the types are not laid out as those of " + m.version)
	}
	kept, gone := map[int]bool{}, map[int]bool{} // names to keep, names to clear
	pointerTypes := map[int]bool{}               // see addPointerTypes
	keep := func(i typeInfo) {
		for _, n := range append(i.names, i.name) {
			kept[n] = true
		}
		for _, field := range i.fields {
			kept[r.address(field)] = true
		}
		for _, method := range i.methods {
			if !r.unreachable(method) {
				kept[base+r.word(method)] = true
			}
		}
	}
	// Only code points to the other descriptors, which a search finds. They stay, except those of closures and of generic code.
	for at := base; at < end; at += m.spacing {
		_, isKnown := known[at]
		if isKnown || !r.looksLikeType(at) {
			continue
		}
		other := typeReader{m: m, base: base, ok: true}
		i := other.read(at)
		if other.ok && r.isHidden(i.name) {
			known[at] = i
		} else {
			keep(i)
		}
	}
	for at := range known {
		r.addPointerTypes(pointerTypes, at)
	}
	// Clear the unused parts of each descriptor.
	for _, at := range slices.Sorted(maps.Keys(known)) {
		i := known[at]
		hidden := r.isHidden(i.name)
		if hidden || !r.keepsText(at) {
			gone[i.name] = true
			r.clear(at+typeName, 4)
			r.bytes(at+typeFlags, 1)[0] &^= flagExtraStar
			i.name = 0
		}
		isUninspected := hidden || r.isInternal(at) // by reflection
		if isUninspected && !pointerTypes[at] && r.byte(at+typeKind) == kindStruct {
			for _, field := range i.fields {
				gone[r.address(field)] = true
				r.clear(field, fieldSize)
			}
			r.clear(at+structFields+8, 16)
			i.fields = nil
		}
		keep(i)
		for _, method := range i.methods {
			if r.unreachable(method) {
				gone[base+r.word(method)] = true
				r.clear(method, methodSize)
			} else {
				r.clear(method+methodDirect, 4) // the entry for calls by reflection
			}
		}
		if !constants[uint32(r.word(at+typeHash))] {
			r.clear(at+typeHash, 4)
		}
	}
	for _, itab := range itabs {
		if !constants[uint32(r.word(itab+itabHash))] {
			r.clear(itab+itabHash, 4)
		}
	}
	for name := range gone {
		if !kept[name] {
			r.clear(name, r.nameSize(name))
		}
	}
	r.clearTypeLinks(description)
	return nil
}

// typeReader reads an image by address.
type typeReader struct {
	m    *image
	base int  // address of the types; offsets of names and types are relative to it
	ok   bool // no address was out of bounds
}

// bytes returns the n bytes at an address, for reading or writing. If the address is out of bounds, it returns zeros and clears ok.
func (r *typeReader) bytes(at, n int) []byte {
	offset := at - r.m.base
	isInside := offset >= 0 && n >= 0 && offset <= len(r.m.bytes)-n
	if !isInside {
		r.ok = false
		return make([]byte, max(n, 0))
	}
	return r.m.bytes[offset : offset+n]
}

// The following methods clear n bytes, or read a little-endian integer: an address has 8 bytes, a word 4, a half 2.

func (r *typeReader) clear(at, n int)    { clear(r.bytes(at, n)) }
func (r *typeReader) address(at int) int { return int(binary.LittleEndian.Uint64(r.bytes(at, 8))) }
func (r *typeReader) word(at int) int    { return int(binary.LittleEndian.Uint32(r.bytes(at, 4))) }
func (r *typeReader) half(at int) int    { return int(binary.LittleEndian.Uint16(r.bytes(at, 2))) }
func (r *typeReader) byte(at int) int    { return int(r.bytes(at, 1)[0]) }

// unreachable reports whether the linker has marked a method as unreachable, by the type 0 or −1.
func (r *typeReader) unreachable(method int) bool {
	typ := uint32(r.word(method + 4))
	return typ == 0 || typ == none
}

// keepsText reports whether the text of a type stays. The type is then a named type, an interface, or a pointer to or a slice of such a
// type.
func (r *typeReader) keepsText(at int) bool {
	kind := r.byte(at + typeKind)
	for (kind == kindPointer || kind == kindSlice) && r.byte(at+typeFlags)&flagNamed == 0 {
		at = r.address(at + typeSize) // the type of the element
		kind = r.byte(at + typeKind)
	}
	return kind == kindInterface || r.byte(at+typeFlags)&flagNamed != 0
}

// isInternal reports whether a type is a struct with unexported fields in a package of the runtime.
func (r *typeReader) isInternal(at int) bool {
	if r.byte(at+typeKind) != kindStruct || r.address(at+typeSize) == 0 {
		return false
	}
	path := r.text(r.address(at + typeSize))
	return slices.Contains([]string{"runtime", "reflect", "syscall", "os"}, path) || strings.HasPrefix(path, "internal/")
}

// isHidden reports whether a name belongs to the struct of a closure or to a shape type of generic code. No interface holds
// a value of such a type.
func (r *typeReader) isHidden(name int) bool {
	text := strings.TrimPrefix(r.text(name), "*")
	return strings.HasPrefix(text, "struct { F uintptr") || strings.HasPrefix(text, "go.shape.")
}

// text returns the text of the name at an address.
func (r *typeReader) text(name int) string {
	length, n := binary.Uvarint(r.bytes(name+1, 4))
	return string(r.bytes(name+1+max(n, 0), int(length)))
}

// nameSize returns the size of the name at an address: a byte of flags, the length, the text, and possibly the offset of a package. For a
// name with a tag, which belongs to a field and must stay, it returns 0.
func (r *typeReader) nameSize(at int) int {
	length, n := binary.Uvarint(r.bytes(at+1, 4))
	size := 1 + max(n, 0) + int(length)
	if r.byte(at)&namePackage != 0 {
		size += 4
	}
	if n <= 0 || r.byte(at)&nameTagged != 0 {
		return 0
	}
	return size
}

// looksLikeType reports whether a type descriptor may be at an address. A text has bytes that no descriptor has.
func (r *typeReader) looksLikeType(at int) bool {
	const largest = 1 << 31
	probe := typeReader{m: r.m, base: r.base, ok: true}
	size, pointers, kind := probe.address(at), probe.address(at+typePointers), probe.byte(at+typeKind)
	isAlignment := func(n int) bool { return n == 1 || n == 2 || n == 4 || n == 8 }
	hasSize := 0 <= size && size < largest && 0 <= pointers && pointers <= size
	hasKind := 0 < kind && kind <= kindLast
	isAligned := isAlignment(probe.byte(at+typeAlign)) && isAlignment(probe.byte(at+typeAlign+1)) // of a variable, and of a field
	hasName := probe.word(at+typeName) != 0
	return hasSize && hasKind && isAligned && hasName && probe.ok
}

// read returns the type descriptor at an address.
func (r *typeReader) read(at int) typeInfo {
	i := typeInfo{name: r.base + r.word(at+typeName)}
	if p := r.word(at + typePointer); p != 0 {
		i.types = append(i.types, r.base+p)
	}
	addTypes := func(places ...int) { // adds the types to which the places point
		for _, p := range places {
			i.types = append(i.types, r.address(p))
		}
	}
	// size is the size of the descriptor, more that of the list behind it, and first the address of the part that depends on the kind.
	size, more, first := typeSize, 0, at+typeSize
	switch r.byte(at + typeKind) {
	case kindArray:
		size += 24
		addTypes(first, first+8)
	case kindChan:
		size += 16
		addTypes(first)
	case kindPointer, kindSlice:
		size += 8
		addTypes(first)
	case kindMap:
		size += r.m.mapSize
		addTypes(first, first+8, first+16)
	case kindFunc:
		size += 8
		list := at + size
		if r.byte(at+typeFlags)&flagUncommon != 0 {
			list += uncommonSize
		}
		more = 8 * (r.half(first) + r.half(first+2)&0x7fff)
		for k := 0; k < more; k += 8 {
			addTypes(list + k)
		}
	case kindInterface:
		size += 32
		i.names = append(i.names, r.address(first))
		more = 8 * r.count(first+16)
		for k := 0; k < more; k += 8 {
			method := r.address(first+8) + k
			i.names, i.types = append(i.names, r.base+r.word(method)), append(i.types, r.base+r.word(method+4))
		}
	case kindStruct:
		size += 32
		i.names = append(i.names, r.address(first))
		more = fieldSize * r.count(first+16)
		for k := 0; k < more; k += fieldSize {
			field := r.address(first+8) + k
			i.fields = append(i.fields, field)
			addTypes(field + 8)
		}
	}
	// A named type has a package and methods.
	if r.byte(at+typeFlags)&flagUncommon != 0 {
		named := at + size
		size += uncommonSize
		i.names = append(i.names, r.base+r.word(named))
		for k := range r.half(named + 4) {
			method := named + r.word(named+8) + methodSize*k
			i.methods = append(i.methods, method)
			if !r.unreachable(method) {
				i.types = append(i.types, r.base+r.word(method+4))
			}
		}
	}
	i.end = at + size + more + methodSize*len(i.methods)
	return i
}

// count returns the length of a list of fields or methods. For an implausible length it returns 0 and clears ok.
func (r *typeReader) count(at int) int {
	n := r.address(at)
	if n < 0 || n > 1<<16 {
		r.ok = false
		return 0
	}
	return n
}
