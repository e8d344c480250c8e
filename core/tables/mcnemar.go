package tables

import "sheafscope/core/linalg"

// McNemar returns the p-value of the exact two-sided test for two classifiers A and B (McNemar 1947, with the binomial distribution).
// In onlyA cases only A is right, and in onlyB cases only B is right. The hypothesis is that A and B are equally often right.
// With n = onlyA + onlyB and the smaller count k = min(onlyA, onlyB)
//
//	p = min(1, 2·Σ_{i≤k} C(n,i)/2ⁿ) = min(1, 2·I_½(n−k, k+1)),   I the regularised incomplete beta function.
//
// If the counts differ by at most 1, p is exactly 1.
func McNemar(onlyA, onlyB int) float64 {
	k, n := min(onlyA, onlyB), onlyA+onlyB
	difference := n - 2*k // |onlyA − onlyB|
	if difference <= 1 {
		return 1 // the sum in the formula is at least ½, but the computed beta function could be slightly less
	}
	return min(1, 2*linalg.IncBeta(float64(n-k), float64(k+1), 0.5))
}
