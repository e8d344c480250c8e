package sgpc

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
)

// Predicted are the probabilities that count, with the temperatures of SimCalib where
// they are requested, n×C. The nodes that choose the epoch fit these.
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

// LogPredicted are the logarithms of Predicted, also where these underflow.
func (r *Run) LogPredicted() func(node, class int) float64 {
	if !r.cfg.SimCalib {
		return r.eval.loss.logf
	}
	return r.simCalib().Log
}

// Accuracies returns the shares of right predictions of the three sets, by probabilities n×C.
func (r *Run) Accuracies(prob []float64) frame.Accuracy {
	of := func(nodes []int) float64 { return train.Accuracy(prob, r.Graph.Classes, r.Graph.Labels, nodes) }
	return frame.Accuracy{Train: of(r.Split.Train), Val: of(r.Split.Val), Test: of(r.Split.Test)}
}
