package shrink

import "encoding/binary"

const (
	itabType, itabHash, itabMethods = 8, 16, 24 // offsets in an itab: concrete type, its hash, methods
	firstType                       = 8         // offset of the first type descriptor when descriptors are contiguous
)

// typeLists returns the addresses of the types that reflection finds by their texts (typelinks), and of the itabs. In older versions of Go
// the description of the program points to lists of both. In newer versions descriptors and itabs are contiguous: the end of one is the
// address of the next.
func (r *typeReader) typeLists(description []byte) (types, itabs []int) {
	place := func(k int) int { return int(binary.LittleEndian.Uint64(description[8*k:])) }
	links, tables := place(r.m.links), place(r.m.itabs)
	if r.m.listed {
		for k := range place(r.m.links + 1) {
			types = append(types, r.base+r.word(links+4*k))
		}
		for k := range place(r.m.itabs + 1) {
			itabs = append(itabs, r.address(tables+8*k))
		}
		return types, itabs
	}
	// Contiguous descriptors, then contiguous itabs.
	at, end := r.base+firstType, r.base+links
	for at < end && r.ok {
		types = append(types, at)
		at = r.read(at).end
	}
	r.ok = r.ok && at == end
	for at, end = r.base+tables, r.base+tables+place(r.m.itabs+1); at < end && r.ok; {
		itabs = append(itabs, at)
		methods := 1
		if r.address(at+itabMethods) != 0 {
			methods = r.count(r.address(at) + typeSize + 16)
		}
		at += itabMethods + 8*methods
	}
	r.ok = r.ok && at == end
	return types, itabs
}

// clearTypeLinks clears the list of types that reflection finds by their texts.
func (r *typeReader) clearTypeLinks(description []byte) {
	links := description[8*r.m.links:]
	if r.m.listed {
		r.clear(int(binary.LittleEndian.Uint64(links)), 4*int(binary.LittleEndian.Uint64(links[8:])))
		links = links[8:]
	}
	clear(links[:8])
}

// addPointerTypes adds the type at an address and the types of its fields to a set, if the runtime reads the fields to find the pointers in
// a value. The runtime reads the fields of large types, which have no pointer mask.
func (r *typeReader) addPointerTypes(set map[int]bool, at int) {
	if set[at] || r.byte(at+typeFlags)&flagMask == 0 {
		return
	}
	set[at] = true
	switch r.byte(at + typeKind) {
	case kindArray:
		r.addPointerTypes(set, r.address(at+typeSize))
	case kindStruct:
		for _, field := range r.read(at).fields {
			r.addPointerTypes(set, r.address(field+8))
		}
	}
}
