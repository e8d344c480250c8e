package sgpc

import "sheafscope/core/train"

// halfRow is what some of the validation nodes, as half of them, have in an epoch.
type halfRow struct{ accuracy, loss float64 }

// inHalves deals nodes out: every second one to the other half.
func inHalves(nodes []int) (h [2][]int) {
	for k, i := range nodes {
		h[k%2] = append(h[k%2], i)
	}
	return h
}

// lookAtHalves measures both halves of the validation nodes.
func (r *Run) lookAtHalves() (out [2]halfRow) {
	for k, nodes := range r.parts.halves {
		out[k] = r.judge(nodes)
	}
	return out
}

// judge measures the evaluation on some nodes by what the network itself predicts.
func (r *Run) judge(nodes []int) halfRow {
	g, n := r.Graph, r.eval
	return halfRow{train.Accuracy(n.predicted(), g.Classes, g.Labels, nodes), train.NegLogLik(n.loss.logf, g.Labels, nodes)}
}

// Crossed judges a run by validation nodes that did not choose the epoch: each half of them, every
// second one, chooses its best epoch as all of them choose that of the run, and is judged at
// the epoch of the other half. It returns the accuracy over all validation nodes with a label,
// and -1 with fewer than two of them or before the first epoch.
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
