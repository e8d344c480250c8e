// This file has the part "places" of the rewriting: the places to which calls return get consecutive numbers.

package shrink

import (
	"encoding/binary"
	"slices"
)

// Further parts of the function tables, the runtime's data about functions; see lines.go. A pointer map marks the words of a frame that are
// pointers.
const (
	funcDefer  = 12 // offset in bytes of a field of a function: the place at which the function resumes after a recovered panic
	pcStackMap = 1  // number of the table of pointer maps, from 0, among the further tables of a function
)

// fixedFunctions are the functions that the runtime resumes at a fixed place. The places of these functions keep their numbers.
var fixedFunctions = []string{"runtime.goexit"}

// A place is a numbered position in a function: the position after a call, or the target of a jump. A return PC contains the number of its
// place. The br_table at the beginning of a function leads from places to blocks. Go numbers further places, for tables that dropLines
// drops. renumber gives the used places the numbers 1, 2, 3, …. Then the numbers are small, and more functions share tables.

// placeTables has the tables of a function that are indexed by places.
type placeTables struct {
	entry []byte   // the fields of the function in the list of functions
	moved []change // displacement of the stack pointer in bytes
	maps  []change // number of the pointer map of the frame; the map of a call is one place before the place of the return PC
	// canRenumber reports that the tables permit a renumbering of the places.
	canRenumber bool
}

// readPlaceTables returns the tables of all functions, or nil if the function tables are not found. It must run before dropLines, because
// dropLines shortens names, and readPlaceTables compares names with fixedFunctions.
func readPlaceTables(m *image) []placeTables {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	list := make([]placeTables, len(t.funcs))
	for k, f := range t.funcs {
		p := placeTables{entry: f, moved: t.changes(word(f, funcSP))}
		// The stack pointer may move at most once, between the places 0 and 1, because renumbered places have numbers from 1. A table with one
		// value has no move.
		movesAtPlace1 := len(p.moved) == 2 && p.moved[1].from == 1
		movesEarly := len(p.moved) == 1 || movesAtPlace1
		hasOwnNumber := int(word(f, funcEntry)) == firstFunc+k // the number by which appendCode finds these tables
		p.canRenumber = hasOwnNumber && movesEarly && !slices.Contains(fixedFunctions, t.name(f))
		for number := range int(word(f, funcNPC)) {
			offset := word(f, funcPC+4*number)
			switch number {
			case pcStackMap:
				p.maps = t.changes(offset)
			case pcUnsafe, pcInline, pcArgLive: // dropLines drops these tables
			default: // an unknown table would keep the old numbers
				p.canRenumber = p.canRenumber && offset == 0
			}
		}
		list[k] = p
	}
	return list
}

// usedPlaces are the places that the code of a function uses, except place 0, the beginning of the function.
type usedPlaces struct {
	kept  []int // places of calls that return, targets of jumps, and the place of a deferred return, ascending
	calls []int // places of calls that return
	// shared has the numbers of the pointer maps at calls that never return, without duplicates. Calls of nilCheck need no map
	// and are left out. All other such calls with the map shared[k] get the place k+1.
	shared []int32
}

// renumber renumbers the places of a function after straighten; number is the number of the function. It changes code, the tables p and the
// fields of the function, or nothing if the places cannot be renumbered. Calls that never return share a place if their pointer maps are
// equal. These shared places get the numbers 1, 2, …, and the kept places the next numbers. Calls of nilCheck get place 1.
func (p *placeTables) renumber(code []instr, number int, noReturns map[int64]noReturn) {
	table, _, _ := dispatcher(code) // the index of the br_table, or −1
	used, ok := p.findUsedPlaces(code, number, table, noReturns)
	if !ok {
		return
	}
	newPlace := map[int]int{} // new number by old number; place 0 has no entry, so that it stays 0
	for k, place := range used.kept {
		newPlace[place] = 1 + len(used.shared) + k
	}
	for at := range code {
		if jumpsTo(code, at) {
			code[at-1].a = int64(newPlace[int(code[at-1].a)])
		}
		place := placeOf(code, at, number)
		if place == 0 {
			continue
		}
		renumbered := newPlace[place]
		callee := noReturnCall(code, at, noReturns)
		if callee.usesPlace1 {
			renumbered = 1
		} else if callee.neverReturns {
			renumbered = 1 + slices.Index(used.shared, valueAt(p.maps, place-1))
		}
		code[at].a = int64(number<<blockBits + renumbered)
	}
	if table >= 0 {
		code[table].labels = used.newLabels(code[table].labels)
	}
	if p.maps != nil {
		p.maps = used.newMaps(p.maps, newPlace)
	}
	// A function without deferred calls has place 0 here.
	binary.LittleEndian.PutUint32(p.entry[funcDefer:], uint32(newPlace[int(word(p.entry, funcDefer))]))
}

