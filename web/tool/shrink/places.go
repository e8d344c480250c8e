package shrink

import (
	"encoding/binary"
	"slices"
)

const (
	funcDefer  = 12 // in a function: the place where it goes on after a panic that it recovered from
	pcStackMap = 1  // the number of the table of maps of pointers
)

// stays lists the functions into which the runtime jumps by the number of a place.
var stays = []string{"runtime.goexit"}

// placing is what the tables say of the places of a function, which Go numbers: calls
// write the place behind them as the one to return to, the table at the beginning of the
// function leads from places to blocks, and jumps go through it.
//
// Go numbers more places than are named there, for tables that are dropped. renumber
// gives those that are the numbers 1, 2, 3 … in their order, so that they are small, and the
// same tables fit many functions.
type placing struct {
	entry []byte   // in the list of functions
	moved []change // how far the stack pointer has moved
	maps  []change // which map lists the pointers in the frame; read one place before that of a call
	open  bool     // whether its places may have other numbers
}

// placings reads the tables of all functions, before dropLines.
func placings(m *image) []placing {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	list := make([]placing, len(t.funcs))
	for k, f := range t.funcs {
		p := placing{entry: f, moved: t.changes(word(f, funcSP))}
		// The stack pointer moves once, between places 0 and 1.
		p.open = int(word(f, 0)) == firstFunc+k && (len(p.moved) == 1 || len(p.moved) == 2 && p.moved[1].from == 1) &&
			!slices.Contains(stays, t.name(f))
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

// named are the places that the code of a function names, apart from 0, its beginning.
type named struct {
	kept  []int   // in order, those that calls return to and that jumps lead to
	calls []int   // of these, what calls return to
	ends  []int32 // the maps of pointers at calls that never return
}

// renumber numbers the places of a function, which has been straightened. Calls that never
// return need no place of their own: there is one for each map of pointers, before all others.
func (p *placing) renumber(code []instr, number int, ends map[int64]ending) {
	table, _, _ := dispatcher(code)
	n, ok := p.named(code, number, table, ends)
	if !ok {
		return
	}
	fresh := map[int]int{}
	for k, place := range n.kept {
		fresh[place] = 1 + len(n.ends) + k
	}
	for at := range code {
		if jumpsTo(code, at) {
			code[at-1].a = int64(fresh[int(code[at-1].a)])
		}
		if place := placeOf(code, at, number); place > 0 {
			to := fresh[place]
			if end := endOf(code, at, ends); end.anyPlace {
				to = 1
			} else if end.called {
				to = 1 + slices.Index(n.ends, valueAt(p.maps, place-1))
			}
			code[at].a = int64(number<<blockBits + to)
		}
	}
	if table >= 0 {
		code[table].labels = n.labels(code[table].labels)
	}
	if p.maps != nil {
		p.maps = n.maps(p.maps, fresh)
	}
	binary.LittleEndian.PutUint32(p.entry[funcDefer:], uint32(fresh[int(word(p.entry, funcDefer))]))
}

// named lists the places; ok is false when their numbers cannot be changed.
func (p *placing) named(code []instr, number, table int, ends map[int64]ending) (n named, ok bool) {
	if !p.open || returns(code) != int64(number) {
		return n, false
	}
	for at, in := range code {
		place := placeOf(code, at, number)
		switch {
		case in.op == opBrTable && at != table, in.op == opSet && in.a == 0 && !jumpsTo(code, at) && !asideAt(code, at),
			place > 0 && !isReturn(code, at):
			return n, false
		case jumpsTo(code, at):
			n.kept = append(n.kept, int(code[at-1].a))
		case place > 0:
			end, from := endOf(code, at, ends), valueAt(p.maps, place-1)
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

// labels is the table at the beginning of the function.
func (n named) labels(old []uint32) []uint32 {
	labels := slices.Repeat(old[:1], 1+len(n.ends))
	for _, place := range n.kept {
		labels = append(labels, old[min(place, len(old)-1)])
	}
	return labels
}

// maps is the table of maps of pointers.
func (n named) maps(old []change, fresh map[int]int) (list []change) {
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

// placeOf is the place in a function with this number that the constant at code[at] names, 0 if it is none.
func placeOf(code []instr, at, number int) int {
	if in := code[at]; in.op == opConst64 && in.a>>blockBits == int64(number) {
		return int(in.a & (1<<blockBits - 1))
	}
	return 0
}

// jumpsTo reports whether a jump stores at code[at] the place that it leads to.
func jumpsTo(code []instr, at int) bool {
	return at > 0 && at+1 < len(code) && code[at].op == opSet && code[at].a == 0 && code[at-1].op == opConst32 && code[at+1].op == opBr
}

// asideAt reports whether an indirect call puts a number aside at code[at].
func asideAt(code []instr, at int) bool {
	return at+2 < len(code) && code[at].op == opSet && code[at+1].op == opConst32 && code[at+2].op == opGet && code[at+2].a == 0
}
