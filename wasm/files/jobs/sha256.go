// This file computes SHA-256. Go's package crypto/sha256 also links ciphers and self-tests of FIPS 140, which the program
// for files does not need.

package jobs

import (
	"encoding/binary"
	"math/bits"
)

// blockSize is the length in bytes of a block of SHA-256.
const blockSize = 64

// cubeRoots has the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
var cubeRoots = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// sha256 returns the SHA-256 of data (FIPS 180-4, sections 5.1.1 and 6.2). Letters are those of the standard.
func sha256(data []byte) (sum [32]byte) {
	// The first 32 bits of the fractional parts of the square roots of the first eight primes.
	hash := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	whole := len(data) / blockSize * blockSize
	addBlocks(&hash, data[:whole])
	// The last blocks have the rest of data, a bit 1, bits 0, and the length of data in bits as a number of eight bytes.
	last := append([]byte{}, data[whole:]...)
	last = append(last, 1<<7)
	for len(last)%blockSize != blockSize-8 {
		last = append(last, 0)
	}
	addBlocks(&hash, binary.BigEndian.AppendUint64(last, 8*uint64(len(data))))
	for i, x := range hash {
		binary.BigEndian.PutUint32(sum[4*i:], x)
	}
	return sum
}

// addBlocks adds the blocks of data to hash. The length of data is a multiple of blockSize.
func addBlocks(hash *[8]uint32, data []byte) {
	var w [blockSize]uint32 // the message schedule of a block
	for ; len(data) > 0; data = data[blockSize:] {
		for t := range 16 {
			w[t] = binary.BigEndian.Uint32(data[4*t:])
		}
		for t := 16; t < blockSize; t++ {
			x, y := w[t-2], w[t-15]
			sigma1 := bits.RotateLeft32(x, -17) ^ bits.RotateLeft32(x, -19) ^ x>>10
			sigma0 := bits.RotateLeft32(y, -7) ^ bits.RotateLeft32(y, -18) ^ y>>3
			w[t] = sigma1 + w[t-7] + sigma0 + w[t-16]
		}
		a, b, c, d, e, f, g, h := hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]
		for t := range w {
			sum1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
			t1 := h + sum1 + (e&f ^ ^e&g) + cubeRoots[t] + w[t]
			sum0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
			t2 := sum0 + (a&b ^ a&c ^ b&c)
			a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
		}
		for i, x := range [8]uint32{a, b, c, d, e, f, g, h} {
			hash[i] += x
		}
	}
}
