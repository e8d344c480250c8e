package diffusion

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
)

// TestDirectAgainstCG compares the output and the gradients of a block factorisation
// with those of conjugate gradients to the residual 1e-13.
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
				near := func(what string, tol float64, got, want []float64) {
					t.Helper()
					worst, size := 0.0, 0.0
					for k, v := range want {
						worst, size = max(worst, math.Abs(got[k]-v)), max(size, math.Abs(v))
					}
					if !(worst <= tol*size) || size == 0 {
						t.Errorf("d=%d, c=%d, Δt=%g: %s differs by %g of %g", d, c, dt, what, worst, size)
					}
				}
				near("X", 1e-11, quick.Forward(dt, h), denseSolve(l, dt, h, c))
				exact.Forward(dt, h)
				near("Out", 1e-11, quick.Out(), exact.Out())
				gh, gr := [2][]float64{}, [2][]float64{}
				var dts [2]float64
				for k, o := range []*Diffuse{quick, exact} {
					gh[k], gr[k] = make([]float64, n), make([]float64, len(s.R))
					o.Backward(g, gh[k], gr[k])
					dts[k] = o.TimeGradient()
				}
				near("∂H", 1e-11, gh[0], gh[1])
				near("∂R", 1e-11, gr[0], gr[1])
				near("∂Δt", 1e-9, dts[:1], dts[1:])
			}
		}
	}
}

// TestPlainAdjoint checks that the gradient of the textbook method is that of the exact
// solve, with a factorisation (about > 0) and with iterations (about = 0).
func TestPlainAdjoint(t *testing.T) {
	for _, about := range []float64{0.3, 0} {
		s, l := randomSheaf(60, 1, 0.06, 7)
		const c, dt = 32, 0.3
		plain, exact := NewPlainDiffuse(new(Workspace), s, l, c, about, 1e-13, 5000, 1e-13, 5000), NewDiffuse(s, l, c, 1e-13, 5000)
		h, g := randoms(l.Dim()*c, 1), randoms(l.Dim()*c, 2)
		grads := [2][]float64{make([]float64, len(s.R)), make([]float64, len(s.R))}
		for k, o := range []*Diffuse{plain, exact} {
			for range 2 { // the second pass needs a factorisation for the present Δt
				clear(grads[k])
				o.Forward(2*dt, h)
				o.Forward(dt, h)
				o.Backward(g, nil, grads[k])
			}
		}
		if factored := plain.direct != nil; factored != (about > 0) || factored == (plain.adj != nil) {
			t.Errorf("about %v: by a factor: %v", about, factored)
		}
		for k, v := range grads[1] {
			if d := math.Abs(grads[0][k] - v); d > 1e-9*max(1, math.Abs(v)) {
				t.Fatalf("about %v: component %d is %v, want %v", about, k, grads[0][k], v)
			}
		}
	}
}

// TestDirectAtTheEnds checks that X is H for Δt = 0, that a pass allocates nothing,
// that NaN is not lost, and that a complete graph has no factorisation.
func TestDirectAtTheEnds(t *testing.T) {
	s, l := randomSheaf(30, 2, 0.06, 5)
	o := NewQuickDiffuse(new(Workspace), s, l, 4, 1, 1e-6, 500)
	h := randoms(l.Dim()*4, 3)
	for _, dt := range []float64{0, 1e-200} {
		got := make([]float64, len(h))
		x := o.Forward(dt, h)
		o.Backward(h, got, nil)
		for k, v := range h {
			if x[k] != v || got[k] != v {
				t.Fatalf("Δt = %g: X and ∂H are %g and %g at %g", dt, x[k], got[k], v)
			}
		}
	}
	if allocs := testing.AllocsPerRun(5, func() { o.Forward(1, h); o.Backward(h, nil, nil) }); allocs != 0 {
		t.Errorf("%v allocations a pass", allocs)
	}
	bad := append([]float64(nil), h...)
	bad[0] = math.NaN()
	if x := o.Forward(1, bad); !math.IsNaN(linalg.Dot(x, x)) {
		t.Error("a number that is none was lost")
	}
	dense, of := randomSheaf(200, 2, 1, 6)
	if o := NewQuickDiffuse(new(Workspace), dense, of, 2, 1, 1e-6, 500); o.direct != nil || o.Solver() == nil {
		t.Error("a factor of a complete graph")
	}
}
