package train

import "sheafscope/core/order"

// AUC is the area under the receiver operating characteristic: the share of pairs of a positive and another one in which the
// positive has the larger score, equal scores counting half (Mann and Whitney, 1947). ok is false without such a pair.
func AUC(score []float64, positive []bool) (area float64, ok bool) {
	ranking := make([]int, len(score))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return score[a] < score[b] })
	wins, below, yes := 0.0, 0.0, 0.0 // below counts the others of smaller scores
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
