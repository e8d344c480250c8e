package sgpc

import "sheafscope/core/train"

// This file estimates the accuracy on validation nodes that did not choose the epoch.

// halfScore holds accuracy and cross-entropy of a set of nodes, such as a half of the
// validation nodes. Without labelled nodes accuracy is −1 and loss is 0.
type halfScore struct{ accuracy, loss float64 }

// alternate divides nodes into two halves: half 0 has the nodes at even indices of the list,
// half 1 the nodes at odd indices.
func alternate(nodes []int) (halves [2][]int) {
	for index, node := range nodes {
		half := index % 2
		halves[half] = append(halves[half], node)
	}
	return halves
}

// scoreHalves returns the scores of both halves of the labelled validation nodes.
func (r *Run) scoreHalves() (scores [2]halfScore) {
	for half, nodes := range r.parts.halves {
		scores[half] = r.score(nodes)
	}
	return scores
}

// score returns the score of the last evaluation on the given nodes. It uses the class
// probabilities before SimCalib, the calibration with a temperature per node.
func (r *Run) score(nodes []int) halfScore {
	g, n := r.Graph, r.eval
	accuracy := train.Accuracy(n.predicted(), g.Classes, g.Labels, nodes)
	return halfScore{accuracy, train.NegLogLik(n.loss.logf, g.Labels, nodes)}
}

// Crossed returns an accuracy on validation nodes that did not choose the epoch.
// Each half of the labelled validation nodes chooses the epoch with its highest accuracy
// and, among equal accuracies, its lowest loss. The accuracy of a half is measured at the
// epoch that the other half chose. Crossed returns the mean over the nodes of both halves.
// It returns −1 before the end of the first epoch, and for fewer than two labelled
// validation nodes.
func (r *Run) Crossed() float64 {
	var best [2]train.Best
	for epoch, row := range r.hist.rows {
		for half, score := range row.halves {
			best[half].Offer(epoch+1, score.accuracy, score.loss) // Best counts epochs from 1
		}
	}
	size := [2]float64{float64(len(r.parts.halves[0])), float64(len(r.parts.halves[1]))}
	hasTwoNodes := size[1] > 0 // half 0 has the first node, half 1 the second
	if !hasTwoNodes || len(r.hist.rows) == 0 {
		return -1
	}
	correct := 0.0
	for half := range best {
		row := r.hist.rows[best[1-half].Epoch-1] // the epoch that the other half chose
		correct += float64(row.halves[half].accuracy * size[half])
	}
	return correct / (size[0] + size[1])
}
