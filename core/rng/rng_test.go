package rng_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"sheafscope/core/rng"
)

// TestKeyedStreams checks that the streams of ten different keys (seed, name, numbers) have different first numbers, and that the streams
// of two equal keys have equal ones.
func TestKeyedStreams(t *testing.T) {
	keys := map[uint64]string{} // by first number
	// add fails the test if the first number of s is the first number of an earlier stream.
	add := func(key string, s *rng.Stream) {
		v := s.Uint64()
		if other, ok := keys[v]; ok {
			t.Errorf("streams %s and %s have the same first number", key, other)
		}
		keys[v] = key
	}
	add("0,a", rng.New(0, "a"))
	add("1,a", rng.New(1, "a"))
	add("0,b", rng.New(0, "b"))
	add("0,empty", rng.New(0, ""))
	add("0,a,0", rng.New(0, "a", 0))
	add("0,a,1", rng.New(0, "a", 1))
	add("0,a,0,0", rng.New(0, "a", 0, 0))
	add("0,a,0,1", rng.New(0, "a", 0, 1))
	add("0,a,1,0", rng.New(0, "a", 1, 0))
	add("0,a\\x01", rng.New(0, "a\x01"))
	if a, b := rng.New(7, "x", 3).Uint64(), rng.New(7, "x", 3).Uint64(); a != b {
		t.Errorf("equal keys gave %x and %x", a, b)
	}
}

// TestFixedBits pins the bits of three numbers of a stream, since stored runs depend on the sequence. The wanted bits are recorded
// from this program.
func TestFixedBits(t *testing.T) {
	s := rng.New(42, "pin", 1)
	got := [3]uint64{s.Uint64(), s.Uint64(), math.Float64bits(s.Norm())}
	want := [3]uint64{0x39b387fe334b358b, 0x1ca2abef510beea9, 0x3fe46aba9dfe94e6}
	if got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

// TestFillEqualsStandard compares Fill and Uint64 with the generator PCG of package math/rand/v2 from the same state, for 0, 1, 5
// and 1000 numbers. Some of these steps carry from the lower half of the state to the upper half, others do not.
func TestFillEqualsStandard(t *testing.T) {
	s := rng.New(7, "fill")
	p := rand.NewPCG(rng.State(s))
	for _, n := range []int{0, 1, 5, 1000} {
		got := make([]uint64, n)
		s.Fill(got)
		for i, v := range got {
			if want := p.Uint64(); v != want {
				t.Fatalf("number %d of %d is %x, want %x", i, n, v, want)
			}
		}
		if got, want := s.Uint64(), p.Uint64(); got != want {
			t.Fatalf("after %d numbers Uint64 is %x, want %x", n, got, want)
		}
	}
}

// TestResetEqualsNew checks that a stream after Reset gives the first normal number of a new stream with the same key. Reset allocates
// nothing.
func TestResetEqualsNew(t *testing.T) {
	s := rng.New(1, "a")
	s.Norm() // moves s away from its start
	s.Reset(5, "b", 9)
	if a, b := s.Norm(), rng.New(5, "b", 9).Norm(); a != b {
		t.Errorf("Reset gives %v, New %v", a, b)
	}
	if n := testing.AllocsPerRun(10, func() { s.Reset(5, "b", 9, 10) }); n != 0 {
		t.Errorf("Reset allocates %v times, want 0", n)
	}
}

// TestMomentsAreExpected checks two moments of 200000 uniform numbers, which lie in [0, 1), and three of as many normal
// numbers. The tolerances are 4.4 to 5.5 standard deviations.
func TestMomentsAreExpected(t *testing.T) {
	s := rng.New(3, "moments")
	const n = 200000
	var u1, u2, g1, g2, g4 float64 // sums of powers
	for range n {
		u, g := s.Float64(), s.Norm()
		if u < 0 || u >= 1 {
			t.Fatalf("Float64 gave %v, want a number in [0, 1)", u)
		}
		u1 += u
		u2 += u * u
		g1 += g
		g2 += g * g
		g4 += g * g * g * g
	}
	for _, c := range []struct {
		name                 string
		got, want, tolerance float64
	}{
		{"E u", u1 / n, 0.5, 0.003}, {"E u²", u2 / n, 1.0 / 3, 0.003},
		{"E g", g1 / n, 0, 0.01}, {"E g²", g2 / n, 1, 0.015}, {"E g⁴", g4 / n, 3, 0.12},
	} {
		if math.Abs(c.got-c.want) > c.tolerance {
			t.Errorf("%s = %v, want %v to %v", c.name, c.got, c.want, c.tolerance)
		}
	}
}

// TestIntnAndPerm checks that Intn(6) gives each number about 10000 times in 60000, and that Perm repeats no number. FillNorm with
// deviation 0 gives zeros. Intn(0) panics.
func TestIntnAndPerm(t *testing.T) {
	s := rng.New(4, "int")
	var count [6]int
	for range 60000 {
		count[s.Intn(6)]++
	}
	for k, c := range count {
		if c < 9600 || c > 10400 { // 4.4 standard deviations
			t.Errorf("Intn(6) gave %d %d times in 60000, want 9600 to 10400", k, c)
		}
	}
	seen := make([]bool, 100)
	for _, k := range s.Perm(100) {
		if seen[k] {
			t.Fatalf("Perm repeats %d", k)
		}
		seen[k] = true
	}
	buf := make([]float64, 1000)
	s.FillNorm(buf, 0)
	for _, v := range buf {
		if v != 0 {
			t.Fatalf("FillNorm with deviation 0 gave %v", v)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Intn(0) must panic")
		}
	}()
	s.Intn(0)
}

// TestMaskComparesHalvesOfDraws compares Mask with p = 0.3 with 64-bit draws of a second, equal stream. An element is 1 if its half of a
// draw is at least ⌊p·2³²⌋, else 0; the lower half belongs to the first of two elements. Both streams then have the same next number.
func TestMaskComparesHalvesOfDraws(t *testing.T) {
	for _, n := range []int{0, 1, 2, 255, 256, 257, 1001} {
		s, plain := rng.New(6, "mask"), rng.New(6, "mask")
		mask := make([]uint8, n)
		s.Mask(mask, 0.3)
		for k := 0; k < n; k += 2 {
			u := plain.Uint64()
			for h, half := range []uint32{uint32(u), uint32(u >> 32)}[:min(2, n-k)] {
				want := uint8(0)
				if float64(half) >= math.Floor(0.3*(1<<32)) {
					want = 1
				}
				if mask[k+h] != want {
					t.Fatalf("element %d of %d is %d for the half %d, want %d", k+h, n, mask[k+h], half, want)
				}
			}
		}
		if got, want := s.Uint64(), plain.Uint64(); got != want {
			t.Fatalf("after a mask of %d elements the next number is %x, want %x", n, got, want)
		}
	}
}
