package transport

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// eachW2Lift calls f with a lift for every dimension, centering, number of steps and variation.
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

// TestW2LiftForward takes every edge by itself through plain scalings in the log
// domain; with its own marginals a plan has spectral norm 1.
func TestW2LiftForward(t *testing.T) {
	eachW2Lift(func(name string, r *rng.Stream, l *W2Lift) {
		d, m := l.D, len(l.Edges)
		q := d * d
		mu := nodeMeasures(r, l.N, d)
		s, off := make([]float64, m*q), make([]float64, m)
		l.Forward(s, mu)
		l.OffDiagonal(off)
		flat := make([]float64, d)
		for k := range flat {
			flat[k] = 1 / float64(d)
		}
		for e := range l.Edges {
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
				w := NewW2JKO(d, plan, 0.8, 2, 0.1)
				for range l.Steps {
					w.Step(1e-13, 20000)
				}
				plan = w.plan
			}
			rows, cols, mass := make([]float64, d), make([]float64, d), 0.0
			for i, v := range plan {
				rows[i/d] += v
				cols[i%d] += v
				if i/d != i%d {
					mass += v
				}
			}
			got := make([]float64, q)
			l.Plan(got, e)
			if x := maxDiff(got, plan); !(x < 1e-11) || math.Abs(off[e]-mass) > 1e-11 {
				t.Fatalf("%s edge %d: plan differs by %g, mass off the diagonal %g, want %g", name, e, x, off[e], mass)
			}
			u, back := make([]float64, d), 0.0
			for i, v := range s[e*q : e*q+q] {
				if l.Centered {
					v += math.Sqrt(rows[i/d] * cols[i%d])
				}
				if want := plan[i] / math.Sqrt(rows[i/d]*cols[i%d]); math.Abs(v-want) > 1e-10 {
					t.Fatalf("%s edge %d: S[%d] = %g, want %g", name, e, i, v, want)
				}
				u[i/d] += v * math.Sqrt(cols[i%d])
			}
			for i, v := range u { // S√ν' = √μ'
				back = max(back, math.Abs(v-math.Sqrt(rows[i])))
			}
			if !(back < 1e-10) {
				t.Fatalf("%s edge %d: (√μ', √ν') is no singular pair, off by %g", name, e, back)
			}
		}
	})
}

// TestW2LiftBackward compares the gradients of the lift with differences.
func TestW2LiftBackward(t *testing.T) {
	eachW2Lift(func(name string, r *rng.Stream, l *W2Lift) {
		d, m := l.D, len(l.Edges)
		mu, g := nodeMeasures(r, l.N, d), normals(r, m*d*d)
		s, dmu := make([]float64, m*d*d), make([]float64, l.N*d)
		l.Forward(s, mu)
		l.Backward(g, dmu)
		dir := normals(r, l.N*d)
		checkDerivative(t, name, linalg.Dot(dmu, dir), central(func(h float64) float64 {
			l.Forward(s, moved(mu, dir, h))
			return linalg.Dot(s, g)
		}, 1e-5))
	})
}

// TestW2LiftAllocatesNothing checks that both passes allocate nothing.
func TestW2LiftAllocatesNothing(t *testing.T) {
	r := rng.New(9, "w2lift")
	l := NewW2Lift(20, 4, randomEdges(r, 20, 50), 1, 1.2, 0.8, 2, 0.1)
	mu, s, dmu := nodeMeasures(r, 20, 4), make([]float64, 50*16), make([]float64, 80)
	if n := testing.AllocsPerRun(5, func() {
		l.Forward(s, mu)
		l.Backward(s, dmu)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// TestW2LiftExactBits pins plans and gradient to the last bit: they must not depend
// on the machine.
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
		t.Errorf("hash of plans and gradient is %#x, want %#x", hash, want)
	}
}
