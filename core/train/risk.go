package train

// NegLogLik is equation 16, the empirical risk: the mean of −log f_{i,y_i} over nodes with a label, 0 without such nodes.
// logf returns log f from the logits, since a probability that underflows has no logarithm.
func NegLogLik(logf func(node, class int) float64, labels, nodes []int) float64 {
	sum, all := 0.0, 0
	for _, i := range nodes {
		if y := labels[i]; y >= 0 {
			sum -= logf(i, y)
			all++
		}
	}
	if all == 0 {
		return 0
	}
	return sum / float64(all)
}
