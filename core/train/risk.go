package train

import (
	"math"

	"sheafscope/core/linalg"
)

// NegLogLik is equation 16, the empirical risk: the mean of −log p_{i,y_i} over nodes
// with a label, 0 for none. prob is n×classes, in the paper the calibrated f.
func NegLogLik(prob []float64, classes int, labels, nodes []int) float64 {
	sum, all := 0.0, 0
	for _, i := range nodes {
		if y := labels[i]; y >= 0 {
			sum -= linalg.Log(math.Max(prob[i*classes+y], 1e-300))
			all++
		}
	}
	if all == 0 {
		return 0
	}
	return sum / float64(all)
}
