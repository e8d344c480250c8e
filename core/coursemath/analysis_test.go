package coursemath

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// dense returns δ and L of a sheaf as gonum matrices, computed from the maps alone.
func dense(t *testing.T, s *SheafText) (delta, l *mat.Dense) {
	t.Helper()
	n, m := 0, 0
	first := make([]int, len(s.Nodes)) // column of each node
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
					delta.Set(row+r, first[i]+c, f.Entries[r*s.Nodes[i].D+c]*float64(1-2*side))
				}
			}
		}
		row += g.D
	}
	l.Mul(delta.T(), delta)
	return delta, l
}

func near(a, b, scale float64) bool { return math.Abs(a-b) <= 1e-9*(1+scale) }

// nearAll reports whether two vectors of equal length differ by at most 1e-8·(1 + scale) in each entry.
func nearAll(a, b []float64, scale float64) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(v float64) bool { return math.IsNaN(v) }) &&
		mat.Norm(mat.NewVecDense(len(a), sub(a, b)), math.Inf(1)) <= 1e-8*(1+scale)
}

// sub returns a − b.
func sub(a, b []float64) []float64 {
	out := slices.Clone(a)
	for k := range b {
		out[k] -= b[k]
	}
	return out
}

func col(x []float64) *mat.VecDense { return mat.NewVecDense(len(x), slices.Clone(x)) }

// data returns the entries of a vector.
func data(v mat.Vector) []float64 {
	out := make([]float64, v.Len())
	for k := range out {
		out[k] = v.AtVec(k)
	}
	return out
}

// δ, L, spectrum, energy and residuals equal gonum's.
func TestAnalysisEqualsGonum(t *testing.T) {
	sheaves(t, func(s *SheafText, a *Analysis) {
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
			if (exact.text == nil) != (a.Dim.How != "rational") {
				t.Errorf("fractions %v, and the dimension is %s", exact.text, a.Dim.How)
			}
			for r, row := range exact.text {
				for c, text := range row {
					if v, _, err := typed(text); err != nil || !near(v, exact.want[r][c], math.Abs(v)) {
						t.Errorf("entry %d, %d is %s, as a number %g", r, c, text, exact.want[r][c])
					}
				}
			}
		}
		n := len(a.X)
		var eig mat.EigenSym
		if !eig.Factorize(mat.NewSymDense(n, l.RawMatrix().Data), false) || !nearAll(a.Values, eig.Values(nil), a.Trace) {
			t.Errorf("eigenvalues %v, want %v", a.Values, eig.Values(nil))
		}
		for k, v := range a.Vectors {
			var lv mat.VecDense
			lv.MulVec(l, col(v))
			if !nearAll(data(&lv), data(scaleVec(a.Values[k], v)), a.Trace) || !near(mat.Norm(col(v), 2), 1, 1) {
				t.Errorf("vector %d of λ = %g", k, a.Values[k])
			}
		}
		// L̂ from the pseudo-inverse roots of the diagonal blocks.
		roots := mat.NewDense(n, n, nil)
		for i := range a.N {
			d, first := s.Nodes[i].D, 0
			for _, v := range s.Nodes[:i] {
				first += v.D
			}
			if d == 0 {
				continue
			}
			block := mat.NewSymDense(d, nil)
			for p := range d {
				for q := range d {
					if p <= q {
						block.SetSym(p, q, l.At(first+p, first+q))
					}
				}
			}
			var b mat.EigenSym
			b.Factorize(block, true)
			var u mat.Dense
			b.VectorsTo(&u)
			for k, w := range b.Values(nil) {
				if w > 1e-9 {
					for p := range d {
						for q := range d {
							roots.Set(first+p, first+q, roots.At(first+p, first+q)+u.At(p, k)*u.At(q, k)/math.Sqrt(w))
						}
					}
				}
			}
		}
		var hat mat.Dense
		hat.Product(roots, l, roots)
		for r, row := range a.Hat {
			if !nearAll(row, hat.RawRowView(r), 1) {
				t.Errorf("row %d of L̂ is %v, want %v", r, row, hat.RawRowView(r))
			}
		}
		if top := a.HatValues[n-1]; top > 2+1e-9 || a.HatValues[0] < 0 {
			t.Errorf("the spectrum of L̂ runs from %g to %g", a.HatValues[0], top)
		}
		var r mat.VecDense
		r.MulVec(delta, col(a.X))
		sum, row := 0.0, 0
		for e := range a.M {
			want := data(&r)[row : row+s.Edges[e].D]
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
			t.Errorf("energy %g, want %g", a.Energy, mat.Dot(col(a.X), &lx))
		}
		if q := a.Rayleigh(a.X); dot(a.X, a.X) > 0 && !near(q*dot(a.X, a.X), a.Energy, 10) {
			t.Errorf("Rayleigh quotient %g", q)
		}
	})
}

func scaleVec(c float64, x []float64) *mat.VecDense { v := col(x); v.ScaleVec(c, v); return v }

func dot(a, b []float64) float64 { return mat.Dot(col(a), col(b)) }

