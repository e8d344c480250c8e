package main

import "math/bits"

// The program in a single-file page is packed with LZMA, which makes it a
// fifth smaller than deflate: a Lempel–Ziv parse whose decisions go through an
// adaptive binary range coder. The stream is "raw" LZMA (no header, no end
// mark) with lc = 3, lp = 0, pb = 0; assets/boot/lzma.js decodes it.
//
// Source of the format: I. Pavlov, "LZMA specification" (2015). The parse is
// greedy with one byte of lookahead, over hash chains.

const (
	lzmaMaxLen   = 273
	lzmaContext  = 3   // lc: bits of the byte before that choose the model of a literal
	lzmaDepth    = 100 // candidates looked at per position
	lzmaProbHalf = 1 << 10
)

// rangeCoder writes bits with adaptive probabilities of 11 bits.
type rangeCoder struct {
	low   uint64
	width uint32
	held  byte
	count int64
	out   []byte
}

func (r *rangeCoder) shift() {
	if uint32(r.low) < 0xFF000000 || r.low>>32 != 0 {
		carry, b := byte(r.low>>32), r.held
		for ; r.count > 0; r.count-- {
			r.out = append(r.out, b+carry)
			b = 0xFF
		}
		r.held = byte(r.low >> 24)
	}
	r.count++
	r.low = r.low & 0x00FFFFFF << 8
}

func (r *rangeCoder) bit(p *uint16, bit uint32) {
	bound := r.width >> 11 * uint32(*p)
	if bit == 0 {
		r.width = bound
		*p += (2048 - *p) >> 5
	} else {
		r.low += uint64(bound)
		r.width -= bound
		*p -= *p >> 5
	}
	for r.width < 1<<24 {
		r.width <<= 8
		r.shift()
	}
}

// direct writes the lowest n bits of v with even chances.
func (r *rangeCoder) direct(v uint32, n int) {
	for n--; n >= 0; n-- {
		r.width >>= 1
		if v>>n&1 == 1 {
			r.low += uint64(r.width)
		}
		for r.width < 1<<24 {
			r.width <<= 8
			r.shift()
		}
	}
}

// tree writes n bits from the highest on, each with the model of those before.
func (r *rangeCoder) tree(probs []uint16, v uint32, n int) {
	m := uint32(1)
	for n--; n >= 0; n-- {
		b := v >> n & 1
		r.bit(&probs[m], b)
		m = m<<1 | b
	}
}

// reverse writes n bits from the lowest on.
func (r *rangeCoder) reverse(probs []uint16, v uint32, n int) {
	m := uint32(1)
	for range n {
		b := v & 1
		v >>= 1
		r.bit(&probs[m], b)
		m = m<<1 | b
	}
}

// lengthModel codes lengths from 2 to 273.
type lengthModel struct {
	choice   [2]uint16
	low, mid [8]uint16
	high     [256]uint16
}

func (l *lengthModel) write(r *rangeCoder, n int) {
	v := uint32(n - 2)
	switch {
	case v < 8:
		r.bit(&l.choice[0], 0)
		r.tree(l.low[:], v, 3)
	case v < 16:
		r.bit(&l.choice[0], 1)
		r.bit(&l.choice[1], 0)
		r.tree(l.mid[:], v-8, 3)
	default:
		r.bit(&l.choice[0], 1)
		r.bit(&l.choice[1], 1)
		r.tree(l.high[:], v-16, 8)
	}
}

// lzmaModel holds the probabilities, the state (which of literal, match and
// repeat came last) and the last four distances, each less one.
type lzmaModel struct {
	rangeCoder
	state                            int
	reps                             [4]int
	isMatch, isRep, isG0, isG1, isG2 [12]uint16
	isLong                           [12]uint16
	literal                          []uint16
	slots                            [4][64]uint16
	special                          [115]uint16
	align                            [16]uint16
	matchLen, repLen                 lengthModel
}

func newLZMAModel() *lzmaModel {
	m := &lzmaModel{literal: make([]uint16, 0x300<<lzmaContext)}
	m.width, m.count = 0xFFFFFFFF, 1
	half := func(lists ...[]uint16) {
		for _, l := range lists {
			for i := range l {
				l[i] = lzmaProbHalf
			}
		}
	}
	half(m.isMatch[:], m.isRep[:], m.isG0[:], m.isG1[:], m.isG2[:], m.isLong[:], m.literal, m.special[:], m.align[:])
	for i := range m.slots {
		half(m.slots[i][:])
	}
	for _, l := range []*lengthModel{&m.matchLen, &m.repLen} {
		half(l.choice[:], l.low[:], l.mid[:], l.high[:])
	}
	return m
}

// writeLiteral writes the byte at i.
func (m *lzmaModel) writeLiteral(data []byte, i int) {
	m.bit(&m.isMatch[m.state], 0)
	before := 0
	if i > 0 {
		before = int(data[i-1])
	}
	probs := m.literal[0x300*(before>>(8-lzmaContext)):]
	c := uint32(data[i])
	if m.state < 7 {
		m.tree(probs, c, 8)
	} else {
		// After a match the byte that it would have gone on with is a hint.
		hint, sym, offset := uint32(data[i-m.reps[0]-1]), uint32(1), uint32(0x100)
		for k := 7; k >= 0; k-- {
			hint <<= 1
			b, h := c>>k&1, hint&offset
			m.bit(&probs[offset+h+sym], b)
			sym = sym<<1 | b
			if b == 1 {
				offset &= h
			} else {
				offset &^= h
			}
		}
	}
	switch {
	case m.state < 4:
		m.state = 0
	case m.state < 10:
		m.state -= 3
	default:
		m.state -= 6
	}
}

func (m *lzmaModel) next(low, high int) {
	if m.state < 7 {
		m.state = low
	} else {
		m.state = high
	}
}

// writeRep writes a match at the k-th of the last distances.
func (m *lzmaModel) writeRep(k, n int) {
	s := m.state
	m.bit(&m.isMatch[s], 1)
	m.bit(&m.isRep[s], 1)
	if k == 0 {
		m.bit(&m.isG0[s], 0)
		m.bit(&m.isLong[s], 1)
	} else {
		m.bit(&m.isG0[s], 1)
		m.bit(&m.isG1[s], uint32(min(k-1, 1)))
		if k > 1 {
			m.bit(&m.isG2[s], uint32(k-2))
		}
		d := m.reps[k]
		copy(m.reps[1:k+1], m.reps[:k])
		m.reps[0] = d
	}
	m.repLen.write(&m.rangeCoder, n)
	m.next(8, 11)
}

// writeMatch writes a match at a new distance, less one.
func (m *lzmaModel) writeMatch(dist, n int) {
	m.bit(&m.isMatch[m.state], 1)
	m.bit(&m.isRep[m.state], 0)
	m.matchLen.write(&m.rangeCoder, n)
	d := uint32(dist)
	slot := d
	if d >= 4 {
		top := bits.Len32(d) - 1
		slot = uint32(top)<<1 | d>>(top-1)&1
	}
	m.tree(m.slots[min(n-2, 3)][:], slot, 6)
	if slot >= 4 {
		foot := int(slot>>1) - 1
		base := (2 | slot&1) << foot
		if slot < 14 {
			m.reverse(m.special[base-slot:], d-base, foot)
		} else {
			m.direct((d-base)>>4, foot-4)
			m.reverse(m.align[:], (d-base)&15, 4)
		}
	}
	copy(m.reps[1:], m.reps[:3])
	m.reps[0] = dist
	m.next(7, 10)
}
