package coursemath

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// On random sheaves heat equals e^{−tL}x by gonum's matrix exponential, and three implicit steps equal three solutions by I + tL.
// The projection on ker L has no energy and is the limit of heat. At the half time the energy is half of its start.
// There is a half time exactly for positive energy.
func TestHeatEqualsMatrixExponential(t *testing.T) {
	forRandomSheaves(t, func(s *SheafText, a *Analysis) {
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
			// Implicit(t, 3) solves (I + tL)x' = x three times.
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
		// The projection Px = x − δ⁺δx lies in ker L. After 60/λ₂ every other part of heat is below e^{−60}.
		p := a.Project()
		if e := energy(p); math.Abs(e) > 1e-9*(1+a.Trace) {
			t.Errorf("the projection has energy %g", e)
		}
		if a.Lambda2 > 0 && !nearAll(a.Heat(60/a.Lambda2), p, 10) {
			t.Errorf("heat ends at %v, the projection is %v", a.Heat(60/a.Lambda2), p)
		}
		half, ok := a.HalfTime()
		if hasEnergy := a.Energy > 1e-12; ok != hasEnergy {
			t.Errorf("there is a half time: %v, with energy %g", ok, a.Energy)
		}
		if ok && !near(a.HeatEnergy(half), a.Energy/2, a.Energy) {
			t.Errorf("the energy at the half time %g is %g, want half of %g", half, a.HeatEnergy(half), a.Energy)
		}
	})
}

// On random sheaves, with the first and last node labelled, the harmonic extension equals the shortest
// least-squares solution by gonum's SVD. The number of free dimensions is the number of open coordinates less the rank.
// On a plain path of five nodes the extension is the linear interpolation. Without labelled nodes, or with unknown ones, there is an error.
func TestHarmonicEqualsLeastSquares(t *testing.T) {
	unique := 0
	forRandomSheaves(t, func(s *SheafText, a *Analysis) {
		labelled := []int{0, a.N - 1}
		got, err := a.Harmonic(labelled)
		if err != nil {
			t.Fatal(err)
		}
		// open are the coordinates to determine; fixed has the labelled coordinates, and 0 at the open ones.
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
		// Minimise |δ_open·x − b|, where b = −δ·fixed.
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
		want := fixed // with the solution at the open coordinates
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
	if unique < 20 { // of 200
		t.Errorf("only %d extensions are unique, want 20 or more", unique)
	}
	// By hand: on a plain path the extension is linear.
	s := Path(5, 1)
	s.X = []string{"0", "9", "9", "9", "2"}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := a.Harmonic([]int{0, 4})
	if err != nil {
		t.Fatal(err)
	}
	if !nearAll(h.X, []float64{0, 0.5, 1, 1.5, 2}, 0) || !near(h.Energy, 1, 0) || !h.Unique {
		t.Errorf("%+v, want the unique linear extension 0, 0.5, 1, 1.5, 2 with energy 1", h)
	}
	for _, labelled := range [][]int{nil, {5}, {-1}} {
		if _, err := a.Harmonic(labelled); err == nil || !strings.Contains(err.Error(), "label") {
			t.Errorf("labelled %v: the error is %v, want one about labels", labelled, err)
		}
	}
}

// On a cycle 0, 1, 2 Holonomy equals the product of G⁻¹F over the edges by gonum, and its path ends at the product times x.
// F is the map of the node that the walk leaves, and G is the map of the node that the walk enters.
// The way back has the inverse map. Impossible cycles are errors: too short, no edge, a node twice, a map without an inverse.
func TestHolonomyEqualsProduct(t *testing.T) {
	// An edge has its two nodes, the map of the first node, | and the map of the second node.
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
	matrixOf := func(text string) *mat.Dense {
		m, err := ParseMap(text, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		return mat.NewDense(2, 2, m.Entries)
	}
	// Steps 0 → 1 and 1 → 2.
	var step01, step12, want, inv mat.Dense
	for _, step := range []struct {
		product *mat.Dense
		f, g    string
	}{{&step01, "1 2 0 1", "turn 90"}, {&step12, "2", "1 1 0 1"}} {
		if err := inv.Inverse(matrixOf(step.g)); err != nil {
			t.Fatal(err)
		}
		step.product.Mul(&inv, matrixOf(step.f))
		inv.Reset()
	}
	// Step 2 → 0: F is the identity, and G is "mirror 10".
	if err := inv.Inverse(matrixOf("mirror 10")); err != nil {
		t.Fatal(err)
	}
	want.Product(&inv, &step12, &step01)
	if !nearAll(h.Map, want.RawMatrix().Data, 0) || h.Conformal || len(h.Path) != 4 {
		t.Errorf("%+v, want the map %v, not conformal, and a path of 4 vectors", h, want)
	}
	// The path starts with the signal (1, 2) of node 0.
	var end mat.VecDense
	end.MulVec(&want, col([]float64{1, 2}))
	if !nearAll(h.Path[3], data(&end), 0) || !nearAll(h.Path[0], []float64{1, 2}, 0) {
		t.Errorf("the path is %v, want (1, 2) first and %v last", h.Path, data(&end))
	}
	if back, err := a.Holonomy([]int{0, 2, 1}); err != nil || !nearAll(product(back.Map, h.Map, 2, 2, 2), []float64{1, 0, 0, 1}, 0) {
		t.Errorf("the way back is %+v, %v, want the inverse of %v", back, err, h.Map)
	}
	// The digits of a key are the nodes of a cycle. Node 3 has a map without an inverse, and there is no node 7.
	for cycle, want := range map[string]string{"01": "three", "013": "not joined", "0121": "twice", "023": "cannot be undone",
		"017": "not joined"} {
		var nodes []int
		for _, r := range cycle {
			nodes = append(nodes, int(r-'0'))
		}
		if _, err := a.Holonomy(nodes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("cycle %s: the error is %v, want %q in it", cycle, err, want)
		}
	}
}

// A step of length η raises λ₂ of the matrix to the smaller of λ₂ + η and λ₃. So it gains exactly where λ₃ > λ₂.
// The nearest sheaf has the gap by gonum and the distance by the definition. Without a gap there is no step.
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
			if gains := got.Matrix-got.Lambda2 > 1e-9; gains != c.gains {
				t.Errorf("%d nodes, η = %g: λ₂ goes from %g to %g, want a gain: %v", a.N, eta, got.Lambda2, got.Matrix, c.gains)
			}
			b, err := Analyse(got.Nearest)
			if err != nil {
				t.Fatal(err)
			}
			if want := ownGap(t, b.L); !near(want, got.Sheaf, 1) {
				t.Errorf("%d nodes, η = %g: the nearest sheaf has eigenvalues %v and gap %g, want %g", a.N, eta, b.Values, got.Sheaf, want)
			}
			if far := operatorDistance(t, a, eta, b); !near(far, got.Residual, 1) {
				t.Errorf("%d nodes, η = %g: residual %g, want %g", a.N, eta, got.Residual, far)
			}
		}
	}
	zero := Path(3, 1)
	for e := range zero.Edges {
		zero.Edges[e].Maps = [2]string{"0", "0"}
	}
	a, err := Analyse(zero)
	if err != nil || a.Lambda2Index != -1 {
		t.Fatalf("the sheaf with zero maps has the analysis %+v, %v, want no gap", a, err)
	}
	if _, err := a.Ascend(1); err == nil {
		t.Error("a step was taken without a gap")
	}
}

