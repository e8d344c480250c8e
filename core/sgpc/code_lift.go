package sgpc

// This file has the lift of the reading "code", the authors' published program.

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sheaf"
)

// scalarOp is the operation on the tape (package autodiff) that computes one map per edge,
// a number, from the features of the ends. From hW (n×k) it computes a weight for every
// directed entry (row, col) of the edge list:
//
//	C = mean((hW_row − hW_col)²),  P0 = clamp(e^{−C/ε}, 1e−3, 1),
//	P⋆ = clamp((P0 + 1e−12)·e^{−C/ε}, 1e−3, 1),  w = 0.7·P0 + 0.3·P⋆,
//	weight = mean((w·hW_row)²).
//
// The numbers 1e−3, 0.7 and 1e−12 are codeFloor, codeShareP0 and codeLog. mean is the
// mean over the k columns. Each entry adds −weight to the Laplacian at (row, col) and
// (col, row), and +weight at (row, row) and (col, col). The result is the Laplacian of a
// sheaf with stalks of dimension 1. Its maps at both ends of edge e are
// r_e = sqrt(Σ weight), with the sum over the one or two entries of e.
type scalarOp struct {
	in, out *autodiff.Var // hW, and the maps (2m×1 for m edges)
	sheaf   *sheaf.Sheaf
	entries *pacbayes.Entries
	eps     float64 // ε
	// cost, p0 and pStar are C, P0 and P⋆ by edge, equal for both of its entries. meanSquare
	// is mean(hW_i²) by node i. diff is a workspace for hW_i − hW_j.
	cost, p0, pStar, meanSquare, diff []float64
}

// newScalarOp adds the lift of hW to the tape. The maps of s then share the memory of out.
func newScalarOp(t *autodiff.Tape, hw *autodiff.Var, s *sheaf.Sheaf, entries *pacbayes.Entries, eps float64) *scalarOp {
	m := len(s.Edges)
	o := &scalarOp{in: hw, sheaf: s, entries: entries, eps: eps, out: t.NewVar(2*m, 1, hw.Grad != nil),
		cost: make([]float64, m), p0: make([]float64, m), pStar: make([]float64, m),
		meanSquare: make([]float64, s.N), diff: make([]float64, hw.Cols())}
	s.R = o.out.Value.Data
	t.Add(o)
	return o
}

func (o *scalarOp) Name() string { return "scalar lift" }

// codeLog keeps log(P0 + codeLog) finite. The authors' program computes P⋆ from this logarithm.
const codeLog = 1e-12

// clamp returns the number in [codeFloor, 1] nearest to x.
func clamp(x float64) float64 { return math.Min(math.Max(x, codeFloor), 1) }

// mix returns w = 0.7·P0 + 0.3·P⋆ of edge e.
func (o *scalarOp) mix(e int) float64 {
	return float64(codeShareP0*o.p0[e]) + float64((1-codeShareP0)*o.pStar[e])
}

// rowSquares returns the sum of mean(hW_row²) over the directed entries (row, col) of
// edge e.
func (o *scalarOp) rowSquares(e int) float64 {
	sum := 0.0
	if o.entries.Forward[e] { // the entry (I, J)
		sum += o.meanSquare[o.sheaf.Edges[e].I]
	}
	if o.entries.Backward[e] { // the entry (J, I)
		sum += o.meanSquare[o.sheaf.Edges[e].J]
	}
	return sum
}

// weight returns the weight of the entry of edge e with node i as its row, whether or not
// the edge list has this entry.
func (o *scalarOp) weight(e int, i int32) float64 {
	w := o.mix(e)
	return w * w * o.meanSquare[i]
}

// subtract sets diff to hW_i − hW_j for the ends of an edge.
func (o *scalarOp) subtract(ends graph.Edge) {
	copy(o.diff, o.in.Value.Row(int(ends.I)))
	linalg.Axpy(-1, o.in.Value.Row(int(ends.J)), o.diff)
}

// Forward computes C, P0, P⋆ and the maps of every edge.
func (o *scalarOp) Forward() {
	k := float64(o.in.Value.Cols)
	for i := range o.meanSquare {
		row := o.in.Value.Row(i)
		o.meanSquare[i] = linalg.Dot(row, row) / k
	}
	for e, ends := range o.sheaf.Edges {
		o.subtract(ends)
		cost := linalg.Dot(o.diff, o.diff) / k
		decay := linalg.Exp(-cost / o.eps)
		p0 := clamp(decay)
		o.cost[e], o.p0[e] = cost, p0
		o.pStar[e] = clamp((p0 + codeLog) * decay)
		r := o.mix(e) * math.Sqrt(o.rowSquares(e))
		o.out.Value.Data[2*e], o.out.Value.Data[2*e+1] = r, r
	}
}

// Backward adds the gradient of the maps r_e = w·sqrt(s) with respect to hW, if hW has a
// gradient. Here s is rowSquares(e), and w depends on the cost C.
func (o *scalarOp) Backward() {
	if o.in.Grad == nil {
		return
	}
	k := float64(o.in.Value.Cols)
	for e, ends := range o.sheaf.Edges {
		root := math.Sqrt(o.rowSquares(e))
		if root == 0 { // the square root has no derivative at 0
			continue
		}
		mapGrad := o.out.Grad.Data[2*e] + o.out.Grad.Data[2*e+1]
		x, y := o.in.Value.Row(int(ends.I)), o.in.Value.Row(int(ends.J))
		gradX, gradY := o.in.Grad.Row(int(ends.I)), o.in.Grad.Row(int(ends.J))
		// ∂r/∂s = w/(2·root), and s contains mean(hW_row²), whose gradient is 2·hW_row/k.
		squareFactor := mapGrad * o.mix(e) / (root * k)
		slope := o.mixSlope(e)
		if slope != 0 { // 0 if P0 and P⋆ are clamped, and if C = 0
			// ∂r/∂C = root·slope, and the gradient of C in hW_i is 2·(hW_i − hW_j)/k.
			costFactor := float64(mapGrad*root*slope) * 2 / k
			o.subtract(ends)
			linalg.Axpy(costFactor, o.diff, gradX)
			linalg.Axpy(-costFactor, o.diff, gradY)
		}
		if o.entries.Forward[e] {
			linalg.Axpy(squareFactor, x, gradX)
		}
		if o.entries.Backward[e] {
			linalg.Axpy(squareFactor, y, gradY)
		}
	}
}

// mixSlope returns dw/dC of edge e. The derivative of a clamped P0 or P⋆ is 0.
func (o *scalarOp) mixSlope(e int) float64 {
	decay := linalg.Exp(-o.cost[e] / o.eps)
	slopeP0, slopePStar := 0.0, 0.0
	if decay > codeFloor && decay < 1 {
		slopeP0 = -decay / o.eps
	}
	shiftedP0 := o.p0[e] + codeLog
	unclamped := shiftedP0 * decay // P⋆ before the clamp
	if unclamped > codeFloor && unclamped < 1 {
		// The product rule for (P0 + 1e−12)·e^{−C/ε}.
		slopePStar = float64(slopeP0*decay) - shiftedP0*decay/o.eps
	}
	return float64(codeShareP0*slopeP0) + float64((1-codeShareP0)*slopePStar)
}
