// This file has parts of networks that settings select, as libraries have them, such as activations and skip connections.
// The value 0 of a setting selects the part of the paper.

package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// activate returns x after the activation that the setting "act" selects: 0 selects usual, the activation of the paper.
func (s Settings) activate(t *autodiff.Tape, x *autodiff.Var, usual func(*autodiff.Tape, *autodiff.Var) *autodiff.Var) *autodiff.Var {
	switch s.Int("act") {
	case 1:
		return autodiff.ReLU(t, x)
	case 2:
		return autodiff.ELU(t, x)
	case 3:
		return autodiff.Tanh(t, x)
	case 4:
		return autodiff.LeakyReLU(t, x, 0.01) // the slope for negative numbers is 0.01
	case 5:
		return x
	}
	return usual(t, x)
}

// graphLayers returns the number of graph layers, and the index (from 0 on) of the layer that returns the class scores.
// The index is −1 if a linear head after all graph layers returns the class scores.
func (s Settings) graphLayers() (layers, last int) {
	layers = s.Int("layers")
	if s.Of("linear_head") != 0 {
		return layers, -1
	}
	return layers, layers - 1
}

// head returns the class scores of a linear head on h. Without a linear head it returns h, which then has the class scores.
func (s Settings) head(b *train.Builder, h *autodiff.Var, name string) *autodiff.Var {
	if s.Of("linear_head") == 0 {
		return h
	}
	return b.Linear(dropout(b, h, s.Of("dropout"), name+".head"), name+".head", b.Graph.Classes)
}

// Skip connections, the values of the setting "skip". A connection adds the input of a layer to the output of this layer.
const (
	outputSkip  = 1 // after the activation, if both have the same width
	inputSkip   = 2 // before the activation, if both have the same width
	learnedSkip = 3 // before the activation, the input times a weight matrix
)

// hasWidth reports whether h is not nil and has as many columns as x.
func hasWidth(h, x *autodiff.Var) bool { return h != nil && h.Cols() == x.Cols() }

// addSkip returns the sum of x and the skip connection of a layer before its activation. Without such a connection the result is x.
// h is the input of the layer, and name is the name of the layer. The first layer has h = nil, which stands for the features of the graph.
// Of the two connections before the activation, only learnedSkip exists in the first layer.
func (s Settings) addSkip(b *train.Builder, x, h *autodiff.Var, name string) *autodiff.Var {
	skip := s.Int("skip")
	if skip == inputSkip && hasWidth(h, x) {
		return autodiff.Add(b.Tape, x, h)
	}
	if skip != learnedSkip {
		return x
	}
	if h == nil {
		w := b.Param(name+".residual", b.Graph.X.Cols, x.Cols(), train.Glorot, train.Decayed)
		return autodiff.Add(b.Tape, x, train.SparseInput(b, w, 0)) // 0: without dropout
	}
	w := b.Param(name+".residual", h.Cols(), x.Cols(), train.Glorot, train.Decayed)
	return autodiff.Add(b.Tape, x, autodiff.MatMul(b.Tape, h, w))
}

// addOutputSkip returns the sum of x and the skip connection of a layer after its activation. Without such a connection the result is x.
// h is the input of the layer, as in addSkip.
func (s Settings) addOutputSkip(b *train.Builder, x, h *autodiff.Var) *autodiff.Var {
	if s.Int("skip") == outputSkip && hasWidth(h, x) {
		return autodiff.Add(b.Tape, x, h)
	}
	return x
}

// Normalisations of a sum over neighbours, the values of the setting "degree". The sender is the neighbour, and the receiver has the sum.
// With loops a node also sends a message to itself.
// As a setting, 0 selects the normalisation of the model's paper, which need not be symmetricRoots.
const (
	symmetricRoots = 0 // divide by the roots of both degrees, the numbers of received messages; a sender of degree 0 has weight 0
	plainSum       = 1 // do not divide
	receiverMean   = 2 // divide by the receiver's degree, so that rows with entries sum to 1
	messageRoots   = 3 // divide by the roots of the receiver's degree and of the number of messages that the sender sends
)

// neighbourSum is a sum over neighbours: row i of a has the weights of the messages that node i receives.
type neighbourSum struct {
	a         *linalg.CSR // n×n
	symmetric bool        // a is D^{-1/2}AD^{-1/2} or D̃^{-1/2}(A + I)D̃^{-1/2} of undirected edges; false for plainSum, too
	loops     float64     // 1 if a node receives its own features, or 0
	degree    int         // normalisation: symmetricRoots, plainSum, receiverMean or messageRoots
}

