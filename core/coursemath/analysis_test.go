package coursemath

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// dense returns δ and L = δᵀδ of a sheaf as gonum matrices, computed from the maps alone.
// A row of δ belongs to a coordinate of an edge stalk, a column to a coordinate of a node stalk. The first end of an edge has the sign +.
func dense(t *testing.T, s *SheafText) (delta, l *mat.Dense) {
	t.Helper()
	n, m := 0, 0
	first := make([]int, len(s.Nodes)) // the first column of each node
	for i, v := range s.Nodes {
		first[i], n = n, n+v.D
	}
	for _, g := range s.Edges {
		m += g.D
	}
	if m == 0 {
		t.Fatal("no edges")
	}
	delta, l = mat.NewDense(m, n, nil), mat.NewDense(n, n, nil)
	row := 0
	for _, g := range s.Edges {
		for side, i := range []int{g.I, g.J} {
			f, err := ParseMap(g.Maps[side], g.D, s.Nodes[i].D)
			if err != nil {
				t.Fatal(err)
			}
			for r := range g.D {
				for c := range s.Nodes[i].D {
					sign := float64(1 - 2*side)
					delta.Set(row+r, first[i]+c, sign*f.Entries[r*s.Nodes[i].D+c])
				}
			}
		}
		row += g.D
	}
	l.Mul(delta.T(), delta)
	return delta, l
}

// near reports whether two numbers differ by at most 1e-9·(1 + scale).
func near(a, b, scale float64) bool { return math.Abs(a-b) <= 1e-9*(1+scale) }

// nearAll reports whether two vectors have equal length and differ by at most 1e-8·(1 + scale) in each entry. NaN in a is never near.
func nearAll(a, b []float64, scale float64) bool {
	if len(a) != len(b) || slices.ContainsFunc(a, math.IsNaN) {
		return false
	}
	return mat.Norm(mat.NewVecDense(len(a), sub(a, b)), math.Inf(1)) <= 1e-8*(1+scale)
}

// sub returns a − b.
func sub(a, b []float64) []float64 {
	out := slices.Clone(a)
	for k := range b {
		out[k] -= b[k]
	}
	return out
}

// col returns a copy of numbers as a column vector.
func col(x []float64) *mat.VecDense { return mat.NewVecDense(len(x), slices.Clone(x)) }

// data returns the entries of a vector.
func data(v mat.Vector) []float64 {
	out := make([]float64, v.Len())
	for k := range out {
		out[k] = v.AtVec(k)
	}
	return out
}

