package shrink

import (
	"encoding/binary"
	"slices"
)

const (
	funcDefer  = 12 // offset in a function: the place at which it resumes after a recovered panic
	pcStackMap = 1  // number of the table of pointer maps
)

// fixedFunctions are the functions that the runtime resumes at a fixed place.
var fixedFunctions = []string{"runtime.goexit"}

// A place is a numbered position in a function: the position after a call, or the target of a jump. A return PC contains the number of its
// place. The br_table at the beginning of a function leads from places to blocks. Go also numbers places that neither calls nor jumps use;
// they belong to tables that dropLines drops. renumber gives the used places the numbers 1, 2, 3 … in their order. Numbers become small,
// and more functions share tables.

// placeTables has the tables of a function that are indexed by places.
type placeTables struct {
	entry []byte   // function in the list of functions
	moved []change // displacement of the stack pointer in bytes
	maps  []change // number of the pointer map of the frame; that of a call is one place before the place of the return PC
	open  bool     // whether places of the function can be renumbered
}

// readPlaceTables returns the tables of all functions. It must precede dropLines.
func readPlaceTables(m *image) []placeTables {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	list := make([]placeTables, len(t.funcs))
	for k, f := range t.funcs {
		p := placeTables{entry: f, moved: t.changes(word(f, funcSP))}
		isInOrder := int(word(f, 0)) == firstFunc+k
		// The stack pointer never moves, or moves once, between places 0 and 1.
		movesAtStart := len(p.moved) == 1 || len(p.moved) == 2 && p.moved[1].from == 1
		p.open = isInOrder && movesAtStart && !slices.Contains(fixedFunctions, t.name(f))
		for k := range int(word(f, funcNPC)) {
			offset := word(f, funcPC+4*k)
			switch k {
			case pcStackMap:
				p.maps = t.changes(offset)
			case pcUnsafe, pcInline, pcArgLive:
			default:
				p.open = p.open && offset == 0
			}
		}
		list[k] = p
	}
	return list
}

// usedPlaces are the places that the code of a function uses, except 0, its beginning.
type usedPlaces struct {
	kept  []int   // return places and targets of jumps, ascending
	calls []int   // return places among kept
	ends  []int32 // pointer maps at calls that never return
}

// renumber renumbers the places of a function after straighten. number is the number of the function. Calls that never return can share a
// place, if their pointer maps are equal. Shared places precede all others.
func (p *placeTables) renumber(code []instr, number int, ends map[int64]noReturn) {
	table, _, _ := dispatcher(code)
	n, ok := p.usedPlaces(code, number, table, ends)
	if !ok {
		return
	}
	fresh := map[int]int{} // new number by place
	for k, place := range n.kept {
		fresh[place] = 1 + len(n.ends) + k
	}
	// Change the numbers in the code, the br_table, the pointer maps, and the place of a deferred return.
	for at := range code {
		if jumpsTo(code, at) {
			code[at-1].a = int64(fresh[int(code[at-1].a)])
		}
		place := placeOf(code, at, number)
		if place == 0 {
			continue
		}
		newPlace := fresh[place]
		end := noReturnCall(code, at, ends)
		if end.anyPlace {
			newPlace = 1
		} else if end.called {
			newPlace = 1 + slices.Index(n.ends, valueAt(p.maps, place-1))
		}
		code[at].a = int64(number<<blockBits + newPlace)
	}
	if table >= 0 {
		code[table].labels = n.labels(code[table].labels)
	}
	if p.maps != nil {
		p.maps = n.maps(p.maps, fresh)
	}
	binary.LittleEndian.PutUint32(p.entry[funcDefer:], uint32(fresh[int(word(p.entry, funcDefer))]))
}

// usedPlaces returns the used places. ok is false if the places cannot be renumbered, because the code uses their numbers or local 0 for
// another purpose.
func (p *placeTables) usedPlaces(code []instr, number, table int, ends map[int64]noReturn) (n usedPlaces, ok bool) {
	if !p.open || functionNumber(code) != int64(number) {
		return n, false
	}
	// Jumps and calls use places.
	for at, in := range code {
		place := placeOf(code, at, number)
		isOtherTable := in.op == opBrTable && at != table
		setsLocal0 := in.op == opSet && in.a == 0
		switch {
		case isOtherTable:
			return n, false
		case setsLocal0 && !jumpsTo(code, at) && !savesNumber(code, at): // local 0 has another purpose
			return n, false
		case place > 0 && !storesReturnPC(code, at): // the number has another purpose
			return n, false
		case jumpsTo(code, at):
			n.kept = append(n.kept, int(code[at-1].a))
		case place > 0:
			end, from := noReturnCall(code, at, ends), valueAt(p.maps, place-1)
			if !end.called {
				n.calls = append(n.calls, place)
			} else if !end.anyPlace && !slices.Contains(n.ends, from) {
				n.ends = append(n.ends, from)
			}
		}
	}
	n.kept = append(append(n.kept, n.calls...), int(word(p.entry, funcDefer)))
	slices.Sort(n.kept)
	n.kept = slices.DeleteFunc(slices.Compact(n.kept), func(place int) bool { return place == 0 })
	return n, true
}

// labels returns the labels of the br_table for the new numbers. Places of calls that never return are never resumed, and have any label.
func (n usedPlaces) labels(old []uint32) []uint32 {
	labels := slices.Repeat(old[:1], 1+len(n.ends))
	for _, place := range n.kept {
		labels = append(labels, old[min(place, len(old)-1)])
	}
	return labels
}

// maps returns the table of pointer maps for the new numbers.
func (n usedPlaces) maps(old []change, fresh map[int]int) (list []change) {
	put := func(from int, value int32) {
		if len(list) == 0 {
			list = append(list, change{0, value})
		} else if list[len(list)-1].value != value {
			list = append(list, change{from, value})
		}
	}
	for k, value := range n.ends {
		put(k, value)
	}
	for _, place := range n.kept {
		if slices.Contains(n.calls, place) {
			put(fresh[place]-1, valueAt(old, place-1))
		}
	}
	if list == nil {
		return old
	}
	return list
}

// placeOf returns the place in the constant code[at] if the constant is a PC of the function with the given number. It returns 0 if
// code[at] is no such constant.
func placeOf(code []instr, at, number int) int {
	in := code[at]
	isPC := in.op == opConst64 && in.a>>blockBits == int64(number)
	if !isPC {
		return 0
	}
	return int(in.a & (1<<blockBits - 1))
}

// jumpsTo reports whether code[at] stores the constant before it in local 0 as the target of the jump after it.
func jumpsTo(code []instr, at int) bool {
	if at < 1 || at+1 >= len(code) {
		return false
	}
	setsTarget := code[at].op == opSet && code[at].a == 0
	return setsTarget && code[at-1].op == opConst32 && code[at+1].op == opBr
}

// savesNumber reports whether code[at] saves the number of the function of an indirect call, which a local.get 0 reads two instructions
// later.
func savesNumber(code []instr, at int) bool {
	if at+2 >= len(code) {
		return false
	}
	readsNumber := code[at+2].op == opGet && code[at+2].a == 0
	return code[at].op == opSet && code[at+1].op == opConst32 && readsNumber
}
