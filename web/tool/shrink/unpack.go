package shrink

import "encoding/binary"

// More instructions, without signs, and the type of all values here.
const (
	opLess, opMore   = 0x49, 0x4b
	opMul, opAnd     = 0x6c, 0x71
	opLeft, opRight  = 0x74, 0x76
	bulkCopy, typeOf = opMemCopy & 0xff, 0x7f
	bulkFill         = opMemFill & 0xff
)

// body is the code of a function whose values are all of 32 bits.
type body struct {
	code   []byte
	locals int
}

// local makes a variable.
func (b *body) local() int { b.locals++; return b.locals - 1 }

func (b *body) op(code ...byte)     { b.code = append(b.code, code...) }
func (b *body) get(local int)       { b.op(opGet, byte(local)) }
func (b *body) set(local int)       { b.op(opSet, byte(local)) }
func (b *body) constant(v int)      { b.code = appendSigned(append(b.code, opConst32), int(int32(v))) }
func (b *body) with(op byte, v int) { b.constant(v); b.op(op) }

// load and store take an address from the stack, to which they add their own.
func (b *body) load(at int)  { b.code = binary.AppendUvarint(append(b.code, opLoad32, 2), uint64(at)) }
func (b *body) store(at int) { b.code = binary.AppendUvarint(append(b.code, opStore32, 2), uint64(at)) }

// count repeats what do writes, with a variable from a number below another by steps.
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

// packed describes the functions in columns: addresses of their list, of the index, and of the columns; the numbers of functions, of
// buckets of the index, and of bytes of the columns; the first entry; and how many offsets of values and of data a function has at most.
type packed struct {
	list, index, start    int
	count, buckets, bytes int
	first, values, data   int
}

// unpacker is a module that puts the functions back into a memory, which it imports as "env" "mem"; its export "f" does. A copy of the
// columns lies at the end of the memory meanwhile.
func (p *packed) unpacker() []byte {
	b := &body{}
	at, copied, f := b.local(), b.local(), b.local()
	functions := func(do func(i int)) { b.count(0, 8*p.count, 8, do) } // i is the place in the list
	place := func(i int) {                                             // f becomes the address of a function
		b.get(i)
		b.load(p.list + 4)
		b.with(opAdd32, p.list)
		b.set(f)
	}
	move := func(to func()) { // the next word of the columns
		to()
		b.get(at)
		b.load(0)
		b.store(0)
		b.get(at)
		b.with(opAdd32, 4)
		b.set(at)
	}
	// The list: at is the place of a function behind it.
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
		for _, column := range [2]int{funcNPC/4 - 1, funcNData/4 - 1} { // how many offsets it has
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
	functions(func(i int) { // the entries
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
	b.count(0, p.buckets, 1, func(k int) {
		b.get(k)
		b.with(opMul, bucketSize)
		b.get(k)
		b.with(opRight, 4)
		b.store(p.index)
	})
	return b.module()
}

// module is the module whose export "f" runs the code.
func (b *body) module() []byte {
	code := append([]byte{1, byte(b.locals), typeOf}, append(b.code, opEnd)...)
	out := appendSection([]byte(header), 1, []byte{1, 0x60, 0, 0})
	out = appendSection(out, 2, []byte("\x01\x03env\x03mem\x02\x00\x00"))
	out = appendSection(out, 3, []byte{1, 0})
	out = appendSection(out, 7, []byte("\x01\x01f\x00\x00"))
	return appendSection(out, codeSection, append(binary.AppendUvarint([]byte{1}, uint64(len(code))), code...))
}
