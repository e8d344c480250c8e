package sgpc

import "sheafscope/core/train"

// AUC returns the area under the receiver operating characteristic of the last
// evaluation over the labelled nodes of nodes. The score is log f₁ − log f₀, since
// probabilities round to equal values near 1. ok is false unless the graph has two
// classes and both occur.
func (r *Run) AUC(nodes []int) (area float64, ok bool) {
	if r.Graph.Classes != 2 || r.evaluated == 0 {
		return 0, false
	}
	var score []float64
	var positive []bool
	for _, i := range nodes {
		if y := r.Graph.Labels[i]; y >= 0 {
			score, positive = append(score, r.eval.loss.logf(i, 1)-r.eval.loss.logf(i, 0)), append(positive, y == 1)
		}
	}
	return train.AUC(score, positive)
}
