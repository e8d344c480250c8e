package tables

import "sheafscope/core/linalg"

// McNemar returns the p-value of the exact two-sided test for two classifiers (McNemar 1947, with the binomial distribution).
// Of n = onlyA + onlyB cases only one classifier is right, and the hypothesis is that both are equally often right.
// With k the smaller count
//
//	p = min(1, 2·Σ_{i≤k} C(n,i)/2ⁿ) = min(1, 2·I_½(n−k, k+1)),   I the regularised incomplete beta function.
//
// For n = 0, and for counts that differ by at most one, it is 1. No trained number depends on it.
func McNemar(onlyA, onlyB int) float64 {
	k, n := min(onlyA, onlyB), onlyA+onlyB
	if n-2*k <= 1 {
		// Half of all outcomes are at most k, so that the formula gives exactly 1.
		return 1
	}
	return min(1, 2*linalg.IncBeta(float64(n-k), float64(k+1), 0.5))
}
