// This file generates the module that restores the tables of packFunctions. The module is smaller than the tables.

package shrink

import "encoding/binary"

// Further opcodes of i32, with unsigned comparisons and shifts, and second bytes of opcodes after opPrefix.
const (
	opLess, opMore     = 0x49, 0x4b
	opMul, opAnd       = 0x6c, 0x71
	opLeft, opRight    = 0x74, 0x76
	bulkCopy, bulkFill = opMemCopy & 0xff, opMemFill & 0xff
)

// body is the code of a function without parameters. All its local variables are i32.
type body struct {
	code   []byte
	locals int // number of local variables; the first has the index 0
}

// local declares a local variable and returns its index.
func (b *body) local() int { b.locals++; return b.locals - 1 }

// The following methods append instructions of WebAssembly. op appends bytes. get pushes a local, set moves the top of the stack to a
// local, and constant pushes a number. with replaces the top x of the stack by the result of the operation op on x and v.

func (b *body) op(code ...byte)     { b.code = append(b.code, code...) }
func (b *body) get(local int)       { b.op(opGet, byte(local)) }
func (b *body) set(local int)       { b.op(opSet, byte(local)) }
func (b *body) constant(v int)      { b.code = appendSigned(append(b.code, opConst32), int(int32(v))) }
func (b *body) with(op byte, v int) { b.constant(v); b.op(op) }

// load replaces the address on the stack by the word of four bytes at address+offset. The byte 2 means an alignment of 2² bytes.
func (b *body) load(offset int) {
	b.code = binary.AppendUvarint(append(b.code, opLoad32, 2), uint64(offset))
}

// store removes an address and a word of four bytes from the stack, and writes the word to address+offset. The word is on top.
func (b *body) store(offset int) {
	b.code = binary.AppendUvarint(append(b.code, opStore32, 2), uint64(offset))
}

// count appends a loop over a new local k with the values first, first+step, … below limit. inside appends the instructions inside the
// loop, given the index of k. The loop runs at least once, even if first is not below limit.
func (b *body) count(first, limit, step int, inside func(k int)) {
	k := b.local()
	b.constant(first)
	b.set(k)
	b.op(opLoop, emptyBlock)
	inside(k)
	b.get(k)
	b.with(opAdd32, step)
	b.set(k)
	b.get(k)
	b.with(opLess, limit)
	b.op(opBrIf, 0, opEnd)
}

// packed describes function tables in columns; see packFunctions.
type packed struct {
	list, index, start int // addresses of the list of functions, of the index from PCs, and of the columns
	count, buckets     int // numbers of functions and of buckets in the index
	bytes              int // size of the columns in bytes
	first              int // number of the first function in PCs
	values, data       int // largest numbers of offsets of tables and of data in a function
}