// dim H⁰ equals the number of zero singular values by gonum, for exact fractions, for angles and with a tolerance.
func TestDimensionEqualsNullity(t *testing.T) {
	count := map[string]int{}
	positive := 0
	sheaves(t, func(s *SheafText, a *Analysis) {
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
		if a.Dim.Dim != dim || a.Dim.Exact != (a.Dim.How != "tolerance") || (a.Dim.Tolerance == 0) != a.Dim.Exact || a.Dim.Sentence == "" {
			t.Errorf("%+v, want dimension %d", a.Dim, dim)
		}
		if !near(a.Dim.Smallest, smallest, 1) {
			t.Errorf("the smallest singular value is %g, want %g", a.Dim.Smallest, smallest)
		}
		if dim > 0 {
			positive++
		}
		// The edge stalks above the rank, and by the other count.
		if rank := columns - dim; a.H1 != rows-rank || a.Euler != columns-rows || a.Euler != a.Dim.Dim-a.H1 {
			t.Errorf("dim H¹ = %d and χ = %d, want %d and %d", a.H1, a.Euler, rows-rank, columns-rows)
		}
		// λ₂ is the first eigenvalue above the kernel.
		if k := a.Lambda2Index; k != dim && (k >= 0 || dim != columns) || k >= 0 && a.Lambda2 != a.Values[k] {
			t.Errorf("λ₂ = %g at %d of %v", a.Lambda2, k, a.Values)
		}
	})
	for _, how := range []string{"rational", "angles", "tolerance"} {
		if count[how] < 10 {
			t.Errorf("%d sheaves by %s", count[how], how)
		}
	}
	if positive < 20 {
		t.Errorf("only %d sheaves have sections", positive)
	}
}

// The ring of six of chapter 4 has dimension 2 without a turn, 0 with a turn and 1 with a reflection.
// With six turns the dimension depends on their sum.
func TestDimensionOfRingByHolonomy(t *testing.T) {
	for _, c := range []struct {
		maps   []string
		dim    int
		how    string
		fixed  int
		turn   float64
		mirror bool
	}{
		{[]string{"turn 0"}, 2, "rational", 2, 0, false}, {[]string{"turn 360"}, 2, "rational", 2, 0, false}, {[]string{"turn 1"}, 0,
			"angles", 0, 1, false},
		{[]string{"turn 0.000001"}, 0, "angles", 0, 0.000001, false}, {[]string{"turn -40"}, 0, "angles", 0, -40, false},
		{[]string{"turn 180"}, 0, "rational", 0, 180, false}, {[]string{"mirror 0"}, 1, "rational", 1, 0, true}, {[]string{"mirror " +
			"17"}, 1, "angles", 1, 17, true},
		{[]string{"turn 60", "turn 60", "turn 60", "turn 60", "turn 60", "turn 60"}, 2, "angles", 2, 0, false},
		{[]string{"turn 20", "1", "turn -20"}, 2, "angles", 2, 0, false}, {[]string{"mirror 10", "mirror 10"}, 2, "angles", 2, 0, false},
		{[]string{"mirror 10", "mirror 30"}, 0, "angles", 0, 40, false}, {[]string{"turn 30", "mirror 10"}, 1, "angles", 1, 175, true},
		{[]string{"turn 10 times 2"}, 0, "angles", 0, 10, false}, {[]string{"2", "1/2"}, 2, "rational", 2, 0, false}, {[]string{"2"},
			0, "rational", 0, 0, false},
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
		if a.Dim.Dim != c.dim || a.Dim.How != c.how || !a.Dim.Exact || h.Fixed != c.fixed || !h.Conformal || h.Mirror != c.mirror ||
			math.Abs(h.Turn-c.turn) > 1e-9 {
			t.Errorf("%v: %+v, holonomy %+v", c.maps, a.Dim, h)
		}
		if len(c.maps) == 1 && c.maps[0] != "2" && c.turn != 0 && !c.mirror && h.Map[0]*h.Map[0]+h.Map[1]*h.Map[1] < 2 {
			// The spectrum of a ring with holonomy R(θ): 2 − 2cos((θ + 2πk)/6), each twice.
			if want := 2 - 2*math.Cos(c.turn*math.Pi/180/6); math.Abs(a.Values[0]-want) > 1e-9 {
				t.Errorf("%v: smallest eigenvalue %g, want %g", c.maps, a.Values[0], want)
			}
		}
	}
}

// On a path with d = 1 and maps 2 and 3, x = (3, 2) is a section.
func TestSectionOfPathByHand(t *testing.T) {
	s, err := ParseSheaf("d 1;node 0 0 a;node 1 0 b;node 0 1 c;edge 0 1 2 | 3;edge 1 2 1 | -1/2;x 3 2 -4")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyse(s)
	if err != nil || a.Energy != 0 || a.Dim.Dim != 1 {
		t.Fatalf("%+v, %v", a, err)
	}
	want := [][]string{{"4", "-6", "0"}, {"-6", "10", "1/2"}, {"0", "1/2", "1/4"}}
	for i := range want {
		if !slices.Equal(a.LText[i], want[i]) {
			t.Errorf("row %d of L is %v, want %v", i, a.LText[i], want[i])
		}
	}
	if b := a.Block(0, 1); len(b) != 1 || b[0][0] != -6 {
		t.Errorf("block %v", b)
	}
}
