package shrink

import "encoding/binary"

const (
	itabType, itabHash, itabMethods = 8, 16, 24 // offsets in a table of methods: its type, the hash of that, the methods
	firstType                       = 8         // how far behind the address of the types the first one is, where one follows the other
)

// typeLists reads which types reflection looks up by their texts, and the tables of methods, as addresses.
func (r *typeReader) typeLists(description []byte) (types, itabs []int) {
	place := func(k int) int { return int(binary.LittleEndian.Uint64(description[8*k:])) }
	links, tables := place(r.m.links), place(r.m.itabs)
	if r.m.apart {
		for k := range place(r.m.links + 1) {
			types = append(types, r.base+r.word(links+4*k))
		}
		for k := range place(r.m.itabs + 1) {
			itabs = append(itabs, r.address(tables+8*k))
		}
		return types, itabs
	}
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

// forgetTypes clears the list of the types that reflection looks up.
func (r *typeReader) forgetTypes(description []byte) {
	links := description[8*r.m.links:]
	if r.m.apart {
		r.clear(int(binary.LittleEndian.Uint64(links)), 4*int(binary.LittleEndian.Uint64(links[8:])))
		links = links[8:]
	}
	clear(links[:8])
}

// masked adds a type and what its values hold to a set, if the runtime reads the fields of the type
// in order to find the pointers in its values, as it does for large ones.
func (r *typeReader) masked(set map[int]bool, at int) {
	if set[at] || r.byte(at+typeFlags)&flagMask == 0 {
		return
	}
	set[at] = true
	switch r.byte(at + typeKind) {
	case kindArray:
		r.masked(set, r.address(at+typeSize))
	case kindStruct:
		for _, field := range r.read(at).fields {
			r.masked(set, r.address(field+8))
		}
	}
}
