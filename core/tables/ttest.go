// This file has the test of Student, and the correction of Holm for several tests. Package heat uses them.

package tables

import (
	"cmp"

	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// PValue returns the p-value of Student's two-sided t-test of the hypothesis that the mean is 0. With t² = N·Mean²/Std² and f = N − 1
//
//	p = I_x(f/2, ½),  x = f/(f + t²),   I the regularised incomplete beta function.
//
// PValue returns 1 for fewer than three numbers, which can hardly reject a hypothesis, and for the mean 0.
func (s Summary) PValue() float64 {
	if s.N < 3 || s.Mean == 0 {
		return 1
	}
	free := float64(s.N - 1)                      // degrees of freedom f
	spread := float64(s.Std*s.Std) / float64(s.N) // squared standard error of the mean
	// x = f/(f + Mean²/spread), with numerator and denominator multiplied by spread. For Std = 0 it is 0, without a division by 0.
	return linalg.IncBeta(free/2, 0.5, free*spread/(float64(free*spread)+float64(s.Mean*s.Mean)))
}

// Holm reports, for each of m p-values, whether its hypothesis is rejected (Holm 1979). The probability of at least one wrong rejection is
// at most level. In ascending order, p-value k (from 0) is compared with level/(m−k). The hypotheses of the first p-value above its bound
// and of all later p-values are not rejected. NaN comes first in this order, so with a NaN nothing is rejected.
func Holm(p []float64, level float64) []bool {
	ranking, rejected := make([]int, len(p)), make([]bool, len(p))
	for i := range ranking {
		ranking[i] = i
	}
	order.By(ranking, func(a, b int) bool { return cmp.Less(p[a], p[b]) })
	for k, i := range ranking {
		bound := level / float64(len(p)-k)
		if !(p[i] <= bound) { // the negation is also true for NaN
			break
		}
		rejected[i] = true
	}
	return rejected
}
