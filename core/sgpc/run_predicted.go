package sgpc

// This file returns the predictions of a run and their accuracies.

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
)

// Predicted returns the final class probabilities, n×C. With the setting simcalib they are
// a copy after SimCalib, a calibration with a temperature per node. Without this setting
// they are memory of the network, which the next evaluation overwrites.
func (r *Run) Predicted() []float64 {
	probabilities := r.eval.predicted()
	if !r.cfg.SimCalib {
		return probabilities
	}
	calibrated := make([]float64, len(probabilities))
	r.simCalib().Apply(calibrated)
	return calibrated
}

// simCalib returns the calibration SimCalib of the last evaluation. Its temperatures are
// fitted on the choosing validation nodes.
func (r *Run) simCalib() *pacbayes.SimCalib {
	return pacbayes.NewSimCalib(r.Graph.Adjacency(), r.eval.predicted(), r.eval.loss.logf, r.Graph.Classes, r.Graph.Labels, r.Split.Train,
		r.parts.choosing)
}

// LogPredicted returns the logarithm of the probabilities of [Run.Predicted], as a function
// of node and class. It is finite even if the probability underflows to 0.
func (r *Run) LogPredicted() func(node, class int) float64 {
	if !r.cfg.SimCalib {
		return r.eval.loss.logf
	}
	return r.simCalib().Log
}

// Accuracies returns the accuracies of the class probabilities prob (n×C) on the
// three sets of the split. The accuracy of a set without labelled nodes is −1.
func (r *Run) Accuracies(prob []float64) frame.Accuracy {
	accuracy := func(nodes []int) float64 { return train.Accuracy(prob, r.Graph.Classes, r.Graph.Labels, nodes) }
	return frame.Accuracy{Train: accuracy(r.Split.Train), Val: accuracy(r.Split.Val), Test: accuracy(r.Split.Test)}
}
