package pacbayes

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

func digamma(x float64) float64 {
	_, psi, _ := polygamma(x)
	return psi
}

// TestPolygammaEqualsReference compares log Γ and its derivatives with reference values.
func TestPolygammaEqualsReference(t *testing.T) {
	for x := 1e-3; x < 1e6; x *= 1.13 {
		lg, psi, psi1 := polygamma(x)
		want, _ := math.Lgamma(x)
		if math.Abs(lg-want) > 2e-14*math.Max(1, math.Abs(want)) {
			t.Errorf("log Γ(%g) = %.17g, want %.17g", x, lg, want)
		}
		// gonum's own series stops at 1e-10 here; the duplication formula does not.
		if w := mathext.Digamma(x); math.Abs(psi-w) > 2e-10*math.Max(1, math.Abs(w)) {
			t.Errorf("ψ(%g) = %.17g, want %.17g", x, psi, w)
		}
		if w := 0.5*(digamma(x/2)+digamma(x/2+0.5)) + math.Ln2; math.Abs(psi-w) > 1e-14*math.Max(1, math.Abs(w)) {
			t.Errorf("ψ(%g) = %.17g, by duplication %.17g", x, psi, w)
		}
		// ψ₁(x) = ζ(2, x).
		if w := mathext.Zeta(2, x); math.Abs(psi1-w) > 2e-14*w {
			t.Errorf("ψ₁(%g) = %.17g, want %.17g", x, psi1, w)
		}
	}
	if v := digamma(1); math.Abs(v+0.57721566490153286) > 1e-15 {
		t.Errorf("ψ(1) = %.17g", v)
	}
	if v := digamma(0.5); math.Abs(v+1.9635100260214235) > 1e-15 {
		t.Errorf("ψ(½) = %.17g", v)
	}
	if _, _, v := polygamma(1); math.Abs(v-math.Pi*math.Pi/6) > 1e-15 {
		t.Errorf("ψ₁(1) = %.17g", v)
	}
	if v := LogGamma(0.5); math.Abs(v-0.57236494292470009) > 4e-15 {
		t.Errorf("log Γ(½) = %.17g", v)
	}
}

// quadrature integrates f over (0, 1) by the tanh-sinh rule.
func quadrature(f func(x, log, logRest float64) float64) (sum float64) {
	const h = 1.0 / 64
	for k := -300; k <= 300; k++ {
		u := float64(k) * h
		s := math.Pi / 2 * math.Sinh(u)
		// x = 1/(1+e^{−2s}); logarithms without cancellation at both ends.
		logX, logRest := -math.Log1p(math.Exp(-2*s)), -math.Log1p(math.Exp(2*s))
		w := h * math.Pi * math.Cosh(u) * math.Exp(logX+logRest)
		if w > 0 {
			sum += w * f(math.Exp(logX), logX, logRest)
		}
	}
	return sum
}

// TestBetaKLMatchesQuadrature compares BetaKL with an integral, and its derivatives with differences.
func TestBetaKLMatchesQuadrature(t *testing.T) {
	r := rng.New(1, "kl")
	for range 200 {
		a, b, a0, b0 := 0.6+8*r.Float64(), 0.6+8*r.Float64(), 0.6+4*r.Float64(), 0.6+4*r.Float64()
		lb := func(a, b float64) float64 {
			x, _ := math.Lgamma(a)
			y, _ := math.Lgamma(b)
			z, _ := math.Lgamma(a + b)
			return x + y - z
		}
		want := quadrature(func(_, lx, lr float64) float64 {
			p, q := (a-1)*lx+(b-1)*lr-lb(a, b), (a0-1)*lx+(b0-1)*lr-lb(a0, b0)
			return math.Exp(p) * (p - q)
		})
		kl, da, db := BetaKLGrad(a, b, a0, b0)
		if math.Abs(kl-want) > 1e-9 {
			t.Errorf("KL(%g,%g‖%g,%g) = %.12g, want %.12g", a, b, a0, b0, kl, want)
		}
		checkDerivative(t, "∂a", da, central(func(s float64) float64 { return BetaKL(a+s, b, a0, b0) }, 1e-3))
		checkDerivative(t, "∂b", db, central(func(s float64) float64 { return BetaKL(a, b+s, a0, b0) }, 1e-3))
		if mass := quadrature(func(x, _, _ float64) float64 {
			if x == 0 || x == 1 {
				return 0
			}
			return math.Exp(a*math.Log(x) + b*math.Log1p(-x) - LogBeta(a+1, b+1))
		}); math.Abs(mass-1) > 1e-10 {
			t.Errorf("density integrates to %g", mass)
		}
	}
	if kl := BetaKL(2, 3, 2, 3); kl != 0 {
		t.Errorf("KL of equal distributions %g", kl)
	}
}

// TestLossTerms checks L_KL, L_spec, their derivatives, and that a term of weight 0 does not enter the total.
func TestLossTerms(t *testing.T) {
	v, d := LKL(12, 0.05, 40)
	if want := math.Sqrt((12 + math.Log(40)) / 80); math.Abs(v-want) > 1e-15 {
		t.Errorf("L_KL %g, want %g", v, want)
	}
	checkDerivative(t, "L_KL", d, central(func(s float64) float64 { v, _ := LKL(12+s, 0.05, 40); return v }, 1e-2))
	dc, dl := LSpecGrad(2, LSpec(0.8, 0.3), 0.3)
	checkDerivative(t, "∂c_het", dc, central(func(s float64) float64 { return 2 * LSpec(0.8+s, 0.3) }, 1e-3))
	checkDerivative(t, "∂λ2", dl, central(func(s float64) float64 { return 2 * LSpec(0.8, 0.3+s) }, 1e-4))
	b := Bound{Empirical: 0.4, N: 40, KLSum: 12, Delta: 0.05, CHet: 0.8, Lambda2: 0, LambdaKL: 0.1}
	b.Evaluate()
	if math.Abs(b.Total-0.4-0.1*v) > 1e-15 || !math.IsInf(b.Unweighted, 1) {
		t.Errorf("bound %+v", b)
	}
}

