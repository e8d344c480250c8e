package diffusion

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestEvolveEqualsDense compares energies and rows of Evolve with V·f(Λ)·Vᵀ H of gonum's
// eigendecomposition, for the flow f(λ) = exp(−tλ) and one implicit step f(λ) = 1/(1 + tλ). The
// operators are a normalised Laplacian and one that is not.
func TestEvolveEqualsDense(t *testing.T) {
	const c = 3
	_, normal := randomSheaf(15, 3, 0.4, 2)
	raw := sheaf.New(12, 2, randomGraph(12, 0.5, 7))
	fill(raw.R, rng.New(7, "maps"))
	plain := sheaf.NewLaplacian(12, 2, raw.Edges)
	plain.Assemble(raw)
	for name, l := range map[string]*sheaf.Laplacian{"normalised": normal, "not normalised": plain} {
		// The eigendecomposition, and the coefficients Vᵀ H.
		n := l.Dim()
		var e mat.EigenSym
		e.Factorize(mat.NewSymDense(n, l.Dense().Data), true)
		lambda := e.Values(nil)
		var v, coef mat.Dense
		e.VectorsTo(&v)
		h := randoms(n*c, 1)
		coef.Mul(v.T(), mat.NewDense(n, c, h))
		times := []float64{0, 0.01, 0.3, 1, 4, 60}
		lo, hi := 3, 6 // Evolve returns rows lo to hi−1
		got := Evolve(l, h, c, times, lo, hi)
		for k, time := range times {
			from := k * (hi - lo) * c // the rows of this time begin here
			for _, evolved := range []struct {
				gain   func(x float64) float64 // f(λ) at x = λ
				energy float64
				rows   []float64
			}{
				{func(x float64) float64 { return math.Exp(-time * x) }, got.FlowEnergy[k], got.FlowRows[from:]},
				{func(x float64) float64 { return 1 / (1 + time*x) }, got.StepEnergy[k], got.StepRows[from:]},
			} {
				wantEnergy, wantRows := spectralEvolution(lambda, &v, &coef, evolved.gain, lo, hi)
				// The tolerance is relative to the energy, or to a thousandth of ‖H‖² if the energy is smaller.
				if math.Abs(evolved.energy-wantEnergy) > 1e-8*max(wantEnergy, dot(h, h)*1e-3) {
					t.Errorf("%s, t = %v: energy %v, want %v", name, time, evolved.energy, wantEnergy)
				}
				if d := maxDiff(evolved.rows[:len(wantRows)], wantRows); d > 1e-7 {
					t.Errorf("%s, t = %v: rows differ by %g", name, time, d)
				}
			}
		}
	}
}

// spectralEvolution returns the energy Σ_i λ_i f(λ_i)² ‖row i of coef‖² and the rows lo to hi−1 of
// V·f(Λ)·coef. The columns of v are the eigenvectors V, coef is Vᵀ H, and gain is f.
func spectralEvolution(lambda []float64, v, coef *mat.Dense, gain func(x float64) float64, lo, hi int) (energy float64, rows []float64) {
	_, c := coef.Dims()
	rows = make([]float64, (hi-lo)*c)
	for i, x := range lambda {
		g := gain(x)
		for j := range c {
			energy += x * g * g * coef.At(i, j) * coef.At(i, j)
			for r := range hi - lo {
				rows[r*c+j] += v.At(lo+r, i) * g * coef.At(i, j)
			}
		}
	}
	return energy, rows
}

