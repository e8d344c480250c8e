package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// Networks of libraries differ from those of the papers in the following details.
// Each is a setting whose value 0 stands for the paper's network.

// activate applies the activation of the setting "act", or usual for 0.
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

// graphLayers returns the number of graph layers and the index of the layer that gives the classes, −1 if a linear head gives them.
func (s Settings) graphLayers() (layers, last int) {
	if layers = s.Int("layers"); s.Of("linear_head") != 0 {
		return layers, -1
	}
	return layers, layers - 1
}

// head returns the linear layer after the graph layers, or h itself where the last graph layer gives the classes.
func (s Settings) head(b *train.Builder, h *autodiff.Var, name string) *autodiff.Var {
	if s.Of("linear_head") == 0 {
		return h
	}
	return b.Linear(dropout(b, h, s.Of("dropout"), name+".head"), name+".head", b.Graph.Classes)
}

// addSkip adds the skip connection before the activation to x, by the setting "skip": the input h of the layer, or h times weights.
// A nil h stands for the features, the input of the first layer.
func (s Settings) addSkip(b *train.Builder, x, h *autodiff.Var, name string) *autodiff.Var {
	switch {
	case s.Int("skip") == 2 && h != nil && h.Cols() == x.Cols():
		return autodiff.Add(b.Tape, x, h)
	case s.Int("skip") != 3:
		return x
	case h == nil:
		w := b.Param(name+".residual", b.Graph.X.Cols, x.Cols(), train.Glorot, true)
		return autodiff.Add(b.Tape, x, train.SparseInput(b, w, 0))
	}
	w := b.Param(name+".residual", h.Cols(), x.Cols(), train.Glorot, true)
	return autodiff.Add(b.Tape, x, autodiff.MatMul(b.Tape, h, w))
}

// addOutputSkip adds the skip connection after the activation to x, by the setting "skip".
func (s Settings) addOutputSkip(b *train.Builder, x, h *autodiff.Var) *autodiff.Var {
	if s.Int("skip") == 1 && h != nil && h.Cols() == x.Cols() {
		return autodiff.Add(b.Tape, x, h)
	}
	return x
}

// neighbourSum is a sum over neighbours: row i of a has the weights of the nodes that node i receives.
// degree 0 normalises by the roots of both degrees, 1 not at all, and 2 to rows that sum to 1.
// degree 3 normalises by the roots of the receiver's degree and of the number of messages that the sender sends.
type neighbourSum struct {
	a         *linalg.CSR
	symmetric bool
	loops     float64
	degree    int
}

// neighbourSum returns the sum of the settings "loops", "degree" and "directed".
// loops is the model's own choice of self-loops, and usual the degree that the setting 0 stands for.
func (s Settings) neighbourSum(g *graph.Graph, loops bool, usual int) *neighbourSum {
	directed := s.Of("directed") != 0 && g.Directions != nil
	o := &neighbourSum{degree: s.Int("degree"), symmetric: !directed}
	if o.degree == 0 {
		o.degree = usual
	}
	if loops = loops && s.Of("loops") == 0; loops {
		o.loops = 1
	}
	m := &linalg.CSR{Rows: g.N, Cols: g.N}
	m.Ptr, m.Col = train.Arcs{Alone: !loops, Directed: directed}.Of(g)
	o.a = symmetricNormalize(m)
	if o.degree == 0 || o.degree == 3 && !directed { // in an undirected graph a node sends as many messages as it receives
		o.degree = 0
		return o
	}
	o.symmetric = false
	sent := make([]float64, m.Rows)
	for _, j := range m.Col {
		sent[j]++
	}
	for i := range m.Rows {
		for p := m.Ptr[i]; p < m.Ptr[i+1]; p++ {
			m.Val[p] = 1
			switch came := float64(m.Ptr[i+1] - m.Ptr[i]); o.degree {
			case 2:
				m.Val[p] = 1 / came
			case 3:
				m.Val[p] = 1 / math.Sqrt(came*sent[m.Col[p]])
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
	case o.loops == 1 && o.degree == 2:
		name = "mean of itself and its neighbours"
	case o.loops == 1:
		name = "itself and its neighbours"
	case o.degree != 2:
		name = "its neighbours"
	}
	l := Layer{d: 1, X: x, Y: y, loops: o.loops, Parts: []Part{{Name: name, a: o.a}}}
	return l
}

// mapsBySum returns the description of the maps of a layer that sums over neighbours.
func mapsBySum(s Settings) string {
	if s.Of("loops") != 0 {
		return plainMaps
	}
	return trivialMaps
}

// headMean returns the mean of the heads of h (n×heads·f), n×f.
func headMean(t *autodiff.Tape, h *autodiff.Var, heads int) *autodiff.Var {
	f := h.Cols() / heads
	out := autodiff.SliceCols(t, h, 0, f)
	for k := 1; k < heads; k++ {
		out = autodiff.Add(t, out, autodiff.SliceCols(t, h, k*f, (k+1)*f))
	}
	return autodiff.Scale(t, 1/float64(heads), out)
}

// edgeWeighted scales both maps of edge e = (i, j), rows 2e and 2e+1 of maps (2m×d²), by σ(w·[x_i‖x_j])·σ(w·[x_j‖x_i]).
// near and far, n×1, are the products of the features with the first and the second half of w.
func edgeWeighted(t *autodiff.Tape, edges []graph.Edge, maps, near, far *autodiff.Var) *autodiff.Var {
	own := edgeEnds(edges)
	other, flip := make([]int32, len(own)), make([]int32, len(own))
	for k := range own {
		other[k], flip[k] = own[k^1], int32(k^1)
	}
	one := autodiff.SigmoidInPlace(t, autodiff.Add(t, autodiff.GatherRows(t, near, own), autodiff.GatherRows(t, far, other)))
	return autodiff.MulColumn(t, autodiff.MulColumn(t, one, autodiff.GatherRows(t, one, flip)), maps)
}