// findUsedPlaces returns the used places. number is the number of the function, and table is the index of the br_table, or −1. ok is false
// if the places cannot be renumbered:
//   - the tables do not permit it,
//   - the code has no return PC, or a return PC with the number of another function,
//   - the code uses numbers of places or local 0 for another purpose.
func (p *placeTables) findUsedPlaces(code []instr, number, table int, noReturns map[int64]noReturn) (used usedPlaces, ok bool) {
	if !p.canRenumber || functionNumber(code) != int64(number) {
		return used, false
	}
	for at, in := range code {
		place := placeOf(code, at, number)
		isSecondTable := in.op == opBrTable && at != table
		setsLocal0 := in.op == opSet && in.a == 0
		isOtherSet := setsLocal0 && !jumpsTo(code, at) && !savesNumber(code, at)
		isOtherPC := place > 0 && !storesReturnPC(code, at)
		switch {
		case isSecondTable || isOtherSet || isOtherPC:
			return used, false
		case jumpsTo(code, at):
			used.kept = append(used.kept, int(code[at-1].a)) // the place of the target
		case place > 0:
			callee, pointerMap := noReturnCall(code, at, noReturns), valueAt(p.maps, place-1)
			if !callee.neverReturns {
				used.calls = append(used.calls, place)
			} else if !callee.usesPlace1 && !slices.Contains(used.shared, pointerMap) {
				used.shared = append(used.shared, pointerMap)
			}
		}
	}
	// The place of a deferred return is 0 if the function has no deferred calls.
	used.kept = append(append(used.kept, used.calls...), int(word(p.entry, funcDefer)))
	slices.Sort(used.kept)
	used.kept = slices.DeleteFunc(slices.Compact(used.kept), func(place int) bool { return place == 0 })
	return used, true
}

// newLabels returns the labels of the br_table for the new numbers. old has the labels for the old numbers. A function never resumes at the
// place of a call that never returns; therefore the label of this place does not matter.
func (used usedPlaces) newLabels(old []uint32) []uint32 {
	labels := slices.Repeat(old[:1], 1+len(used.shared)) // place 0, and the shared places
	for _, place := range used.kept {
		labels = append(labels, old[min(place, len(old)-1)]) // the last label is the default, for all further places
	}
	return labels
}

// newMaps returns the table of pointer maps for the new numbers. old is the table for the old numbers, and newPlace has the new number of
// each kept place. If no call needs a pointer map, newMaps returns old, which the runtime then does not read.
func (used usedPlaces) newMaps(old []change, newPlace map[int]int) (list []change) {
	// put adds a value from a place on, unless the value does not change. The first value holds from place 0 on.
	put := func(from int, value int32) {
		if len(list) == 0 {
			list = append(list, change{0, value})
		} else if list[len(list)-1].value != value {
			list = append(list, change{from, value})
		}
	}
	for k, value := range used.shared { // the map of the call at place k+1 is at place k; see placeTables.maps
		put(k, value)
	}
	for _, place := range used.kept {
		if slices.Contains(used.calls, place) {
			put(newPlace[place]-1, valueAt(old, place-1))
		}
	}
	if list == nil {
		return old
	}
	return list
}

// placeOf returns the place in the PC code[at]. It returns 0 for place 0, and if code[at] is not a constant with a PC of the function with
// the given number.
func placeOf(code []instr, at, number int) int {
	in := code[at]
	isPC := in.op == opConst64 && in.a>>blockBits == int64(number)
	if !isPC {
		return 0
	}
	return int(in.a & (1<<blockBits - 1))
}

// jumpsTo reports whether code[at] belongs to a jump: it stores the constant code[at-1], the place of the target, in local 0, and the br of
// the jump follows.
func jumpsTo(code []instr, at int) bool {
	if at == 0 || at+1 >= len(code) {
		return false
	}
	setsLocal0 := code[at].op == opSet && code[at].a == 0
	return setsLocal0 && code[at-1].op == opConst32 && code[at+1].op == opBr
}

// savesNumber reports whether code[at] belongs to an indirect call: it saves the number of the called function in local 0. The constant
// argument of the call follows, and then the call reads local 0. The index 0 of the local.set is not tested here.
func savesNumber(code []instr, at int) bool {
	return at+2 < len(code) && code[at].op == opSet && code[at+1].op == opConst32 && code[at+2].op == opGet && code[at+2].a == 0
}
