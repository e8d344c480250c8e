// This file computes SHA-256. Go's package crypto/sha256 also links ciphers and self-tests of FIPS 140, which the program
// for files does not need.

package jobs

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// blockSize is the length in bytes of a block of SHA-256.
const blockSize = 64

// sha256 returns the SHA-256 of data (FIPS 180-4, sections 5.1.1 and 6.2). Names of variables are those of the standard.
func sha256(data []byte) (sum [32]byte) {
	primes := firstPrimes(blockSize)
	var hash [8]uint32 // of the blocks so far
	var k [blockSize]uint32
	for i := range hash {
		hash[i] = fraction(math.Sqrt(primes[i]))
	}
	for i := range k {
		k[i] = fraction(math.Cbrt(primes[i]))
	}
	whole := len(data) / blockSize * blockSize
	addBlocks(&hash, &k, data[:whole])
	// The last blocks have the rest of data, a bit 1, bits 0, and the length of data in bits as a number of eight bytes.
	last := append([]byte{}, data[whole:]...)
	last = append(last, 1<<7)
	for len(last)%blockSize != blockSize-8 {
		last = append(last, 0)
	}
	addBlocks(&hash, &k, binary.BigEndian.AppendUint64(last, 8*uint64(len(data))))
	for i, x := range hash {
		binary.BigEndian.PutUint32(sum[4*i:], x)
	}
	return sum
}

// firstPrimes returns the first n prime numbers, in ascending order.
func firstPrimes(n int) []float64 {
	var primes []float64
	for x := 2.0; len(primes) < n; x++ {
		isPrime := true
		for _, p := range primes {
			isPrime = isPrime && math.Mod(x, p) != 0
		}
		if isPrime {
			primes = append(primes, x)
		}
	}
	return primes
}

// fraction returns the first 32 bits of the fractional part of a number x ≥ 0.
func fraction(x float64) uint32 { return uint32((x - math.Floor(x)) * (1 << 32)) }

// addBlocks adds the blocks of data to hash. k has the constants of SHA-256. The length of data is a multiple of blockSize.
func addBlocks(hash *[8]uint32, k *[blockSize]uint32, data []byte) {
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
			t1 := h + sum1 + (e&f ^ ^e&g) + k[t] + w[t]
			sum0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
			t2 := sum0 + (a&b ^ a&c ^ b&c)
			a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
		}
		for i, x := range [8]uint32{a, b, c, d, e, f, g, h} {
			hash[i] += x
		}
	}
}
