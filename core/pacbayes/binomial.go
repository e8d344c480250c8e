package pacbayes

import "sheafscope/core/linalg"

// ClopperPearson returns an upper confidence bound of an error rate, given the number of errors in n independent trials.
// The bound is the largest rate p with P(Bin(n,p) ≤ errors) ≥ delta. It holds with probability at least 1−delta.
// The bound equals the 1−delta quantile of Beta(errors+1, n−errors). It is 1 if all trials are errors or n is 0.
func ClopperPearson(errors, n int, delta float64) float64 {
	if errors >= n {
		return 1
	}
	// InvIncBeta(a, b, y) is the y quantile of Beta(a, b).
	if 2*errors > n { // p is often above 1/2, and InvIncBeta has a better relative accuracy for the smaller 1−p
		return 1 - linalg.InvIncBeta(float64(n-errors), float64(errors+1), delta)
	}
	return linalg.InvIncBeta(float64(errors+1), float64(n-errors), 1-delta)
}
