package transport

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// eachW2Lift calls f with a lift on 9 nodes and 12 random edges, for d = 2 to 4, every
// centering, 0 to 2 steps and every variation, and with a stream of random numbers. The lift
// has ε₀ = 1.2, ε = 0.8, τ = 2 and γ = 0.1.
func eachW2Lift(f func(name string, r *rng.Stream, l *W2Lift)) {
	for _, d := range []int{2, 3, 4} {
		for _, centered := range []bool{false, true} {
			for steps := range 3 {
				for v := Transport; v <= Uniform; v++ {
					r := rng.New(uint64(d), "w2lift", uint64(v))
					l := NewW2Lift(9, d, randomEdges(r, 9, 12), steps, 1.2, 0.8, 2, 0.1)
					l.Centered, l.Variation = centered, v
					l.SetPermutation(r.Perm(12))
					f(fmt.Sprintf("d=%d centered=%v steps=%d variation=%d", d, centered, steps, v), r, l)
				}
			}
		}
	}
}

// TestW2LiftForward compares the lift with W2JKO edge by edge: plan, mass off the diagonal
// and S. A step changes the marginals, to μ' and ν'. S without centering has S√ν' = √μ', the
// singular pair of the spectral norm 1.
func TestW2LiftForward(t *testing.T) {
	eachW2Lift(func(name string, r *rng.Stream, l *W2Lift) {
		d, m := l.D, len(l.Edges)
		q := d * d
		mu := nodeMeasures(r, l.N, d)
		s, off := make([]float64, m*q), make([]float64, m)
		l.Forward(s, mu)
		l.OffDiagonal(off)
		flat := make([]float64, d) // the uniform measure
		for k := range flat {
			flat[k] = 1 / float64(d)
		}
		for e := range l.Edges {
			// a and b are the measures of the ends of edge k, by the variation.
			k := e
			if l.Variation == Shuffled {
				k = int(l.perm[e])
			}
			a, b := mu[int(l.Edges[k].I)*d:][:d], mu[int(l.Edges[k].J)*d:][:d]
			if l.Variation == Uniform {
				a, b = flat, flat
			}
			plan := closedForm(a, b, l.Eps0)
			switch {
			case l.Variation == Independent:
				plan = closedForm(a, b, math.Inf(1))
			case l.Steps > 0:
				w := NewW2JKO(d, plan, 0.8, 2, 0.1) // ε, τ and γ of eachW2Lift
				for range l.Steps {
					w.Step(1e-13, 20000)
				}
				plan = w.plan
			}
			// The plan, its marginals and its mass off the diagonal.
			rows, cols, wantOff := make([]float64, d), make([]float64, d), 0.0
			for i, v := range plan {
				rows[i/d] += v
				cols[i%d] += v
				if i/d != i%d {
					wantOff += v
				}
			}
			got := make([]float64, q)
			l.Plan(got, e)
			if x := maxDiff(got, plan); !(x < 1e-11) {
				t.Fatalf("%s edge %d: the plan differs by %g", name, e, x)
			}
			if math.Abs(off[e]-wantOff) > 1e-11 {
				t.Fatalf("%s edge %d: mass off the diagonal %g, want %g", name, e, off[e], wantOff)
			}
			// The normalised plan, and u = S√ν'.
			u, largest := make([]float64, d), 0.0
			for i, v := range s[e*q : e*q+q] {
				if l.Centered { // v becomes the entry without centering
					v += math.Sqrt(rows[i/d] * cols[i%d])
				}
				if want := plan[i] / math.Sqrt(rows[i/d]*cols[i%d]); math.Abs(v-want) > 1e-10 {
					t.Fatalf("%s edge %d: S[%d] = %g, want %g", name, e, i, v, want)
				}
				u[i/d] += v * math.Sqrt(cols[i%d])
			}
			for i, v := range u {
				largest = max(largest, math.Abs(v-math.Sqrt(rows[i])))
			}
			if !(largest < 1e-10) {
				t.Fatalf("%s edge %d: S√ν' differs from √μ' by %g", name, e, largest)
			}
		}
	})
}

// TestW2LiftBackward compares the derivative of ⟨G, S⟩ by the measures, along a random
// direction, with central differences, for every lift of eachW2Lift.
func TestW2LiftBackward(t *testing.T) {
	eachW2Lift(func(name string, r *rng.Stream, l *W2Lift) {
		d, m := l.D, len(l.Edges)
		mu, g := nodeMeasures(r, l.N, d), normals(r, m*d*d)
		s, dmu := make([]float64, m*d*d), make([]float64, l.N*d)
		l.Forward(s, mu)
		l.Backward(g, dmu)
		dir := normals(r, l.N*d)
		checkDerivative(t, name, linalg.Dot(dmu, dir), centralDifference(func(h float64) float64 {
			l.Forward(s, pointAlong(mu, dir, h))
			return linalg.Dot(s, g)
		}, 1e-5))
	})
}

// TestW2LiftAllocatesNothing checks that Forward and Backward allocate nothing.
func TestW2LiftAllocatesNothing(t *testing.T) {
	r := rng.New(9, "w2lift")
	l := NewW2Lift(20, 4, randomEdges(r, 20, 50), 1, 1.2, 0.8, 2, 0.1)
	mu, s, dmu := nodeMeasures(r, 20, 4), make([]float64, 50*16), make([]float64, 80)
	if n := testing.AllocsPerRun(5, func() {
		l.Forward(s, mu)
		l.Backward(s, dmu)
	}); n != 0 {
		t.Errorf("%g allocations per pass, want 0", n)
	}
}

// TestW2LiftExactBits compares a hash of the bits of S and gradient (FNV-1a over numbers of
// 64 bits) with a hash recorded from this program. The bits must not depend on the machine.
func TestW2LiftExactBits(t *testing.T) {
	r := rng.New(11, "w2lift")
	l := NewW2Lift(12, 4, randomEdges(r, 12, 30), 2, 1.2, 0.8, 2, 0.1)
	l.Centered = true
	mu, g := nodeMeasures(r, 12, 4), normals(r, 30*16)
	s, dmu := make([]float64, 30*16), make([]float64, 48)
	l.Forward(s, mu)
	l.Backward(g, dmu)
	hash := uint64(14695981039346656037)
	for _, v := range append(s, dmu...) {
		hash = (hash ^ math.Float64bits(v)) * 1099511628211
	}
	if want := uint64(0x1d70efbabb9f6df8); hash != want {
		t.Errorf("hash of S and gradient is %#x, want %#x", hash, want)
	}
}
