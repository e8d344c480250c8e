package shrink

import "encoding/binary"

// Further opcodes, of unsigned operations, and the type i32 of all values in the module.
const (
	opLess, opMore   = 0x49, 0x4b
	opMul, opAnd     = 0x6c, 0x71
	opLeft, opRight  = 0x74, 0x76
	bulkCopy, typeOf = opMemCopy & 0xff, 0x7f
	bulkFill         = opMemFill & 0xff
)

// body is the code of a function without parameters whose values are all i32.
type body struct {
	code   []byte
	locals int // number of variables
}

// local declares a variable and returns its index.
func (b *body) local() int {
	b.locals++
	return b.locals - 1
}

// The following methods append instructions of WebAssembly: get or set a local, push a constant, or apply an operation to the top of the
// stack and a constant.

func (b *body) op(code ...byte)     { b.code = append(b.code, code...) }
func (b *body) get(local int)       { b.op(opGet, byte(local)) }
func (b *body) set(local int)       { b.op(opSet, byte(local)) }
func (b *body) constant(v int)      { b.code = appendSigned(append(b.code, opConst32), int(int32(v))) }
func (b *body) with(op byte, v int) { b.constant(v); b.op(op) }

// load and store access the address on the stack plus at.
func (b *body) load(at int)  { b.code = binary.AppendUvarint(append(b.code, opLoad32, 2), uint64(at)) }
func (b *body) store(at int) { b.code = binary.AppendUvarint(append(b.code, opStore32, 2), uint64(at)) }

// count emits a loop over a variable k = from, from+step, … < below. do emits the body of the loop, which runs at least once.
func (b *body) count(from, below, step int, do func(k int)) {
	k := b.local()
	b.constant(from)
	b.set(k)
	b.op(opLoop, emptyBlock)
	do(k)
	b.get(k)
	b.with(opAdd32, step)
	b.set(k)
	b.get(k)
	b.with(opLess, below)
	b.op(opBrIf, 0, opEnd)
}

// packed describes function tables in columns.
type packed struct {
	list, index, start int // addresses of the list of functions, of the index from PCs, and of the columns
	count, buckets     int // numbers of functions and of buckets in the index
	bytes              int // size of the columns
	first              int // number of the first function in PCs
	values, data       int // largest numbers of offsets of tables and of data in a function
}

// unpacker returns a module whose export "f" restores the function tables in its imported memory, "env" "mem". While it runs, the end of
// the memory has a copy of the columns. Afterwards the end is cleared.
func (p *packed) unpacker() []byte {
	b := &body{}
	at, copied, f := b.local(), b.local(), b.local()
	functions := func(do func(i int)) { b.count(0, 8*p.count, 8, do) } // i is the offset in the list
	place := func(i int) {                                             // sets f to the address of a function
		b.get(i)
		b.load(p.list + 4)
		b.with(opAdd32, p.list)
		b.set(f)
	}
	move := func(to func()) { // copies the next word of the columns to an address
		to()
		b.get(at)
		b.load(0)
		b.store(0)
		b.get(at)
		b.with(opAdd32, 4)
		b.set(at)
	}
	// Restore the list; at is the offset of the next function.
	b.constant(8*p.count + 4)
	b.set(at)
	functions(func(i int) {
		b.get(at)
		b.with(opAdd32, 7)
		b.with(opAnd, -8)
		b.set(at)
		b.get(i)
		b.get(i)
		b.with(opRight, 3)
		b.with(opAdd32, p.first)
		b.store(p.list)
		b.get(i)
		b.get(at)
		b.store(p.list + 4)
		b.get(at)
		b.with(opAdd32, funcPC)
		for _, column := range [2]int{funcNPC/4 - 1, funcNData/4 - 1} { // add the size of its offsets
			b.get(i)
			b.with(opRight, 1)
			b.load(p.start + 4*p.count*column)
			if column == funcNData/4-1 {
				b.with(opRight, 24)
			}
			b.with(opLeft, 2)
			b.op(opAdd32)
		}
		b.set(at)
	})
	// Copy the columns to the end of the memory and clear their place.
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
	// Distribute the columns of fixed words, then those of offsets.
	b.get(copied)
	b.set(at)
	b.count(4, funcPC, 4, func(k int) {
		functions(func(i int) {
			place(i)
			move(func() { b.get(f); b.get(k); b.op(opAdd32) })
		})
	})
	offsets := func(most int, has, where func()) {
		b.count(0, most, 1, func(k int) {
			functions(func(i int) {
				place(i)
				has()
				b.get(k)
				b.op(opMore, opIf, emptyBlock)
				move(func() {
					b.get(k)
					where()
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
	offsets(p.values, values, func() {})
	offsets(p.data, func() { b.get(f); b.load(funcNData &^ 3); b.with(opRight, 24) }, func() { values(); b.op(opAdd32) })
	functions(func(i int) { // entry PCs
		place(i)
		b.get(f)
		b.get(i)
		b.load(p.list)
		b.store(0)
	})
	b.get(copied)
	b.constant(0)
	b.constant(p.bytes)
	b.op(opPrefix, bulkFill, 0)
	// Restore the index: bucket k belongs to function k/16.
	b.count(0, p.buckets, 1, func(k int) {
		b.get(k)
		b.with(opMul, bucketSize)
		b.get(k)
		b.with(opRight, 4)
		b.store(p.index)
	})
	return b.module()
}

// module returns a module whose export "f" runs the code.
func (b *body) module() []byte {
	code := append([]byte{1, byte(b.locals), typeOf}, append(b.code, opEnd)...)
	out := appendSection([]byte(header), 1, []byte{1, 0x60, 0, 0})
	out = appendSection(out, 2, []byte("\x01\x03env\x03mem\x02\x00\x00"))
	out = appendSection(out, 3, []byte{1, 0})
	out = appendSection(out, 7, []byte("\x01\x01f\x00\x00"))
	return appendSection(out, codeSection, append(binary.AppendUvarint([]byte{1}, uint64(len(code))), code...))
}
