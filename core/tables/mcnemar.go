package tables

import "sheafscope/core/linalg"

// McNemar returns the p-value of the exact test, two-sided, that of n = onlyA + onlyB
// cases in which only one of two classifiers is right each is as likely to be right (McNemar,
// 1947, with the binomial distribution): with k the smaller count
//
//	p = min(1, 2·Σ_{i≤k} C(n,i)/2ⁿ) = min(1, 2·I_½(n−k, k+1)),   I the regularised incomplete beta function.
//
// Without such a case, and where the counts differ by one at most, it is 1. Nothing that is trained depends on it.
func McNemar(onlyA, onlyB int) float64 {
	k, n := min(onlyA, onlyB), onlyA+onlyB
	if n-2*k <= 1 {
		return 1 // exactly: half of all outcomes are at most k
	}
	return min(1, 2*linalg.IncBeta(float64(n-k), float64(k+1), 0.5))
}
