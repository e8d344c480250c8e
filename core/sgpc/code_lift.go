package sgpc

// This file has the scalar lift of the reading "code" on the tape.

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sheaf"
)

// scalarOp is the lift of the reading "code". From hW (n×k) it computes for every
// directed entry (row, col) of the edge list
//
//	C = mean((hW_row − hW_col)²),  P0 = clamp(e^{−C/ε}, 1e−3, 1),
//	P⋆ = clamp((P0 + 1e−12)·e^{−C/ε}, 1e−3, 1),  w = 0.7·P0 + 0.3·P⋆,
//	weight = mean((w·hW_row)²).
//
// Each entry adds −weight to the Laplacian at (row, col) and (col, row), and +weight
// on both diagonals. Both entries of an edge have equal C, P0 and P⋆. The sum of
// the entries is the Laplacian of a sheaf with stalks of dimension 1, whose edge e
// has the map r_e = sqrt(Σ weight) at both ends.
type scalarOp struct {
	in, out *autodiff.Var
	sheaf   *sheaf.Sheaf
	entries *pacbayes.Entries
	eps     float64
	// cost, first and last are C, P0 and P⋆ by edge, and square is mean(hW_i²) by
	// node. diff is a workspace for hW_i − hW_j.
	cost, first, last, square, diff []float64
}

// newScalarOp adds the lift of hW, whose maps are those of the sheaf s.
func newScalarOp(t *autodiff.Tape, hw *autodiff.Var, s *sheaf.Sheaf, entries *pacbayes.Entries, eps float64) *scalarOp {
	m := len(s.Edges)
	o := &scalarOp{in: hw, sheaf: s, entries: entries, eps: eps, out: t.NewVar(2*m, 1, hw.Grad != nil),
		cost: make([]float64, m), first: make([]float64, m), last: make([]float64, m),
		square: make([]float64, s.N), diff: make([]float64, hw.Cols())}
	s.R = o.out.Value.Data
	t.Add(o)
	return o
}

func (o *scalarOp) Name() string { return "scalar lift" }

// codeLog is the constant that the authors' program adds to P0 before the
// logarithm.
const codeLog = 1e-12

// clamp returns x, at least codeFloor and at most 1.
func clamp(x float64) float64 { return math.Min(math.Max(x, codeFloor), 1) }

// mix returns w = 0.7·P0 + 0.3·P⋆ of edge e.
func (o *scalarOp) mix(e int) float64 { return codeShareP0*o.first[e] + (1-codeShareP0)*o.last[e] }

// size returns the sum of mean(hW_row²) over the directed entries (row, col) of edge e.
func (o *scalarOp) size(e int) float64 {
	sum := 0.0
	if o.entries.Forward[e] { // the entry (I, J)
		sum += o.square[o.sheaf.Edges[e].I]
	}
	if o.entries.Backward[e] { // the entry (J, I)
		sum += o.square[o.sheaf.Edges[e].J]
	}
	return sum
}

// weight returns the weight of the entry of edge e with node i as its row.
func (o *scalarOp) weight(e int, i int32) float64 {
	w := o.mix(e)
	return w * w * o.square[i]
}

// subtract sets diff to hW_i − hW_j for the ends of an edge.
func (o *scalarOp) subtract(ends graph.Edge) {
	copy(o.diff, o.in.Value.Row(int(ends.I)))
	linalg.Axpy(-1, o.in.Value.Row(int(ends.J)), o.diff)
}

// Forward computes C, P0, P⋆ and the map of every edge.
func (o *scalarOp) Forward() {
	k := float64(o.in.Value.Cols)
	for i := range o.square {
		row := o.in.Value.Row(i)
		o.square[i] = linalg.Dot(row, row) / k
	}
	for e, ends := range o.sheaf.Edges {
		o.subtract(ends)
		c := linalg.Dot(o.diff, o.diff) / k
		decay := linalg.Exp(-c / o.eps)
		p := clamp(decay)
		o.cost[e], o.first[e], o.last[e] = c, p, clamp((p+codeLog)*decay)
		r := o.mix(e) * math.Sqrt(o.size(e))
		o.out.Value.Data[2*e], o.out.Value.Data[2*e+1] = r, r
	}
}

// Backward adds the gradient of the maps r_e = w·sqrt(size) with respect to hW.
func (o *scalarOp) Backward() {
	if o.in.Grad == nil {
		return
	}
	k := float64(o.in.Value.Cols)
	for e, ends := range o.sheaf.Edges {
		root := math.Sqrt(o.size(e))
		if root == 0 {
			continue
		}
		mapGrad := o.out.Grad.Data[2*e] + o.out.Grad.Data[2*e+1]
		x, y := o.in.Value.Row(int(ends.I)), o.in.Value.Row(int(ends.J))
		gradX, gradY := o.in.Grad.Row(int(ends.I)), o.in.Grad.Row(int(ends.J))
		// ∂r/∂size = w/(2·root), and size contains mean(hW_row²).
		sizeFactor := mapGrad * o.mix(e) / (root * k)
		if slope := o.slope(e); slope != 0 { // it is 0 on most edges, by the clamps
			costFactor := mapGrad * root * slope * 2 / k
			o.subtract(ends)
			linalg.Axpy(costFactor, o.diff, gradX)
			linalg.Axpy(-costFactor, o.diff, gradY)
		}
		if o.entries.Forward[e] {
			linalg.Axpy(sizeFactor, x, gradX)
		}
		if o.entries.Backward[e] {
			linalg.Axpy(sizeFactor, y, gradY)
		}
	}
}

// slope returns dw/dC of edge e. A clamped P0 or P⋆ contributes 0.
func (o *scalarOp) slope(e int) float64 {
	decay := linalg.Exp(-o.cost[e] / o.eps)
	slopeP0, slopeP := 0.0, 0.0
	if decay > codeFloor && decay < 1 {
		slopeP0 = -decay / o.eps
	}
	p := o.first[e] + codeLog
	if v := p * decay; v > codeFloor && v < 1 {
		slopeP = slopeP0*decay - p*decay/o.eps
	}
	return codeShareP0*slopeP0 + (1-codeShareP0)*slopeP
}
