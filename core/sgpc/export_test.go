package sgpc

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// WeightOf is a parameter of a run, as it stands.
func WeightOf(r *Run, name string) []float64 { return r.store.Value(name).Data }

// Accuracies are those of the evaluation.
func Accuracies(r *Run) frame.Accuracy { return r.Accuracies(r.eval.predicted()) }

// TrainingDiffers compares the training network, at the parameters of a run, with
// the evaluation: both have the same parameters, and without dropout, with every
// edge drawn and exact solves they come to the same probabilities.
func TrainingDiffers(r *Run) error {
	var names []string
	for _, p := range r.fit.tape.Params {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, r.store.Names()) {
		return fmt.Errorf("training has the parameters %v, the evaluation %v", names, r.store.Names())
	}
	c := r.cfg
	c.Dropout, c.InputDropout, c.CGTol, c.CGTolTrain, c.CGMax, c.AnchorEvery = 0, 0, 1e-12, 1e-12, settings.MaxCG, 1000
	q, err := New(r.Graph, r.Split, c)
	if err != nil {
		return err
	}
	q.store.Restore(r.store.Snapshot(nil))
	q.gap.restoreKept(r.gap.kept())
	n := q.isolatedNet()
	n.evaluate()
	q.fit.schedule(r.epoch)
	q.fit.tape.Epoch = 1 // no anchor's
	q.fit.tape.Forward()
	for _, o := range drawing(q.fit) {
		for e := range o.prob {
			o.prob[e] = 1
		}
		o.Forward()
	}
	q.fit.tape.Forward()
	for k, i := range r.Split.Train {
		got, want := q.fit.prob.Value.Row(q.fit.loss.nodes[k]), n.prob.Value.Row(i)
		if e := Apart(got, want); e > 1e-6 {
			return fmt.Errorf("training gives node %d the probabilities %v, the evaluation %v", i, got, want)
		}
	}
	return nil
}

// Apart is the largest difference, +Inf where one of the two is no number.
func Apart(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	most := 0.0
	for k, x := range a {
		switch e := math.Abs(x - b[k]); {
		case e == e:
			most = max(most, e)
		case (x == x) != (b[k] == b[k]):
			return math.Inf(1)
		}
	}
	return most
}
