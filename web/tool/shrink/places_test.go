package shrink

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"
)

// Functions in the code of the tests. The numbers are arbitrary.
const (
	panics = 7             // index in calls of sigpanic, which never returns
	index  = 8             // index in calls of the function for an index out of range, which never returns
	works  = 9             // index in calls of a function that returns
	number = firstFunc + 3 // number of the function with the calls
)

// known has the two functions that never return.
var known = map[int64]noReturn{panics: {neverReturns: true, usesPlace1: true}, index: {neverReturns: true}}

// call returns the code of a call, as Go's compiler writes it, in the outermost block of the function number. callee is the index of the
// called function, and place is the place after the call.
func call(callee, place int64) []instr {
	return []instr{{op: opGet, a: 1}, {op: opConst32, a: 8}, {op: opSub32}, {op: opTee, a: 1}, {op: opGlobalSet}, {op: opGet, a: 1},
		{op: opConst64, a: number<<blockBits + place}, {op: opStore64, a: 3}, {op: opConst32}, {op: opCall, a: callee},
		{op: opGlobalGet}, {op: opSet, a: 1}, {op: opBrIf}}
}

// function returns the code of a function. labels has the labels of its br_table. Each of parts becomes a block.
func function(labels []uint32, parts ...[]instr) []instr {
	block, end := instr{op: opBlock, a: emptyBlock}, instr{op: opEnd}
	code := []instr{{op: opGlobalGet}, {op: opSet, a: 1}, block, {op: opLoop, a: emptyBlock}}
	for range parts {
		code = append(code, block)
	}
	code = append(code, instr{op: opGet}, instr{op: opBrTable, labels: labels}, end)
	for k, part := range parts {
		for _, in := range part {
			// The br_if behind a call leads to the outermost block.
			if in.op == opBrIf {
				in.a = int64(len(parts) - k)
			}
			code = append(code, in)
		}
		if k+1 < len(parts) {
			code = append(code, end)
		}
	}
	return append(code, end, instr{op: 0}, end, instr{op: opConst32, a: 1}, end)
}

// entryOf returns the fields of a function in the list of functions. deferred is the place at which the function resumes after a recovered
// panic.
func entryOf(deferred uint32) []byte {
	entry := make([]byte, funcPC+8)
	binary.LittleEndian.PutUint32(entry[funcDefer:], deferred)
	return entry
}

// The used places of a function get consecutive numbers in its calls, its br_table and its tables of places. The expected values were
// computed by hand.
func TestRenumberUsedPlaces(t *testing.T) {
	// branchBack branches to place 9.
	branchBack := []instr{{op: opConst32, a: 9}, {op: opSet}, {op: opBr, a: 0}}
	code := function([]uint32{0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 3},
		call(works, 3), append(call(index, 5), call(panics, 6)...), append(call(works, 11), call(index, 7)...), branchBack)
	// A change is a place, from which on a table has a value, and this value.
	p := placeTables{entry: entryOf(10), moved: []change{{0, 0}, {1, 64}}, maps: []change{{0, -1}, {2, 4}, {3, 6}, {6, 4}, {10, 5}},
		canRenumber: true}
	p.renumber(code, number, known)
	// The pointer map of a call is at the place before its own. Thus the two calls of index, at 5 and 7, have the maps 6 and 4, and get places
	// 1 and 2. The call of panics gets place 1. The old places 3, 9, 10 and 11 become 3, 4, 5 and 6.
	want := function([]uint32{0, 0, 0, 1, 2, 2, 3},
		call(works, 3), append(call(index, 1), call(panics, 1)...), append(call(works, 6), call(index, 2)...),
		[]instr{{op: opConst32, a: 4}, {op: opSet}, {op: opBr, a: 0}})
	if !reflect.DeepEqual(code, want) {
		t.Errorf("the renumbered code is\n%v\nwant\n%v", code, want)
	}
	if want := []change{{0, 6}, {1, 4}, {5, 5}}; !reflect.DeepEqual(p.maps, want) {
		t.Errorf("the pointer maps are %v, want %v", p.maps, want)
	}
	if d := word(p.entry, funcDefer); d != 5 {
		t.Errorf("a recovered panic resumes at place %d, want 5", d)
	}
}

