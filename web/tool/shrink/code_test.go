package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// codeOf returns the content of a code section with one function, whose body has the given locals and instructions.
func codeOf(body ...byte) []byte {
	return append([]byte{1, byte(len(body))}, body...)
}

// Each rule of peephole replaces its pattern of instructions. A rule does not apply where its replacement would change the meaning. Other
// rules still may: a sum that is not folded into a load is computed in 32 bits. The cases are named after the rule, or after the reason why
// a pattern stays.
func TestPeepholeRules(t *testing.T) {
	// The operands of a load or a store are the alignment, as a power of 2, and the offset. The number 0x78 is −8.
	get := func(k byte) []byte { return []byte{opGet, k} }
	// moves returns the code that adds n to local 1, the stack pointer, and copies it to global 0.
	moves := func(n byte) []byte { return []byte{opGet, 1, opConst32, n, opAdd32, opTee, 1, opGlobalSet, 0} }
	for name, c := range map[string]struct{ in, want []byte }{
		"load from a sum": {
			slices.Concat(get(1), []byte{opExtendU, opConst64, 8, opAdd64, opWrap, opLoad64, 3, 4, opDrop}),
			slices.Concat(get(1), []byte{opLoad64, 3, 12, opDrop}),
		},
		"store to a sum, with a value between": {
			slices.Concat(get(1), []byte{opExtendU, opConst64, 16, opAdd64, opWrap}, get(2), get(2), []byte{opAdd64, opStore64, 3, 1}),
			slices.Concat(get(1), get(2), get(2), []byte{opAdd64, opStore64, 3, 17}),
		},
		"a negative number stays a sum": {
			slices.Concat(get(1), []byte{opExtendU, opConst64, 0x78, opAdd64, opWrap, opLoad64, 3, 4, opDrop}),
			slices.Concat(get(1), []byte{opConst32, 0x78, opAdd32, opLoad64, 3, 4, opDrop}),
		},
		"a sum that is kept stays a sum": {
			slices.Concat(get(1), []byte{opExtendU, opConst64, 8, opAdd64, opWrap, opTee, 0, opLoad64, 3, 4, opDrop}),
			slices.Concat(get(1), []byte{opConst32, 8, opAdd32, opTee, 0, opLoad64, 3, 4, opDrop}),
		},
		"low half": {
			slices.Concat(get(1), []byte{opLoad64, 3, 8, opWrap, opDrop}),
			slices.Concat(get(1), []byte{opLoad32, 2, 8, opDrop}),
		},
		"truth, and no instruction in a block": {
			slices.Concat(get(2), []byte{opEqz64, opExtendU, opEqz64, opEqz32, opIf, emptyBlock, opNop, opEnd}),
			slices.Concat(get(2), []byte{opEqz64, opIf, emptyBlock, opEnd}),
		},
		"opposite": {
			slices.Concat(get(2), get(3), []byte{0x53 /* lt_s */, opEqz32, opDrop}),
			slices.Concat(get(2), get(3), []byte{0x59 /* ge_s */, opDrop}),
		},
		"a comparison of floats has no opposite": {
			// With NaN, neither a < b nor a ≥ b holds.
			slices.Concat(get(2), get(3), []byte{0x63 /* f64.lt */, opEqz32, opDrop}),
			slices.Concat(get(2), get(3), []byte{0x63 /* f64.lt */, opEqz32, opDrop}),
		},
		"one sum at the end": {
			slices.Concat(moves(48), moves(8), []byte{opConst32, 0, opReturn}),
			[]byte{opGet, 1, opConst32, 56, opAdd32, opGlobalSet, 0, opConst32, 0, opReturn},
		},
		"set and get":        {[]byte{opConst32, 1, opSet, 2, opGet, 2, opDrop}, []byte{opConst32, 1, opTee, 2, opDrop}},
		"not across a block": {[]byte{opConst32, 1, opSet, 2, opEnd, opGet, 2, opDrop}, []byte{opConst32, 1, opSet, 2, opEnd, opGet, 2, opDrop}},
	} {
		code, err := decode(nil, append(c.in, opEnd))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := encode(nil, peephole(nil, code)); !bytes.Equal(got, append(c.want, opEnd)) {
			t.Errorf("%s: the code is\n%x, want\n%x", name, got, append(c.want, opEnd))
		}
	}
}

// A branch of a function to a later place becomes a br_if, and a branch to an earlier place stays.
// The function has a loop with two places. If local 3 is not 0, the first place branches to the second, which branches back to the first.
// A function that reads local 0, the number of the place, elsewhere stays as it is.
func TestStraightenForwardBranches(t *testing.T) {
	// head has the br_table that branches to the place in local 0, and tail has the second place. The first byte of head, 0, is the number of
	// further locals.
	head := []byte{0, opLoop, emptyBlock, opBlock, emptyBlock, opBlock, emptyBlock, opGet, 0, opBrTable, 1, 0, 1, opEnd}
	tail := []byte{opReturn, opEnd, opConst32, 0, opSet, 0, opBr, 0, opEnd, opEnd}
	in := codeOf(slices.Concat(head, []byte{opGet, 3, opIf, emptyBlock, opConst32, 1, opSet, 0, opBr, 2, opEnd}, tail)...)
	want := codeOf(slices.Concat(head, []byte{opGet, 3, opBrIf, 0}, tail)...)
	if got, err := appendCode(nil, in, &rewrite{constants: map[uint32]bool{}}); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the straightened code is\n%x, error %v, want\n%x", got, err, want)
	}
	in = codeOf(slices.Concat(head, []byte{opGet, 0, opIf, emptyBlock, opConst32, 1, opSet, 0, opBr, 2, opEnd}, tail)...)
	if got, err := appendCode(nil, in, &rewrite{constants: map[uint32]bool{}}); err != nil || !bytes.Equal(got, in) {
		t.Errorf("a function that reads local 0 becomes\n%x, error %v, want\n%x", got, err, in)
	}
}

