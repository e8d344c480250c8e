package sgpc

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// Constants of the authors' program.
const (
	codeFloor = 1e-3 // clamp of the scalar plans
	codeMixP0 = 0.7  // share of P0 in the edge weight
	codeGate  = -4.0 // start of the gates' logits
)

// buildCode is the reading "code": what the authors' published program
// computes. One scalar weight per edge stands for the plan, the sheaf is a
// weighted graph with stalks of dimension 1.
func (n *net) buildCode(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	w := b.Param("encoder.weight", g.X.Cols, c.Channels, train.FanIn, true)
	h := autodiff.AddBias(t, train.SparseInput(b, w, c.InputDropout), b.Param("encoder.bias", 1, c.Channels, train.Zeros, true))
	n.encoded = autodiff.ReLU(t, h)
	h = autodiff.Dropout(t, n.encoded, c.Dropout, "dropout/encoded")
	n.mark(StageFeatures, 1, nil)
	hw := autodiff.MatMul(t, h, b.Param("map.weight", c.Channels, c.Channels, train.FanIn, true))
	n.mark(StageSinkhorn, 1, func(*Run, int) string { return "scalar plans" })
	n.raw = sheaf.New(g.N, 1, g.Edges)
	n.scalar = newScalarOp(t, hw, n.raw, c.Epsilon0)
	n.mark(StageJKO, 1, func(*Run, int) string { return "scalar JKO step" })
	n.maps = n.scalar.out
	rawMaps := n.maps
	n.mark(StageMaps, 1, nil)
	n.buildLaplacian(r, t)
	op := newDiffuseOp(t, r.solvers, n.hat, n.lap, h, n.maps, c)
	n.diffuse = append(n.diffuse, op)
	n.mark(StageDiffusion, 1, cgName)
	normal := c
	normal.Operator, normal.Shift = "normalized", 0
	lap := newLaplacianOp(t, n.raw, rawMaps, normal)
	mix := newFilterOp(t, r.solvers, lap.hat, lap.lap, h, lap.out, b.Param("afm.gamma0", 1, c.Q+1, train.Zeros, false), c)
	mix.f.Mirror = true
	n.filter = append(n.filter, mix)
	n.mark(StageMixing, 1, nil)
	gates := b.Param("gates", 1, 2, train.Filled(codeGate), false)
	fused := autodiff.Dropout(t, newGateOp(t, h, op.out, mix.out, gates), c.Dropout, "dropout/fused")
	n.prob = autodiff.SoftmaxRows(t, head(r, b, fused))
	n.mark(StageClasses, 1, nil)
}

// scalarOp is the lift of the reading "code": from hW (n×k) one scalar map per
// edge at both ends, r_e = sqrt(weight_e), with
//
//	C_e = mean((hW_i − hW_j)²),  P0 = clamp(e^{−C/ε}, 1e−3, 1),
//	P⋆ = clamp(P0·e^{−C/ε}, 1e−3, 1),  w = 0.7·P0 + 0.3·P⋆,
//	weight = w²·mean(hW_i²).
type scalarOp struct {
	in, out     *autodiff.Var
	sheaf       *sheaf.Sheaf
	eps         float64
	cost        []float64
	first, last []float64 // P0 and P⋆
}

func newScalarOp(t *autodiff.Tape, hw *autodiff.Var, s *sheaf.Sheaf, eps float64) *scalarOp {
	m := len(s.Edges)
	o := &scalarOp{in: hw, sheaf: s, eps: eps, out: t.NewVar(2*m, 1, hw.Grad != nil),
		cost: make([]float64, m), first: make([]float64, m), last: make([]float64, m)}
	s.R = o.out.Value.Data
	t.Add(o)
	return o
}

func (o *scalarOp) Name() string { return "scalar lift" }

func clamp(x float64) float64 { return math.Min(math.Max(x, codeFloor), 1) }

func (o *scalarOp) Forward() {
	k := float64(o.in.Value.Cols)
	for e, g := range o.sheaf.Edges {
		x, y := o.in.Value.Row(int(g.I)), o.in.Value.Row(int(g.J))
		c, q := 0.0, 0.0
		for i, v := range x {
			c += (v - y[i]) * (v - y[i])
			q += v * v
		}
		c /= k
		decay := linalg.Exp(-c / o.eps)
		p := clamp(decay)
		s := clamp(p * decay)
		o.cost[e], o.first[e], o.last[e] = c, p, s
		r := (codeMixP0*p + (1-codeMixP0)*s) * math.Sqrt(q/k)
		o.out.Value.Data[2*e], o.out.Value.Data[2*e+1] = r, r
	}
}

func (o *scalarOp) Backward() {
	if o.in.Grad == nil {
		return
	}
	k := float64(o.in.Value.Cols)
	for e, g := range o.sheaf.Edges {
		x, y := o.in.Value.Row(int(g.I)), o.in.Value.Row(int(g.J))
		gx, gy := o.in.Grad.Row(int(g.I)), o.in.Grad.Row(int(g.J))
		gr := o.out.Grad.Data[2*e] + o.out.Grad.Data[2*e+1]
		q := 0.0
		for _, v := range x {
			q += v * v
		}
		size := math.Sqrt(q / k)
		if size == 0 {
			continue
		}
		decay := linalg.Exp(-o.cost[e] / o.eps)
		p, s := o.first[e], o.last[e]
		// Derivatives of the clamps with respect to the cost.
		dp, ds := 0.0, 0.0
		if decay > codeFloor && decay < 1 {
			dp = -decay / o.eps
		}
		if v := p * decay; v > codeFloor && v < 1 {
			ds = dp*decay - p*decay/o.eps
		}
		w := codeMixP0*p + (1-codeMixP0)*s
		gc := gr * size * (codeMixP0*dp + (1-codeMixP0)*ds) * 2 / k
		gs := gr * w / (size * k)
		for i, v := range x {
			u := gc * (v - y[i])
			gx[i] += u + gs*v
			gy[i] -= u
		}
	}
}

// gateOp is h + σ(a)·x + σ(b)·y with gates (a, b).
type gateOp struct{ h, x, y, gates, out *autodiff.Var }

func newGateOp(t *autodiff.Tape, h, x, y, gates *autodiff.Var) *autodiff.Var {
	o := &gateOp{h, x, y, gates, t.NewVar(h.Value.Rows, h.Value.Cols, h.Grad != nil)}
	t.Add(o)
	return o.out
}

func (o *gateOp) Name() string { return "gated fusion" }

func sigmoid(x float64) float64 { return 1 / (1 + linalg.Exp(-x)) }

func (o *gateOp) Forward() {
	a, b := sigmoid(o.gates.Value.Data[0]), sigmoid(o.gates.Value.Data[1])
	for k, v := range o.h.Value.Data {
		o.out.Value.Data[k] = v + a*o.x.Value.Data[k] + b*o.y.Value.Data[k]
	}
}

func (o *gateOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	g := o.out.Grad.Data
	a, b := sigmoid(o.gates.Value.Data[0]), sigmoid(o.gates.Value.Data[1])
	linalg.Axpy(1, g, o.h.Grad.Data)
	linalg.Axpy(a, g, o.x.Grad.Data)
	linalg.Axpy(b, g, o.y.Grad.Data)
	if o.gates.Grad != nil {
		o.gates.Grad.Data[0] += a * (1 - a) * linalg.Dot(g, o.x.Value.Data)
		o.gates.Grad.Data[1] += b * (1 - b) * linalg.Dot(g, o.y.Value.Data)
	}
}