// A function keeps all its numbers if its tables do not permit a renumbering, if it has no calls, or if it uses places or local 0 for
// another purpose.
func TestRenumberLeavesOtherCode(t *testing.T) {
	labels := []uint32{0, 0, 0, 1}
	otherUse := []instr{{op: opConst64, a: number<<blockBits + 2}, {op: opDrop}}
	for name, c := range map[string]struct {
		code        []instr
		canRenumber bool // whether the tables permit a renumbering
	}{
		"a function that is jumped into":     {function(labels, call(works, 3)), false},
		"a place that no call writes":        {function(labels, append(call(works, 3), otherUse...)), true},
		"a second table":                     {function(labels, append(call(works, 3), instr{op: opBrTable, labels: labels})), true},
		"no calls":                           {function(labels, nil), true},
		"local 0 as something else":          {function(labels, append(call(works, 3), instr{op: opConst32}, instr{op: opSet})), true},
		"a place of a function that differs": {append(function(labels, call(works, 3)), call(works, 1<<blockBits)...), true},
	} {
		before := encode(nil, c.code)
		p := placeTables{entry: entryOf(0), canRenumber: c.canRenumber}
		p.renumber(c.code, number, known)
		if !bytes.Equal(encode(nil, c.code), before) {
			t.Errorf("%s: the places are renumbered, want no change", name)
		}
	}
}

// A call passes the return PC as its argument instead of storing it. After a call that never returns, the function returns without a test.
// addEntry keeps the code of a function, and inserts an entry behind its first two instructions.
func TestCallsPassTheReturnPC(t *testing.T) {
	list := locals{{1, typeI32}}
	// passing is the code of a call that passes its return PC: the number of the function, in local 2, and the place 5.
	passing := []instr{{op: opGet, a: 2}, {op: opConst32, a: 5}, {op: opOr32}, {op: opCall, a: works}}
	newLocals, got := uniformCalls(list, function([]uint32{0, 0}, call(works, 5)), known)
	if !bytes.Contains(encode(nil, got), encode(nil, passing)) {
		t.Errorf("the code does not pass the return PC: %v", got)
	}
	if slices.ContainsFunc(got, func(in instr) bool { return in.op == opStore64 }) {
		t.Errorf("the code stores the return PC: %v", got)
	}
	if !slices.Equal(newLocals, locals{{2, typeI32}}) {
		t.Errorf("the locals are %v, want two of type i32", newLocals)
	}
	passing[3].a = index
	_, got = uniformCalls(list, function([]uint32{0, 0}, call(index, 5)), known)
	if !bytes.Contains(encode(nil, got), encode(nil, append(passing, instr{op: opReturn}))) {
		t.Errorf("no return follows a call that never returns: %v", got)
	}
	withEntry := addEntry(got)
	equal := func(a, b instr) bool { return a.op == b.op && a.a == b.a }
	if !slices.EqualFunc(withEntry[:2], got[:2], equal) || !bytes.HasSuffix(encode(nil, withEntry), encode(nil, got[2:])) {
		t.Errorf("with an entry the code is %v, want the code %v around the entry", withEntry, got)
	}
}

// changes reads the list that appendChanges has written at an offset, and no list at offset 0. valueAt returns the value of the last change
// at or before a place.
func TestChangesRoundTrip(t *testing.T) {
	list := []change{{0, 0}, {1, 272}, {70, -1}, {300, 5}}
	tables := tables{values: appendChanges([]byte{0}, list)}
	if got := tables.changes(1); !reflect.DeepEqual(got, list) {
		t.Errorf("the changes %v are read as %v", list, got)
	}
	for place, want := range map[int]int32{0: 0, 1: 272, 69: 272, 70: -1, 299: -1, 300: 5, 9000: 5} {
		if got := valueAt(list, place); got != want {
			t.Errorf("the value at place %d is %d, want %d", place, got, want)
		}
	}
	if got := tables.changes(0); got != nil {
		t.Errorf("at offset 0 the changes %v are read, want none", got)
	}
}