// neighbourSum returns the sum that the settings "loops", "degree" and "directed" select.
// The arguments loops and usual are the choices of the model's paper. They are used if the settings "loops" and "degree" are 0.
func (s Settings) neighbourSum(g *graph.Graph, loops selfLoops, usual int) *neighbourSum {
	directed := s.Of("directed") != 0 && g.Directions != nil // an undirected graph has no Directions
	o := &neighbourSum{degree: s.Int("degree"), symmetric: !directed}
	if o.degree == 0 { // the setting 0 selects the normalisation of the paper
		o.degree = usual
	}
	hasLoops := bool(loops) && s.Of("loops") == 0 // the setting 1 removes the loops
	if hasLoops {
		o.loops = 1
	}
	// Row i of m has the nodes that send to node i, without node i itself if Alone is set. o.a is m, so later changes of m change o.a.
	m := &linalg.CSR{Rows: g.N, Cols: g.N}
	m.Ptr, m.Col = train.Arcs{Alone: !hasLoops, Directed: directed}.Of(g)
	o.a = symmetricNormalize(m)
	// In an undirected graph a node sends as many messages as it receives, so both normalisations by roots are equal.
	if o.degree == messageRoots && !directed {
		o.degree = symmetricRoots
	}
	if o.degree == symmetricRoots {
		return o
	}
	// Here the normalisation is receiverMean, plainSum, or messageRoots of directed edges.
	o.symmetric = false
	sent := make([]float64, m.Rows) // number of messages that each node sends
	for _, j := range m.Col {
		sent[j]++
	}
	for i := range m.Rows {
		received := float64(m.Ptr[i+1] - m.Ptr[i])
		for p := m.Ptr[i]; p < m.Ptr[i+1]; p++ {
			switch o.degree {
			case receiverMean:
				m.Val[p] = 1 / received
			case messageRoots:
				m.Val[p] = 1 / math.Sqrt(received*sent[m.Col[p]])
			case plainSum:
				m.Val[p] = 1
			}
		}
	}
	return o
}

// apply returns a·x. For symmetric a, the gradient does not need the transpose.
func (o *neighbourSum) apply(t *autodiff.Tape, x *autodiff.Var) *autodiff.Var {
	if o.symmetric {
		return propagate(t, o.a, x)
	}
	return autodiff.SpMM(t, o.a, x)
}

// asLayer describes the layer y = a·x. The part is named after the summed nodes.
// Only a symmetric sum has a filter. Without loops, isolated nodes are an exception: the filter keeps their features, but y is 0.
func (o *neighbourSum) asLayer(x, y *autodiff.Var) Layer {
	if o.symmetric {
		l := averagingLayer(o.a, x, y)
		if o.loops == 0 {
			l.loops, l.Parts[0].Name = 0, "its neighbours"
		}
		return l
	}
	name := "mean of the neighbours" // without loops, with receiverMean
	switch {
	case o.loops == 1 && o.degree == receiverMean:
		name = "mean of itself and its neighbours"
	case o.loops == 1:
		name = "itself and its neighbours"
	case o.degree != receiverMean:
		name = "its neighbours"
	}
	return Layer{openDim: 1, X: x, Y: y, loops: o.loops, Parts: []Part{{Name: name, a: o.a}}}
}

// noGain is Peer.NoGain of GCN and GCNII.
const noGain = "In general this sum over neighbours is no function of the Laplacian: no curve is drawn."

// mapsBySum returns the description of the maps of a layer that sums over neighbours. The setting 1 of "loops" removes the loops.
func mapsBySum(s Settings) string {
	if s.Of("loops") != 0 {
		return plainMaps
	}
	return trivialMaps
}

// headMean returns the mean over the heads, n×f, of h, n×(heads·f).
func headMean(t *autodiff.Tape, h *autodiff.Var, heads int) *autodiff.Var {
	f := h.Cols() / heads
	out := autodiff.SliceCols(t, h, 0, f)
	for k := 1; k < heads; k++ {
		out = autodiff.Add(t, out, autodiff.SliceCols(t, h, k*f, (k+1)*f))
	}
	return autodiff.Scale(t, 1/float64(heads), out)
}

// edgeWeighted returns the maps of all edges, 2m×d², each scaled by the learned weight of its edge.
// Edge e = (i, j) has the rows 2e and 2e+1 and the weight σ(w·[x_i‖x_j])·σ(w·[x_j‖x_i]), with the sigmoid σ.
// ownPart and otherPart, n×1 each, are the products of the features with the first half and with the second half of w.
func edgeWeighted(t *autodiff.Tape, edges []graph.Edge, maps, ownPart, otherPart *autodiff.Var) *autodiff.Var {
	// Map k belongs to node own[k]. Map k^1 belongs to the other end of the edge, which is node other[k].
	own := edgeEnds(edges)
	other, opposite := make([]int32, len(own)), make([]int32, len(own))
	for k := range own {
		other[k], opposite[k] = own[k^1], int32(k^1)
	}
	factor := autodiff.SigmoidInPlace(t, autodiff.Add(t, autodiff.GatherRows(t, ownPart, own), autodiff.GatherRows(t, otherPart, other)))
	return autodiff.MulColumn(t, autodiff.MulColumn(t, factor, autodiff.GatherRows(t, factor, opposite)), maps)
}
