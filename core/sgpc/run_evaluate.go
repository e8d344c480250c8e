package sgpc

// This file evaluates trained parameters under other settings, and measures the
// similarity of embeddings.

import (
	"errors"
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// EvaluateAs returns the accuracies of the best parameters so far under the settings
// cfg, without training: an ablation of the trained network. The run stays
// unchanged. EvaluateAs fails before the first epoch, and if the parameters of cfg
// have other shapes.
func (r *Run) EvaluateAs(cfg settings.Config) (frame.Accuracy, error) {
	if len(r.bestParams) == 0 {
		return frame.Accuracy{}, errors.New("nothing to evaluate before the first epoch")
	}
	q, err := New(r.Graph, r.Split, cfg)
	if err != nil {
		return frame.Accuracy{}, err
	}
	haveEqualShapes := len(q.store.Names()) == len(r.store.Names())
	for _, name := range q.store.Names() {
		a, b := q.store.Value(name), r.store.Value(name)
		haveEqualShapes = haveEqualShapes && b != nil && a.Rows == b.Rows && a.Cols == b.Cols
	}
	// The state of the gap ascent has a meaning in its own mode only.
	hasOtherAscent := q.gap.mode != r.gap.mode && len(r.gap.kept()) > 0 || len(q.gap.kept()) != len(r.gap.kept())
	if !haveEqualShapes || hasOtherAscent {
		return frame.Accuracy{},
			fmt.Errorf("the trained parameters do not fit the settings to evaluate them with; change only settings that " +
				"keep the shapes, such as lift")
	}
	q.bestParams = append([]float64(nil), r.bestParams...)
	q.RestoreBest()
	return r.Accuracies(q.eval.predicted()), nil
}

// NeighbourSimilarity returns the mean cosine of the embeddings of both ends, over
// the edges with non-zero embeddings. The embedding of a node is its stalk after the
// diffusion of the last layer or, in a model without diffusion, after the mixing. ok
// is false for a model without sheaf, and if no edge has non-zero embeddings.
func (r *Run) NeighbourSimilarity() (mean float64, ok bool) {
	x, w := r.embeddings()
	if x == nil {
		return 0, false
	}
	sum, edges := 0.0, 0
	for _, e := range r.Graph.Edges {
		a, b := x[int(e.I)*w:][:w], x[int(e.J)*w:][:w]
		if q := linalg.Dot(a, a) * linalg.Dot(b, b); q > 0 {
			sum += linalg.Dot(a, b) / math.Sqrt(q)
			edges++
		}
	}
	if edges == 0 {
		return 0, false
	}
	return sum / float64(edges), true
}

// PairSimilarity returns the mean cosine over all pairs of nodes with non-zero
// embeddings; see [Run.NeighbourSimilarity]. ok is false for a model without sheaf,
// and if fewer than two nodes have such embeddings.
func (r *Run) PairSimilarity() (mean float64, ok bool) {
	x, w := r.embeddings()
	if x == nil {
		return 0, false
	}
	return frame.MeanCosine(&linalg.Dense{Rows: r.Graph.N, Cols: w, Data: x})
}

// embeddings returns the embeddings of all nodes, width numbers per node. It returns
// nil for a model without sheaf.
func (r *Run) embeddings() (x []float64, width int) {
	layers := r.eval.record().Embedded()
	if layers == nil {
		return nil, 0
	}
	x = layers[len(layers)-1].Data
	return x, len(x) / r.Graph.N
}
