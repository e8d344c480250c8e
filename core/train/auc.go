package train

import (
	"math"
	"slices"

	"sheafscope/core/order"
)

// This file has the area under the ROC curve, a measure beside accuracy. core/sgpc reports it for graphs with two classes.

// AUC returns the area under the receiver operating characteristic.
// The area is the share of pairs of a positive and a negative element in which the positive element has the larger score.
// A pair with equal scores counts half (Mann and Whitney, 1947).
// ok is false if all elements are positive or all are negative, because there is then no pair.
// ok is also false if a score is NaN. If ok is false, area is 0.
func AUC(score []float64, positive []bool) (area float64, ok bool) {
	if slices.ContainsFunc(score, math.IsNaN) {
		return 0, false
	}
	ranking := make([]int, len(score))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return score[a] < score[b] })
	// Elements of equal score form a group. The groups come in ascending order of score.
	// negatives and positives are the numbers of negative and positive elements in the groups so far.
	// wins is the number of pairs so far in which the positive element has the larger score. A pair with equal scores adds ½.
	wins, negatives, positives := 0.0, 0.0, 0.0
	k := 0
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
		wins += groupPositives * (negatives + groupNegatives/2)
		negatives += groupNegatives
		positives += groupPositives
	}
	if positives == 0 || negatives == 0 {
		return 0, false
	}
	return wins / (positives * negatives), true
}