// On random sheaves δ, L, the spectrum, energy and residuals of Analyse equal those by gonum from the maps alone.
// The fractions of δ and L have the values of their entries. L̂ equals the product with pseudo-inverse roots of the diagonal blocks,
// and its spectrum lies between 0 and 2. The energy equals xᵀLx, the sum over the edges, and the Rayleigh quotient times |x|².
func TestAnalysisEqualsGonum(t *testing.T) {
	forRandomSheaves(t, func(s *SheafText, a *Analysis) {
		delta, l := dense(t, s)
		for r, row := range a.Delta {
			if !nearAll(row, delta.RawRowView(r), 0) {
				t.Errorf("row %d of δ is %v", r, row)
			}
		}
		for r, row := range a.L {
			if !nearAll(row, l.RawRowView(r), 0) {
				t.Errorf("row %d of L is %v, want %v", r, row, l.RawRowView(r))
			}
		}
		for _, exact := range []struct {
			text [][]string
			want [][]float64
		}{{a.DeltaText, a.Delta}, {a.LText, a.L}} {
			// δ and L have fractions exactly when the dimension is computed in fractions.
			hasFractions, isRational := exact.text != nil, a.Dim.How == "rational"
			if hasFractions != isRational {
				t.Errorf("fractions %v, and the dimension is computed by %s", exact.text, a.Dim.How)
			}
			for r, row := range exact.text {
				for c, text := range row {
					if v, _, err := valueAndFraction(text); err != nil || !near(v, exact.want[r][c], math.Abs(v)) {
						t.Errorf("entry %d, %d is the fraction %s, want the number %g (%v)", r, c, text, exact.want[r][c], err)
					}
				}
			}
		}
		// The eigenvalues equal gonum's. Each v of Vectors has length 1, and Lv = λv.
		n := len(a.X)
		var eig mat.EigenSym
		if !eig.Factorize(mat.NewSymDense(n, l.RawMatrix().Data), false) || !nearAll(a.Values, eig.Values(nil), a.Trace) {
			t.Errorf("eigenvalues %v, want %v", a.Values, eig.Values(nil))
		}
		for k, v := range a.Vectors {
			var lv mat.VecDense
			lv.MulVec(l, col(v))
			if !nearAll(data(&lv), data(scaleVec(a.Values[k], v)), a.Trace) || !near(mat.Norm(col(v), 2), 1, 1) {
				t.Errorf("vector %d, %v, is no unit eigenvector of λ = %g", k, v, a.Values[k])
			}
		}
		// L̂ = RLR, where R is the matrix of the roots.
		roots := pseudoInverseRoots(s, l)
		var hat mat.Dense
		hat.Product(roots, l, roots)
		for r, row := range a.Hat {
			if !nearAll(row, hat.RawRowView(r), 1) {
				t.Errorf("row %d of L̂ is %v, want %v", r, row, hat.RawRowView(r))
			}
		}
		if top := a.HatValues[n-1]; top > 2+1e-9 || a.HatValues[0] < 0 {
			t.Errorf("the spectrum of L̂ runs from %g to %g, want from 0 to 2", a.HatValues[0], top)
		}
		// The residual of an edge is its rows of δx, and the energy of the edge is the squared length of the residual.
		var deltaX mat.VecDense
		deltaX.MulVec(delta, col(a.X))
		sum, row := 0.0, 0
		for e := range a.M {
			want := data(&deltaX)[row : row+s.Edges[e].D]
			row += s.Edges[e].D
			if len(want) == 0 {
				if len(a.Residuals[e]) != 0 || a.EdgeEnergy[e] != 0 {
					t.Errorf("edge %d without a stalk has residual %v", e, a.Residuals[e])
				}
				continue
			}
			if !nearAll(a.Residuals[e], want, 0) || !near(a.EdgeEnergy[e], dot(want, want), 10) {
				t.Errorf("edge %d: residual %v with energy %g, want %v", e, a.Residuals[e], a.EdgeEnergy[e], want)
			}
			sum += a.EdgeEnergy[e]
		}
		var lx mat.VecDense
		lx.MulVec(l, col(a.X))
		if !near(a.Energy, mat.Dot(col(a.X), &lx), 10) || !near(sum, a.Energy, 10) {
			t.Errorf("energy %g and %g as a sum over the edges, want %g", a.Energy, sum, mat.Dot(col(a.X), &lx))
		}
		square := dot(a.X, a.X)
		if q := a.Rayleigh(a.X); square > 0 && !near(q*square, a.Energy, 10) {
			t.Errorf("Rayleigh quotient %g, want %g", q, a.Energy/square)
		}
	})
}

