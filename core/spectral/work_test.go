package spectral

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// TestWorkEqualsHandCount compares the counts of multiplications and moved numbers with
// counts by hand, for the path of three nodes with d = 2. The Laplacian has 7 blocks of 4
// entries, the factor 2 blocks off the diagonal and 2 updates.
func TestWorkEqualsHandCount(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}
	sym := analyse(3, edges, maxUpdates)
	q := newGram(3, 2, edges, 1e6)
	for name, c := range map[string]struct {
		count func(*Work)
		want  Work
	}{
		"inner products": {func(w *Work) { w.innerProducts(3, 5) }, Work{2 * 15, 5 * 5}},
		"product":        {func(w *Work) { w.product(3, 2, 2, 5) }, Work{7 * 4 * 5, 7*4 + 2*6*5}},
		"Laplacian":      {func(w *Work) { w.laplacian(3, 2, 2) }, Work{2 * 3 * 8, 4*4 + 7*4}},
		"factor":         {func(w *Work) { w.ldl(sym, 2) }, Work{8 * (2 + 2*2 + 3), 2 * 5 * 4}},
		"solution":       {func(w *Work) { w.ldlSolve(sym, 2) }, Work{2 * 5 * 4, 2*5*4 + 2*6}},
		// Blocks of 3×3: two updates, two triangular solves and three factors of a
		// sixth.
		"Cholesky": {func(w *Work) { w.cholesky(sym, 3) }, Work{27*(2+1) + 3*27/6, 2 * 5 * 9}},
		"sweeps":   {func(w *Work) { w.choleskySolve(sym, 3) }, Work{(3 + 4) * 9, (3+4)*9 + 2*9}},
		// Per edge: three 2×2 products, u and v by G, 12 outer products a side,
		// three products of 3×4 panels.
		"normal matrix": {q.countFactor, Work{2*(3*8+8+16+2*4*3+3*9*4) + 27*3 + 13, 2*(24+48+27) + 90}},
		"its solution":  {q.countSolve, Work{2*(4*8+4*12) + 63, 2*(32+48) + 63 + 18}},
	} {
		var w Work
		c.count(&w)
		if w != c.want {
			t.Errorf("%s: %+v, by hand %+v", name, w, c.want)
		}
	}
	// Project computes the maps from the changes of metric of the two edges.
	s := randomSheaf(rng.New(1, "work"), 3, 2, edges, false)
	asc, a := NewAscent(3, 2, edges, TrackerOptions{}), IdentityMetric(2, 2)
	asc.Project(s, a, 0.1)
	if want := (Work{2*3*8 + 8, 7 * 8}); asc.Spent() != want {
		t.Errorf("Project: %+v, by hand %+v", asc.Spent(), want)
	}
}