// uniformCalls gives a call its uniform form, in which the return PC is computed from a new local. A second pass changes nothing.
func TestUniformCallsIsIdempotent(t *testing.T) {
	// place is a return PC: the number of the function above the bits of the place.
	const place = firstFunc<<blockBits + 5
	// push returns the code that stores the value of the instructions pc at the stack pointer.
	push := func(pc ...instr) []instr {
		return slices.Concat([]instr{{op: opTee, a: 1}, {op: opGlobalSet}, {op: opGet, a: 1}}, pc, []instr{{op: opStore64, a: 3}})
	}
	head := []instr{{op: opGlobalGet}, {op: opSet, a: 1}}
	block := instr{op: opBlock, a: emptyBlock}
	end, one := instr{op: opEnd}, instr{op: opConst32, a: 1}
	in := slices.Concat(head, []instr{block, block, end, {op: opGet, a: 2}}, push(instr{op: opConst64, a: place}),
		[]instr{{op: opBrIf, a: 0}, end, one, end})
	want := slices.Concat(head, []instr{{op: opConst32, a: firstFunc << blockBits}, {op: opSet, a: 2}, block, block, end, {op: opGet, a: 3}},
		push(instr{op: opGet, a: 2}, instr{op: opConst32, a: 5}, instr{op: opOr32}, instr{op: opExtendU}),
		[]instr{{op: opIf, a: emptyBlock}, one, {op: opReturn}, end, end, one, end})
	// Locals are pairs of a number and a type. 0x7e is i64, and 0x7c is f64. The new local has type i32.
	list := locals{{1, typeI32}, {4, 0x7e}, {1, 0x7c}}
	newLocals, got := uniformCalls(list, in, nil)
	if !bytes.Equal(encode(nil, got), encode(nil, want)) || !slices.Equal(newLocals, locals{{2, typeI32}, {4, 0x7e}, {1, 0x7c}}) {
		t.Errorf("the locals are %v, want two of type i32 before the others; the code is\n%v, want\n%v", newLocals, got, want)
	}
	if list, again := uniformCalls(newLocals, got, nil); !slices.Equal(list, newLocals) || !bytes.Equal(encode(nil, again), encode(nil, got)) {
		t.Errorf("a second pass gives the locals %v and the code\n%v, want no change of\n%v", list, again, got)
	}
}

// A damaged code section is an error.
func TestDamagedCodeIsAnError(t *testing.T) {
	for _, bad := range [][]byte{
		nil, {1}, {1, 9, 0, opEnd}, // truncated sections
		codeOf(0), codeOf(0, opNop), // no end of the body
		codeOf(9, opEnd),                       // nine groups of locals, of which none follows
		codeOf(0, 0xff, opEnd),                 // an unknown instruction
		codeOf(0, opBlock, 0x80, opEnd, opEnd), // a block whose type is the index of a type
		codeOf(0, opBrTable, 0x7f, opEnd),      // 127 labels, which do not follow
		codeOf(0, opBr, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, opEnd), // a depth of 1<<63
		append(codeOf(0, opEnd), 7), // a byte behind the section
		codeOf(0, opConst64, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, opEnd), // a number of too many bytes
	} {
		if got, err := appendCode(nil, bad, &rewrite{constants: map[uint32]bool{}}); err == nil {
			t.Errorf("the damaged code %x becomes %x, want an error", bad, got)
		}
	}
}

// A module with sections of types and functions gives the signatures of the functions. Damaged sections are an error, also with numbers
// that no memory can hold.
func TestGoSignatures(t *testing.T) {
	types := []byte{2, 0x60, 1, typeI32, 1, typeI32, 0x60, 0, 0} // the type of Go functions, and one without parameters and results
	bits62 := binary.AppendUvarint(nil, 1<<62)
	bits31 := binary.AppendUvarint(nil, 1<<31)
	for _, test := range []struct {
		types, functions []byte
		want             []bool // nil for an error
	}{
		{types, []byte{3, 1, 0, 2}, []bool{false, true, false}}, // the type 2 does not exist
		{nil, []byte{1, 0}, nil},
		{types, nil, nil},
		{types, []byte{2, 0}, nil},
		{types[:6], []byte{1, 0}, nil},
		{bits62, []byte{1, 0}, nil},
		{bits31, []byte{1, 0}, nil},
		{slices.Concat([]byte{1, 0x60}, bits62), []byte{1, 0}, nil},
		{types, bits62, nil},
		{types, bits31, nil},
	} {
		module := appendSection([]byte(header), typeSection, test.types)
		got, err := goSignatures(appendSection(module, functionSection, test.functions))
		if !slices.Equal(got, test.want) || (err == nil) != (test.want != nil) {
			t.Errorf("the types %x and functions %x give %v, error %v; want %v", test.types, test.functions, got, err, test.want)
		}
	}
}
