package train

// NegLogLik is equation 16, the empirical risk: the mean of −log f_{i,y_i} over the elements of nodes with a label.
// f_{i,c} is the predicted probability of class c at node i. y_i is the label of node i; a negative label is unknown.
// NegLogLik returns 0 if no element of nodes has a label.
// logf returns log f_{i,c}. logf must compute the logarithm from the logits, because the logarithm of an underflowed
// probability is not finite.
func NegLogLik(logf func(node, class int) float64, labels, nodes []int) float64 {
	sum, labelled := 0.0, 0
	for _, i := range nodes {
		class := labels[i]
		if class >= 0 {
			sum -= logf(i, class)
			labelled++
		}
	}
	if labelled == 0 {
		return 0
	}
	return sum / float64(labelled)
}
