package sgpc

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// WeightOf returns the values of a parameter of the run r. It is no copy: a test may
// change the values.
func WeightOf(r *Run, name string) []float64 { return r.store.Value(name).Data }

// Accuracies returns the accuracies of the predictions of the last evaluation.
func Accuracies(r *Run) frame.Accuracy { return r.Accuracies(r.eval.predicted()) }

// TrainingDiffers compares the training network with the evaluation, at the parameters of
// a run. For the comparison there is no dropout, every edge is drawn, and every solve is
// exact. TrainingDiffers returns an error if the lists of parameters differ, or if the
// probabilities of a training node differ by more than 1e-6.
func TrainingDiffers(r *Run) error {
	var names []string
	for _, p := range r.fit.tape.Params {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, r.store.Names()) {
		return fmt.Errorf("training has the parameters %v, the evaluation %v", names, r.store.Names())
	}
	// q is a run with the same parameters, without dropout and with exact solves.
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
	// The first forward pass computes the sampling probabilities. They are kept, since epoch
	// 1 renews no anchor. With the probability 1 the second pass draws every edge.
	q.fit.tape.Epoch = 1
	q.fit.tape.Forward()
	for _, o := range drawingOps(q.fit) {
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

// Apart returns the largest |a_k − b_k|. It returns +Inf if the lengths differ, or if
// exactly one of a_k and b_k is NaN. Two NaN, or two equal infinities, count as equal.
func Apart(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	largest := 0.0
	for k, x := range a {
		difference := math.Abs(x - b[k])
		switch {
		case !math.IsNaN(difference):
			largest = max(largest, difference)
		case math.IsNaN(x) != math.IsNaN(b[k]):
			return math.Inf(1)
		}
	}
	return largest
}