// binomialTail is P(Bin(n,p) ≤ k), summed term by term.
func binomialTail(k, n int, p float64) (sum float64) {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	for i := 0; i <= k; i++ {
		sum += math.Exp(lg(n) - lg(i) - lg(n-i) + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}

// TestClopperPearson checks that the binomial tail at the bound is δ.
func TestClopperPearson(t *testing.T) {
	for _, n := range []int{1, 5, 37, 120, 1000, 5000} {
		for _, k := range []int{0, 1, 2, n / 3, n / 2, n - 1} {
			for _, delta := range []float64{0.01, 0.05, 0.3} {
				if k >= n {
					continue
				}
				got := ClopperPearson(k, n, delta)
				// The definition: the tail probability at the bound is δ. Summed term by term.
				tail := binomialTail(k, n, got)
				if math.Abs(tail-delta) > 1e-9 {
					t.Errorf("k=%d n=%d δ=%g: tail %g", k, n, delta, tail)
				}
			}
		}
	}
	if ClopperPearson(4, 4, 0.05) != 1 || ClopperPearson(0, 0, 0.05) != 1 {
		t.Error("all wrong or no trial must give 1")
	}
}

// For exchangeable nodes and continuous scores the mean coverage over many splits is at least 1−δ and at most 1−δ + 1/(n+1).
func TestConformalCoverage(t *testing.T) {
	r := rng.New(1, "conformal")
	const n, classes, cal, delta, splits = 400, 4, 99, 0.1, 200
	prob, labels := make([]float64, n*classes), make([]int, n)
	for i := range n {
		labels[i] = r.Intn(classes)
		row, sum := prob[i*classes:(i+1)*classes], 0.0
		for k := range row {
			row[k] = linalg.Exp(1.5 * r.Norm())
			if k == labels[i] {
				row[k] *= 4
			}
			sum += row[k]
		}
		for k := range row {
			row[k] /= sum
		}
	}
	mean, outside := 0.0, 0
	for range splits {
		perm := r.Perm(n)
		c := NewConformal(prob, classes, labels, perm[:cal], delta)
		coverage, size := c.Evaluate(prob, classes, labels, perm[cal:])
		mean += coverage / splits
		// Given the calibration set, coverage ~ Beta(90, 10), then binomial:
		// standard deviation √(v_beta + v_binomial).
		sd := math.Sqrt(BetaVariance(90, 10) + 0.09/(n-cal))
		if math.Abs(coverage-0.9) > 2*sd {
			outside++
		}
		if size < 1 || size > classes {
			t.Fatalf("mean size %g", size)
		}
	}
	t.Logf("mean coverage %.4f, %d of %d splits outside two deviations", mean, outside, splits)
	band := 3 * math.Sqrt((BetaVariance(90, 10)+0.09/(n-cal))/splits)
	if mean < 1-delta-band || mean > 1-delta+1.0/(cal+1)+band {
		t.Errorf("mean coverage %g, band ±%g", mean, band)
	}
	if outside > 22 {
		t.Errorf("%d of %d splits outside two deviations", outside, splits)
	}
}

// TestConformalRank checks the rank in spite of rounding, and calibration with too few nodes.
func TestConformalRank(t *testing.T) {
	if k := conformalRank(19, 0.05); k != 19 {
		t.Errorf("rank %d, want 19", k)
	}
	if k := conformalRank(99, 0.1); k != 90 {
		t.Errorf("rank %d, want 90", k)
	}
	c := NewConformal([]float64{0.9, 0.1}, 2, []int{0}, []int{0}, 0.05)
	if !math.IsInf(c.Threshold, 1) || len(c.Set(nil, []float64{1, 0})) != 2 {
		t.Errorf("one node cannot give a threshold: %+v", c)
	}
	if cov, size := c.Evaluate(nil, 2, nil, nil); cov != -1 || size != -1 {
		t.Error("no nodes must give -1")
	}
}

// TestReliabilityEqualsHandCount compares the bins and the ECE with numbers computed by hand.
func TestReliabilityEqualsHandCount(t *testing.T) {
	prob := []float64{0.9, 0.1, 0.6, 0.4, 0.3, 0.7, 1, 0, 0.5, 0.5}
	labels := []int{0, 1, 1, 0, -1}
	r := NewReliability(prob, 2, labels, []int{0, 1, 2, 3, 4}, 10)
	if r.Count[9] != 2 || r.Count[6] != 1 || r.Count[7] != 1 || r.Accuracy[6] != 0 || r.Confidence[9] != 0.95 {
		t.Errorf("%+v", r)
	}
	if want := (2*0.05 + 0.6 + 0.3) / 4; math.Abs(r.ECE-want) > 1e-15 {
		t.Errorf("ECE %g, want %g", r.ECE, want)
	}
	if e := NewReliability(prob, 2, labels, nil, 10).ECE; e != 0 {
		t.Errorf("ECE of nothing %g", e)
	}
}
