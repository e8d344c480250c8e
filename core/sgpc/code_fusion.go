package sgpc

// This file has the normalisation and the fusion of the reading "code" on the tape.

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// degreeOp is the normalisation D^{-1/2} L D^{-1/2} before the mixing, with
// D_i = max(1e−8, Σ_j −L_ij). It divides the maps at node i by √D_i.
type degreeOp struct {
	in, out  *autodiff.Var
	raw, hat *sheaf.Sheaf
	lap      *sheaf.Laplacian
	degree   []float64
	slope    []float64 // ∂ℓ/∂D
}

// newDegreeOp adds the normalisation of the maps of the sheaf raw.
func newDegreeOp(t *autodiff.Tape, maps *autodiff.Var, raw *sheaf.Sheaf) *degreeOp {
	o := &degreeOp{in: maps, raw: raw, out: t.NewVar(maps.Value.Rows, 1, maps.Grad != nil),
		lap: sheaf.NewLaplacian(raw.N, 1, raw.Edges), degree: make([]float64, raw.N), slope: make([]float64, raw.N)}
	o.hat = &sheaf.Sheaf{N: raw.N, D: 1, Edges: raw.Edges, R: o.out.Value.Data}
	t.Add(o)
	return o
}

func (o *degreeOp) Name() string { return "degree normalisation" }

// Forward computes the degrees, the divided maps and their Laplacian.
func (o *degreeOp) Forward() {
	clear(o.degree)
	r, out := o.in.Value.Data, o.out.Value.Data
	for e, ends := range o.raw.Edges {
		weight := r[2*e] * r[2*e+1]
		o.degree[ends.I] += weight
		o.degree[ends.J] += weight
	}
	for e, ends := range o.raw.Edges {
		out[2*e] = r[2*e] / math.Sqrt(max(codeDegree, o.degree[ends.I]))
		out[2*e+1] = r[2*e+1] / math.Sqrt(max(codeDegree, o.degree[ends.J]))
	}
	o.lap.Assemble(o.hat)
}

// Backward adds the gradient with respect to the maps: directly, and through the
// degrees of both ends.
func (o *degreeOp) Backward() {
	if o.in.Grad == nil {
		return
	}
	r, gradIn, gradOut := o.in.Value.Data, o.in.Grad.Data, o.out.Grad.Data
	clear(o.slope)
	for e, ends := range o.raw.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			k, d := 2*e+side, max(codeDegree, o.degree[i])
			gradIn[k] += gradOut[k] / math.Sqrt(d)
			if o.degree[i] > codeDegree {
				o.slope[i] -= 0.5 * gradOut[k] * r[k] / (d * math.Sqrt(d))
			}
		}
	}
	// ∂D_i/∂r_ij = r_ji
	for e, ends := range o.raw.Edges {
		s := o.slope[ends.I] + o.slope[ends.J]
		gradIn[2*e] += float64(s * r[2*e+1])
		gradIn[2*e+1] += float64(s * r[2*e])
	}
}

// gateOp is the fusion h + σ(a)·x + σ(b)·y with the gate logits (a, b). x and y are
// the branches, nil for a branch that is off.
type gateOp struct {
	h, x, y, gates, out *autodiff.Var
	// used holds σ(a) and σ(b) of the last Forward. An update changes the parameters
	// afterwards.
	used [2]float64
}

// newGateOp adds the fusion.
func newGateOp(t *autodiff.Tape, h, x, y, gates *autodiff.Var) *gateOp {
	o := &gateOp{h: h, x: x, y: y, gates: gates, out: t.NewVar(h.Value.Rows, h.Value.Cols, h.Grad != nil)}
	t.Add(o)
	return o
}

func (o *gateOp) Name() string { return "gated fusion" }

// sigmoid returns 1/(1 + e^{−x}).
func sigmoid(x float64) float64 { return 1 / (1 + linalg.Exp(-x)) }

// branches returns both branches, nil for a branch that is off.
func (o *gateOp) branches() [2]*autodiff.Var { return [2]*autodiff.Var{o.x, o.y} }

// Forward computes the gated sum.
func (o *gateOp) Forward() {
	copy(o.out.Value.Data, o.h.Value.Data)
	for k, x := range o.branches() {
		o.used[k] = sigmoid(o.gates.Value.Data[k])
		if x != nil {
			linalg.Axpy(o.used[k], x.Value.Data, o.out.Value.Data)
		}
	}
}

// Backward adds the gradients with respect to h, to the branches and to the logits.
func (o *gateOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	gradOut := o.out.Grad.Data
	linalg.Axpy(1, gradOut, o.h.Grad.Data)
	for k, x := range o.branches() {
		if x == nil {
			continue
		}
		gate := o.used[k]
		linalg.Axpy(gate, gradOut, x.Grad.Data)
		if o.gates.Grad != nil {
			o.gates.Grad.Data[k] += gate * (1 - gate) * linalg.Dot(gradOut, x.Value.Data)
		}
	}
}
