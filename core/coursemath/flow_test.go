package coursemath

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
)

// Heat equals the matrix exponential, implicit steps equal linear solves, and the projection is their limit.
func TestHeatEqualsMatrixExponential(t *testing.T) {
	sheaves(t, func(s *SheafText, a *Analysis) {
		_, l := dense(t, s)
		n := len(a.X)
		energy := func(x []float64) float64 {
			var y mat.VecDense
			y.MulVec(l, col(x))
			return mat.Dot(col(x), &y)
		}
		for _, time := range []float64{0, 0.1, 1, 3} {
			var m, e mat.Dense
			m.Scale(-time, l)
			e.Exp(&m)
			var want mat.VecDense
			want.MulVec(&e, col(a.X))
			if !nearAll(a.Heat(time), data(&want), 10) {
				t.Errorf("heat at %g is %v, want %v", time, a.Heat(time), data(&want))
			}
			if !near(a.HeatEnergy(time), energy(data(&want)), a.Energy) {
				t.Errorf("energy at %g is %g, want %g", time, a.HeatEnergy(time), energy(data(&want)))
			}
			m.Scale(time, l)
			for i := range n {
				m.Set(i, i, m.At(i, i)+1)
			}
			got := col(a.X)
			for range 3 {
				if err := got.SolveVec(&m, got); err != nil {
					t.Fatal(err)
				}
			}
			if !nearAll(a.Implicit(time, 3), data(got), 10) {
				t.Errorf("three steps of %g give %v, want %v", time, a.Implicit(time, 3), data(got))
			}
		}
		// Px = x − δ⁺δx: it lies in ker L, and x − Px is orthogonal to ker L.
		p := a.Project()
		if e := energy(p); math.Abs(e) > 1e-9*(1+a.Trace) {
			t.Errorf("the projection has energy %g", e)
		}
		if a.Lambda2 > 0 && !nearAll(a.Heat(60/a.Lambda2), p, 10) {
			t.Errorf("heat ends at %v, the projection is %v", a.Heat(60/a.Lambda2), p)
		}
		half, ok := a.HalfTime()
		if ok != (a.Energy > 1e-12) || ok && !near(a.HeatEnergy(half), a.Energy/2, a.Energy) {
			t.Errorf("half of the energy %g after %g, %v: %g", a.Energy, half, ok, a.HeatEnergy(half))
		}
	})
}

// The harmonic extension equals a least-squares solution, and no other signal has less energy.
func TestHarmonicEqualsLeastSquares(t *testing.T) {
	unique := 0
	sheaves(t, func(s *SheafText, a *Analysis) {
		labelled := []int{0, a.N - 1}
		got, err := a.Harmonic(labelled)
		if err != nil {
			t.Fatal(err)
		}
		delta, _ := dense(t, s)
		var open []int
		fixed := make([]float64, len(a.X))
		for k := range a.X {
			if k < s.Nodes[0].D || k >= len(a.X)-s.Nodes[a.N-1].D {
				fixed[k] = a.X[k]
			} else {
				open = append(open, k)
			}
		}
		part := mat.NewDense(len(a.Delta), len(open), nil)
		for c, k := range open {
			part.SetCol(c, mat.Col(nil, k, delta))
		}
		var b mat.VecDense
		b.MulVec(delta, col(fixed))
		b.ScaleVec(-1, &b)
		var svd mat.SVD
		svd.Factorize(part, mat.SVDThin)
		rank := 0
		for _, v := range svd.Values(nil) {
			if v > 1e-9*a.Trace {
				rank++
			}
		}
		if got.Free != len(open)-rank || got.Unique != (got.Free == 0) {
			t.Errorf("%d dimensions are free, want %d", got.Free, len(open)-rank)
		}
		if got.Unique {
			unique++
		}
		want := fixed
		if rank > 0 {
			var x mat.VecDense
			svd.SolveVecTo(&x, &b, rank)
			for c, k := range open {
				want[k] = x.AtVec(c)
			}
		}
		if !nearAll(got.X, want, mat.Norm(col(want), 2)) {
			t.Errorf("extension %v, want %v", got.X, want)
		}
	})
	if unique < 20 {
		t.Errorf("only %d extensions are unique", unique)
	}
	// By hand: on a plain path the extension is linear.
	s := Path(5, 1)
	s.X = []string{"0", "9", "9", "9", "2"}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := a.Harmonic([]int{0, 4}); err != nil || !nearAll(e.X, []float64{0, 0.5, 1, 1.5, 2}, 0) || !near(e.Energy, 1,
		0) || !e.Unique {
		t.Errorf("%+v, %v", e, err)
	}
	for _, labelled := range [][]int{nil, {5}, {-1}} {
		if _, err := a.Harmonic(labelled); err == nil || !strings.Contains(err.Error(), "label") {
			t.Errorf("labelled %v: %v", labelled, err)
		}
	}
}

