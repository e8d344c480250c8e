package diffusion

import (
	"math"
	"testing"

	"sheafscope/core/sheaf"
)

// TestCGAgainstDense compares the solution of (I + Δt·L) X = H with a dense solve, for
// d = 1 to 5 and Δt from 0 to 50. Channel 2 is 0, and channel 3 has numbers of size 1e6. Each
// solve converges. The list of residuals starts at 1 and has one number more than iterations.
func TestCGAgainstDense(t *testing.T) {
	for _, d := range []int{1, 2, 3, 4, 5} {
		for _, dt := range []float64{0, 0.1, 1, 50} {
			const c = 6
			_, l := randomSheaf(20, d, 0.3, uint64(d))
			h := randoms(l.Dim()*c, 3)
			for i := range l.Dim() {
				h[i*c+2] = 0
				h[i*c+3] *= 1e6
			}
			cg := NewCG(l, c, 1e-13, 500)
			x := cg.Solve(dt, h)
			want := denseSolve(l, dt, h, c)
			for k, v := range want {
				scale := 1.0 // the size of the numbers of the channel
				if k%c == 3 {
					scale = 1e6
				}
				if math.Abs(x[k]-v) > 1e-10*scale {
					t.Fatalf("d=%d Δt=%v: entry %d is %g, want %g", d, dt, k, x[k], v)
				}
			}
			if !cg.Converged() {
				t.Errorf("d=%d Δt=%v: no convergence in %d iterations", d, dt, cg.Iterations())
			}
			if len(cg.Residuals()) != cg.Iterations()+1 || cg.Residuals()[0] != 1 {
				t.Errorf("d=%d Δt=%v: %d iterations, residuals %v", d, dt, cg.Iterations(), cg.Residuals())
			}
		}
	}
}

// TestCGChannelsIndependent checks that the reported residual is the largest relative
// residual of a channel, computed from H − (I + Δt·L) X for Δt = 2. Each channel ends as in a
// solve of its own.
func TestCGChannelsIndependent(t *testing.T) {
	const c = 5
	_, l := randomSheaf(25, 3, 0.3, 1)
	n := l.Dim()
	h := randoms(n*c, 2)
	// Channel 4 is a unit vector, for which few iterations are enough.
	for i := range n {
		h[i*c+4] = 0
	}
	h[4] = 1 // row 0
	cg := NewCG(l, c, 1e-6, 200)
	x := append([]float64(nil), cg.Solve(2, h)...)
	lx := make([]float64, len(x))
	l.Apply(lx, x, c)
	largest := 0.0
	for q := range c {
		residual, norm := 0.0, 0.0 // both squared
		for i := range n {
			r := h[i*c+q] - x[i*c+q] - 2*lx[i*c+q]
			residual += r * r
			norm += h[i*c+q] * h[i*c+q]
		}
		largest = max(largest, math.Sqrt(residual/norm))
	}
	last := cg.Residuals()[cg.Iterations()]
	if largest > 1e-6 || math.Abs(largest-last) > 1e-10 {
		t.Errorf("the largest residual is %g, want at most 1e-6; reported %g", largest, last)
	}
	// Each channel alone.
	one := NewCG(l, 1, 1e-6, 200)
	hq := make([]float64, n)
	for q := range c {
		for i := range n {
			hq[i] = h[i*c+q]
		}
		xq := one.Solve(2, hq)
		for i := range n {
			if math.Abs(xq[i]-x[i*c+q]) > 1e-13 {
				t.Fatalf("channel %d differs from a solve of its own by %g", q, xq[i]-x[i*c+q])
			}
		}
	}
}

// TestCGEdgeCases checks that a zero right-hand side has converged, with residual 0, before the
// first iteration. A solve that reaches the limit of 3 iterations has not converged. Without
// edges X = H. A negative Δt panics.
func TestCGEdgeCases(t *testing.T) {
	_, l := randomSheaf(10, 2, 0.4, 1)
	cg := NewCG(l, 2, 1e-9, 3)
	cg.Start(1e4, make([]float64, l.Dim()*2))
	if ended := cg.Step(); !ended || cg.Iterations() != 0 {
		t.Errorf("zero right-hand side: ended %v after %d iterations, want true after 0", ended, cg.Iterations())
	}
	if !cg.Converged() || cg.Residuals()[0] != 0 {
		t.Errorf("zero right-hand side: converged %v, residual %g, want true and 0", cg.Converged(), cg.Residuals()[0])
	}
	cg.Solve(1e4, randoms(l.Dim()*2, 1))
	if cg.Converged() || cg.Iterations() != 3 {
		t.Errorf("with the limit 3: converged %v after %d iterations, want false after 3", cg.Converged(), cg.Iterations())
	}
	// The square of 1e155 overflows, so no residual can be compared with the tolerance.
	huge := make([]float64, l.Dim()*2)
	huge[0] = 1e155
	if cg.Solve(1, huge); cg.Converged() {
		t.Error("a right-hand side of 1e155 has converged to 0")
	}
	withoutEdges := sheaf.NewLaplacian(3, 2, nil)
	h := randoms(6, 1)
	if x := NewCG(withoutEdges, 1, 1e-12, 5).Solve(3, h); maxDiff(x, h) > 1e-15 {
		t.Errorf("without edges X is %v, want H = %v", x, h)
	}
	defer func() {
		if recover() == nil {
			t.Error("a negative time step must panic")
		}
	}()
	cg.Start(-1, h)
}

// TestNothingAllocated checks that forward and backward passes of diffusion and filter allocate nothing after the first.
func TestNothingAllocated(t *testing.T) {
	const c = 7
	s, l := randomSheaf(20, 4, 0.3, 1)
	h, g := randoms(l.Dim()*c, 1), randoms(l.Dim()*c, 2)
	gh, gr := make([]float64, len(h)), make([]float64, len(s.R))
	o := NewDiffuse(s, l, c, 1e-9, 100)
	f := NewFilter(new(Workspace), fresh, s, l, c, 3, SoftmaxWeights)
	gamma, gg := []float64{0.3, 0.1, -0.2, 0.4}, make([]float64, 4)
	if n := testing.AllocsPerRun(3, func() {
		o.Forward(1, h)
		o.Backward(g, gh, gr)
		f.Forward(gamma, h)
		f.Backward(g, gh, gg, gr)
	}); n != 0 {
		t.Errorf("%v allocations per pass, want 0", n)
	}
}
