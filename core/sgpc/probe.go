package sgpc

import (
	"fmt"
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
)

// EvaluateAs evaluates the parameters of the best epoch so far under other
// settings, without training: what a part is worth to the network as it was
// trained. It fails when cfg asks for parameters of other shapes. The run
// itself does not change.
func (r *Run) EvaluateAs(cfg Config) (AccuracyView, error) {
	if len(r.bestParams) == 0 {
		return AccuracyView{}, errNoEpoch
	}
	q, err := New(r.Graph, r.Split, cfg)
	if err != nil {
		return AccuracyView{}, err
	}
	same := len(q.store.Names()) == len(r.store.Names())
	for _, name := range q.store.Names() {
		a, b := q.store.Value(name), r.store.Value(name)
		same = same && b != nil && a.Rows == b.Rows && a.Cols == b.Cols
	}
	if !same || q.gap.mode != r.gap.mode && len(r.gap.kept()) > 0 || len(q.gap.kept()) != len(r.gap.kept()) {
		return AccuracyView{}, fmt.Errorf("the trained parameters do not fit the settings to evaluate them with; change only settings that " +
			"keep the shapes, such as lift")
	}
	q.bestParams = append([]float64(nil), r.bestParams...)
	q.RestoreBest()
	return r.accuracies(q.eval.predicted()), nil
}

// NeighbourSimilarity returns the neighbourhood representation similarity: the
// cosine similarity of the ends' embeddings, averaged over the edges. The
// embedding of a node is its stalk after the diffusion of the last layer (the
// mixed one without diffusion). ok is false when there is no sheaf or no edge
// whose ends both have an embedding other than 0.
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

// PairSimilarity is NeighbourSimilarity over all pairs of nodes whose embedding
// is not 0, (‖Σ_i x_i/‖x_i‖‖² − k)/(k(k−1)) for k of them.
func (r *Run) PairSimilarity() (mean float64, ok bool) {
	x, w := r.embeddings()
	if x == nil {
		return 0, false
	}
	sum, k := make([]float64, w), 0.0
	for i := range r.Graph.N {
		row := x[i*w:][:w]
		if q := linalg.Nrm2(row); q > 0 {
			linalg.Axpy(1/q, row, sum)
			k++
		}
	}
	if k < 2 {
		return 0, false
	}
	return (linalg.Dot(sum, sum) - k) / (k * (k - 1)), true
}

// embeddings returns the nodes' stalks after the last layer's diffusion, w
// numbers a node: the mixed ones without diffusion, nil without a sheaf.
func (r *Run) embeddings() (x []float64, w int) {
	var out *autodiff.Var
	switch n := r.eval; {
	case len(n.diffuse) > 0:
		out = n.diffuse[len(n.diffuse)-1].out
	case len(n.filter) > 0:
		out = n.filter[len(n.filter)-1].out
	default:
		return nil, 0
	}
	return out.Value.Data, len(out.Value.Data) / r.Graph.N
}
