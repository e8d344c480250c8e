// This file computes the sheaf of a layer of neural sheaf diffusion: its maps, its Laplacian, and the product with the Laplacian.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// sheafLearner computes the sheaf of each layer of a network from the features of the layer.
type sheafLearner struct {
	d           int           // stalk dimension
	kind        mapKind       // kind of the restriction maps
	fixed       *autodiff.Var // maps without learned numbers, 2m×d²; nil if the maps are learned
	edgeWeights bool          // whether learned maps are scaled by a learned weight for each edge
}

// layer adds three things to the tape: the map learner (unless the maps are fixed), the normalisation, and the assembly of the Laplacian.
// h are the features, n×(d·c), and name is the name of the layer.
// layer returns the description s of the layer, without X, Y, Out and Filter, and the normalised maps hat, 2m×d².
func (q sheafLearner) layer(b *train.Builder, h *autodiff.Var, name string) (s Layer, hat *autodiff.Var) {
	t, g, d := b.Tape, b.Graph, q.d
	raw := q.fixed // restriction maps before the normalisation
	if raw == nil {
		raw = learnMaps(b, h, name, d, q.kind)
		if q.edgeWeights { // two products over the nodes, as in learnMaps
			w := b.Param(name+".weights", 2*h.Cols(), 1, train.FanIn, train.Decayed)
			ownPart := autodiff.MatMul(t, h, autodiff.SliceRows(t, w, 0, h.Cols()))
			otherPart := autodiff.MatMul(t, h, autodiff.SliceRows(t, w, h.Cols(), 2*h.Cols()))
			raw = edgeWeighted(t, g.Edges, raw, ownPart, otherPart)
		}
	}
	// The sheaves share the numbers of the tape, so each forward pass changes them.
	s.Raw = &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: raw.Value.Data}
	hat = t.Result(raw.Rows(), raw.Cols(), raw)
	s.Hat = &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: hat.Value.Data}
	norm := sheaf.NewNormalizer(g.N, d, g.Edges)
	s.Lap = sheaf.NewLaplacian(g.N, d, g.Edges)
	s.Parts = laplacianParts()
	autodiff.CustomOp(t, "sheaf Laplacian", hat, func() {
		norm.Forward(s.Raw, 1, s.Hat) // with the shift 1: D = blockdiag(L) + I
		s.Lap.Assemble(s.Hat)
	}, func() { // not called for fixed maps, which have no gradient
		norm.Backward(hat.Grad.Data, raw.Grad.Data)
	})
	return s, hat
}

// fixedMaps returns the maps of both ends of every edge, 2m×d², for a kind without learned numbers. It returns nil for other kinds.
// Orthogonal maps of dimension 1 would have no number either, but no peer accepts them (withMapChoice, newNSD).
func fixedMaps(b *train.Builder, d int, kind mapKind) *autodiff.Var {
	if kind.numbers(d) > 0 {
		return nil
	}
	s := sheaf.New(b.Graph.N, d, b.Graph.Edges) // all maps are 0, as zeroMaps needs
	switch kind {
	case identityMaps:
		s = sheaf.Constant(b.Graph.N, d, b.Graph.Edges)
	case connectionMaps:
		s = connectionSheaf(b.Graph, d)
	}
	return b.Tape.Const(&linalg.Dense{Rows: 2 * len(b.Graph.Edges), Cols: d * d, Data: s.R})
}

// learnMaps returns the maps of both ends of every edge, 2m×d². A linear learner V computes their numbers from the features of both ends.
func learnMaps(b *train.Builder, h *autodiff.Var, name string, d int, kind mapKind) *autodiff.Var {
	t := b.Tape
	// V[x_i ‖ x_j] = V₁x_i + V₂x_j: two products over the nodes replace a product over the ends of edges, which are usually more.
	w := b.Param(name+".learner", 2*h.Cols(), kind.numbers(d), train.FanIn, train.Decayed)
	ownPart := autodiff.MatMul(t, h, autodiff.SliceRows(t, w, 0, h.Cols()))
	otherPart := autodiff.MatMul(t, h, autodiff.SliceRows(t, w, h.Cols(), 2*h.Cols()))
	return restrictionMaps(t, b.Graph.Edges, ownPart, otherPart, d, kind)
}

// diffuse returns L̂x for x, (n·d)×c, where lap is the Laplacian L̂ of the normalised maps hat, 2m×d².
// In the backward pass it adds the gradients of x and of hat.
// An earlier operation of the tape must assemble lap from hat (sheafLearner.layer).
func diffuse(t *autodiff.Tape, edges []graph.Edge, lap *sheaf.Laplacian, hat, x *autodiff.Var) *autodiff.Var {
	out := t.Result(x.Rows(), x.Cols(), x, hat)
	c := x.Cols()
	s := &sheaf.Sheaf{N: lap.N, D: lap.D, Edges: edges, R: hat.Value.Data}
	work := make([]float64, len(x.Value.Data))
	return autodiff.CustomOp(t, "sheaf diffusion", out, func() {
		lap.Apply(out.Value.Data, x.Value.Data, c)
	}, func() {
		if x.Grad != nil { // L̂ is symmetric, so the gradient of x is L̂ times the gradient of the result
			lap.Apply(work, out.Grad.Data, c)
			for i, v := range work {
				x.Grad.Data[i] += v
			}
		}
		if hat.Grad != nil { // adds the derivative of ⟨G, L̂x⟩ by the maps, for the gradient G of the result
			s.AddQuadGrad(hat.Grad.Data, x.Value.Data, out.Grad.Data, c, 1)
		}
	})
}

// edgeEnds returns the node of every map of a sheaf: both ends of the first edge, then of the next edge.
func edgeEnds(edges []graph.Edge) []int32 {
	out := make([]int32, 0, 2*len(edges))
	for _, e := range edges {
		out = append(out, e.I, e.J)
	}
	return out
}
