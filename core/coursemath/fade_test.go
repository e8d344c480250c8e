package coursemath

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
)

// Fade equals a computation by gonum's eigenvectors of the dense Laplacian of the tempers. Compared are the first four eigenvalues, the
// share of the classes in the second eigenvector, and the Rayleigh quotient of the classes. The lengths of the
// three parts of the flow and the share of right signs are compared at six times, with and without a step of ascent.
// A graph without tempers is refused.
func TestFadeEqualsDenseEigenvectors(t *testing.T) {
	for _, spec := range []string{"friends:noise=1.1,seed=10", "friends:n=60,degree=6,seed=2"} {
		g, err := graph.Generate(spec)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Fade(g)
		if err != nil {
			t.Fatal(err)
		}
		l := mat.NewSymDense(g.N, nil)
		for _, e := range g.Edges {
			i, j := int(e.I), int(e.J)
			l.SetSym(i, i, l.At(i, i)+1)
			l.SetSym(j, j, l.At(j, j)+1)
			l.SetSym(i, j, -f.Temper[i]*f.Temper[j])
		}
		var e mat.EigenSym
		if !e.Factorize(l, true) {
			t.Fatal("no eigenvalues")
		}
		var v mat.Dense
		e.VectorsTo(&v)
		values := e.Values(nil)
		for k, want := range values[:4] {
			if math.Abs(f.Values[k]-want) > 1e-8 {
				t.Errorf("%s: eigenvalue %d is %g, want %g", spec, k, f.Values[k], want)
			}
		}
		// The classes are nearly the second eigenvector. Their Rayleigh quotient is 4 times the broken ties, divided by n.
		n := float64(g.N)
		if c := mat.Dot(v.ColView(1), col(f.Class)); math.Abs(f.Share-c*c/n) > 1e-8 {
			t.Errorf("%s: the share of the classes is %g, want %g", spec, f.Share, c*c/n)
		}
		var ly mat.VecDense
		ly.MulVec(l, col(f.Class))
		if want := mat.Dot(&ly, col(f.Class)) / n; math.Abs(f.Rayleigh-want) > 1e-9 || math.Abs(want-4*float64(f.Broken)/n) > 1e-9 {
			t.Errorf("%s: the quotient of the classes is %g, want %g, with %d ties broken", spec, f.Rayleigh, want, f.Broken)
		}
		for _, eta := range []float64{0, 1} {
			// x is the flow of the hints at time t: Σ e^{−tλ}(v·hint)v. A step of ascent adds η to the second eigenvalue.
			for _, time := range []float64{0, 0.1, 0.5, 0.731, 2, 5} {
				x, parts := make([]float64, g.N), [3]float64{} // parts: squared lengths along v₁, v₂ and all others
				for k, lambda := range values {
					if k == 1 {
						lambda += eta
					}
					c := mat.Dot(v.ColView(k), col(f.Hint)) * math.Exp(-lambda*time)
					for i := range x {
						x[i] += c * v.At(i, k)
					}
					parts[min(k, 2)] += c * c / n
				}
				right := 0
				for i, y := range f.Class {
					if x[i]*y > 0 {
						right++
					}
				}
				got := f.At(time, eta)
				for k, part := range []float64{got.Tempers, got.Class, got.Noise} {
					if math.Abs(part-math.Sqrt(parts[k])) > 1e-7 {
						t.Errorf("%s, η = %g, t = %g: part %d is %g, want %g", spec, eta, time, k, part, math.Sqrt(parts[k]))
					}
				}
				if math.Abs(got.Right-float64(right)/n) > 1e-9 {
					t.Errorf("%s, η = %g, t = %g: the share of right signs is %g, want %d of %g", spec, eta, time, got.Right, right, n)
				}
			}
		}
	}
	if _, err := Fade(graph.Karate()); err == nil {
		t.Error("a graph without tempers was not refused")
	}
}

// The statements of chapters 5 and 6 hold on ten graphs: at time 0.5 the accuracy is 0.97 or more, and at least 0.1 above the start.
// At the last time, after a step of ascent of length 1, it is at most 0.55, nearly chance.
// Averaging without maps loses at least 0.1 until time 2.
func TestFadeRisesThenFalls(t *testing.T) {
	for seed := 1; seed <= 10; seed++ {
		g, err := graph.Generate("friends:noise=1.1,seed=" + digits(float64(seed)))
		if err != nil {
			t.Fatal(err)
		}
		f, err := Fade(g)
		if err != nil {
			t.Fatal(err)
		}
		begin, best, end := f.At(0, 0), f.At(0.5, 0), f.At(FadeEnd, 1)
		if best.Right < 0.97 || best.Right < begin.Right+0.1 || end.Right > 0.55 {
			t.Errorf("seed %d: the accuracy is %g, then %g, and in the end %g; want a gain of 0.1 to 0.97 or more, and at most 0.55 in the end",
				seed, begin.Right, best.Right, end.Right)
		}
		if averaged := f.At(2, 0).RightPlain; averaged > begin.RightPlain-0.1 {
			t.Errorf("seed %d: averaging without maps goes from %g to %g, want a loss of 0.1", seed, begin.RightPlain, averaged)
		}
	}
}
