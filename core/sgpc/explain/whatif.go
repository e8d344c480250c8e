package explain

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/train"
)

// WhatIf returns the prediction of the trained network on a changed graph, without
// training. Between two epochs it uses the parameters of the last evaluation, and within an
// epoch the present parameters. Remaining edges keep their state of the gap ascent, and added
// edges have no such state. Labels change the prediction only for a calibrated SGPC
// ([settings.Config.ReadsLabels]).
//
// WhatIf fails
//   - before the end of the first epoch, unless the initial parameters were given;
//   - for an unknown value of Maps, and for replaced maps of a model without maps;
//   - if [Change.On] fails, or if [sgpc.Check] refuses the changed graph.
func WhatIf(r *sgpc.Run, c Change) (*Prediction, error) {
	if r.Epoch() == 0 && !r.Given() {
		return nil, errNoScore
	}
	return whatIf(r.Fork(), r.Split, c)
}

// whatIf is [WhatIf] on a fork, without the condition on the epoch.
func whatIf(f *sgpc.Fork, split graph.Split, c Change) (*Prediction, error) {
	if err := f.Takes(c.Maps); err != nil {
		return nil, err
	}
	g, formerEdges, err := c.On(f.Graph(), split)
	if err != nil {
		return nil, err
	}
	changed, err := f.On(g, formerEdges)
	if err != nil {
		return nil, err
	}
	probabilities := slices.Clone(changed.Evaluate(c.Taken()).Predicted)
	return &Prediction{Prob: probabilities, Pred: train.PredictedClasses(probabilities, g.Classes)}, nil
}