// Holonomy equals the product of the maps along the cycle, and its fixed vectors are sections on the cycle.
func TestHolonomyEqualsProduct(t *testing.T) {
	s, err := ParseSheaf("d 2;node 0 0 a;node 1 0 b;node 0 1 c;node 1 1 e;edge 0 1 1 2 0 1 | turn 90;edge 1 2 2 | 1 1 0 1;" +
		"edge 0 2 mirror 10 | 1;edge 0 3 1 0 0 0 | 1;edge 2 3 1 | 1;x 1 2 0 0 0 0 0 0")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := a.Holonomy([]int{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	entry := func(text string) *mat.Dense {
		m, err := ParseMap(text, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		return mat.NewDense(2, 2, m.Entries)
	}
	var b, c, want, inv mat.Dense
	for _, step := range []struct {
		to       *mat.Dense
		from, in string
	}{{&b, "1 2 0 1", "turn 90"}, {&c, "2", "1 1 0 1"}} {
		if err := inv.Inverse(entry(step.in)); err != nil {
			t.Fatal(err)
		}
		step.to.Mul(&inv, entry(step.from))
		inv.Reset()
	}
	if err := inv.Inverse(entry("mirror 10")); err != nil {
		t.Fatal(err)
	}
	want.Product(&inv, &c, &b)
	if !nearAll(h.Map, want.RawMatrix().Data, 0) || h.Conformal || len(h.Path) != 4 {
		t.Errorf("%+v, want %v", h, want)
	}
	var home mat.VecDense
	home.MulVec(&want, col([]float64{1, 2}))
	if !nearAll(h.Path[3], data(&home), 0) || !nearAll(h.Path[0], []float64{1, 2}, 0) {
		t.Errorf("path %v", h.Path)
	}
	if back, err := a.Holonomy([]int{0, 2, 1}); err != nil || !nearAll(product(back.Map, h.Map, 2, 2, 2), []float64{1, 0, 0, 1}, 0) {
		t.Errorf("the way back: %+v, %v", back, err)
	}
	for cycle, want := range map[string]string{"01": "three", "013": "not joined", "0121": "twice", "023": "cannot be undone",
		"017": "not joined"} {
		var nodes []int
		for _, r := range cycle {
			nodes = append(nodes, int(r-'0'))
		}
		if _, err := a.Holonomy(nodes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("cycle %s: %v, want %q", cycle, err, want)
		}
	}
}

// A step of the matrix raises λ₂ to the smaller of λ₂ + η and λ₃; the nearest sheaf gains too, on the same graph.
func TestAscendRaisesGap(t *testing.T) {
	for _, c := range []struct {
		s *SheafText
		// gains is true where λ₃ > λ₂, so that a step can raise λ₂.
		gains bool
	}{{Barbell(1), true}, {Path(5, 1), true}, {Star(6, 1), false}, {Ring(6, 1), false}, {Complete(5, 1), false}, {Path(4, 2), false}} {
		a, err := Analyse(c.s)
		if err != nil {
			t.Fatal(err)
		}
		for _, eta := range []float64{0.01, 0.5} {
			got, err := a.Ascend(eta)
			if err != nil {
				t.Fatal(err)
			}
			if want := math.Min(got.Lambda2+eta, got.Lambda3); !near(got.Matrix, want, 1) {
				t.Errorf("%d nodes: λ₂(L') = %g, want %g", a.N, got.Matrix, want)
			}
			if gain := got.Matrix-got.Lambda2 > 1e-9; gain != c.gains {
				t.Errorf("%d nodes, η = %g: λ₂ %g, matrix %g", a.N, eta, got.Lambda2, got.Matrix)
			}
			b, err := Analyse(got.Nearest)
			if want := ownGap(t, b.L); err != nil || !near(want, got.Sheaf, 1) {
				t.Errorf("%d nodes, η = %g: the nearest sheaf has λ %v, its own gap is %g, not %g; %v", a.N, eta, b.Values, want, got.Sheaf, err)
			}
			if far := distance(t, a, eta, b); !near(far, got.Residual, 1) {
				t.Errorf("residual %g, want %g", got.Residual, far)
			}
		}
	}
	zero := Path(3, 1)
	for e := range zero.Edges {
		zero.Edges[e].Maps = [2]string{"0", "0"}
	}
	a, err := Analyse(zero)
	if err != nil || a.Lambda2Index != -1 {
		t.Fatal(a, err)
	}
	if _, err := a.Ascend(1); err == nil {
		t.Error("a step without a gap")
	}
}

// ownGap returns the smallest eigenvalue of a matrix above its own kernel, by another solver.
func ownGap(t *testing.T, l [][]float64) float64 {
	t.Helper()
	m := mat.NewSymDense(len(l), slices.Concat(l...))
	var e mat.EigenSym
	if !e.Factorize(m, false) {
		t.Fatal("no eigenvalues")
	}
	values := e.Values(nil)
	slices.Sort(values)
	for _, v := range values {
		if v > 1e-9*values[len(values)-1] {
			return v
		}
	}
	return 0
}

// A step may reduce the kernel.
// Then λ₂ of the nearest sheaf is its smallest eigenvalue, below the eigenvalue at the old index.
func TestNearestSheafMayOpenKernel(t *testing.T) {
	for _, c := range []struct {
		bridge             string
		eta, sheaf, at, l2 float64
		kernel             int
	}{{"0.5", 1, 0.449, 0.683, 0.149, 0}, {"0.5", 0.1, 0.045, 0.203, 0.149, 0}} {
		s := Barbell(1)
		s.Edges[len(s.Edges)-1].Maps = [2]string{c.bridge, c.bridge}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		up, err := a.Ascend(c.eta)
		if err != nil {
			t.Fatal(err)
		}
		if g := up.After.Gap(); g.Kernel != c.kernel || g.Index != 0 || !strings.Contains(g.Words(), "the smallest eigenvalue of all") {
			t.Errorf("bridge %s, η = %g: %+v, “%s”", c.bridge, c.eta, g, g.Words())
		}
		got := []float64{up.Sheaf, up.After.Values[a.Lambda2Index], a.Lambda2}
		for k, want := range []float64{c.sheaf, c.at, c.l2} {
			if math.Abs(got[k]-want) > 6e-4 {
				t.Errorf("bridge %s, η = %g: %v, want %g at %d", c.bridge, c.eta, got, want, k)
			}
		}
	}
}

// distance returns ‖L(b) − L(a) − η v vᵀ‖ over the blocks of the graph.
func distance(t *testing.T, a *Analysis, eta float64, b *Analysis) float64 {
	t.Helper()
	v, sum := a.Vectors[a.Lambda2Index], 0.0
	for i := range a.N {
		for j := range a.N {
			if i != j && a.sheaf.find(i, j) < 0 {
				continue
			}
			for p := range a.D {
				for q := range a.D {
					r, c := i*a.D+p, j*a.D+q
					// Every edge counts once, as in the pattern of core/spectral.
					if i <= j {
						sum += math.Pow(b.L[r][c]-a.L[r][c]-eta*v[r]*v[c], 2) * weight(i, j)
					}
				}
			}
		}
	}
	return math.Sqrt(sum)
}

// weight returns 1 on the diagonal and 2 elsewhere, for sums over half of a symmetric matrix.
func weight(i, j int) float64 {
	if i == j {
		return 1
	}
	return 2
}

// Averaging equals powers of the dense operator.
func TestAveragingEqualsDenseOperator(t *testing.T) {
	g, err := graph.Generate("sbm:n=40,classes=2,homophily=0.8,features=3,seed=5")
	if err != nil {
		t.Fatal(err)
	}
	a := smoothing(g)
	h := mat.NewDense(g.N, 3, g.X.Dense().Data)
	var energy0, distance0 float64
	for k, got := range Averaging(g, 6) {
		var next, p mat.Dense
		next.Mul(a, h)
		p.Mul(h.T(), h)
		energy := mat.Trace(&p)
		p.Mul(h.T(), &next)
		energy -= mat.Trace(&p)
		mean, count := [2]*mat.VecDense{mat.NewVecDense(3, nil), mat.NewVecDense(3, nil)}, [2]float64{}
		for i, y := range g.Labels {
			mean[y].AddVec(mean[y], h.RowView(i))
			count[y]++
		}
		for y := range mean {
			mean[y].ScaleVec(1/count[y], mean[y])
		}
		apart := func(a, b mat.Vector) float64 {
			var d mat.VecDense
			d.SubVec(a, b)
			return mat.Norm(&d, 2)
		}
		if k == 0 {
			energy0, distance0 = energy, apart(mean[0], mean[1])
		}
		right := 0.0
		for i, y := range g.Labels {
			if apart(h.RowView(i), mean[y]) < apart(h.RowView(i), mean[1-y]) {
				right++
			}
		}
		if !near(meanDistances(g, 6)[k], got.Distance, 1) {
			t.Errorf("layer %d: the distance alone is %g, want %g", k, meanDistances(g, 6)[k], got.Distance)
		}
		if !near(got.Energy, energy/energy0, 1) || !near(got.Distance, apart(mean[0], mean[1])/distance0, 1) ||
			!near(got.Accuracy, 100*right/float64(g.N), 1) {
			t.Errorf("layer %d: %+v, want %g, %g, %g", k, got, energy/energy0, apart(mean[0], mean[1])/distance0, 100*right/float64(g.N))
		}
		h = &next
	}
}

// T_q(cos φ) = cos qφ.
func TestResponseIsChebyshev(t *testing.T) {
	alpha := []float64{0.3, -0.5, 0.1, 0.7, -0.2}
	for k := range 41 {
		lambda, want := float64(k)/20, 0.0
		for q, a := range alpha {
			want += a * math.Cos(float64(q)*math.Acos(1-lambda))
		}
		if got := Response(alpha, lambda); !near(got, want, 1) {
			t.Errorf("h(%g) = %g, want %g", lambda, got, want)
		}
	}
	w, sum := Softmax([]float64{1, 2, 3}), math.E+math.E*math.E+math.Exp(3)
	for q := range w {
		if !near(w[q], math.Exp(float64(q+1))/sum, 1) {
			t.Errorf("softmax %v", w)
		}
	}
	if Softmax(nil) != nil {
		t.Error("weights of nothing")
	}
}
