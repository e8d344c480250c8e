package pacbayes

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// digamma returns ψ(x) by polygamma.
func digamma(x float64) float64 {
	_, psi, _ := polygamma(x)
	return psi
}

// TestPolygammaEqualsReference compares, from 1e-3 to 1e6, log Γ with package math, ψ with gonum and with the duplication formula
// ψ(x) = (ψ(x/2) + ψ(x/2 + ½))/2 + log 2, and ψ₁ with gonum's ζ(2, x). ψ(1), ψ(½), ψ₁(1) and log Γ(½) equal known constants.
func TestPolygammaEqualsReference(t *testing.T) {
	for x := 1e-3; x < 1e6; x *= 1.13 {
		lg, psi, psi1 := polygamma(x)
		want, _ := math.Lgamma(x)
		if math.Abs(lg-want) > 2e-14*math.Max(1, math.Abs(want)) {
			t.Errorf("log Γ(%g) = %.17g, want %.17g", x, lg, want)
		}
		// gonum's series has an error of 1e-10 here; the duplication formula has no such error.
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
		t.Errorf("ψ(1) = %.17g, want −γ", v)
	}
	if v := digamma(0.5); math.Abs(v+1.9635100260214235) > 1e-15 {
		t.Errorf("ψ(½) = %.17g, want −γ − 2 log 2", v)
	}
	if _, _, v := polygamma(1); math.Abs(v-math.Pi*math.Pi/6) > 1e-15 {
		t.Errorf("ψ₁(1) = %.17g, want π²/6", v)
	}
	if v := LogGamma(0.5); math.Abs(v-0.57236494292470009) > 4e-15 {
		t.Errorf("log Γ(½) = %.17g, want log √π", v)
	}
}

// quadrature returns the integral of f over (0, 1) by the tanh-sinh rule. f gets x, log x and log(1−x).
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

// TestBetaKLMatchesQuadrature compares BetaKL with the integral of p·log(p/q), and its derivatives by a and b with central differences,
// for 200 pairs of Beta distributions. The density of Beta(a+1, b+1), computed with LogBeta, integrates to 1. The divergence of equal
// distributions is 0.
func TestBetaKLMatchesQuadrature(t *testing.T) {
	r := rng.New(1, "kl")
	for range 200 {
		a, b, a0, b0 := 0.6+8*r.Float64(), 0.6+8*r.Float64(), 0.6+4*r.Float64(), 0.6+4*r.Float64()
		logBeta := func(a, b float64) float64 {
			x, _ := math.Lgamma(a)
			y, _ := math.Lgamma(b)
			z, _ := math.Lgamma(a + b)
			return x + y - z
		}
		want := quadrature(func(_, lx, lr float64) float64 {
			logP, logQ := (a-1)*lx+(b-1)*lr-logBeta(a, b), (a0-1)*lx+(b0-1)*lr-logBeta(a0, b0)
			return math.Exp(logP) * (logP - logQ)
		})
		// The divergence and its derivatives.
		kl, byA, byB := BetaKLGrad(a, b, a0, b0)
		if math.Abs(kl-want) > 1e-9 {
			t.Errorf("KL(%g,%g‖%g,%g) = %.12g, want %.12g", a, b, a0, b0, kl, want)
		}
		checkDerivative(t, "∂a", byA, centralDifference(func(s float64) float64 { return BetaKL(a+s, b, a0, b0) }, 1e-3))
		checkDerivative(t, "∂b", byB, centralDifference(func(s float64) float64 { return BetaKL(a, b+s, a0, b0) }, 1e-3))
		mass := quadrature(func(x, _, _ float64) float64 {
			if x == 0 || x == 1 {
				return 0
			}
			return math.Exp(a*math.Log(x) + b*math.Log1p(-x) - LogBeta(a+1, b+1))
		})
		if math.Abs(mass-1) > 1e-10 {
			t.Errorf("the density of Beta(%g, %g) integrates to %g, want 1", a+1, b+1, mass)
		}
	}
	if kl := BetaKL(2, 3, 2, 3); kl != 0 {
		t.Errorf("KL of equal distributions is %g, want 0", kl)
	}
}

