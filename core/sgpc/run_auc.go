package sgpc

import "sheafscope/core/train"

// AUC returns the area under the ROC curve of the last evaluation, over the labelled
// nodes among the given nodes. The score of a node is log f₁ − log f₀ for its class
// probabilities f before SimCalib. AUC returns 0 and false for a graph without exactly two
// classes, before the first evaluation, for a NaN score, and if a class has no labelled node
// among the given nodes.
func (r *Run) AUC(nodes []int) (area float64, ok bool) {
	if r.Graph.Classes != 2 || r.evaluated == 0 {
		return 0, false
	}
	var scores []float64
	var isPositive []bool
	for _, i := range nodes {
		label := r.Graph.Labels[i]
		if label >= 0 {
			// f₁ itself is no good score: probabilities near 1 round to equal numbers.
			scores = append(scores, r.eval.loss.logf(i, 1)-r.eval.loss.logf(i, 0))
			isPositive = append(isPositive, label == 1)
		}
	}
	return train.AUC(scores, isPositive)
}