// unpacker returns a module whose export "f" restores the function tables in its imported memory, "env" "mem". While the module runs, the
// end of the memory has a copy of the columns, which the module clears at last.
//
// The locals of the function are at (the address of the next word to read), copied (the address of the copy) and f (the address of the
// fields of a function).
func (p *packed) unpacker() []byte {
	b := &body{}
	at, copied, f := b.local(), b.local(), b.local()
	// functions appends a loop over the functions. The local i has the offset of the function in the list, which has eight bytes for each
	// function.
	functions := func(inside func(i int)) { b.count(0, 8*p.count, 8, inside) }
	// findFields sets f to the address of the fields of the function. The local i is as in functions.
	findFields := func(i int) {
		b.get(i)
		b.load(p.list + 4)
		b.with(opAdd32, p.list)
		b.set(f)
	}
	// move copies the next word of the columns to the address that pushTarget pushes.
	move := func(pushTarget func()) {
		pushTarget()
		b.get(at)
		b.load(0)
		b.store(0)
		b.get(at)
		b.with(opAdd32, 4)
		b.set(at)
	}
	// Restore the list: the number of each function, and the offset of its fields. In this loop the local at has another purpose and name:
	// end is the offset, relative to the list, of the end of the previous fields.
	end := at
	b.constant(8*p.count + 4)
	b.set(end)
	functions(func(i int) {
		b.get(end)
		b.with(opAdd32, 7) // with the next operation: round up to a multiple of 8
		b.with(opAnd, -8)
		b.set(end) // now the offset of the fields of the function
		b.get(i)   // for the address of the store below; its value follows
		b.get(i)
		b.with(opRight, 3) // from the offset in the list to the index of the function
		b.with(opAdd32, p.first)
		b.store(p.list)
		b.get(i)
		b.get(end)
		b.store(p.list + 4)
		b.get(end)
		b.with(opAdd32, funcPC)
		// Add the size of the offsets of the function. Two columns have the numbers of these offsets. Column k has word k+1 of each function,
		// since entry PCs, word 0, have no column. The number of offsets of data is the last byte of its word.
		const valuesColumn, dataColumn = funcNPC/4 - 1, funcNData/4 - 1
		for _, column := range [2]int{valuesColumn, dataColumn} {
			b.get(i)
			b.with(opRight, 1) // from 8 bytes in the list to 4 bytes in a column
			b.load(p.start + 4*p.count*column)
			if column == dataColumn {
				b.with(opRight, 24)
			}
			b.with(opLeft, 2)
			b.op(opAdd32)
		}
		b.set(end)
	})
	// Copy the columns to the end of the memory, and clear their place. The size of the memory is in pages of 1<<16 bytes.
	b.op(opMemSize, 0)
	b.with(opLeft, 16)
	b.with(opSub32, p.bytes)
	b.set(copied)
	b.get(copied)
	b.constant(p.start)
	b.constant(p.bytes)
	b.op(opPrefix, bulkCopy, 0, 0)
	b.constant(p.start)
	b.constant(0)
	b.constant(p.bytes)
	b.op(opPrefix, bulkFill, 0)
	// Distribute the columns of fixed words to the functions, then the columns of offsets. In the next loop k is the offset of a word among
	// the fields, in bytes; word 0 has no column.
	b.get(copied)
	b.set(at)
	b.count(4, funcPC, 4, func(k int) {
		functions(func(i int) {
			findFields(i)
			move(func() { b.get(f); b.get(k); b.op(opAdd32) })
		})
	})
	// offsets distributes columns of offsets to the functions that have an entry in column k. number pushes the number of a function's
	// entries. index changes k on the stack to the index of the entry among all offsets of the function.
	offsets := func(columns int, number, index func()) {
		b.count(0, columns, 1, func(k int) {
			functions(func(i int) {
				findFields(i)
				number()
				b.get(k)
				b.op(opMore, opIf, emptyBlock) // if the number is larger than k
				move(func() {
					b.get(k)
					index()
					b.with(opLeft, 2)
					b.get(f)
					b.op(opAdd32)
					b.with(opAdd32, funcPC)
				})
				b.op(opEnd)
			})
		})
	}
	values := func() { b.get(f); b.load(funcNPC) }
	data := func() { b.get(f); b.load(funcNData &^ 3); b.with(opRight, 24) } // the last byte of a word
	behindValues := func() { values(); b.op(opAdd32) }
	offsets(p.values, values, func() {}) // offsets of values come first: k is the index
	offsets(p.data, data, behindValues)
	// Restore the entry PCs, which equal the numbers in the list.
	functions(func(i int) {
		findFields(i)
		b.get(f)
		b.get(i)
		b.load(p.list)
		b.store(0)
	})
	// Clear the copy of the columns.
	b.get(copied)
	b.constant(0)
	b.constant(p.bytes)
	b.op(opPrefix, bulkFill, 0)
	// Restore the index: the field of bucket k is the index of its function, k/16, since in wasm a function has 16 buckets.
	b.count(0, p.buckets, 1, func(k int) {
		b.get(k)
		b.with(opMul, bucketSize)
		b.get(k)
		b.with(opRight, 4) // k/16
		b.store(p.index)
	})
	return b.module()
}

// module returns a module whose export "f" runs the code. It imports the memory "env" "mem".
func (b *body) module() []byte {
	const exportSection = 7
	code := append([]byte{1, byte(b.locals), typeI32}, append(b.code, opEnd)...)      // one group of locals, then the instructions
	out := appendSection([]byte(header), typeSection, []byte{1, 0x60, 0, 0})          // a function without parameters and results
	out = appendSection(out, importSection, []byte("\x01\x03env\x03mem\x02\x00\x00")) // a memory of any size
	out = appendSection(out, functionSection, []byte{1, 0})                           // one function, of type 0
	out = appendSection(out, exportSection, []byte("\x01\x01f\x00\x00"))              // function 0 as "f"
	return appendSection(out, codeSection, append(binary.AppendUvarint([]byte{1}, uint64(len(code))), code...))
}