// pseudoInverseRoots returns a block-diagonal matrix: for each node the pseudo-inverse square root of the diagonal block of L.
// The root of a block is the sum of u uᵀ/√w over its eigenvectors u with eigenvalues w > 0.
func pseudoInverseRoots(s *SheafText, l *mat.Dense) *mat.Dense {
	n, _ := l.Dims()
	roots := mat.NewDense(n, n, nil)
	first := 0 // the first coordinate of the node
	for _, node := range s.Nodes {
		d := node.D
		if d == 0 {
			continue
		}
		block := mat.NewSymDense(d, nil)
		for p := range d {
			for q := p; q < d; q++ {
				block.SetSym(p, q, l.At(first+p, first+q))
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(block, true)
		var u mat.Dense
		eigen.VectorsTo(&u)
		place := roots.Slice(first, first+d, first, first+d).(*mat.Dense)
		for k, w := range eigen.Values(nil) {
			if w > 1e-9 {
				place.RankOne(place, 1/math.Sqrt(w), u.ColView(k), u.ColView(k))
			}
		}
		first += d
	}
	return roots
}

// scaleVec returns c·x as a column vector.
func scaleVec(c float64, x []float64) *mat.VecDense { v := col(x); v.ScaleVec(c, v); return v }

// dot returns the inner product of two vectors.
func dot(a, b []float64) float64 { return mat.Dot(col(a), col(b)) }

// On random sheaves dim H⁰ equals the number of columns of δ less the nonzero singular values by gonum, for each of the three methods.
// The smallest nonzero singular value equals that of gonum. dim H¹ and the Euler characteristic follow from the rank of δ.
// λ₂ is the first eigenvalue above the kernel.
func TestDimensionEqualsNullity(t *testing.T) {
	count := map[string]int{} // sheaves by the method of the dimension
	positive := 0             // sheaves with dim H⁰ > 0
	forRandomSheaves(t, func(s *SheafText, a *Analysis) {
		count[a.Dim.How]++
		delta, _ := dense(t, s)
		var svd mat.SVD
		if !svd.Factorize(delta, mat.SVDNone) {
			t.Fatal("no singular values")
		}
		rows, dim := delta.Dims()
		columns := dim
		smallest := 0.0
		for _, v := range svd.Values(nil) {
			if v > 1e-9*a.Trace {
				dim--
				smallest = v
			}
		}
		if a.Dim.Dim != dim || a.Dim.Sentence == "" {
			t.Errorf("%+v, want dimension %d and a sentence", a.Dim, dim)
		}
		isExact, hasNoTolerance := a.Dim.How != "tolerance", a.Dim.Tolerance == 0
		if a.Dim.Exact != isExact || hasNoTolerance != isExact {
			t.Errorf("%+v: want Exact %v, and a tolerance only where the dimension is not exact", a.Dim, isExact)
		}
		if !near(a.Dim.Smallest, smallest, 1) {
			t.Errorf("the smallest singular value is %g, want %g", a.Dim.Smallest, smallest)
		}
		if dim > 0 {
			positive++
		}
		// dim H¹ is the number of rows less the rank. χ is the number of columns less rows, and also dim H⁰ − dim H¹.
		if rank := columns - dim; a.H1 != rows-rank || a.Euler != columns-rows || a.Euler != a.Dim.Dim-a.H1 {
			t.Errorf("dim H¹ = %d and χ = %d, want %d and %d", a.H1, a.Euler, rows-rank, columns-rows)
		}
		// λ₂ follows the dim zero eigenvalues of the kernel. Its index is −1 if the kernel is the whole space.
		wantIndex := dim
		if dim == columns {
			wantIndex = -1
		}
		k := a.Lambda2Index
		if k != wantIndex {
			t.Errorf("λ₂ = %g has index %d in %v, want %d", a.Lambda2, k, a.Values, wantIndex)
		}
		if k >= 0 && a.Lambda2 != a.Values[k] {
			t.Errorf("λ₂ = %g, want the eigenvalue %g at its index %d", a.Lambda2, a.Values[k], k)
		}
	})
	// Each method, and a positive dimension, must occur often among the 200 sheaves, or the comparison above proves little.
	for _, how := range []string{"rational", "angles", "tolerance"} {
		if count[how] < 10 {
			t.Errorf("only %d dimensions are computed by the method %s, want 10 or more", count[how], how)
		}
	}
	if positive < 20 {
		t.Errorf("only %d sheaves have sections, want 20 or more", positive)
	}
}

// The ring of six of chapter 4 has dimension 2 without a turn, 0 with a turn and 1 with a reflection.
// The table has values by hand.
// With several motions the dimension depends on their product round the ring: its angle, its scale, and whether it mirrors.
// The smallest eigenvalue of a ring with one turn equals its closed form.
func TestDimensionOfRingByHolonomy(t *testing.T) {
	for _, c := range []struct {
		maps   []string // of edges 0, 1, …; a single map stands on edge 5, which closes the ring
		dim    int
		how    string  // the method of the dimension
		fixed  int     // dimension of the fixed vectors of the holonomy
		turn   float64 // degrees of its turn or, for a mirror, of its axis
		mirror bool    // whether the holonomy mirrors
	}{
		{[]string{"turn 0"}, 2, "rational", 2, 0, false},
		{[]string{"turn 360"}, 2, "rational", 2, 0, false},
		{[]string{"turn 1"}, 0, "angles", 0, 1, false},
		{[]string{"turn 0.000001"}, 0, "angles", 0, 0.000001, false},
		{[]string{"turn -40"}, 0, "angles", 0, -40, false},
		{[]string{"turn 180"}, 0, "rational", 0, 180, false},
		{[]string{"mirror 0"}, 1, "rational", 1, 0, true},
		{[]string{"mirror 17"}, 1, "angles", 1, 17, true},
		{[]string{"turn 60", "turn 60", "turn 60", "turn 60", "turn 60", "turn 60"}, 2, "angles", 2, 0, false},
		{[]string{"turn 20", "1", "turn -20"}, 2, "angles", 2, 0, false},
		{[]string{"mirror 10", "mirror 10"}, 2, "angles", 2, 0, false},
		{[]string{"mirror 10", "mirror 30"}, 0, "angles", 0, 40, false},
		{[]string{"turn 30", "mirror 10"}, 1, "angles", 1, 175, true},
		{[]string{"turn 10 times 2"}, 0, "angles", 0, 10, false},
		{[]string{"2", "1/2"}, 2, "rational", 2, 0, false},
		{[]string{"2"}, 0, "rational", 0, 0, false},
	} {
		s := Ring(6, 2)
		for e, m := range c.maps {
			ringMap(s, e, m)
		}
		if len(c.maps) == 1 {
			s.Edges[0].Maps[0] = "1"
			ringMap(s, 5, c.maps[0])
		}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		h, err := a.Holonomy([]int{0, 1, 2, 3, 4, 5})
		if err != nil {
			t.Fatal(err)
		}
		if a.Dim.Dim != c.dim || a.Dim.How != c.how || !a.Dim.Exact {
			t.Errorf("%v: %+v, want the exact dimension %d by %s", c.maps, a.Dim, c.dim, c.how)
		}
		if h.Fixed != c.fixed || !h.Conformal || h.Mirror != c.mirror || math.Abs(h.Turn-c.turn) > 1e-9 {
			t.Errorf("%v: holonomy %+v, want %d fixed dimensions, a turn by %g°, mirror %v", c.maps, h, c.fixed, c.turn, c.mirror)
		}
		// The closed form holds for one turn without a scale. With the scale 2 of the table squaredScale is 4.
		isOneTurn := len(c.maps) == 1 && c.maps[0] != "2" && c.turn != 0 && !c.mirror
		squaredScale := h.Map[0]*h.Map[0] + h.Map[1]*h.Map[1]
		if isOneTurn && squaredScale < 2 {
			// The spectrum of a ring with holonomy R(θ): 2 − 2cos((θ + 2πk)/6), each twice.
			if want := 2 - 2*math.Cos(c.turn*math.Pi/180/6); math.Abs(a.Values[0]-want) > 1e-9 {
				t.Errorf("%v: smallest eigenvalue %g, want %g", c.maps, a.Values[0], want)
			}
		}
	}
}

// On the path a, b, c with d = 1, x = (3, 2, −4) is a section: 2·3 = 3·2 and 1·2 = −½·(−4).
// dim H⁰ is 1, and the fractions of L are those computed by hand.
func TestSectionOfPathByHand(t *testing.T) {
	s, err := ParseSheaf("d 1;node 0 0 a;node 1 0 b;node 0 1 c;edge 0 1 2 | 3;edge 1 2 1 | -1/2;x 3 2 -4")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyse(s)
	if err != nil || a.Energy != 0 || a.Dim.Dim != 1 {
		t.Fatalf("%+v, %v; want energy 0 and dimension 1", a, err)
	}
	want := [][]string{{"4", "-6", "0"}, {"-6", "10", "1/2"}, {"0", "1/2", "1/4"}}
	for i := range want {
		if !slices.Equal(a.LText[i], want[i]) {
			t.Errorf("row %d of L is %v, want %v", i, a.LText[i], want[i])
		}
	}
	if b := a.Block(0, 1); len(b) != 1 || b[0][0] != -6 {
		t.Errorf("block (0, 1) of L is %v, want −6", b)
	}
}
