package sheaf

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/small"
)

// rotation returns the 2×2 rotation by an angle in radians.
func rotation(a float64) []float64 {
	return []float64{math.Cos(a), -math.Sin(a), math.Sin(a), math.Cos(a)}
}

// TestKernelOnCycles checks that dim ker L on a cycle is the dimension of the space
// that the holonomy fixes, which want gives by hand. All maps but far are identities, so
// far is the holonomy. A random gauge does not change the dimension.
func TestKernelOnCycles(t *testing.T) {
	const n = 7
	for _, c := range []struct {
		name string
		d    int
		far  []float64 // map of the far end of the closing edge
		want int
	}{
		{"constant d=1", 1, []float64{1}, 1},
		{"Möbius d=1", 1, []float64{-1}, 0},
		{"constant d=2", 2, rotation(0), 2},
		{"twisted by 1 rad", 2, rotation(1), 0},
		{"reflected", 2, []float64{1, 0, 0, -1}, 1},
		{"shear", 2, []float64{1, 1, 0, 1}, 1},
		{"rotation about an axis", 3, []float64{0, -1, 0, 1, 0, 0, 0, 0, 1}, 1},
	} {
		plain := Constant(n, c.d, cycle(n))
		copy(plain.Map(0, 1), c.far)
		g := RandomGauge(n, c.d, rng.New(4, c.name).Norm)
		transformed := New(n, c.d, plain.Edges)
		g.Transform(plain, transformed)
		for _, s := range []*Sheaf{plain, transformed} {
			l := assembled(s)
			h, err := GlobalSections(l, 0)
			if err != nil {
				t.Fatal(err)
			}
			if h.Dim != c.want {
				t.Errorf("%s: dim ker L = %d, want %d (eigenvalues %.3g)", c.name, h.Dim, c.want, h.Values[:4])
			}
			checkBasis(t, s, h)
		}
	}
}

// checkBasis checks that the basis of h is orthonormal and consists of sections of s,
// and that Project, applied to its own result, changes nothing.
func checkBasis(t *testing.T, s *Sheaf, h *Sections) {
	t.Helper()
	k := h.Dim
	// A section has coboundary 0.
	b := make([]float64, len(s.Edges)*s.D*k)
	s.Coboundary(b, h.Basis.Data, k)
	for _, v := range b {
		if math.Abs(v) > 1e-10 {
			t.Fatalf("a section has coboundary %g, want 0", v)
		}
	}
	// The Gram matrix of the basis is the identity.
	for p := range k {
		for q := range k {
			v, want := 0.0, 0.0
			for i := range h.Basis.Rows {
				v += h.Basis.At(i, p) * h.Basis.At(i, q)
			}
			if p == q {
				want = 1
			}
			if math.Abs(v-want) > 1e-12 {
				t.Fatalf("basis vectors %d and %d have product %g, want %g", p, q, v, want)
			}
		}
	}
	x := randoms(h.Basis.Rows*2, 8)
	once, twice := make([]float64, len(x)), make([]float64, len(x))
	h.Project(once, x, 2)
	h.Project(twice, once, 2)
	if e := maxDiff(once, twice); e > 1e-12 {
		t.Errorf("a second Project changes the result of the first by %g, want 0", e)
	}
}

// TestKernelPerComponent checks that the dimension of the kernel is a sum over components.
// With constant or tied maps each component adds d. With random maps a component with cycles
// adds 0, and an isolated node d. GlobalSections refuses n·d above MaxSectionsDim.
func TestKernelPerComponent(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 3, J: 4}}
	h, err := GlobalSections(assembled(Constant(6, 3, edges)), 0)
	if err != nil || h.Dim != 9 { // components {0, 1, 2}, {3, 4} and {5}
		t.Errorf("three components, d=3: dimension %d, error %v, want 9", h.Dim, err)
	}
	// A sheaf with random maps has sections on the isolated node 7 only.
	s := randomSheaf(3, 2)
	if h, _ := GlobalSections(assembled(s), 0); h.Dim != 3 {
		t.Errorf("generic sheaf: dimension %d, want 3", h.Dim)
	}
	// If both maps of each edge are equal, constants on a component are sections.
	tie(s)
	if h, _ := GlobalSections(assembled(s), 0); h.Dim != 6 {
		t.Errorf("tied sheaf with two components: dimension %d, want 6", h.Dim)
	}
	if _, err := GlobalSections(NewLaplacian(501, 2, nil), 0); err == nil {
		t.Errorf("no error for n·d = 1002, above %d", MaxSectionsDim)
	}
	if h, err := GlobalSections(NewLaplacian(2, 2, nil), 0); err != nil || h.Dim != 4 {
		t.Errorf("graph of two nodes without edges, d=2: %+v, error %v, want dimension 4", h, err)
	}
}

// TestGauge checks that a gauge keeps the coboundary, B'G x = B x, whether it is
// orthogonal or only invertible, and that an orthogonal one keeps the spectrum of L.
// GaugeError notices one changed entry of a map. NewGauge refuses a singular matrix.
func TestGauge(t *testing.T) {
	const d = 3
	s := randomSheaf(d, 3)
	x := randoms(s.N*d*4, 1)
	// An orthogonal gauge.
	g := RandomGauge(s.N, d, rng.New(1, "gauge").Norm)
	out := New(s.N, d, s.Edges)
	g.Transform(s, out)
	if e := g.GaugeError(s, out, x, 4); e > 1e-13 {
		t.Errorf("orthogonal gauge: relative change %g of Bx, want 0", e)
	}
	if e := maxDiff(eigenvalues(assembled(s).Dense()), eigenvalues(assembled(out).Dense())); e > 1e-11 {
		t.Errorf("orthogonal gauge: an eigenvalue changes by %g, want 0", e)
	}
	// An invertible gauge, then a changed map.
	invertible, err := NewGauge(s.N, d, randoms(s.N*d*d, 6))
	if err != nil {
		t.Fatal(err)
	}
	invertible.Transform(s, out)
	if e := invertible.GaugeError(s, out, x, 4); e > 1e-11 {
		t.Errorf("invertible gauge: relative change %g of Bx, want 0", e)
	}
	out.R[3] += 0.1
	if e := invertible.GaugeError(s, out, x, 4); e < 1e-4 {
		t.Errorf("after a change of a map entry by 0.1 GaugeError is %g, want at least 1e-4", e)
	}
	if _, err := NewGauge(2, 1, []float64{1, 0}); err == nil {
		t.Error("NewGauge accepts the singular matrix 0 at node 1")
	}
}

// TestEdgeMetricKeepsSections checks that the kernel keeps its dimension 2 if the metric of
// each edge stalk changes: R_ij ← A R_ij and R_ji ← A R_ji, with a random matrix A per edge.
func TestEdgeMetricKeepsSections(t *testing.T) {
	s := Constant(7, 2, cycle(7))
	g := RandomGauge(7, 2, rng.New(1, "g").Norm)
	g.Transform(s, s)
	for e := range s.Edges {
		a := randoms(4, uint64(e))
		for side := range 2 {
			r := s.Map(e, side)
			old := append([]float64(nil), r...)
			clear(r)
			small.AddMul(2, 1, a, old, r)
		}
	}
	h, err := GlobalSections(assembled(s), 0)
	if err != nil || h.Dim != 2 {
		t.Fatalf("sections %+v, error %v, want dimension 2", h, err)
	}
	checkBasis(t, s, h)
}
