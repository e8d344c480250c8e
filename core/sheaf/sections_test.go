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
// that the holonomy fixes.
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
		s := Constant(n, c.d, cycle(n))
		copy(s.Map(0, 1), c.far)
		// A random gauge must not change the answer.
		g := RandomGauge(n, c.d, rng.New(4, c.name).Norm)
		twisted := New(n, c.d, s.Edges)
		g.Transform(s, twisted)
		for _, s := range []*Sheaf{s, twisted} {
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
// and that Project is a projection.
func checkBasis(t *testing.T, s *Sheaf, h *Sections) {
	t.Helper()
	k := h.Dim
	b := make([]float64, len(s.Edges)*s.D*k)
	s.Coboundary(b, h.Basis.Data, k)
	for _, v := range b {
		if math.Abs(v) > 1e-10 {
			t.Fatalf("a section has coboundary %g", v)
		}
	}
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
				t.Fatalf("basis vectors %d and %d have product %g", p, q, v)
			}
		}
	}
	x := randoms(h.Basis.Rows*2, 8)
	y, z := make([]float64, len(x)), make([]float64, len(x))
	h.Project(y, x, 2)
	h.Project(z, y, 2)
	if maxDiff(y, z) > 1e-12 {
		t.Error("Project is not a projection")
	}
}

// TestKernelPerComponent checks the dimension of the kernel on a graph of three
// components, for constant, generic and tied maps.
func TestKernelPerComponent(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 3, J: 4}}
	h, err := GlobalSections(assembled(Constant(6, 3, edges)), 0)
	if err != nil || h.Dim != 9 {
		t.Errorf("three components, d=3: dimension %d, error %v", h.Dim, err)
	}
	// A generic sheaf has no sections but those on the isolated node.
	s := randomSheaf(3, 2)
	if h, _ := GlobalSections(assembled(s), 0); h.Dim != 3 {
		t.Errorf("generic sheaf: dimension %d, want 3", h.Dim)
	}
	// Literal convention: constants are sections whatever the maps.
	tie(s)
	if h, _ := GlobalSections(assembled(s), 0); h.Dim != 6 {
		t.Errorf("tied sheaf with two components: dimension %d, want 6", h.Dim)
	}
	if _, err := GlobalSections(NewLaplacian(501, 2, nil), 0); err == nil {
		t.Error("no error above the dense limit")
	}
	if h, err := GlobalSections(NewLaplacian(2, 2, nil), 0); err != nil || h.Dim != 4 {
		t.Error("graph without edges: the kernel is everything")
	}
}

func TestGauge(t *testing.T) {
	const d = 3
	s := randomSheaf(d, 3)
	x := randoms(s.N*d*4, 1)
	g := RandomGauge(s.N, d, rng.New(1, "gauge").Norm)
	out := New(s.N, d, s.Edges)
	g.Transform(s, out)
	if e := g.GaugeError(s, out, x, 4); e > 1e-13 {
		t.Errorf("orthogonal gauge changes Bx by %g", e)
	}
	if e := maxDiff(eigenvalues(assembled(s).Dense()), eigenvalues(assembled(out).Dense())); e > 1e-11 {
		t.Errorf("orthogonal gauge changes the spectrum by %g", e)
	}
	inv, err := NewGauge(s.N, d, randoms(s.N*d*d, 6))
	if err != nil {
		t.Fatal(err)
	}
	inv.Transform(s, out)
	if e := inv.GaugeError(s, out, x, 4); e > 1e-11 {
		t.Errorf("invertible gauge changes Bx by %g", e)
	}
	out.R[3] += 0.1
	if e := inv.GaugeError(s, out, x, 4); e < 1e-4 {
		t.Errorf("a changed map goes unnoticed: %g", e)
	}
	if _, err := NewGauge(2, 1, []float64{1, 0}); err == nil {
		t.Error("singular gauge accepted")
	}
}

// A change of the metric of an edge stalk, R_ij ← A R_ij and R_ji ← A R_ji for
// invertible A, keeps the global sections.
func TestEdgeMetricKeepsSections(t *testing.T) {
	s := Constant(7, 2, cycle(7))
	g := RandomGauge(7, 2, rng.New(1, "g").Norm)
	g.Transform(s, s)
	for e := range s.Edges {
		a := randoms(4, uint64(e))
		for side := range 2 {
			r := s.Map(e, side)
			q := append([]float64(nil), r...)
			clear(r)
			small.AddMul(2, 1, a, q, r)
		}
	}
	h, err := GlobalSections(assembled(s), 0)
	if err != nil || h.Dim != 2 {
		t.Fatalf("dimension %d, error %v", h.Dim, err)
	}
	checkBasis(t, s, h)
}
