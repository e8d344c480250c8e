package explain

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/train"
)

// WhatIf returns the prediction of the last finished evaluation on a changed graph,
// without training. Remaining edges keep the state of the gap ascent; an added edge
// has none. Labels of training nodes change the prediction only as described at
// [settings.Config.ReadsLabels]. It fails for a change of missing parts, and for
// replaced maps of a model without maps.
func WhatIf(r *sgpc.Run, c Change) (*Prediction, error) {
	if r.Epoch() == 0 && !r.Given() {
		return nil, errNoScore
	}
	return whatIf(r.Fork(), r.Split, c)
}

// whatIf is WhatIf for a fork.
func whatIf(f *sgpc.Fork, split graph.Split, c Change) (*Prediction, error) {
	if err := f.Takes(c.Maps); err != nil {
		return nil, err
	}
	g, from, err := c.On(f.Graph(), split)
	if err != nil {
		return nil, err
	}
	if f, err = f.On(g, from); err != nil {
		return nil, err
	}
	prob := slices.Clone(f.Evaluate(c.Taken()).Predicted)
	return &Prediction{Prob: prob, Pred: train.PredictedClasses(prob, g.Classes)}, nil
}