// TestEvolveFalls checks that the energies of the flow and of one implicit step fall with
// the time, and that the flow has no more energy than the step. Without edges the flow has no
// energy and keeps the features.
func TestEvolveFalls(t *testing.T) {
	_, l := randomSheaf(20, 4, 0.3, 5)
	h := randoms(l.Dim()*2, 3)
	times := make([]float64, 30)
	for k := range times {
		times[k] = 0.02 * float64(k*k) // 0 to 16.82
	}
	e := Evolve(l, h, 2, times, 0, 0)
	for k := 1; k < len(times); k++ {
		if e.FlowEnergy[k] >= e.FlowEnergy[k-1] {
			t.Errorf("t = %v: energy %v of the flow after %v", times[k], e.FlowEnergy[k], e.FlowEnergy[k-1])
		}
		if e.StepEnergy[k] >= e.StepEnergy[k-1] {
			t.Errorf("t = %v: energy %v of the step after %v", times[k], e.StepEnergy[k], e.StepEnergy[k-1])
		}
		if e.FlowEnergy[k] > e.StepEnergy[k] {
			t.Errorf("t = %v: energy %v of the flow above %v of the step", times[k], e.FlowEnergy[k], e.StepEnergy[k])
		}
	}
	withoutEdges := sheaf.NewLaplacian(3, 2, nil)
	withoutEdges.Assemble(sheaf.New(3, 2, nil))
	e = Evolve(withoutEdges, []float64{1, 2, 3, 4, 5, 6}, 1, []float64{2}, 0, 6)
	if e.FlowEnergy[0] != 0 || maxDiff(e.FlowRows, []float64{1, 2, 3, 4, 5, 6}) > 1e-12 {
		t.Errorf("without edges: %+v, want the energy 0 and the given rows", e)
	}
}

// TestEvolveKeepsKernel: constant features on a star have no energy, and stay for all times and
// hubs for which Evolve returns numbers. It returns none if the degree limit spoils them, and
// returns numbers for each normalised Laplacian of stalks R⁴ until frame.MaxFlowDt = 1000.
func TestEvolveKeepsKernel(t *testing.T) {
	for _, n := range []int{3, 30, 105, 201, 733} {
		var edges []graph.Edge
		for i := 1; i < n; i++ {
			edges = append(edges, graph.Edge{I: 0, J: int32(i)})
		}
		l := sheaf.NewLaplacian(n, 1, edges)
		l.Assemble(sheaf.Constant(n, 1, edges))
		ones := slices.Repeat([]float64{1}, n)
		for _, latest := range []float64{0, 1e-200, 1, 4, 40, 400, 4000, 4e6, 1e300, math.Inf(1)} {
			e := Evolve(l, ones, 1, []float64{latest / 4, latest}, 0, 1)
			// Numbers are required where the bound 2·(n−1) of the spectrum times the time is small.
			if isShort := 2*float64(n-1)*latest < 40000; isShort && len(e.FlowRows) != 2 {
				t.Errorf("star of %d nodes, t = %v: no numbers", n, latest)
			}
			for _, row := range slices.Concat(e.FlowRows, e.StepRows) {
				if !(math.Abs(row-1) <= 0.02) {
					t.Errorf("star of %d nodes, t = %v: the hub has %v, want 1", n, latest, row)
				}
			}
		}
	}
	const boundOfR4 = 4 // 2·‖I₄‖_F
	if q := evolveDegree(boundOfR4 * 4 * 1000 / 2); q != maxEvolveDegree {
		t.Errorf("normalised Laplacian, Δt = 1000: degree %d, want %d", q, maxEvolveDegree)
	}
}

// On one edge the features (1, −1) lie in the eigenspace of λ = 2, so they shrink by exp(−2t), or by 1/(1 + 2t).
func ExampleEvolve() {
	edges := []graph.Edge{{I: 0, J: 1}}
	l := sheaf.NewLaplacian(2, 1, edges) // eigenvalues 0 and 2
	l.Assemble(sheaf.Constant(2, 1, edges))
	e := Evolve(l, []float64{1, -1}, 1, []float64{0, 0.5}, 0, 1)
	fmt.Printf("energies %.4f, node 0 at %.4f; one implicit step: %.4f, %.4f\n", e.FlowEnergy, e.FlowRows, e.StepEnergy, e.StepRows)
	// Output: energies [4.0000 0.5413], node 0 at [1.0000 0.3679]; one implicit step: [4.0000 1.0000], [1.0000 0.5000]
}
