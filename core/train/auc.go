package train

import "slices"

// AUC is the area under the receiver operating characteristic: the share of pairs of a positive and another one in which the
// positive has the larger score, equal scores counting half (Mann and Whitney, 1947). ok is false without such a pair.
func AUC(score []float64, positive []bool) (area float64, ok bool) {
	order := make([]int, len(score))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case score[a] < score[b]:
			return -1
		case score[a] > score[b]:
			return 1
		}
		return 0
	})
	wins, below, yes := 0.0, 0.0, 0.0 // below counts the others of smaller scores
	for k := 0; k < len(order); {
		tied, others := 0.0, 0.0
		for first := score[order[k]]; k < len(order) && score[order[k]] == first; k++ {
			if positive[order[k]] {
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
