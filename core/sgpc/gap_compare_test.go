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

// lowestOf returns the two lowest eigenvalues λ₂ and λ₃ above the kernel of the Laplacian
// of a sheaf, by gonum. isClear reports whether no eigenvalue is near the kernel tolerance.
// λ₂ and λ₃ are 0 if the kernel is the whole space. λ₃ is λ₂ if λ₂ is the last eigenvalue.
func lowestOf(t *testing.T, s *sheaf.Sheaf) (l2, l3 float64, isClear bool) {
	t.Helper()
	// The Laplacian is Bᵀ B for the coboundary B, with a block of d rows for each edge.
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

// TestComparedIsDense compares the numbers of compareAscent with dense spectra: λ₂ and λ₃
// at the start, λ₂ of L + η v vᵀ, of the nearest sheaf and of the crude projection. They
// agree to 1e-9. The cases include d-fold eigenvalues, and K2 with fewer eigenvalues than
// a tracker carries. A spectrum with an eigenvalue near the kernel tolerance is skipped.
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
				m := compareAscent(r.cfg, s, nil)
				l2, l3, isClear := lowestOf(t, s)
				if !isClear || l2 == 0 { // another tolerance would give another λ₂
					continue
				}
				input := fmt.Sprintf("%s, d = %d, %s", name, d, lift)
				checkNear := func(what string, got, want float64) {
					checked++
					if !(math.Abs(got-want) <= 1e-9*max(1, want)) {
						t.Errorf("%s: %s %.12g, dense %.12g", input, what, got, want)
					}
				}
				checkNear("λ2", m.Before.Lambda2, l2)
				checkNear("λ3", m.Before.Lambda3, l3)
				checkNear("λ2 of the matrix", m.Matrix.After, min(l2+m.Matrix.Eta, l3))
				if m.Matrix.Eta == 0 { // both projections are L
					continue
				}
				// The projections of the step from the same eigenvector v of λ₂.
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
				if l2, _, isClear := lowestOf(t, nearest); isClear {
					checkNear("λ2 of the nearest sheaf", m.Near.Lambda2, l2)
				}
				if l2, _, isClear := lowestOf(t, crude); isClear {
					checkNear("λ2 of the crude projection", m.Crude.Lambda2, l2)
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("%d numbers are compared, want at least 150", checked)
	}
}
