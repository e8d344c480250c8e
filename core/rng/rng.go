// Package rng provides named, reproducible streams of random numbers.
//
// A stream is keyed by a seed, a name and counters:
//
//	state₀ = hash(seed, name, counter₁, counter₂, …)
//
// A draw therefore depends only on its key, such as (7, "dropout/2", epoch 17), and on its position in the stream, never on other streams.
// The generator is PCG-DXSM of package math/rand/v2, whose sequence Go guarantees.
// Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014.
// Equal keys give equal bits natively and in WebAssembly.
package rng

import (
	"math"
	"math/bits"

	"sheafscope/core/linalg"
)

// Stream is a stream of random numbers. It is not safe for concurrent use.
// The zero value is a valid stream, which has no key.
type Stream struct {
	state    [2]uint64 // upper and lower half of the 128 bits of the generator
	spare    float64   // second deviate of the last pair in Norm
	hasSpare bool      // whether the next call of Norm returns spare
}

// New returns the stream of a key. Streams of different keys are statistically independent.
func New(seed uint64, name string, counters ...uint64) *Stream {
	s := new(Stream)
	s.Reset(seed, name, counters...)
	return s
}

// Reset makes s the stream that New returns for the same key.
// It allocates no memory, so that a training step can reset a stream in every epoch.
func (s *Stream) Reset(seed uint64, name string, counters ...uint64) {
	h := mix(seed + golden)
	for i := range len(name) {
		h = mix(h ^ uint64(name[i]))
	}
	// The lengths separate the name from the counters.
	h = mix(h ^ uint64(len(name))<<32 ^ uint64(len(counters)))
	for _, c := range counters {
		h = mix(h ^ mix(c+golden))
	}
	s.state = [2]uint64{mix(h), mix(h ^ golden)}
	s.spare, s.hasSpare = 0, false
}

// golden is 2⁶⁴/φ for the golden ratio φ, rounded to an odd number. It is the increment of SplitMix64.
const golden uint64 = 0x9e3779b97f4a7c15

// mix is the output function of SplitMix64 (Steele, Lea, Flood, 2014).
// It is a bijection of 64-bit words in which every input bit affects every output bit.
func mix(z uint64) uint64 {
	z += golden
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Fill sets dst to the uniform bits that successive calls of [Stream.Uint64] would return.
// It repeats the algorithm of rand.PCG in one loop, because in the page calls of rand.PCG would take most of the time.
func (s *Stream) Fill(dst []uint64) {
	// Multiplier and increment of the state, each with an upper and a lower half of 64 bits.
	const mulHi, mulLo, incHi, incLo = 2549297995355413924, 4865540595714422341, 6364136223846793005, 1442695040888963407
	hi, lo := s.state[0], s.state[1]
	for i := range dst {
		// The state becomes state·multiplier + increment, modulo 2¹²⁸.
		h, l := bits.Mul64(lo, mulLo)
		h += hi*mulLo + lo*mulHi
		lo = l + incLo
		hi = h + incHi
		if lo < incLo { // the sum of the lower halves carries
			hi++
		}
		u := (hi ^ hi>>32) * 0xda942042e4dd58b5 // the output function DXSM of the new state
		dst[i] = (u ^ u>>48) * (lo | 1)
	}
	s.state = [2]uint64{hi, lo}
}

// Mask sets each element of mask to 0 with probability p, 0 ≤ p < 1, and to 1 with probability 1−p.
// p is rounded down to a multiple of 2⁻³².
//
// One draw of 64 bits decides two elements: the lower half the first, the upper half the second. A half u sets its element to 0 if
// u < ⌊p·2³²⌋ = limit. The sign bit of u − limit has this result without a branch, which would often be mispredicted.
// The expression is repeated, because a function would be a call in the page.
func (s *Stream) Mask(mask []uint8, p float64) {
	limit := uint64(uint32(p * (1 << 32)))
	if linalg.DrawMask(&s.state, mask, uint32(limit)) { // true if a kernel of linalg has set the mask
		return
	}
	// Draws are made in blocks, because Fill is faster for many draws.
	var draws [128]uint64
	for len(mask) > 0 {
		k := min(len(draws), (len(mask)+1)/2)
		s.Fill(draws[:k])
		for _, u := range draws[:k-1] {
			mask[0] = uint8(1 - (u&(1<<32-1)-limit)>>63)
			mask[1] = uint8(1 - (u>>32-limit)>>63)
			mask = mask[2:]
		}
		u := draws[k-1] // the last draw of the block can decide the last element of mask alone
		mask[0] = uint8(1 - (u&(1<<32-1)-limit)>>63)
		if len(mask) == 1 {
			return
		}
		mask[1] = uint8(1 - (u>>32-limit)>>63)
		mask = mask[2:]
	}
}

// Uint64 returns 64 uniform bits.
func (s *Stream) Uint64() uint64 {
	var u [1]uint64
	s.Fill(u[:])
	return u[0]
}

// Float64 returns a uniform multiple of 2⁻⁵³ in [0, 1). The outer conversion forbids a fused multiply-add with code of the caller.
func (s *Stream) Float64() float64 { return float64(float64(s.Uint64()>>11) * 0x1p-53) }

// Intn returns a uniform integer in [0, n) without bias (Lemire, 2019). It panics for n ≤ 0.
func (s *Stream) Intn(n int) int {
	if n <= 0 {
		panic("rng: Intn needs n > 0")
	}
	bound := uint64(n)
	// For a draw u of 64 bits, u·n = hi·2⁶⁴ + lo. The result is hi = ⌊u·n/2⁶⁴⌋ < n.
	hi, lo := bits.Mul64(s.Uint64(), bound)
	// To avoid a bias, draws with lo < 2⁶⁴ mod bound are rejected. This remainder is below bound, so lo ≥ bound needs no division.
	if lo < bound {
		limit := -bound % bound // 2⁶⁴ mod bound
		for lo < limit {
			hi, lo = bits.Mul64(s.Uint64(), bound)
		}
	}
	return int(hi)
}

// Norm returns a standard normal deviate by the polar form of the Box–Muller transform (Marsaglia), which needs no sine.
// With (u, v) uniform in the unit disc and q = u²+v², u·√(−2 ln q / q) and v·√(−2 ln q / q) are independent N(0, 1).
func (s *Stream) Norm() float64 {
	if s.hasSpare {
		s.hasSpare = false
		return s.spare
	}
	for {
		u := 2*s.Float64() - 1
		v := 2*s.Float64() - 1
		q := float64(u*u) + float64(v*v) // float64 forbids a fused multiply-add
		if q >= 1 || q == 0 {            // outside the disc, or without a logarithm
			continue
		}
		f := math.Sqrt(-2 * linalg.Log(q) / q)
		s.spare, s.hasSpare = v*f, true
		return u * f
	}
}

// Perm returns a uniform permutation of 0, …, n−1 (Fisher–Yates).
func (s *Stream) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := s.Intn(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// FillNorm fills dst with independent normal deviates of standard deviation sd.
func (s *Stream) FillNorm(dst []float64, sd float64) {
	for i := range dst {
		dst[i] = sd * s.Norm()
	}
}
