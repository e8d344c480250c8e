package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// Networks of libraries differ from those of the papers in the details below. Each is a setting whose value 0 is the paper's.

// activate is the activation that the setting "act" chooses, usual when it is 0.
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

// graphLayers is the number of layers of a stack that sum over neighbours and, where the last of them gives the classes, its
// index; else that is −1.
func (s Settings) graphLayers() (layers, last int) {
	if layers = s.Int("layers"); s.Of("linear_head") != 0 {
		return layers, -1
	}
	return layers, layers - 1
}

// head is the linear layer behind those of the graph, h itself where the last of them gives the classes.
func (s Settings) head(b *train.Builder, h *autodiff.Var, name string) *autodiff.Var {
	if s.Of("linear_head") == 0 {
		return h
	}
	return b.Linear(dropout(b, h, s.Of("dropout"), name+".head"), name+".head", b.Graph.Classes)
}

// beside is x and what the setting "skip" adds before the activation: the input of the layer as it is, or with weights. The first
// layer has no input but the features, h nil.
func (s Settings) beside(b *train.Builder, x, h *autodiff.Var, name string) *autodiff.Var {
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

// after is x and what the setting "skip" adds after the activation.
func (s Settings) after(b *train.Builder, x, h *autodiff.Var) *autodiff.Var {
	if s.Int("skip") == 1 && h != nil && h.Cols() == x.Cols() {
		return autodiff.Add(b.Tape, x, h)
	}
	return x
}

// sum is what a layer sums with: the matrix a has a row for each node that receives; degree 0 normalises it by the roots of both
// degrees, 1 not, 2 to rows that sum to 1, 3 by the roots of the degrees of the receiver and, of messages sent, of the sender.
type sum struct {
	a         *linalg.CSR
	symmetric bool
	loops     float64
	degree    int
}

// sumOf returns the sum over neighbours by the settings "loops", "degree" and "directed"; usual is what degree 0 stands for.
func (s Settings) sumOf(g *graph.Graph, loops bool, usual int) *sum {
	directed := s.Of("directed") != 0 && g.Directions != nil
	o := &sum{degree: s.Int("degree"), symmetric: !directed}
	if o.degree == 0 {
		o.degree = usual
	}
	if loops = loops && s.Of("loops") == 0; loops {
		o.loops = 1
	}
	m := &linalg.CSR{Rows: g.N, Cols: g.N}
	m.Ptr, m.Col = train.Arcs{Alone: !loops, Directed: directed}.Of(g)
	o.a = symmetric(m)
	if o.degree == 0 || o.degree == 3 && !directed { // there both degrees are one
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

// of is A·x.
func (o *sum) of(t *autodiff.Tape, x *autodiff.Var) *autodiff.Var {
	if o.symmetric {
		return propagate(t, o.a, x)
	}
	return autodiff.SpMM(t, o.a, x)
}

// layer describes what a layer makes of x.
func (o *sum) layer(x, y *autodiff.Var) Layer {
	switch {
	case o.symmetric && o.loops == 1:
		return averaging(o.a, x, y)
	case o.symmetric:
		l := averaging(o.a, x, y)
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

// mapsBySum says the maps of a layer that sums over neighbours.
func mapsBySum(s Settings) string {
	if s.Of("loops") != 0 {
		return plainMaps
	}
	return trivialMaps
}

// headMean is the mean of the heads of h (n×heads·f), n×f.
func headMean(t *autodiff.Tape, h *autodiff.Var, heads int) *autodiff.Var {
	f := h.Cols() / heads
	out := autodiff.SliceCols(t, h, 0, f)
	for k := 1; k < heads; k++ {
		out = autodiff.Add(t, out, autodiff.SliceCols(t, h, k*f, (k+1)*f))
	}
	return autodiff.Scale(t, 1/float64(heads), out)
}

// edgeWeighted scales both maps of edge (i, j), rows 2e and 2e+1 of maps (2m×d²), by σ(w·[x_i‖x_j])·σ(w·[x_j‖x_i]); near and far
// are n×1: the products of x_i with the first and of x_j with the second half of w.
func edgeWeighted(t *autodiff.Tape, edges []graph.Edge, maps, near, far *autodiff.Var) *autodiff.Var {
	own := edgeEnds(edges)
	other, flip := make([]int32, len(own)), make([]int32, len(own))
	for k := range own {
		other[k], flip[k] = own[k^1], int32(k^1)
	}
	one := autodiff.SigmoidInPlace(t, autodiff.Add(t, autodiff.GatherRows(t, near, own), autodiff.GatherRows(t, far, other)))
	return autodiff.MulColumn(t, autodiff.MulColumn(t, one, autodiff.GatherRows(t, one, flip)), maps)
}
