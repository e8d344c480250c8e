package sgpc

import (
	"errors"
	"fmt"
	"slices"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// WhatIf evaluates the parameters of the evaluation on show on the changed graph,
// without training. What the gap ascent keeps stays with the edges that are left; an added
// edge has nothing of it, only its lift. A label of a training node changes only what [settings.Config.ReadsLabels] describes.
// It fails on what is not there, and for maps of a model that has none.
func (r *Run) WhatIf(c explain.Change) (*explain.Answer, error) {
	if r.epoch == 0 {
		return nil, errNoScore
	}
	return r.fork().whatIf(c)
}

func (r *Run) whatIf(c explain.Change) (*explain.Answer, error) {
	q := *r
	if err := q.apply(c); err != nil {
		return nil, err
	}
	n := q.evaluation(c.Taken())
	prob := slices.Clone(n.predicted())
	return &explain.Answer{Prob: prob, Pred: train.Called(prob, q.Graph.Classes)}, nil
}

// apply changes the graph of a fork.
func (r *Run) apply(c explain.Change) error {
	switch c.Maps {
	case "", settings.MapsLearned:
	case settings.MapsIdentity, settings.MapsZero:
		if r.eval.mapping == nil {
			return errors.New("this model has no transported maps to take away")
		}
	default:
		return fmt.Errorf("maps are %s, %s or %s, not %q", settings.MapsLearned, settings.MapsIdentity, settings.MapsZero, c.Maps)
	}
	g, from, err := c.On(r.Graph, r.Split)
	if err != nil {
		return err
	}
	r.follow(from)
	r.Graph = g
	return Check(r.Graph, r.Split, r.cfg)
}

// follow lets what the gap ascent keeps go with the edges, which stood at from: an added one (−1) has the metric 1, or Δ = 0.
func (r *Run) follow(from []int) {
	if from == nil || len(r.kept) == 0 {
		return
	}
	d, each := r.cfg.D, len(r.kept)/len(r.Graph.Edges)
	kept := make([]float64, each*len(from))
	for k, e := range from {
		own := kept[k*each : (k+1)*each]
		if e >= 0 {
			copy(own, r.kept[e*each:])
			continue
		}
		for q := 0; q < each && each == d*d; q += d + 1 {
			own[q] = 1
		}
	}
	r.kept = kept
}
