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
	open  bool     // places of the function can be renumbered
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
		// The stack pointer moves once, between places 0 and 1.
		p.open = int(word(f, 0)) == firstFunc+k && (len(p.moved) == 1 || len(p.moved) == 2 && p.moved[1].from == 1) &&
			!slices.Contains(fixedFunctions, t.name(f))
		for table := range int(word(f, funcNPC)) {
			offset := word(f, funcPC+4*table)
			switch table {
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
	kept    []int   // targets of jumps, places of calls that return, and the place after a recovered panic; ascending
	calls   []int   // places of calls that return; kept has these places, too
	endMaps []int32 // pointer maps at calls that never return
}

// renumber renumbers the places of a function after straighten. number is the number of the function. Calls that never return can share a
// place, if their pointer maps are equal. Shared places precede all others.
func (p *placeTables) renumber(code []instr, number int, noReturns map[int64]noReturn) {
	table, _, _ := dispatcher(code)
	used, ok := p.usedPlaces(code, number, table, noReturns)
	if !ok {
		return
	}
	newNumber := map[int]int{} // by place
	for k, place := range used.kept {
		newNumber[place] = 1 + len(used.endMaps) + k
	}
	// Change the numbers in the code, the br_table, the pointer maps, and the place of a deferred return.
	for at := range code {
		if jumpsTo(code, at) {
			code[at-1].a = int64(newNumber[int(code[at-1].a)])
		}
		if place := placeOf(code, at, number); place > 0 {
			newPlace := newNumber[place]
			if callee := noReturnCall(code, at, noReturns); callee.anyPlace {
				newPlace = 1
			} else if callee.neverReturns {
				newPlace = 1 + slices.Index(used.endMaps, valueAt(p.maps, place-1))
			}
			code[at].a = int64(number<<blockBits + newPlace)
		}
	}
	if table >= 0 {
		code[table].labels = used.labels(code[table].labels)
	}
	if p.maps != nil {
		p.maps = used.maps(p.maps, newNumber)
	}
	binary.LittleEndian.PutUint32(p.entry[funcDefer:], uint32(newNumber[int(word(p.entry, funcDefer))]))
}

// usedPlaces returns the places that the code of a function uses. number is the number of the function, and table is the index of its
// dispatcher. ok is false if the places cannot be renumbered: a place may then be in a part of the code that renumber does not change.
func (p *placeTables) usedPlaces(code []instr, number, table int, noReturns map[int64]noReturn) (used usedPlaces, ok bool) {
	if !p.open || functionNumber(code) != int64(number) {
		return used, false
	}
	// Jumps and calls use places.
	for at, in := range code {
		place := placeOf(code, at, number)
		isOtherTable := in.op == opBrTable && at != table
		isOtherValue := in.op == opSet && in.a == 0 && !jumpsTo(code, at) && !savesNumber(code, at) // in local 0
		isOtherPC := place > 0 && !storesReturnPC(code, at)
		if isOtherTable || isOtherValue || isOtherPC {
			return used, false
		}
		if jumpsTo(code, at) {
			used.kept = append(used.kept, int(code[at-1].a))
			continue
		}
		if place == 0 {
			continue
		}
		// A call that never returns shares a place with the other such calls that have the same pointer map.
		callee, pointerMap := noReturnCall(code, at, noReturns), valueAt(p.maps, place-1)
		switch {
		case !callee.neverReturns:
			used.calls = append(used.calls, place)
		case !callee.anyPlace && !slices.Contains(used.endMaps, pointerMap):
			used.endMaps = append(used.endMaps, pointerMap)
		}
	}
	used.kept = append(append(used.kept, used.calls...), int(word(p.entry, funcDefer)))
	slices.Sort(used.kept)
	used.kept = slices.DeleteFunc(slices.Compact(used.kept), func(place int) bool { return place == 0 })
	return used, true
}

// labels returns the labels of the br_table for the new numbers. old are the labels for the old numbers. The function never resumes at the
// place of a call that never returns, so the label of such a place does not matter.
func (u usedPlaces) labels(old []uint32) []uint32 {
	labels := slices.Repeat(old[:1], 1+len(u.endMaps))
	for _, place := range u.kept {
		labels = append(labels, old[min(place, len(old)-1)])
	}
	return labels
}

// maps returns the table of pointer maps for the new numbers. The map of a call is one place before the place of its return PC.
func (u usedPlaces) maps(old []change, newNumber map[int]int) (list []change) {
	put := func(from int, value int32) {
		if len(list) == 0 {
			list = append(list, change{0, value})
		} else if list[len(list)-1].value != value {
			list = append(list, change{from, value})
		}
	}
	for k, value := range u.endMaps {
		put(k, value)
	}
	for _, place := range u.kept {
		if slices.Contains(u.calls, place) {
			put(newNumber[place]-1, valueAt(old, place-1))
		}
	}
	if list == nil {
		return old
	}
	return list
}

// placeOf returns the place in the constant code[at], if the constant is a PC of the function with the given number. Otherwise it returns
// 0.
func placeOf(code []instr, at, number int) int {
	if in := code[at]; in.op == opConst64 && in.a>>blockBits == int64(number) {
		return int(in.a & (1<<blockBits - 1))
	}
	return 0
}

// jumpsTo reports whether a jump stores its target at code[at].
func jumpsTo(code []instr, at int) bool {
	return at > 0 && at+1 < len(code) && code[at].op == opSet && code[at].a == 0 && code[at-1].op == opConst32 && code[at+1].op == opBr
}

// savesNumber reports whether an indirect call saves the number of its function in local 0 at code[at].
func savesNumber(code []instr, at int) bool {
	return at+2 < len(code) && code[at].op == opSet && code[at+1].op == opConst32 && code[at+2].op == opGet && code[at+2].a == 0
}
