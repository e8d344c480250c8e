// This file reads the lists of type descriptors and of itabs, for the part "types". An itab is the table of methods for a concrete type in
// an interface.

package shrink

import "encoding/binary"

// Offsets in bytes in the type data of Go.
const (
	itabType, itabHash, itabMethods = 8, 16, 24 // offsets in an itab: concrete type, hash of the type, methods
	firstType                       = 8         // offset of the first type descriptor when descriptors are contiguous
)

// typeLists returns the addresses of the types that reflection finds by their texts (typelinks), and the addresses of the itabs.
// description is moduledata, the runtime's description of the program. typeLists clears r.ok if an address is out of bounds. For Go 1.27 it
// also does so if an interface has too many methods, or if the last contiguous descriptor or itab has a wrong end.
func (r *typeReader) typeLists(description []byte) (types, itabs []int) {
	// field returns word k of the description.
	field := func(k int) int { return int(binary.LittleEndian.Uint64(description[8*k:])) }
	if r.m.listed {
		// Go 1.26: the words are the addresses of two lists, each followed by the length of its list. A type in its list is an offset of four
		// bytes; an itab in its list is an address of eight bytes.
		links, tables := field(r.m.links), field(r.m.itabs)
		for k := range field(r.m.links + 1) {
			types = append(types, r.base+r.word(links+4*k))
		}
		for k := range field(r.m.itabs + 1) {
			itabs = append(itabs, r.address(tables+8*k))
		}
		return types, itabs
	}
	// Go 1.27: descriptors are contiguous: each begins at the end of its predecessor. Itabs are contiguous, too. The words are sizes in bytes
	// and an offset.
	typesSize, itabsOffset, itabsSize := field(r.m.links), field(r.m.itabs), field(r.m.itabs+1)
	typ, typesEnd := r.base+firstType, r.base+typesSize
	for typ < typesEnd && r.ok {
		types = append(types, typ)
		typ = r.read(typ).end
	}
	r.ok = r.ok && typ == typesEnd
	itab, itabsEnd := r.base+itabsOffset, r.base+itabsOffset+itabsSize
	for itab < itabsEnd && r.ok {
		itabs = append(itabs, itab)
		// If the concrete type does not implement the interface, the itab has a single method, the address 0.
		methods := 1
		if r.address(itab+itabMethods) != 0 {
			methods = r.count(r.address(itab) + typeSize + 16) // length of the list of methods in the descriptor of the interface
		}
		itab += itabMethods + 8*methods
	}
	r.ok = r.ok && itab == itabsEnd
	return types, itabs
}

// clearTypeLinks clears the list of types that reflection finds by their texts. Contiguous types stay, and only their size in description
// becomes 0.
func (r *typeReader) clearTypeLinks(description []byte) {
	links := description[8*r.m.links:]
	if !r.m.listed {
		clear(links[:8])
		return
	}
	address, count := int(binary.LittleEndian.Uint64(links)), int(binary.LittleEndian.Uint64(links[8:]))
	r.clear(address, 4*count)
	clear(links[8:16]) // the number of elements
}

// addPointerTypes adds the type with the descriptor at an address to a set if the runtime reads the descriptor to find the pointers in a
// value. The runtime does so for large types: their descriptor has no mask of pointers, and flagMask says that the runtime computes it.
// The types of elements and fields are added by the same rule.
func (r *typeReader) addPointerTypes(set map[int]bool, at int) {
	if set[at] || r.byte(at+typeFlags)&flagMask == 0 {
		return
	}
	set[at] = true
	switch r.byte(at + typeKind) {
	case kindArray:
		r.addPointerTypes(set, r.address(at+typeSize)) // the type of the elements
	case kindStruct:
		for _, field := range r.read(at).fields {
			r.addPointerTypes(set, r.address(field+8)) // the type of the field
		}
	}
}
