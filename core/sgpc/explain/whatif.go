package explain

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/train"
)

// WhatIf evaluates the parameters of the evaluation on show on the changed graph,
// without training. What the gap ascent keeps stays with the edges that are left; an added
// edge has nothing of it, only its lift. A label of a training node changes only what [settings.Config.ReadsLabels] describes.
// It fails on what is not there, and for maps of a model that has none.
func WhatIf(r *sgpc.Run, c Change) (*Prediction, error) {
	if r.Epoch() == 0 && !r.Given() {
		return nil, errNoScore
	}
	return whatIf(r.Fork(), r.Split, c)
}

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