// TestLossTerms compares L_KL with √((KL + log(2/δ))/(2N)), and the derivatives of L_KL and L_spec with central differences. With λ2 = 0
// the spectral term is infinite. If its weight is 0, the total is finite and Unweighted is infinite.
func TestLossTerms(t *testing.T) {
	lkl, byKL := LKL(12, 0.05, 40)
	if want := math.Sqrt((12 + math.Log(40)) / 80); math.Abs(lkl-want) > 1e-15 { // 40 = 2/0.05
		t.Errorf("L_KL %g, want %g", lkl, want)
	}
	lklAt := func(s float64) float64 {
		v, _ := LKL(12+s, 0.05, 40)
		return v
	}
	checkDerivative(t, "L_KL", byKL, centralDifference(lklAt, 1e-2))
	// The gradient of 2·L_spec at c_het = 0.8 and λ2 = 0.3.
	byCHet, byLambda2 := LSpecGrad(2, LSpec(0.8, 0.3), 0.3)
	checkDerivative(t, "∂c_het", byCHet, centralDifference(func(s float64) float64 { return 2 * LSpec(0.8+s, 0.3) }, 1e-3))
	checkDerivative(t, "∂λ2", byLambda2, centralDifference(func(s float64) float64 { return 2 * LSpec(0.8, 0.3+s) }, 1e-4))
	b := Bound{Empirical: 0.4, N: 40, KLSum: 12, Delta: 0.05, CHet: 0.8, Lambda2: 0, LambdaKL: 0.1}
	b.Evaluate()
	if math.Abs(b.Total-0.4-0.1*lkl) > 1e-15 || !math.IsInf(b.Unweighted, 1) {
		t.Errorf("bound %+v, want the total %g and Unweighted +Inf", b, 0.4+0.1*lkl)
	}
}

