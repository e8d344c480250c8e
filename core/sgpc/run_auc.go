package sgpc

import "sheafscope/core/train"

// This file computes the area under the ROC curve.

// AUC returns the area under the receiver operating characteristic of the last
// evaluation, over the labelled nodes among the given nodes. The score of a node is
// log f₁ − log f₀ for its final class probabilities f. The score is not f₁
// itself, since probabilities near 1 round to equal numbers.
//
// If ok is false, area is 0. ok is false
//   - if the graph does not have exactly two classes;
//   - before the first evaluation;
//   - if one of the classes has no node among the given nodes;
//   - if a score is NaN.
func (r *Run) AUC(nodes []int) (area float64, ok bool) {
	if r.Graph.Classes != 2 || r.evaluated == 0 {
		return 0, false
	}
	var scores []float64
	var isPositive []bool
	for _, i := range nodes {
		label := r.Graph.Labels[i]
		if label >= 0 {
			scores = append(scores, r.eval.loss.logf(i, 1)-r.eval.loss.logf(i, 0))
			isPositive = append(isPositive, label == 1)
		}
	}
	return train.AUC(scores, isPositive)
}
