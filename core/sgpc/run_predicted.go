package sgpc

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
)

// Predicted returns the final class probabilities, n×C, with the temperatures of
// SimCalib when the settings request them. The choosing validation nodes fit the
// temperatures.
func (r *Run) Predicted() []float64 {
	prob := r.eval.predicted()
	if !r.cfg.SimCalib {
		return prob
	}
	out := make([]float64, len(prob))
	r.simCalib().Apply(out)
	return out
}

func (r *Run) simCalib() *pacbayes.SimCalib {
	return pacbayes.NewSimCalib(r.Graph.Adjacency(), r.eval.predicted(), r.eval.loss.logf, r.Graph.Classes, r.Graph.Labels, r.Split.Train,
		r.parts.choosing)
}

// LogPredicted returns the logarithm of Predicted, which is finite where Predicted
// underflows.
func (r *Run) LogPredicted() func(node, class int) float64 {
	if !r.cfg.SimCalib {
		return r.eval.loss.logf
	}
	return r.simCalib().Log
}

// Accuracies returns the accuracies of the class probabilities prob (n×C) on the
// three sets of the split.
func (r *Run) Accuracies(prob []float64) frame.Accuracy {
	of := func(nodes []int) float64 { return train.Accuracy(prob, r.Graph.Classes, r.Graph.Labels, nodes) }
	return frame.Accuracy{Train: of(r.Split.Train), Val: of(r.Split.Val), Test: of(r.Split.Test)}
}
