package diffusion

import (
	"math"
	"testing"

	"sheafscope/core/rng"
)

// TestDrawnAgainstDense compares leverage scores, solves and the anchor of Drawn with dense
// matrices, for d = 1 to 5. Output and gradients are those of Sparse with an accurate anchor,
// after maps, features and Δt have changed. The gradient by Δt is compared with central
// differences, too. After three samples, scores and anchor are right again. A pass allocates
// nothing. LeverageByFactor has the scores of Leverage.
func TestDrawnAgainstDense(t *testing.T) {
	for d := 1; d <= 5; d++ {
		const n, c, dt, newDt = 40, 16, 0.8, 0.95
		s, l := randomSheaf(n, d, 0.06, uint64(d))
		o := NewDrawn(new(Workspace), s, c, dt, 1e-9, WithAnchor)
		if o == nil {
			t.Fatalf("d = %d: no factor on a sparse graph", d)
		}
		h, tau := randoms(l.Dim()*c, 1), make([]float64, len(s.Edges))
		o.Renew(tau, dt, h)
		a := NewAnchor(s, dt, h, c, 1e-13, 1000)
		want, err := Leverage(s, l, 1/dt)
		if err != nil {
			t.Fatal(err)
		}
		if e := maxDiff(tau, want); e > 1e-10 {
			t.Errorf("d = %d: leverage differs by %g", d, e)
		}
		if e := maxDiff(LeverageByFactor(s, l, 1/dt), want); e > 1e-10 {
			t.Errorf("d = %d: LeverageByFactor differs by %g", d, e)
		}
		// Maps and features change after the anchor.
		src := rng.New(2, "move")
		for k := range s.R {
			s.R[k] += 0.02 * src.Norm()
		}
		for k := range h {
			h[k] += 0.05 * src.Norm()
		}
		for draw := range uint64(3) {
			// A sample of about 60 % of the edges.
			p := Draw(Probabilities(tau, oversamplingCount(tau, 0.6*float64(len(tau)))), rng.New(draw, "drawn"))
			got, ref := make([]float64, len(h)), NewSparse(p, s, c, 1e-13, 1000, a)
			o.Forward(got, p, newDt, h)
			if e := maxDiff(got, ref.Forward(newDt, h)); e > 1e-10 {
				t.Errorf("d = %d: the corrected solve differs by %g", d, e)
			}
			if e := maxDiff(o.solver.x, denseSolve(ref.lap, newDt, h, c)); e > 1e-10 {
				t.Errorf("d = %d: the solve differs by %g from a dense one", d, e)
			}
			// The gradients by features and maps: 0 of Drawn, 1 of Sparse.
			g := randoms(len(h), 3+draw)
			var gh, gr [2][]float64
			for k := range gh {
				gh[k], gr[k] = make([]float64, len(h)), make([]float64, len(s.R))
			}
			o.Backward(g, gh[0], gr[0])
			byTime := []float64{o.TimeGradient()}
			ref.Backward(g, gh[1], gr[1])
			if e := math.Abs(byTime[0] - ref.TimeGradient()); e > 1e-9 {
				t.Errorf("d = %d: gradients by Δt differ by %g", d, e)
			}
			if e, f := maxDiff(gh[0], gh[1]), maxDiff(gr[0], gr[1]); e > 1e-10 || f > 1e-9 {
				t.Errorf("d = %d: gradients differ by %g and %g", d, e, f)
			}
			o.Backward(g, nil, nil) // both gradients are optional
			time := []float64{newDt}
			checkGrad(t, "Δt", time, byTime, func() float64 {
				o.Forward(got, p, time[0], h)
				return dot(g, got)
			})
		}
		// Renew factors the matrix with all edges, after the samples above.
		o.Renew(tau, dt, h)
		l.Assemble(s)
		if want, err = Leverage(s, l, 1/dt); err != nil {
			t.Fatal(err)
		}
		if e := maxDiff(tau, want); e > 1e-10 {
			t.Errorf("d = %d: after a sample, leverage of all edges differs by %g", d, e)
		}
		if e := maxDiff(o.anchorExact, denseSolve(l, dt, h, c)); e > 1e-10 {
			t.Errorf("d = %d: after a sample, the anchor differs by %g from a dense solve", d, e)
		}
		x := make([]float64, len(h))
		allocs := testing.AllocsPerRun(3, func() {
			o.Forward(x, &Pattern{}, dt, h) // a sample without edges
			o.Backward(h, nil, zerosLike(s.R))
		})
		if allocs > 1 { // zerosLike has one
			t.Errorf("d = %d: %v allocations a pass, want 1 at most", d, allocs)
		}
	}
}

// zerosLike returns as many zeros as r has numbers.
func zerosLike(r []float64) []float64 { return make([]float64, len(r)) }

// TestDrawnAtTheEnds checks Δt = 0: the leverage is that of the bounded ridge, and X is H bit
// for bit. Two graphs are complete but for one isolated node. With 200 nodes and d = 2, NewDrawn
// returns nil for 2 channels, and LeverageByFactor returns scores. With 300 nodes and d = 8,
// LeverageByFactor returns nil.
func TestDrawnAtTheEnds(t *testing.T) {
	s, l := randomSheaf(30, 2, 0.06, 5)
	o := NewDrawn(new(Workspace), s, 16, 1, 1e-9, WithAnchor)
	h, tau := randoms(l.Dim()*16, 1), make([]float64, len(s.Edges))
	// The ridge 1/Δt would be infinite; Ridge bounds it by 1e6.
	o.Renew(tau, 0, h)
	want, _ := Leverage(s, l, Ridge(0))
	for e, v := range tau {
		if math.Abs(v-want[e]) > 1e-9*want[e] {
			t.Fatalf("Δt = 0: edge %d has leverage %g, want %g of the bounded ridge", e, v, want[e])
		}
	}
	p := Draw(Probabilities(tau, 1e7), rng.New(1, "p")) // the scores are about 1e-6
	x := make([]float64, len(h))
	o.Forward(x, p, 0, h)
	if e := maxDiff(x, h); e != 0 {
		t.Errorf("Δt = 0: X differs from H by %g", e)
	}
	// Graphs with much fill-in.
	complete, completeL := randomSheaf(200, 2, 1, 6)
	if NewDrawn(new(Workspace), complete, 2, 1, 1e-9, NoAnchor) != nil {
		t.Error("a factorisation of a complete graph for a few solves")
	}
	large, largeL := randomSheaf(300, 8, 1, 6)
	if LeverageByFactor(large, largeL, 1) != nil {
		t.Error("LeverageByFactor factors a complete graph of 300 nodes with d = 8")
	}
	if LeverageByFactor(complete, completeL, 1) == nil {
		t.Error("LeverageByFactor does not factor a complete graph of 200 nodes with d = 2")
	}
}
