package train

import "sheafscope/core/order"

// AUC returns the area under the receiver operating characteristic.
// This is the share of pairs of a positive and a negative element in which the positive element has the larger score.
// A pair with equal scores counts half (Mann and Whitney, 1947).
// The result ok is false if there is no pair.
func AUC(score []float64, positive []bool) (area float64, ok bool) {
	ranking := make([]int, len(score))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return score[a] < score[b] })
	// Elements of equal score form a group. The sums run over the groups of smaller scores.
	wins, negatives, positives := 0.0, 0.0, 0.0
	for k := 0; k < len(ranking); {
		groupPositives, groupNegatives := 0.0, 0.0
		for first := score[ranking[k]]; k < len(ranking) && score[ranking[k]] == first; k++ {
			if positive[ranking[k]] {
				groupPositives++
			} else {
				groupNegatives++
			}
		}
		wins += groupPositives * (negatives + groupNegatives/2)
		negatives, positives = negatives+groupNegatives, positives+groupPositives
	}
	if positives == 0 || negatives == 0 {
		return 0, false
	}
	return wins / (positives * negatives), true
}
