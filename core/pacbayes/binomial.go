package pacbayes

import "gonum.org/v1/gonum/mathext"

// ClopperPearson returns the upper confidence bound on an error rate after
// errors wrong answers in n independent trials: the largest p with
// P(Bin(n,p) ≤ errors) ≥ delta, which holds with probability at least 1−delta.
// It is the 1−delta quantile of Beta(errors+1, n−errors), and 1 when all
// trials fail or n is 0. Nothing that is trained depends on it, so that its last
// bits may differ between machines.
func ClopperPearson(errors, n int, delta float64) float64 {
	if errors >= n {
		return 1
	}
	return mathext.InvRegIncBeta(float64(errors+1), float64(n-errors), 1-delta)
}
