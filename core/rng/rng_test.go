package rng_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"sheafscope/core/rng"
)

// TestKeyedStreams: equal keys have equal streams, and different keys have different ones.
func TestKeyedStreams(t *testing.T) {
	first := map[uint64]string{}
	add := func(key string, s *rng.Stream) {
		v := s.Uint64()
		if other, ok := first[v]; ok {
			t.Errorf("streams %s and %s start alike", key, other)
		}
		first[v] = key
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

// TestFixedBits pins the sequence: stored runs depend on it.
func TestFixedBits(t *testing.T) {
	s := rng.New(42, "pin", 1)
	got := [3]uint64{s.Uint64(), s.Uint64(), math.Float64bits(s.Norm())}
	want := [3]uint64{0x39b387fe334b358b, 0x1ca2abef510beea9, 0x3fe46aba9dfe94e6}
	if got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

// TestFillEqualsStandard compares with package math/rand/v2, whose generator it is, from states
// that carry and those that do not.
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
		if a, b := s.Uint64(), p.Uint64(); a != b {
			t.Fatalf("after %d numbers %x, want %x", n, a, b)
		}
	}
}

// TestResetEqualsNew: after Reset a stream equals the stream that New returns, and Reset does not allocate.
func TestResetEqualsNew(t *testing.T) {
	s := rng.New(1, "a")
	s.Norm()
	s.Reset(5, "b", 9)
	if a, b := s.Norm(), rng.New(5, "b", 9).Norm(); a != b {
		t.Errorf("Reset gives %v, New %v", a, b)
	}
	if n := testing.AllocsPerRun(10, func() { s.Reset(5, "b", 9, 10) }); n != 0 {
		t.Errorf("Reset allocates %v times", n)
	}
}

// TestMomentsAreExpected: uniform and normal numbers have the expected moments.
func TestMomentsAreExpected(t *testing.T) {
	s := rng.New(3, "moments")
	const n = 200000
	var u1, u2, g1, g2, g4 float64
	for range n {
		u, g := s.Float64(), s.Norm()
		if u < 0 || u >= 1 {
			t.Fatalf("Float64 gave %v", u)
		}
		u1 += u
		u2 += u * u
		g1 += g
		g2 += g * g
		g4 += g * g * g * g
	}
	for _, c := range []struct {
		name            string
		got, want, toln float64
	}{
		{"E u", u1 / n, 0.5, 0.003}, {"E u²", u2 / n, 1.0 / 3, 0.003},
		{"E g", g1 / n, 0, 0.01}, {"E g²", g2 / n, 1, 0.015}, {"E g⁴", g4 / n, 3, 0.12},
	} {
		if math.Abs(c.got-c.want) > c.toln {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestIntnAndPerm: integers and permutations are uniform and in range.
func TestIntnAndPerm(t *testing.T) {
	s := rng.New(4, "int")
	var count [6]int
	for range 60000 {
		count[s.Intn(6)]++
	}
	for k, c := range count {
		if c < 9600 || c > 10400 {
			t.Errorf("Intn(6) gave %d %d times of 60000", k, c)
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

// TestMaskComparesHalvesOfDraws: an element stays where its half of a draw is at least p·2³², the lower half first.
func TestMaskComparesHalvesOfDraws(t *testing.T) {
	for _, n := range []int{0, 1, 2, 255, 256, 257, 1001} {
		s, plain := rng.New(6, "mask"), rng.New(6, "mask")
		mask := make([]uint8, n)
		s.Mask(mask, 0.3)
		for k := 0; k < n; k += 2 {
			u := plain.Uint64()
			for h, half := range []uint32{uint32(u), uint32(u >> 32)}[:min(2, n-k)] {
				if stays := float64(half) >= math.Floor(0.3*(1<<32)); stays != (mask[k+h] == 1) || mask[k+h] > 1 {
					t.Fatalf("element %d of %d is %d for %d", k+h, n, mask[k+h], half)
				}
			}
		}
		if s.Uint64() != plain.Uint64() {
			t.Fatalf("the stream stands elsewhere after a mask of %d", n)
		}
	}
}