// ownGap returns the smallest eigenvalue of a symmetric matrix above its own kernel, by gonum. It returns 0 if the matrix is 0.
// An eigenvalue belongs to the kernel if it is at most 1e-9 times the largest.
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

// A step on a barbell whose bridge has the maps 0.5 reduces the kernel to 0. Then λ₂ of the nearest sheaf is its smallest eigenvalue,
// below the eigenvalue at the old index. The expected values have three decimals. λ₂ before the step is by hand: 0.149 is the smaller root
// of λ² − 3.5λ + 0.5, where the eigenvector has opposite signs on the two triangles.
func TestNearestSheafMayOpenKernel(t *testing.T) {
	for _, c := range []struct {
		bridge                        string  // both maps of the edge between the two triangles
		eta, sheaf, atOldIndex, start float64 // λ₂ of the nearest sheaf; its eigenvalue at the old index; λ₂ before the step
		kernel                        int
	}{
		{bridge: "0.5", eta: 1, sheaf: 0.449, atOldIndex: 0.683, start: 0.149, kernel: 0},
		{bridge: "0.5", eta: 0.1, sheaf: 0.045, atOldIndex: 0.203, start: 0.149, kernel: 0},
	} {
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
			t.Errorf("bridge %s, η = %g: %+v, “%s”, want kernel %d and index 0", c.bridge, c.eta, g, g.Words(), c.kernel)
		}
		got := []float64{up.Sheaf, up.After.Values[a.Lambda2Index], a.Lambda2}
		for k, want := range []float64{c.sheaf, c.atOldIndex, c.start} {
			if math.Abs(got[k]-want) > 6e-4 { // the wanted values are rounded to 0.001
				t.Errorf("bridge %s, η = %g: %v, want %g at %d", c.bridge, c.eta, got, want, k)
			}
		}
	}
}

// operatorDistance returns the Frobenius norm of L(b) − L(a) − η v vᵀ over the blocks of nodes and edges. v is the eigenvector of λ₂(a).
func operatorDistance(t *testing.T, a *Analysis, eta float64, b *Analysis) float64 {
	t.Helper()
	v, sum := a.Vectors[a.Lambda2Index], 0.0
	for i := range a.N {
		for j := i; j < a.N; j++ {
			if i != j && a.sheaf.find(i, j) < 0 {
				continue
			}
			// Block (i, j), and with weight 2 also its transpose below the diagonal.
			for entry := range a.D * a.D {
				r, c := i*a.D+entry/a.D, j*a.D+entry%a.D
				sum += math.Pow(b.L[r][c]-a.L[r][c]-eta*v[r]*v[c], 2) * weight(i, j)
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

// Response equals Σ α_q cos(qφ) with cos φ = 1 − λ, since the Chebyshev polynomials satisfy T_q(cos φ) = cos qφ.
// Softmax of (1, 2, 3) equals its definition, and Softmax of nothing is nil.
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
			t.Errorf("softmax has the weight %g at %d, want %g", w[q], q, math.Exp(float64(q+1))/sum)
		}
	}
	if Softmax(nil) != nil {
		t.Error("Softmax of nothing is not nil")
	}
}
