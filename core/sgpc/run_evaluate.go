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
// cfg, without training: an ablation of the trained network. The run stays unchanged.
// EvaluateAs fails before the first evaluation, if [Check] fails, and if the parameters or
// the state of the gap ascent do not fit cfg.
func (r *Run) EvaluateAs(cfg settings.Config) (frame.Accuracy, error) {
	if len(r.bestParams) == 0 {
		return frame.Accuracy{}, errors.New("nothing to evaluate before the first epoch")
	}
	other, err := New(r.Graph, r.Split, cfg)
	if err != nil {
		return frame.Accuracy{}, err
	}
	haveEqualShapes := len(other.store.Names()) == len(r.store.Names())
	for _, name := range other.store.Names() {
		a, b := other.store.Value(name), r.store.Value(name)
		isEqual := b != nil && a.Rows == b.Rows && a.Cols == b.Cols // b is nil if the run lacks the parameter
		haveEqualShapes = haveEqualShapes && isEqual
	}
	// The state of the gap ascent has no meaning in another mode of the ascent.
	otherSize, size := len(other.gap.kept()), len(r.gap.kept())
	hasOtherMode := other.gap.mode != r.gap.mode && size > 0 // size is 0 without a state
	if !haveEqualShapes || hasOtherMode || otherSize != size {
		return frame.Accuracy{},
			fmt.Errorf("the trained parameters do not fit the settings to evaluate them with; change only settings that " +
				"keep the shapes, such as lift")
	}
	other.bestParams = append([]float64(nil), r.bestParams...)
	other.RestoreBest()
	return r.Accuracies(other.eval.predicted()), nil
}

// NeighbourSimilarity returns the mean, over the edges, of the cosine between the
// embeddings of both ends. It omits edges with an embedding of 0. The embedding of a
// node is its stalk after the diffusion of the last layer or, in a model without
// diffusion, after the mixing. ok is false for a model without diffusion and mixing, and
// if NeighbourSimilarity omits all edges.
func (r *Run) NeighbourSimilarity() (mean float64, ok bool) {
	x, width := r.embeddings()
	if x == nil {
		return 0, false
	}
	sum, edges := 0.0, 0
	for _, e := range r.Graph.Edges {
		a, b := x[int(e.I)*width:][:width], x[int(e.J)*width:][:width]
		squares := linalg.Dot(a, a) * linalg.Dot(b, b) // ‖a‖²·‖b‖²
		if squares > 0 {
			sum += linalg.Dot(a, b) / math.Sqrt(squares)
			edges++
		}
	}
	if edges == 0 {
		return 0, false
	}
	return sum / float64(edges), true
}

// PairSimilarity returns the mean cosine between the embeddings of two nodes, over all
// pairs of nodes with non-zero embeddings. [Run.NeighbourSimilarity] defines the embedding.
// ok is false for a model without diffusion and mixing, and without such a pair.
func (r *Run) PairSimilarity() (mean float64, ok bool) {
	x, width := r.embeddings()
	if x == nil {
		return 0, false
	}
	return frame.MeanCosine(&linalg.Dense{Rows: r.Graph.N, Cols: width, Data: x})
}

// embeddings returns the embeddings of all nodes, width numbers per node. For a model
// without diffusion and mixing it returns nil.
func (r *Run) embeddings() (x []float64, width int) {
	layers := r.eval.record().Embedded()
	if layers == nil {
		return nil, 0
	}
	x = layers[len(layers)-1].Data
	return x, len(x) / r.Graph.N
}
