// This file has the part "types" of the rewriting: it clears the unused parts of type descriptors.

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
	// Offsets in bytes in the common part of every descriptor.
	typePointers = 8  // number of bytes up to the last pointer of a value
	typeHash     = 16 // hash of the type
	typeFlags    = 20 // flags, such as flagNamed
	typeAlign    = 21 // alignment of a variable; the alignment of a field is the next byte
	typeKind     = 23 // kind, such as kindArray
	typeName     = 40 // text of the type
	typePointer  = 44 // the type "pointer to this type", 0 if there is none
	typeSize     = 48 // the end of the common part: the part that depends on the kind begins here
	// Bits at typeFlags.
	flagUncommon  = 1  // a name or methods: a part with the package and the methods follows
	flagExtraStar = 2  // the text has a star in front, which reflect cuts off
	flagNamed     = 4  // a named type
	flagMask      = 16 // the descriptor has no mask of pointers: the runtime computes the mask
	// Values at typeKind.
	kindArray, kindChan, kindFunc, kindInterface, kindMap, kindPointer, kindSlice = 17, 18, 19, 20, 21, 22, 23
	kindStruct, kindLast                                                          = 25, 26
	// Sizes in bytes.
	uncommonSize = 16 // part with the package and the methods
	methodSize   = 16
	fieldSize    = 24

	structFields = typeSize + 8 // offset of the slice of fields
	methodDirect = 12           // offset in a method of the entry for calls by reflection
	// Bits in the first byte of a name.
	nameTagged  = 2 // a tag follows the text
	namePackage = 4 // a package follows the text
)

// typeInfo has addresses of the parts of a type descriptor.
type typeInfo struct {
	name    int   // text of the type
	names   []int // names of packages, and of the methods of an interface
	methods []int // methods of the type, unless it is an interface
	types   []int // descriptors of other types to which the descriptor points
	fields  []int // fields of a struct
	end     int   // end of the descriptor, if its parts are contiguous
}

