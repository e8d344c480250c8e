package sgpc

// This file has two operations on the tape (package autodiff) of the reading "code", the
// authors' published program.

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// degreeOp is the normalisation D^{-1/2} L D^{-1/2} before the frequency mixing, with
// D_i = max(1e−8, Σ_{j≠i} −L_ij). The maps are numbers. The maps at node i are
// divided by √D_i. Edge e = (I, J) has the map 2e at node I and the map 2e+1 at node J.
type degreeOp struct {
	in, out  *autodiff.Var    // the maps before and after the division, 2m×1 for m edges
	raw, hat *sheaf.Sheaf     // the sheaves with the maps in and out
	lap      *sheaf.Laplacian // the Laplacian of hat
	degree   []float64        // Σ_{j≠i} −L_ij by node i, without the lower bound 1e−8
	slope    []float64        // ∂ℓ/∂D_i by node i, where ℓ is the loss
}

// newDegreeOp adds the normalisation of maps, the maps of the sheaf raw, to the tape.
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
		weight := float64(r[2*e] * r[2*e+1]) // −L_ij
		o.degree[ends.I] += weight
		o.degree[ends.J] += weight
	}
	for e, ends := range o.raw.Edges {
		out[2*e] = r[2*e] / math.Sqrt(max(codeDegree, o.degree[ends.I]))
		out[2*e+1] = r[2*e+1] / math.Sqrt(max(codeDegree, o.degree[ends.J]))
	}
	o.lap.Assemble(o.hat)
}

// Backward adds the gradient with respect to the maps, if they have one. A map acts on
// the loss through its own quotient, and through the degrees of both ends of the edge.
func (o *degreeOp) Backward() {
	if o.in.Grad == nil {
		return
	}
	r, gradIn, gradOut := o.in.Value.Data, o.in.Grad.Data, o.out.Grad.Data
	clear(o.slope)
	for e, ends := range o.raw.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			k := 2*e + side // index of the map at node i
			d := max(codeDegree, o.degree[i])
			gradIn[k] += gradOut[k] / math.Sqrt(d)
			// ∂(r/√D)/∂D = −r/(2·D·√D). Up to codeDegree, D is a constant.
			if o.degree[i] > codeDegree {
				o.slope[i] -= 0.5 * gradOut[k] * r[k] / (d * math.Sqrt(d))
			}
		}
	}
	// ∂D_i/∂r_ij = r_ji, and ∂D_j/∂r_ij = r_ji. float64 prevents a fused multiply-add.
	for e, ends := range o.raw.Edges {
		slopes := o.slope[ends.I] + o.slope[ends.J]
		gradIn[2*e] += float64(slopes * r[2*e+1])
		gradIn[2*e+1] += float64(slopes * r[2*e])
	}
}

// gateOp is the fusion out = h + σ(a)·x + σ(b)·y, n×c, with σ(a) = 1/(1 + e^{−a}). gates
// holds a and b, and h the encoded features. x is the result of the diffusion, and y of
// the mixing; a branch that the settings disable is nil.
type gateOp struct {
	h, x, y, gates, out *autodiff.Var
	// used holds σ(a) and σ(b) of the last Forward: later updates change a and b.
	used [2]float64
}

// newGateOp adds the fusion of h with the branches x and y to the tape.
func newGateOp(t *autodiff.Tape, h, x, y, gates *autodiff.Var) *gateOp {
	o := &gateOp{h: h, x: x, y: y, gates: gates, out: t.NewVar(h.Value.Rows, h.Value.Cols, h.Grad != nil)}
	t.Add(o)
	return o
}

func (o *gateOp) Name() string { return "gated fusion" }

// sigmoid returns 1/(1 + e^{−x}).
func sigmoid(x float64) float64 { return 1 / (1 + linalg.Exp(-x)) }

// branches returns x and y.
func (o *gateOp) branches() [2]*autodiff.Var { return [2]*autodiff.Var{o.x, o.y} }

// Forward computes the gated sum.
func (o *gateOp) Forward() {
	copy(o.out.Value.Data, o.h.Value.Data)
	for k, branch := range o.branches() {
		o.used[k] = sigmoid(o.gates.Value.Data[k])
		if branch != nil {
			linalg.Axpy(o.used[k], branch.Value.Data, o.out.Value.Data)
		}
	}
}

// Backward adds the gradients with respect to h, to the branches and to the logits a
// and b. If out has no gradient, as on the tape of the evaluation, it adds nothing. If
// out has one, h and the branches have one, too.
func (o *gateOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	gradOut := o.out.Grad.Data
	linalg.Axpy(1, gradOut, o.h.Grad.Data)
	for k, branch := range o.branches() {
		if branch == nil {
			continue
		}
		gate := o.used[k]
		linalg.Axpy(gate, gradOut, branch.Grad.Data)
		// On the tape of Fork.Path the parameters have no gradient.
		if o.gates.Grad != nil { // the derivative of σ is σ·(1 − σ)
			o.gates.Grad.Data[k] += float64(gate * (1 - gate) * linalg.Dot(gradOut, branch.Value.Data))
		}
	}
}
