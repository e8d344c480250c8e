package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// The settings in this file are the differences between the networks of libraries and those of the papers.
// The value 0 of each setting stands for the network of the paper.

// activate applies the activation of the setting "act". For the value 0 it applies the function usual.
func (s Settings) activate(t *autodiff.Tape, x *autodiff.Var, usual func(*autodiff.Tape, *autodiff.Var) *autodiff.Var) *autodiff.Var {
	switch s.Int("act") {
	case 1:
		return autodiff.ReLU(t, x)
	case 2:
		return autodiff.ELU(t, x)
	case 3:
		return autodiff.Tanh(t, x)
	case 4:
		return autodiff.LeakyReLU(t, x, 0.01)
	case 5:
		return x
	}
	return usual(t, x)
}

// graphLayers returns the number of graph layers and the index of the layer that returns the scores of the classes.
// The index is −1 if a linear head returns them.
func (s Settings) graphLayers() (layers, last int) {
	if layers = s.Int("layers"); s.Of("linear_head") != 0 {
		return layers, -1
	}
	return layers, layers - 1
}

// head returns the scores of a linear head on h, or h itself if the network has no linear head.
func (s Settings) head(b *train.Builder, h *autodiff.Var, name string) *autodiff.Var {
	if s.Of("linear_head") == 0 {
		return h
	}
	return b.Linear(dropout(b, h, s.Of("dropout"), name+".head"), name+".head", b.Graph.Classes)
}

// addSkip returns x with the skip connection before the activation: the layer's input h for skip=2, or h times weights for skip=3.
// A nil h stands for the features, the input of the first layer.
func (s Settings) addSkip(b *train.Builder, x, h *autodiff.Var, name string) *autodiff.Var {
	switch {
	case s.Int("skip") == 2 && h != nil && h.Cols() == x.Cols():
		return autodiff.Add(b.Tape, x, h)
	case s.Int("skip") != 3:
		return x
	case h == nil:
		w := b.Param(name+".residual", b.Graph.X.Cols, x.Cols(), train.Glorot, train.Decayed)
		return autodiff.Add(b.Tape, x, train.SparseInput(b, w, 0))
	}
	w := b.Param(name+".residual", h.Cols(), x.Cols(), train.Glorot, train.Decayed)
	return autodiff.Add(b.Tape, x, autodiff.MatMul(b.Tape, h, w))
}

// addOutputSkip returns x with the skip connection after the activation: the layer's input h for skip=1, if its width fits.
func (s Settings) addOutputSkip(b *train.Builder, x, h *autodiff.Var) *autodiff.Var {
	if s.Int("skip") == 1 && h != nil && h.Cols() == x.Cols() {
		return autodiff.Add(b.Tape, x, h)
	}
	return x
}

// Normalisations of a sum over neighbours, the values of the setting "degree".
const (
	symmetricRoots = 0 // divide by the roots of both degrees
	plainSum       = 1 // do not divide
	receiverMean   = 2 // divide by the receiver's degree, so that rows sum to 1
	messageRoots   = 3 // divide by the roots of the receiver's degree and of the number of messages that the sender sends
)

// neighbourSum is a sum over neighbours: row i of a has the weights of the nodes that node i receives.
type neighbourSum struct {
	a         *linalg.CSR
	symmetric bool
	loops     float64 // 1 if a node receives its own features
	degree    int     // normalisation
}

// neighbourSum returns the sum that the settings "loops", "degree" and "directed" select.
// The model's own choices are loops and usual: settings with the value 0 select these.
func (s Settings) neighbourSum(g *graph.Graph, loops selfLoops, usual int) *neighbourSum {
	directed := s.Of("directed") != 0 && g.Directions != nil
	o := &neighbourSum{degree: s.Int("degree"), symmetric: !directed}
	if o.degree == 0 {
		o.degree = usual
	}
	if loops = loops && s.Of("loops") == 0; loops {
		o.loops = 1
	}
	m := &linalg.CSR{Rows: g.N, Cols: g.N}
	m.Ptr, m.Col = train.Arcs{Alone: !bool(loops), Directed: directed}.Of(g)
	o.a = symmetricNormalize(m)
	// In an undirected graph a node sends as many messages as it receives.
	if o.degree == symmetricRoots || o.degree == messageRoots && !directed {
		o.degree = symmetricRoots
		return o
	}
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

// apply returns A·x.
func (o *neighbourSum) apply(t *autodiff.Tape, x *autodiff.Var) *autodiff.Var {
	if o.symmetric {
		return propagate(t, o.a, x)
	}
	return autodiff.SpMM(t, o.a, x)
}

// asLayer describes the layer y = A·x.
func (o *neighbourSum) asLayer(x, y *autodiff.Var) Layer {
	switch {
	case o.symmetric && o.loops == 1:
		return averagingLayer(o.a, x, y)
	case o.symmetric:
		l := averagingLayer(o.a, x, y)
		l.loops, l.Parts[0].Name = 0, "its neighbours"
		return l
	}
	name := "mean of the neighbours"
	switch {
	case o.loops == 1 && o.degree == receiverMean:
		name = "mean of itself and its neighbours"
	case o.loops == 1:
		name = "itself and its neighbours"
	case o.degree != receiverMean:
		name = "its neighbours"
	}
	return Layer{d: 1, X: x, Y: y, loops: o.loops, Parts: []Part{{Name: name, a: o.a}}}
}

// mapsBySum returns the description of the maps of a layer that sums over neighbours.
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

// edgeWeighted scales both maps of edge e = (i, j), rows 2e and 2e+1 of maps (2m×d²), by σ(w·[x_i‖x_j])·σ(w·[x_j‖x_i]).
// The products of the features with the first and the second half of w are near and far, n×1 each.
func edgeWeighted(t *autodiff.Tape, edges []graph.Edge, maps, near, far *autodiff.Var) *autodiff.Var {
	// The node of each map, the node at the other end, and the map of the other end.
	own := edgeEnds(edges)
	other, opposite := make([]int32, len(own)), make([]int32, len(own))
	for k := range own {
		other[k], opposite[k] = own[k^1], int32(k^1)
	}
	factor := autodiff.SigmoidInPlace(t, autodiff.Add(t, autodiff.GatherRows(t, near, own), autodiff.GatherRows(t, far, other)))
	return autodiff.MulColumn(t, autodiff.MulColumn(t, factor, autodiff.GatherRows(t, factor, opposite)), maps)
}
