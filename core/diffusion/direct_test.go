package diffusion

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
)

// TestDirectAgainstCG compares implicit diffusion by a block factorisation: X with a dense
// solve, and Out and the gradients by H, R and Δt with those of conjugate gradients to the
// residual 1e-13. If d·c is 32 or more, there must be a factorisation on this sparse graph.
// Smaller sizes without a factorisation are skipped.
func TestDirectAgainstCG(t *testing.T) {
	for d := 1; d <= 5; d++ {
		for _, c := range []int{1, 3, 8, 17, 32} {
			for _, dt := range []float64{1e-3, 1, 50} {
				s, l := randomSheaf(40, d, 0.06, uint64(10*d+c))
				quick := NewQuickDiffuse(new(Workspace), s, l, c, dt, 1e-6, 500)
				if quick.direct == nil {
					if d*c >= 32 {
						t.Errorf("d=%d, c=%d: no factor on a sparse graph", d, c)
					}
					continue // for few channels, a factorisation takes more work than iterations
				}
				exact := NewDiffuse(s, l, c, 1e-13, 5000)
				n := l.Dim() * c
				h, g := randoms(n, 1), randoms(n, 2)
				// compare compares got with want, which must not be 0, up to tol times its largest entry.
				compare := func(what string, tol float64, got, want []float64) {
					t.Helper()
					difference, largest := 0.0, 0.0
					for k, v := range want {
						difference, largest = max(difference, math.Abs(got[k]-v)), max(largest, math.Abs(v))
					}
					if !(difference <= tol*largest) || largest == 0 {
						t.Errorf("d=%d, c=%d, Δt=%g: %s differs by %g; its largest entry is %g", d, c, dt, what, difference, largest)
					}
				}
				compare("X", 1e-11, quick.Forward(dt, h), denseSolve(l, dt, h, c))
				exact.Forward(dt, h)
				compare("Out", 1e-11, quick.Out(), exact.Out())
				// The gradients: 0 by the factorisation, 1 by conjugate gradients.
				gh, gr := [2][]float64{}, [2][]float64{}
				var byTime [2]float64
				for k, o := range []*Diffuse{quick, exact} {
					gh[k], gr[k] = make([]float64, n), make([]float64, len(s.R))
					o.Backward(g, gh[k], gr[k])
					byTime[k] = o.TimeGradient()
				}
				compare("∂H", 1e-11, gh[0], gh[1])
				compare("∂R", 1e-11, gr[0], gr[1])
				compare("∂Δt", 1e-9, byTime[:1], byTime[1:])
			}
		}
	}
}

// TestPlainAdjoint checks that NewPlainDiffuse has the gradient by the maps of NewDiffuse.
// expectedDt is the approximate Δt that the solver expects. If it is 0.3, a factorisation
// computes the gradient. If it is 0, iterations compute the gradient.
func TestPlainAdjoint(t *testing.T) {
	for _, expectedDt := range []float64{0.3, 0} {
		s, l := randomSheaf(60, 1, 0.06, 7)
		const c, dt = 32, 0.3
		plain, exact := NewPlainDiffuse(new(Workspace), s, l, c, expectedDt, 1e-13, 5000, 1e-13, 5000), NewDiffuse(s, l, c, 1e-13, 5000)
		h, g := randoms(l.Dim()*c, 1), randoms(l.Dim()*c, 2)
		grads := [2][]float64{make([]float64, len(s.R)), make([]float64, len(s.R))}
		for k, o := range []*Diffuse{plain, exact} {
			// Backward must use the last Δt, also when an earlier pass has left a factorisation.
			for range 2 {
				clear(grads[k])
				o.Forward(2*dt, h)
				o.Forward(dt, h)
				o.Backward(g, nil, grads[k])
			}
		}
		factored, iterated := plain.direct != nil, plain.adj != nil
		wantFactored := expectedDt > 0
		if factored != wantFactored || iterated == wantFactored {
			t.Errorf("expected Δt %v: gradient by a factorisation: %v, by iterations: %v, want %v, %v", expectedDt, factored, iterated,
				wantFactored, !wantFactored)
		}
		for k, v := range grads[1] {
			if d := math.Abs(grads[0][k] - v); d > 1e-9*max(1, math.Abs(v)) {
				t.Fatalf("expected Δt %v: component %d is %v, want %v", expectedDt, k, grads[0][k], v)
			}
		}
	}
}

// TestDirectAtTheEnds checks that X is H and ∂H the given gradient, here also H, for Δt = 0
// and 1e-200, bit for bit. A pass with Δt = 1 allocates nothing. An entry NaN of H leaves a NaN
// in X. For a complete graph of 199 nodes there is no factorisation, but a solver by iterations.
func TestDirectAtTheEnds(t *testing.T) {
	s, l := randomSheaf(30, 2, 0.06, 5)
	o := NewQuickDiffuse(new(Workspace), s, l, 4, 1, 1e-6, 500)
	h := randoms(l.Dim()*4, 3)
	// The identity.
	for _, dt := range []float64{0, 1e-200} {
		got := make([]float64, len(h))
		x := o.Forward(dt, h)
		o.Backward(h, got, nil)
		for k, v := range h {
			if x[k] != v || got[k] != v {
				t.Fatalf("Δt = %g: entry %d of X and ∂H is %g and %g, want %g", dt, k, x[k], got[k], v)
			}
		}
	}
	if allocs := testing.AllocsPerRun(5, func() { o.Forward(1, h); o.Backward(h, nil, nil) }); allocs != 0 {
		t.Errorf("%v allocations a pass, want 0", allocs)
	}
	// NaN, and a graph with too much fill-in.
	withNaN := append([]float64(nil), h...)
	withNaN[0] = math.NaN()
	if x := o.Forward(1, withNaN); !math.IsNaN(linalg.Dot(x, x)) {
		t.Error("X has no NaN for an H with NaN")
	}
	complete, completeL := randomSheaf(200, 2, 1, 6)
	o = NewQuickDiffuse(new(Workspace), complete, completeL, 2, 1, 1e-6, 500)
	if o.direct != nil || o.Solver() == nil {
		t.Errorf("complete graph: factorisation %v, iterations %v, want only iterations", o.direct != nil, o.Solver() != nil)
	}
}