// stripTypes clears the unused parts of type descriptors:
//   - hashes that are no constants of the code, because type switches compare hashes only with constants;
//   - methods that the linker found unreachable, and their names;
//   - in all other methods, the entry for calls by reflection;
//   - texts of unnamed functions, structs, maps, arrays and channels, such as “map[string]int”, and of unnamed pointers to these types and
//     slices of them. Only panics print these texts, and a panic then prints an empty text;
//   - texts of the types of closures and of generic code;
//   - fields of structs of the runtime, of closures and of generic code, since reflection inspects no such value; fields stay if the
//     runtime needs them to find pointers in large values;
//   - the list by which reflection finds a type by its text.
//
// Package reflect searches methods in sorted order, which cleared methods break. Therefore a program must not call methods by reflection.
// Options.Unused has the functions that call methods by reflection.
//
// stripTypes returns an error if the runtime's description of the program is not found, or if the types have another layout. Then it has
// changed nothing.
func stripTypes(m *image, constants map[uint32]bool) error {
	t, _ := findTables(m.bytes) // if no tables are found, found below is false
	description, found := t.description(m)
	if !found {
		return errDescription
	}
	// field returns word k of the description, counted from 0. The image has the indices of its words, such as m.types.
	field := func(k int) int { return int(binary.LittleEndian.Uint64(description[8*k:])) }
	base, end := field(m.types), field(m.typesEnd)
	r := typeReader{m: m, base: base, ok: true}
	// unread are types whose descriptors are not read yet.
	unread, itabs := r.typeLists(description)
	for _, itab := range itabs {
		unread = append(unread, r.address(itab), r.address(itab+itabType)) // the interface and the concrete type
	}
	// Read all types that the lists reach.
	known := map[int]typeInfo{} // by address
	for len(unread) > 0 && r.ok {
		at := unread[len(unread)-1]
		unread = unread[:len(unread)-1]
		_, isKnown := known[at]
		if !isKnown && at != 0 {
			known[at] = r.read(at)
			unread = append(unread, known[at].types...)
		}
	}
	if !r.ok {
		return errors.New("shrink: the types are not laid out as those of " + m.version)
	}
	kept, unused := map[int]bool{}, map[int]bool{} // addresses of names that a part needs, and of names that a cleared part has
	// keep adds all names of a descriptor to kept, except the names of unreachable methods.
	keep := func(info typeInfo) {
		for _, name := range append(info.names, info.name) {
			kept[name] = true
		}
		for _, field := range info.fields {
			kept[r.address(field)] = true
		}
		for _, method := range info.methods {
			if !r.unreachable(method) {
				kept[base+r.word(method)] = true
			}
		}
	}
	// The remaining descriptors are reached from code alone. A search finds addresses that may have a descriptor. Such a
	// descriptor stays unchanged, except for closures and generic code. If an address has no descriptor, keep adds names that nothing needs.
	for at := base; at < end; at += m.spacing { // descriptors are at multiples of spacing
		_, isKnown := known[at]
		if isKnown || !r.looksLikeType(at) {
			continue
		}
		other := typeReader{m: m, base: base, ok: true}
		info := other.read(at)
		if other.ok && r.isHidden(info.name) {
			known[at] = info
		} else {
			keep(info)
		}
	}
	pointerTypes := map[int]bool{} // types whose fields the runtime reads to find pointers
	for at := range known {
		r.addPointerTypes(pointerTypes, at)
	}
	// Clear the unused parts of each descriptor.
	for _, at := range slices.Sorted(maps.Keys(known)) {
		info := known[at]
		isHidden := r.isHidden(info.name)
		if isHidden || !r.keepsText(at) {
			unused[info.name] = true
			r.clear(at+typeName, 4)
			r.bytes(at+typeFlags, 1)[0] &^= flagExtraStar // with this flag reflect cuts off the first character, and "" has none
			info.name = 0                                 // keep below must not keep the cleared name
		}
		isUninspected := isHidden || r.isInternal(at)
		if isUninspected && !pointerTypes[at] && r.byte(at+typeKind) == kindStruct {
			for _, field := range info.fields {
				unused[r.address(field)] = true
				r.clear(field, fieldSize)
			}
			r.clear(at+structFields+8, 16) // length and capacity of the slice of fields
			info.fields = nil              // keep below must not keep the names of the cleared fields
		}
		keep(info)
		for _, method := range info.methods {
			if r.unreachable(method) {
				unused[base+r.word(method)] = true
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
	// Descriptors share names. Clear a name only if no descriptor needs the name.
	for name := range unused {
		if !kept[name] {
			r.clear(name, r.nameSize(name))
		}
	}
	r.clearTypeLinks(description)
	return nil
}

// typeReader reads an image by address. The arguments and variables with the name at are addresses.
type typeReader struct {
	m    *image
	base int  // address of the types; offsets of names and types are relative to it
	ok   bool // no address was out of bounds, and no list was too long
}

// bytes returns the n bytes at an address, for reading or writing. If the address is out of bounds, it returns zeros and clears ok.
func (r *typeReader) bytes(at, n int) []byte {
	offset := at - r.m.base
	if offset < 0 || n < 0 || offset > len(r.m.bytes)-n {
		r.ok = false
		return make([]byte, max(n, 0))
	}
	return r.m.bytes[offset : offset+n]
}

// The following methods clear n bytes, or read a little-endian integer: an address has 8 bytes, a word 4, and a half 2.

func (r *typeReader) clear(at, n int)    { clear(r.bytes(at, n)) }
func (r *typeReader) address(at int) int { return int(binary.LittleEndian.Uint64(r.bytes(at, 8))) }
func (r *typeReader) word(at int) int    { return int(binary.LittleEndian.Uint32(r.bytes(at, 4))) }
func (r *typeReader) half(at int) int    { return int(binary.LittleEndian.Uint16(r.bytes(at, 2))) }
func (r *typeReader) byte(at int) int    { return int(r.bytes(at, 1)[0]) }

// unreachable reports whether the linker has marked a method as unreachable, by the offset 0 or −1 of its type. method is the address of
// the method.
func (r *typeReader) unreachable(method int) bool {
	typ := uint32(r.word(method + 4))
	return typ == 0 || typ == none // none is −1
}

// keepsText reports whether the text of the type at an address stays. The text stays for a named type, for an interface, and for a pointer
// to a type or a slice of a type whose text stays.
func (r *typeReader) keepsText(at int) bool {
	kind := r.byte(at + typeKind)
	for (kind == kindPointer || kind == kindSlice) && r.byte(at+typeFlags)&flagNamed == 0 {
		at = r.address(at + typeSize)
		kind = r.byte(at + typeKind)
	}
	return kind == kindInterface || r.byte(at+typeFlags)&flagNamed != 0
}

// isInternal reports whether the type at an address is a struct of package runtime, reflect, syscall, os or internal/…. Only the descriptor
// of a struct with an unexported field has a package. For any other struct isInternal returns false.
func (r *typeReader) isInternal(at int) bool {
	if r.byte(at+typeKind) != kindStruct || r.address(at+typeSize) == 0 {
		return false
	}
	path := r.text(r.address(at + typeSize))
	return path == "runtime" || path == "reflect" || path == "syscall" || path == "os" || strings.HasPrefix(path, "internal/")
}

// isHidden reports whether the name at an address is the text of the struct of a closure, or of a shape type of generic code. The star of
// flagExtraStar may precede the text. No interface holds a value of these types.
func (r *typeReader) isHidden(name int) bool {
	text := strings.TrimPrefix(r.text(name), "*")
	return strings.HasPrefix(text, "struct { F uintptr") || strings.HasPrefix(text, "go.shape.")
}

// text returns the text of the name at an address. A byte of flags and the length of the text precede the text.
func (r *typeReader) text(name int) string {
	length, n := binary.Uvarint(r.bytes(name+1, 4))
	return string(r.bytes(name+1+max(n, 0), int(length)))
}

// nameSize returns the size in bytes of the name at an address. A name has a byte of flags, the length, the text, and possibly the offset
// of a package. nameSize returns 0 for a damaged length, and for a name with a tag, which belongs to a field and must stay.
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

// looksLikeType reports whether a type descriptor may be at an address: its fields have plausible values, which the bytes of a text do not
// have. The probe has an ok of its own, because an address out of bounds is no error here.
func (r *typeReader) looksLikeType(at int) bool {
	const largest = 1 << 31 // bytes; a value of a type is smaller
	probe := typeReader{m: r.m, base: r.base, ok: true}
	size, pointers, kind := probe.address(at), probe.address(at+typePointers), probe.byte(at+typeKind)
	isSize := 0 <= size && size < largest && 0 <= pointers && pointers <= size
	isKind := 0 < kind && kind <= kindLast
	isAlignment := func(n int) bool { return n == 1 || n == 2 || n == 4 || n == 8 }
	if !isSize || !isKind {
		return false
	}
	isAligned := isAlignment(probe.byte(at+typeAlign)) && isAlignment(probe.byte(at+typeAlign+1))
	hasName := probe.word(at+typeName) != 0
	return isAligned && hasName && probe.ok
}

// read returns the addresses in the type descriptor at an address. It clears r.ok if an address is out of bounds or a list is too long.
func (r *typeReader) read(at int) typeInfo {
	info := typeInfo{name: r.base + r.word(at+typeName)}
	if pointer := r.word(at + typePointer); pointer != 0 {
		info.types = append(info.types, r.base+pointer)
	}
	// addTypes adds the types whose addresses are at the given places.
	addTypes := func(places ...int) {
		for _, p := range places {
			info.types = append(info.types, r.address(p))
		}
	}
	// size is the size of the descriptor in bytes, and listSize is the size of the list behind the descriptor. kindPart is the address of the
	// part that depends on the kind of the type. The cases add the size of this part: 8 bytes for an address or a number, and 24 for a slice.
	size, listSize, kindPart := typeSize, 0, at+typeSize
	switch r.byte(at + typeKind) {
	case kindArray:
		size += 24
		addTypes(kindPart, kindPart+8) // the types of the elements and of a slice of them; the length follows
	case kindChan:
		size += 16
		addTypes(kindPart)
	case kindPointer, kindSlice:
		size += 8
		addTypes(kindPart)
	case kindMap:
		size += r.m.mapSize
		addTypes(kindPart, kindPart+8, kindPart+16) // the types of the keys, of the values, and of a group of both
	case kindFunc:
		size += 8
		list := at + size
		if r.byte(at+typeFlags)&flagUncommon != 0 {
			list += uncommonSize
		}
		const variadic = 0x8000                                          // a flag in the number of results
		listSize = 8 * (r.half(kindPart) + r.half(kindPart+2)&^variadic) // parameters and results
		for k := 0; k < listSize; k += 8 {
			addTypes(list + k)
		}
	case kindInterface:
		size += 32
		info.names = append(info.names, r.address(kindPart))
		listSize = 8 * r.count(kindPart+16)
		for k := 0; k < listSize; k += 8 {
			method := r.address(kindPart+8) + k // two words: the offsets of the name and of the type
			info.names = append(info.names, r.base+r.word(method))
			info.types = append(info.types, r.base+r.word(method+4))
		}
	case kindStruct:
		size += 32
		info.names = append(info.names, r.address(kindPart))
		listSize = fieldSize * r.count(kindPart+16)
		for k := 0; k < listSize; k += fieldSize {
			field := r.address(kindPart+8) + k
			info.fields = append(info.fields, field)
			addTypes(field + 8)
		}
	}
	// The part with the package and the methods has three fields: at 0 the offset of the package's name, at 4 the number of methods, and at 8
	// the offset of the methods from the beginning of this part.
	if r.byte(at+typeFlags)&flagUncommon != 0 {
		uncommon := at + size
		size += uncommonSize
		info.names = append(info.names, r.base+r.word(uncommon))
		for k := range r.half(uncommon + 4) {
			method := uncommon + r.word(uncommon+8) + methodSize*k
			info.methods = append(info.methods, method)
			if !r.unreachable(method) {
				info.types = append(info.types, r.base+r.word(method+4))
			}
		}
	}
	info.end = at + size + listSize + methodSize*len(info.methods)
	return info
}

// count returns the number at an address, which is the length of a list of fields or methods. If the number is negative or larger than any
// list of a program, count returns 0 and clears r.ok.
func (r *typeReader) count(at int) int {
	const longest = 1 << 16 // far more elements than any list of a program has
	n := r.address(at)
	if n < 0 || n > longest {
		r.ok = false
		return 0
	}
	return n
}