// binomialTail returns P(Bin(n,p) ≤ k), summed term by term.
func binomialTail(k, n int, p float64) (sum float64) {
	logFactorial := func(x int) float64 {
		v, _ := math.Lgamma(float64(x + 1))
		return v
	}
	for i := 0; i <= k; i++ {
		logChoose := logFactorial(n) - logFactorial(i) - logFactorial(n-i)
		sum += math.Exp(logChoose + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}

// TestClopperPearson checks the definition of the bound p of k errors in n trials: P(Bin(n,p) ≤ k) = δ, summed term by term. The bound is
// 1 if all trials are errors, and without trials.
func TestClopperPearson(t *testing.T) {
	for _, n := range []int{1, 5, 37, 120, 1000, 5000} {
		for _, k := range []int{0, 1, 2, n / 3, n / 2, n - 1} {
			for _, delta := range []float64{0.01, 0.05, 0.3} {
				if k >= n {
					continue // the bound is 1
				}
				bound := ClopperPearson(k, n, delta)
				tail := binomialTail(k, n, bound)
				if math.Abs(tail-delta) > 1e-9 {
					t.Errorf("k=%d n=%d δ=%g: the tail at the bound %g is %g, want δ", k, n, delta, bound, tail)
				}
			}
		}
	}
	if bound := ClopperPearson(4, 4, 0.05); bound != 1 {
		t.Errorf("the bound of 4 errors in 4 trials is %g, want 1", bound)
	}
	if bound := ClopperPearson(0, 0, 0.05); bound != 1 {
		t.Errorf("the bound without trials is %g, want 1", bound)
	}
}

// TestConformalCoverage checks the coverage of conformal sets over 200 random splits of 400 nodes, 99 of them for calibration.
// For exchangeable nodes and continuous scores the mean lies between 1−δ and 1−δ + 1/(99+1), here up to 3 standard errors.
// At most 22 splits lie outside two standard deviations: 5 % of 200 are 10, and 22 is four standard deviations more.
// Sets have 1 to 4 classes in the mean.
func TestConformalCoverage(t *testing.T) {
	r := rng.New(1, "conformal")
	const n, classes, cal, delta, splits = 400, 4, 99, 0.1, 200
	// Random probabilities in which the class of the label is favoured four to one.
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
		// Over random calibration sets the probability of coverage is Beta(90, 10). Given it, the number of covered nodes is binomial:
		// standard deviation √(v_beta + v_binomial), v_binomial = 0.9·0.1/(n − cal).
		sd := math.Sqrt(BetaVariance(90, 10) + 0.09/(n-cal))
		if math.Abs(coverage-0.9) > 2*sd {
			outside++
		}
		if size < 1 || size > classes {
			t.Fatalf("the sets have the mean size %g, want 1 to %d", size, classes)
		}
	}
	t.Logf("mean coverage %.4f, %d of %d splits outside two deviations", mean, outside, splits)
	band := 3 * math.Sqrt((BetaVariance(90, 10)+0.09/(n-cal))/splits)
	if mean < 1-delta-band || mean > 1-delta+1.0/(cal+1)+band {
		t.Errorf("mean coverage %g, want %g to %g, up to %g", mean, 1-delta, 1-delta+1.0/(cal+1), band)
	}
	if outside > 22 {
		t.Errorf("%d of %d splits outside two deviations, want at most 22", outside, splits)
	}
}

// TestConformalRank checks the rank ⌈(n+1)(1−δ)⌉ where (n+1)(1−δ) is whole and rounding could add 1. With too few nodes for calibration
// the threshold is infinite and a set has all classes. Evaluate of no nodes returns −1 for both results.
func TestConformalRank(t *testing.T) {
	if k := conformalRank(19, 0.05); k != 19 {
		t.Errorf("rank %d, want 19", k)
	}
	if k := conformalRank(99, 0.1); k != 90 {
		t.Errorf("rank %d, want 90", k)
	}
	c := NewConformal([]float64{0.9, 0.1}, 2, []int{0}, []int{0}, 0.05)
	if !math.IsInf(c.Threshold, 1) || len(c.Set(nil, []float64{1, 0})) != 2 {
		t.Errorf("one node for calibration: %+v, want an infinite threshold and sets of both classes", c)
	}
	if coverage, size := c.Evaluate(nil, 2, nil, nil); coverage != -1 || size != -1 {
		t.Errorf("no nodes: coverage %g and size %g, want -1", coverage, size)
	}
}

// TestReliabilityEqualsHandCount compares the bins and the expected calibration error (ECE) of five nodes with numbers by hand. A node
// without a label does not count. The ECE of no nodes is 0.
func TestReliabilityEqualsHandCount(t *testing.T) {
	prob := []float64{0.9, 0.1, 0.6, 0.4, 0.3, 0.7, 1, 0, 0.5, 0.5} // 5×2
	labels := []int{0, 1, 1, 0, -1}
	r := NewReliability(prob, 2, labels, []int{0, 1, 2, 3, 4}, 10)
	if r.Count[9] != 2 || r.Count[6] != 1 || r.Count[7] != 1 {
		t.Errorf("counts %v, want 1, 1 and 2 in bins 6, 7 and 9", r.Count)
	}
	if r.Accuracy[6] != 0 || r.Confidence[9] != 0.95 {
		t.Errorf("accuracy %g of bin 6 and confidence %g of bin 9, want 0 and 0.95", r.Accuracy[6], r.Confidence[9])
	}
	// |accuracy − confidence| is 0.05 for the two nodes of bin 9, 0.6 in bin 6 and 0.3 in bin 7.
	if want := (2*0.05 + 0.6 + 0.3) / 4; math.Abs(r.ECE-want) > 1e-15 {
		t.Errorf("ECE %g, want %g", r.ECE, want)
	}
	if e := NewReliability(prob, 2, labels, nil, 10).ECE; e != 0 {
		t.Errorf("the ECE of no nodes is %g, want 0", e)
	}
}
