package sgpc

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// lowestOf returns λ₂ and λ₃ of the Laplacian of a sheaf by gonum, and whether the
// kernel is no choice of the tolerance.
func lowestOf(t *testing.T, s *sheaf.Sheaf) (l2, l3 float64, clear bool) {
	t.Helper()
	b := mat.NewDense(len(s.Edges)*s.D, s.N*s.D, nil)
	for e, ed := range s.Edges {
		for r := range s.D {
			for c := range s.D {
				b.Set(e*s.D+r, int(ed.I)*s.D+c, s.Map(e, 0)[r*s.D+c])
				b.Set(e*s.D+r, int(ed.J)*s.D+c, -s.Map(e, 1)[r*s.D+c])
			}
		}
	}
	var l mat.SymDense
	l.SymOuterK(1, b.T())
	var eig mat.EigenSym
	if !eig.Factorize(&l, false) {
		t.Fatal("no eigenvalues")
	}
	values := eig.Values(nil)
	threshold, k := spectral.Kernel(values, 0)
	from, to := spectral.Crowd(values, threshold)
	if k == len(values) {
		return 0, 0, from == to
	}
	return values[k], values[min(k+1, len(values)-1)], from == to
}

// TestComparedIsDense compares λ₂ at the start, of L + η v vᵀ, of the nearest sheaf
// and of the crude projection with dense spectra. The cases include d-fold
// eigenvalues, and K2 with fewer eigenvalues than a tracker carries.
func TestComparedIsDense(t *testing.T) {
	checked := 0
	for _, name := range []string{"k2", "c6", "k4", "barbell", "sbm:n=20,classes=3,degree=1,homophily=1,seed=5"} {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
		if err != nil {
			t.Fatal(err)
		}
		for d := 2; d <= 4; d++ {
			for _, lift := range []string{"ot", "scalar", "uniform"} {
				c := method.DefaultFor(g, split)
				c.D, c.Lift, c.Channels, c.Hidden, c.GapMode = d, lift, 6, 12, "matrix"
				r, err := New(g, split, c)
				if err != nil {
					t.Fatal(err)
				}
				r.StepEpoch()
				s := r.Operator(r.gap.origin)
				m := compareAscent(r.cfg, s)
				l2, l3, clear := lowestOf(t, s)
				if !clear || l2 == 0 {
					continue
				}
				at := fmt.Sprintf("%s, d = %d, %s", name, d, lift)
				near := func(what string, got, want float64) {
					if checked++; !(math.Abs(got-want) <= 1e-9*max(1, want)) {
						t.Errorf("%s: %s %.12g, dense %.12g", at, what, got, want)
					}
				}
				near("λ2", m.Before.Lambda2, l2)
				near("λ3", m.Before.Lambda3, l3)
				near("λ2 of the matrix", m.Matrix.After, min(l2+m.Matrix.Eta, l3))
				if m.Matrix.Eta == 0 {
					continue
				}
				track := spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(r.cfg))
				track.Update(s)
				v := append([]float64(nil), track.Vector(0)...)
				nearest, _, err := spectral.ReassembleFrom(s, v, m.Matrix.Eta)
				if err != nil {
					t.Fatal(err)
				}
				crude, err := spectral.CrudeProjection(s, v, m.Matrix.Eta)
				if err != nil {
					t.Fatal(err)
				}
				if l2, _, clear := lowestOf(t, nearest); clear {
					near("λ2 of the nearest sheaf", m.Near.Lambda2, l2)
				}
				if l2, _, clear := lowestOf(t, crude); clear {
					near("λ2 of the crude projection", m.Crude.Lambda2, l2)
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("%d numbers compared", checked)
	}
}
