package sgpc

import "sheafscope/core/train"

// halfScore holds accuracy and cross-entropy of one half of the validation nodes in
// one epoch.
type halfScore struct{ accuracy, loss float64 }

// alternate divides nodes into two halves, alternately.
func alternate(nodes []int) (h [2][]int) {
	for k, i := range nodes {
		h[k%2] = append(h[k%2], i)
	}
	return h
}

// scoreHalves returns the scores of both halves of the validation nodes.
func (r *Run) scoreHalves() (out [2]halfScore) {
	for k, nodes := range r.parts.halves {
		out[k] = r.score(nodes)
	}
	return out
}

// score returns the score of the evaluation on the given nodes, without the
// temperatures of SimCalib.
func (r *Run) score(nodes []int) halfScore {
	g, n := r.Graph, r.eval
	return halfScore{train.Accuracy(n.predicted(), g.Classes, g.Labels, nodes), train.NegLogLik(n.loss.logf, g.Labels, nodes)}
}

// Crossed returns an accuracy on validation nodes that did not choose the epoch.
// Each half of the nodes chooses its best epoch, by the rule of the run, and the
// accuracy of a half is taken at the epoch of the other half. The result is the
// accuracy over all labelled validation nodes, or −1 with fewer than two of them or
// before the first epoch.
func (r *Run) Crossed() float64 {
	var best [2]train.Best
	for e, q := range r.hist.rows {
		for k := range best {
			best[k].Offer(e+1, q.halves[k].accuracy, q.halves[k].loss)
		}
	}
	n := [2]float64{float64(len(r.parts.halves[0])), float64(len(r.parts.halves[1]))}
	if n[1] == 0 || len(r.hist.rows) == 0 {
		return -1
	}
	right := 0.0
	for k := range best {
		right += r.hist.rows[best[1-k].Epoch-1].halves[k].accuracy * n[k]
	}
	return right / (n[0] + n[1])
}
