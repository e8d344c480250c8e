package pacbayes

import (
	"math"

	"sheafscope/core/linalg"
)

// ClopperPearson returns the upper confidence bound on an error rate after
// errors wrong answers in n independent trials: the largest p with
// P(Bin(n,p) ≤ errors) ≥ delta, which holds with probability at least 1−delta.
// It equals the 1−delta quantile of Beta(errors+1, n−errors), and 1 when all
// trials fail or n is 0.
func ClopperPearson(errors, n int, delta float64) float64 {
	if errors >= n {
		return 1
	}
	a, b := float64(errors+1), float64(n-errors)
	// I_p(a,b) = P(Bin > errors) grows with p; the returned end is the upper one.
	lo, hi := 0.0, 1.0
	for range 200 {
		mid := 0.5 * (lo + hi)
		if mid == lo || mid == hi {
			break
		}
		if IncompleteBeta(a, b, mid) < 1-delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// IncompleteBeta returns the regularised incomplete beta function I_x(a, b)
// for a, b > 0 and 0 ≤ x ≤ 1, the distribution function of Beta(a, b), by
// Lentz's evaluation of its continued fraction.
func IncompleteBeta(a, b, x float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	}
	front := linalg.Exp(a*linalg.Log(x) + b*linalg.Log1p(-x) - LogBeta(a, b))
	// The fraction converges fast on the near side of the mean.
	if x > (a+1)/(a+b+2) {
		return 1 - front*betaFraction(b, a, 1-x)/b
	}
	return front * betaFraction(a, b, x) / a
}

func betaFraction(a, b, x float64) float64 {
	const tiny = 1e-300
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c := 1.0
	d := 1 / away(1-(a+b)*x/(a+1))
	h := d
	for k := 1; k < 10000; k++ {
		m := float64(k)
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / away(1+even*d)
		c = away(1 + even/c)
		h *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / away(1+odd*d)
		c = away(1 + odd/c)
		h *= d * c
		if math.Abs(d*c-1) < 1e-16 {
			break
		}
	}
	return h
}
