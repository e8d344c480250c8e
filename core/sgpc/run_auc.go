package sgpc

import "sheafscope/core/train"

// AUC is the area under the receiver operating characteristic over the labelled nodes among nodes, by log f₁ − log f₀ of the
// last evaluation, which distinguish what probabilities near 1 do not. ok is false unless the graph has two classes, and both are there.
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
