package train

import "sheafscope/core/order"

// AUC returns the area under the receiver operating characteristic.
// It is the share of pairs of a positive and a negative element in which the positive one has the larger score.
// Equal scores count half (Mann and Whitney, 1947).
// ok is false where there is no such pair.
func AUC(score []float64, positive []bool) (area float64, ok bool) {
	ranking := make([]int, len(score))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return score[a] < score[b] })
	wins, below, yes := 0.0, 0.0, 0.0 // pairs won, negative elements of smaller scores, positive elements so far
	for k := 0; k < len(ranking); {
		tied, others := 0.0, 0.0
		for first := score[ranking[k]]; k < len(ranking) && score[ranking[k]] == first; k++ {
			if positive[ranking[k]] {
				tied++
			} else {
				others++
			}
		}
		wins += tied * (below + others/2)
		below, yes = below+others, yes+tied
	}
	if yes == 0 || below == 0 {
		return 0, false
	}
	return wins / (yes * below), true
}
