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
	q := newGram(3, 2, edges, 1e6) // 1e6: no limit for this small graph
	// want is {multiply-adds, moved numbers}, with the sizes of the graph written out.
	for name, c := range map[string]struct {
		count func(*Work)
		want  Work
	}{
		// Three products and three updates of vectors of length 5.
		"inner products": {func(w *Work) { w.innerProducts(3, 5) }, Work{2 * 15, 5 * 5}},
		// Five channels; 2*6*5 are the vectors that are read and written.
		"product": {func(w *Work) { w.product(3, 2, 2, 5) }, Work{7 * 4 * 5, 7*4 + 2*6*5}},
		// Per edge three products of 2×2; four maps are read.
		"Laplacian": {func(w *Work) { w.laplacian(3, 2, 2) }, Work{2 * 3 * 8, 4*4 + 7*4}},
		// A product of 2×2 per update and per node, two per block off the diagonal.
		"factor":   {func(w *Work) { w.ldl(sym, 2) }, Work{8 * (2 + 2*2 + 3), 2 * 5 * 4}},
		"solution": {func(w *Work) { w.ldlSolve(sym, 2) }, Work{2 * 5 * 4, 2*5*4 + 2*6}},
		// Blocks of 3×3: two updates, two triangular solves of a half and three Cholesky factors
		// of a sixth.
		"Cholesky": {func(w *Work) { w.cholesky(sym, 3) }, Work{27*(2+1) + 3*27/6, 2 * 5 * 9}},
		// The path of two nodes has one update, one triangular solve and two Cholesky factors.
		"odd number of solves": {func(w *Work) { w.cholesky(analyse(2, edges[:1], maxUpdates), 2) }, Work{8 + 4 + 2*8/6, 2 * 3 * 4}},
		// Each of the two sweeps uses all blocks; a triangle on the diagonal counts half.
		"sweeps": {func(w *Work) { w.choleskySolve(sym, 3) }, Work{(3 + 4) * 9, (3+4)*9 + 2*9}},
		// Per edge: three 2×2 products, G times u and times v (8 and 16), two coupling blocks of
		// 4×3 and three products of these blocks. Then the row "Cholesky".
		"normal matrix": {q.countFactor, Work{2*(3*8+8+16+2*4*3+3*9*4) + 27*3 + 13, 2*(24+48+27) + 90}},
		// Per edge: four 2×2 products, and four with coupling blocks. Then the row "sweeps".
		"its solution": {q.countSolve, Work{2*(4*8+4*12) + 63, 2*(32+48) + 63 + 18}},
	} {
		var w Work
		c.count(&w)
		if w != c.want {
			t.Errorf("%s: %+v, by hand %+v", name, w, c.want)
		}
	}
	// Project needs three 2×2 products and an inner product per edge, and moves seven matrices.
	s := randomSheaf(rng.New(1, "work"), 3, 2, edges, false)
	asc, a := NewAscent(3, 2, edges, TrackerOptions{}), IdentityMetric(2, 2)
	asc.Project(s, a, 0.1)
	if want := (Work{2*3*8 + 8, 7 * 8}); asc.Spent() != want {
		t.Errorf("Project: %+v, by hand %+v", asc.Spent(), want)
	}
}
