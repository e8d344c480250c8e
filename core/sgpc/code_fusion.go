package sgpc

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// degreeOp is the normalisation before the mixing in the reading "code": D^{-1/2} L
// D^{-1/2} with D_i = max(1e−8, Σ_j −L_ij). The maps at node i are divided by √D_i.
type degreeOp struct {
	in, out  *autodiff.Var
	raw, hat *sheaf.Sheaf
	lap      *sheaf.Laplacian
	degree   []float64
	slope    []float64 // ∂ℓ/∂D
}

func newDegreeOp(t *autodiff.Tape, maps *autodiff.Var, raw *sheaf.Sheaf) *degreeOp {
	o := &degreeOp{in: maps, raw: raw, out: t.NewVar(maps.Value.Rows, 1, maps.Grad != nil),
		lap: sheaf.NewLaplacian(raw.N, 1, raw.Edges), degree: make([]float64, raw.N), slope: make([]float64, raw.N)}
	o.hat = &sheaf.Sheaf{N: raw.N, D: 1, Edges: raw.Edges, R: o.out.Value.Data}
	t.Add(o)
	return o
}

func (o *degreeOp) Name() string { return "degree normalisation" }

func (o *degreeOp) Forward() {
	clear(o.degree)
	r, out := o.in.Value.Data, o.out.Value.Data
	for e, g := range o.raw.Edges {
		w := r[2*e] * r[2*e+1]
		o.degree[g.I] += w
		o.degree[g.J] += w
	}
	for e, g := range o.raw.Edges {
		out[2*e] = r[2*e] / math.Sqrt(max(codeDegree, o.degree[g.I]))
		out[2*e+1] = r[2*e+1] / math.Sqrt(max(codeDegree, o.degree[g.J]))
	}
	o.lap.Assemble(o.hat)
}

func (o *degreeOp) Backward() {
	if o.in.Grad == nil {
		return
	}
	r, gr, g := o.in.Value.Data, o.in.Grad.Data, o.out.Grad.Data
	clear(o.slope)
	for e, q := range o.raw.Edges {
		for side, i := range [2]int32{q.I, q.J} {
			k, d := 2*e+side, max(codeDegree, o.degree[i])
			gr[k] += g[k] / math.Sqrt(d)
			if o.degree[i] > codeDegree {
				o.slope[i] -= 0.5 * g[k] * r[k] / (d * math.Sqrt(d))
			}
		}
	}
	for e, q := range o.raw.Edges {
		s := o.slope[q.I] + o.slope[q.J]
		gr[2*e] += float64(s * r[2*e+1])
		gr[2*e+1] += float64(s * r[2*e])
	}
}

// gateOp is the fusion h + σ(a)·x + σ(b)·y with the gate logits (a, b). x or y is
// nil when the settings switch its branch off.
type gateOp struct {
	h, x, y, gates, out *autodiff.Var
	// used holds σ(a) and σ(b) of the last Forward; an update changes the
	// parameters.
	used [2]float64
}

func newGateOp(t *autodiff.Tape, h, x, y, gates *autodiff.Var) *gateOp {
	o := &gateOp{h: h, x: x, y: y, gates: gates, out: t.NewVar(h.Value.Rows, h.Value.Cols, h.Grad != nil)}
	t.Add(o)
	return o
}

func (o *gateOp) Name() string { return "gated fusion" }

func sigmoid(x float64) float64 { return 1 / (1 + linalg.Exp(-x)) }

// branches returns both branches, nil for one that is off.
func (o *gateOp) branches() [2]*autodiff.Var { return [2]*autodiff.Var{o.x, o.y} }

func (o *gateOp) Forward() {
	copy(o.out.Value.Data, o.h.Value.Data)
	for k, x := range o.branches() {
		o.used[k] = sigmoid(o.gates.Value.Data[k])
		if x != nil {
			linalg.Axpy(o.used[k], x.Value.Data, o.out.Value.Data)
		}
	}
}

func (o *gateOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	g := o.out.Grad.Data
	linalg.Axpy(1, g, o.h.Grad.Data)
	for k, x := range o.branches() {
		if x == nil {
			continue
		}
		a := o.used[k]
		linalg.Axpy(a, g, x.Grad.Data)
		if o.gates.Grad != nil {
			o.gates.Grad.Data[k] += a * (1 - a) * linalg.Dot(g, x.Value.Data)
		}
	}
}
