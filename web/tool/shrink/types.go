package shrink

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
)

// Layout of types (internal/abi/type.go of Go 1.26 and 1.27), for a pointer of eight bytes.
const (
	// offsets in every type, and its size
	typePointers, typeHash, typeFlags, typeAlign, typeKind, typeName, typePointer, typeSize = 8, 16, 20, 21, 23, 40, 44, 48
	flagUncommon, flagExtraStar, flagNamed, flagMask                                        = 1, 2, 4, 16
	kindArray, kindChan, kindFunc, kindInterface, kindMap, kindPointer, kindSlice           = 17, 18, 19, 20, 21, 22, 23
	kindStruct, kindLast                                                                    = 25, 26
	uncommonSize, methodSize, fieldSize                                                     = 16, 16, 24
	structFields                                                                            = typeSize + 8 // their place, number and room
	methodDirect                                                                            = 12
	nameTagged, namePackage                                                                 = 2, 4
)

// typeInfo is what is read of a type, as addresses.
type typeInfo struct {
	name    int
	names   []int // of packages and methods that interfaces ask for
	methods []int
	types   []int // that it names
	fields  []int
	end     int // where it ends if its parts lie one behind the other
}

// plainTypes clears what nobody asks of types:
//   - their hashes, which switches over types compare with constants, where no
//     constant of the code is that number;
//   - methods that the linker found unreachable, and their names;
//   - as texts, functions, structs, maps, arrays and channels without a name of
//     their own (“map[string]int”), which a panic shows and nothing else; it then shows none;
//   - the fields of structs of the runtime, of closures and of generic code, which no value that is looked into has,
//     but for those that the runtime reads where the pointers in large values are;
//   - the list in which reflection looks for such a type by its text.
//
// reflect finds methods by name among sorted names: no program may call a method so that it finds, and the functions that do are to
// be in Options.Unused.
func plainTypes(m *image, constants map[uint32]bool) error {
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
	known := map[int]typeInfo{}
	for len(todo) > 0 && r.ok {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, there := known[at]; !there && at != 0 {
			known[at] = r.read(at)
			todo = append(todo, known[at].types...)
		}
	}
	if !r.ok {
		return errors.New("shrink: the types are not laid out as those of " + m.version)
	}
	kept, gone, masked := map[int]bool{}, map[int]bool{}, map[int]bool{}
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
	// Types that only code points to are found where they lie, and left alone, but for those that have no values to look into.
	for at := base; at < end; at += m.spacing {
		if _, there := known[at]; !there && r.looksLikeType(at) {
			other := typeReader{m: m, base: base, ok: true}
			if i := other.read(at); other.ok && r.hidden(i.name) {
				known[at] = i
			} else {
				keep(i)
			}
		}
	}
	for at := range known {
		r.masked(masked, at)
	}
	for _, at := range slices.Sorted(maps.Keys(known)) {
		i := known[at]
		hidden := r.hidden(i.name)
		if hidden || !r.named(at) {
			gone[i.name] = true
			r.clear(at+typeName, 4)
			r.bytes(at+typeFlags, 1)[0] &^= flagExtraStar
			i.name = 0
		}
		if (hidden || r.internal(at)) && !masked[at] && r.byte(at+typeKind) == kindStruct {
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
				r.clear(method+methodDirect, 4) // is called by reflection alone
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
	r.forgetTypes(description)
	return nil
}

// typeReader reads an image by address; ok reports whether all was inside.
type typeReader struct {
	m    *image
	base int // of types: offsets of names and types count from here
	ok   bool
}

func (r *typeReader) bytes(at, n int) []byte {
	if at -= r.m.base; at < 0 || n < 0 || at > len(r.m.bytes)-n {
		r.ok = false
		return make([]byte, max(n, 0))
	}
	return r.m.bytes[at : at+n]
}

func (r *typeReader) clear(at, n int)    { clear(r.bytes(at, n)) }
func (r *typeReader) address(at int) int { return int(binary.LittleEndian.Uint64(r.bytes(at, 8))) }
func (r *typeReader) word(at int) int    { return int(binary.LittleEndian.Uint32(r.bytes(at, 4))) }
func (r *typeReader) half(at int) int    { return int(binary.LittleEndian.Uint16(r.bytes(at, 2))) }
func (r *typeReader) byte(at int) int    { return int(r.bytes(at, 1)[0]) }

// unreachable reports whether the linker found that nothing calls a method:
// its type is then 0 or −1.
func (r *typeReader) unreachable(method int) bool {
	typ := uint32(r.word(method + 4))
	return typ == 0 || typ == none
}

// named reports whether the text of a type stays: with a name, an interface, and what points to such types.
func (r *typeReader) named(at int) bool {
	kind := r.byte(at + typeKind)
	for (kind == kindPointer || kind == kindSlice) && r.byte(at+typeFlags)&flagNamed == 0 {
		at = r.address(at + typeSize)
		kind = r.byte(at + typeKind)
	}
	return kind == kindInterface || r.byte(at+typeFlags)&flagNamed != 0
}

// internal reports whether a struct has fields that only packages of the runtime can name.
func (r *typeReader) internal(at int) bool {
	if r.byte(at+typeKind) != kindStruct || r.address(at+typeSize) == 0 {
		return false
	}
	path := r.text(r.address(at + typeSize))
	return path == "runtime" || path == "reflect" || path == "syscall" || path == "os" || strings.HasPrefix(path, "internal/")
}

// hidden reports whether a name is that of what a closure holds, or of a type that stands for others in generic code.
// No interface holds a value of either.
func (r *typeReader) hidden(name int) bool {
	text := strings.TrimPrefix(r.text(name), "*")
	return strings.HasPrefix(text, "struct { F uintptr") || strings.HasPrefix(text, "go.shape.")
}

// text is the text of a name.
func (r *typeReader) text(name int) string {
	length, n := binary.Uvarint(r.bytes(name+1, 4))
	return string(r.bytes(name+1+max(n, 0), int(length)))
}

// nameSize is the size of a name: a byte of flags, its length, its text, and,
// where it has one, the place of its package. Those with tags are of fields.
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

// looksLikeType reports whether a type may lie at an address. A text never looks like one.
func (r *typeReader) looksLikeType(at int) bool {
	const largest = 1 << 31
	probe := typeReader{m: r.m, base: r.base, ok: true}
	size, pointers, kind := probe.address(at), probe.address(at+typePointers), probe.byte(at+typeKind)
	aligned := func(n int) bool { return n == 1 || n == 2 || n == 4 || n == 8 }
	return size >= 0 && size < largest && pointers >= 0 && pointers <= size && kind > 0 && kind <= kindLast &&
		aligned(probe.byte(at+typeAlign)) && aligned(probe.byte(at+typeAlign+1)) && probe.word(at+typeName) != 0 && probe.ok
}

// read reads the type at an address.
func (r *typeReader) read(at int) typeInfo {
	i := typeInfo{name: r.base + r.word(at+typeName)}
	if p := r.word(at + typePointer); p != 0 {
		i.types = append(i.types, r.base+p)
	}
	refer := func(places ...int) {
		for _, p := range places {
			i.types = append(i.types, r.address(p))
		}
	}
	size, more, first := typeSize, 0, at+typeSize // of it, and of the list behind it
	switch r.byte(at + typeKind) {
	case kindArray:
		size += 24
		refer(first, first+8)
	case kindChan:
		size += 16
		refer(first)
	case kindPointer, kindSlice:
		size += 8
		refer(first)
	case kindMap:
		size += r.m.mapSize
		refer(first, first+8, first+16)
	case kindFunc:
		size += 8
		list := at + size
		if r.byte(at+typeFlags)&flagUncommon != 0 {
			list += uncommonSize
		}
		more = 8 * (r.half(first) + r.half(first+2)&0x7fff)
		for k := 0; k < more; k += 8 {
			refer(list + k)
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
			refer(field + 8)
		}
	}
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

// count reads the length of a list of fields or methods, 0 when it cannot be one.
func (r *typeReader) count(at int) int {
	n := r.address(at)
	if n < 0 || n > 1<<16 {
		r.ok = false
		return 0
	}
	return n
}
