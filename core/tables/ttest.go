package tables

import (
	"cmp"

	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// PValue returns the p-value of Student's two-sided t-test of the mean 0. With t² = N·Mean²/Std² and f = N − 1
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

// Holm reports, for each p-value, whether its hypothesis is rejected (Holm 1979).
// The probability of any wrong rejection is at most level.
// In ascending order, p-value k of m, counted from 0, is rejected while it is at most level/(m−k).
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
