package diffusion

import (
	"math"
	"testing"

	"sheafscope/core/sheaf"
)

// TestCGAgainstDense compares the solution with a dense solve, also for channels of zeros and of large numbers.
func TestCGAgainstDense(t *testing.T) {
	for _, d := range []int{1, 2, 3, 4, 5} {
		for _, dt := range []float64{0, 0.1, 1, 50} {
			const c = 6
			s, l := randomSheaf(20, d, 0.3, uint64(d))
			h := randoms(l.Dim()*c, 3)
			for i := range l.Dim() {
				h[i*c+2] = 0 // a channel without anything to solve
				h[i*c+3] *= 1e6
			}
			cg := NewCG(l, c, 1e-13, 500)
			x := cg.Solve(dt, h)
			want := denseSolve(l, dt, h, c)
			for k, v := range want {
				scale := 1.0
				if k%c == 3 {
					scale = 1e6
				}
				if math.Abs(x[k]-v) > 1e-10*scale {
					t.Fatalf("d=%d Δt=%v: entry %d is %g, want %g", d, dt, k, x[k], v)
				}
			}
			if !cg.Converged() || len(cg.Residuals()) != cg.Iterations()+1 || cg.Residuals()[0] != 1 {
				t.Errorf("d=%d Δt=%v: %d iterations, residuals %v", d, dt, cg.Iterations(), cg.Residuals())
			}
			_ = s
		}
	}
}

// TestCGChannelsIndependent checks that the reported residual is the true residual, and
// that each channel ends as in a separate solve.
func TestCGChannelsIndependent(t *testing.T) {
	const c = 5
	_, l := randomSheaf(25, 3, 0.3, 1)
	n := l.Dim()
	h := randoms(n*c, 2)
	for i := range n { // an easy channel: one that is nearly converged at once
		h[i*c+4] = 0
	}
	h[4] = 1
	cg := NewCG(l, c, 1e-6, 200)
	x := append([]float64(nil), cg.Solve(2, h)...)
	lx := make([]float64, len(x))
	l.Apply(lx, x, c)
	worst := 0.0
	for q := range c {
		num, den := 0.0, 0.0
		for i := range n {
			r := h[i*c+q] - x[i*c+q] - 2*lx[i*c+q]
			num += r * r
			den += h[i*c+q] * h[i*c+q]
		}
		worst = max(worst, math.Sqrt(num/den))
	}
	last := cg.Residuals()[cg.Iterations()]
	if worst > 1e-6 || math.Abs(worst-last) > 1e-10 {
		t.Errorf("residual %g, reported %g", worst, last)
	}
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

// TestCGEdgeCases checks a zero right-hand side, the iteration limit, and a graph without edges.
func TestCGEdgeCases(t *testing.T) {
	_, l := randomSheaf(10, 2, 0.4, 1)
	cg := NewCG(l, 2, 1e-9, 3)
	cg.Start(1e4, make([]float64, l.Dim()*2))
	if !cg.Step() || cg.Iterations() != 0 || !cg.Converged() || cg.Residuals()[0] != 0 {
		t.Error("zero right-hand side needs no iteration")
	}
	cg.Solve(1e4, randoms(l.Dim()*2, 1))
	if cg.Converged() || cg.Iterations() != 3 {
		t.Error("the iteration limit is not reported")
	}
	// No edges: the solve is the identity.
	e := sheaf.NewLaplacian(3, 2, nil)
	h := randoms(6, 1)
	if x := NewCG(e, 1, 1e-12, 5).Solve(3, h); maxDiff(x, h) > 1e-15 {
		t.Error("without edges X must equal H")
	}
	defer func() {
		if recover() == nil {
			t.Error("a negative time step must panic")
		}
	}()
	cg.Start(-1, h)
}

// TestNothingAllocated checks that a forward and a backward pass of diffusion and filter allocate nothing.
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
		t.Errorf("%v allocations", n)
	}
}
