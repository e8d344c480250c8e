package train

import (
	"math"
	"slices"

	"sheafscope/core/order"
)

// AUC returns the area under the receiver operating characteristic (ROC). It is the share of the pairs of a positive and a negative element
// in which the positive element has the larger score. A pair with equal scores counts half (Mann and Whitney, 1947).
// Without positive or without negative elements, and if a score is NaN, AUC returns 0 and false.
func AUC(score []float64, positive []bool) (area float64, ok bool) {
	if slices.ContainsFunc(score, math.IsNaN) {
		return 0, false
	}
	ranking := make([]int, len(score))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return score[a] < score[b] })
	wins := 0.0                      // number of pairs so far in which the positive element has the larger score
	negatives, positives := 0.0, 0.0 // numbers of elements so far
	k := 0
	// Each round counts the group of the elements that have the next larger score.
	for k < len(ranking) {
		groupScore := score[ranking[k]]
		groupPositives, groupNegatives := 0.0, 0.0
		for ; k < len(ranking) && score[ranking[k]] == groupScore; k++ {
			if positive[ranking[k]] {
				groupPositives++
			} else {
				groupNegatives++
			}
		}
		wins += float64(groupPositives * (negatives + float64(groupNegatives/2))) // a pair within the group counts half
		negatives += groupNegatives
		positives += groupPositives
	}
	if positives == 0 || negatives == 0 {
		return 0, false
	}
	return wins / (positives * negatives), true
}
