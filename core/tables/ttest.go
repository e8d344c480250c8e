package tables

import (
	"cmp"

	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// PValue is that of Student's t-test, two-sided, of the mean being 0: with t² = N·Mean²/Std² and f = N − 1
//
//	p = I_x(f/2, ½),  x = f/(f + t²),   I the regularised incomplete beta function.
//
// It is 1 for fewer than three numbers, and for a mean of 0.
func (s Summary) PValue() float64 {
	if s.N < 3 || s.Mean == 0 {
		return 1
	}
	free, spread := float64(s.N-1), float64(s.Std*s.Std)/float64(s.N)
	return linalg.IncBeta(free/2, 0.5, free*spread/(float64(free*spread)+float64(s.Mean*s.Mean)))
}

// Holm reports which of several hypotheses are rejected so that the probability of a single wrong rejection is at most level
// (Holm, 1979): in ascending order, as long as the k-th p-value of m is at most level/(m−k), k from 0 on.
func Holm(p []float64, level float64) []bool {
	ranking, out := make([]int, len(p)), make([]bool, len(p))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return cmp.Less(p[a], p[b]) })
	for k, i := range ranking {
		if !(p[i] <= level/float64(len(p)-k)) {
			break
		}
		out[i] = true
	}
	return out
}
