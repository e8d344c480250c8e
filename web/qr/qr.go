// Package qr writes a text as a QR code (ISO/IEC 18004): byte mode, error
// correction level L, versions 1 to 20. That holds a link of 858 bytes; on paper,
// 40 mm wide, a module of the largest is 0.4 mm.
package qr

import (
	"errors"
	"strconv"
)

// MaxBytes is how much a code may hold.
const MaxBytes = 858

// Code is a square of modules, Size in a row, true for a dark one, without the
// quiet zone of four light ones around it.
type Code struct {
	Size    int
	Modules []bool

	taken []bool // by a pattern, not by data
}

// The blocks of level L by version: the error correction codewords of each block, and how many blocks.
var (
	correction = [...]int{0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28}
	blocks     = [...]int{0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8}
)

// Encode returns the code of a text in the smallest version that holds it, and
// an error for one longer than [MaxBytes].
func Encode(text string) (*Code, error) {
	for version := 1; version < len(blocks); version++ {
		data := capacity(version) - correction[version]*blocks[version]
		if head := headBits(version); 8*len(text)+head <= 8*data {
			c := draw(version)
			c.place(interleave(version, codewords(text, version, data)))
			c.mask()
			return c, nil
		}
	}
	return nil, errors.New("It is longer than the " + strconv.Itoa(MaxBytes) + " characters that a QR code holds here.")
}

// headBits is the length of the mode and of the number of bytes.
func headBits(version int) int {
	if version < 10 {
		return 4 + 8
	}
	return 4 + 16
}

// capacity is the number of codewords of a version: its modules less those of
// the patterns, in bytes.
func capacity(version int) int {
	free := 0
	for _, taken := range draw(version).taken {
		if !taken {
			free++
		}
	}
	return free / 8
}

// codewords returns mode, length, text and padding, n bytes in all.
func codewords(text string, version, n int) []byte {
	out, bits := make([]byte, n), 0
	put := func(v, width int) {
		for i := width - 1; i >= 0; i-- {
			out[bits/8] |= byte(v>>i&1) << (7 - bits%8)
			bits++
		}
	}
	put(0b0100, 4)
	put(len(text), headBits(version)-4)
	for i := range len(text) {
		put(int(text[i]), 8)
	}
	bits = min(8*n, (bits+4+7)&^7) // the terminator, and up to a whole byte
	for pad := 0xEC; bits < 8*n; pad ^= 0xEC ^ 0x11 {
		put(pad, 8)
	}
	return out
}

// interleave divides the data into blocks, the shorter ones first, and takes one
// codeword of each in turn, first data, then error correction.
func interleave(version int, data []byte) []byte {
	n := blocks[version]
	short, longer := len(data)/n, len(data)%n
	var parts, checks [][]byte
	for b := range n {
		size := short
		if b >= n-longer {
			size++
		}
		parts = append(parts, data[:size])
		checks = append(checks, remainder(data[:size], generator(correction[version])))
		data = data[size:]
	}
	var out []byte
	for _, list := range [][][]byte{parts, checks} {
		for i := range len(list[n-1]) {
			for _, p := range list {
				if i < len(p) {
					out = append(out, p[i])
				}
			}
		}
	}
	return out
}

// times multiplies in the field of 256 elements modulo x⁸+x⁴+x³+x²+1.
func times(a, b byte) byte {
	p := 0
	for i := 7; i >= 0; i-- {
		p = p<<1 ^ p>>7*0x11D
		p ^= int(b) >> i & 1 * int(a)
	}
	return byte(p)
}

// generator is the product of x−αⁱ for i below the degree, without its leading 1.
func generator(degree int) []byte {
	g, root := make([]byte, degree), byte(1)
	g[degree-1] = 1
	for range degree {
		for j := range g {
			g[j] = times(g[j], root)
			if j+1 < degree {
				g[j] ^= g[j+1]
			}
		}
		root = times(root, 2)
	}
	return g
}

// remainder is that of the data times xᵈ, divided by a generator of degree d.
func remainder(data, g []byte) []byte {
	out := make([]byte, len(g))
	for _, b := range data {
		f := b ^ out[0]
		copy(out, out[1:])
		out[len(out)-1] = 0
		for i := range out {
			out[i] ^= times(g[i], f)
		}
	}
	return out
}
