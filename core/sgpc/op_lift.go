package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/transport"
)

// liftOp turns node measures (n×d) into the normalised plans of all edges
// (m×d²), at the temperature that the JKO steps lead to.
type liftOp struct {
	lift    *transport.Lift
	in, out *autodiff.Var
	eps     float64
	perm    []int // of a shuffled lift
}

// plainEpsilon returns the temperature after k JKO steps of the run's settings.
func (c *Config) plainEpsilon(k int) float64 {
	if c.Lift == "sinkhorn" {
		k = 0
	}
	return transport.EffectiveEpsilonN(min(k, c.JKOSteps), c.Epsilon0, c.Epsilon, c.Tau)
}

func newLiftOp(t *autodiff.Tape, measures *autodiff.Var, r *Run) *liftOp {
	c, g := r.cfg, r.Graph
	o := &liftOp{lift: transport.NewLift(g.N, c.D, g.Edges), in: measures,
		out: t.NewVar(len(g.Edges), c.D*c.D, measures.Grad != nil), eps: c.plainEpsilon(c.JKOSteps)}
	o.lift.Centered = c.Centered
	switch c.Lift {
	case "independent":
		o.lift.Variation = transport.Independent
	case "shuffled":
		o.lift.Variation = transport.Shuffled
		o.perm = rng.New(c.Seed, "lift/shuffle").Perm(len(g.Edges))
		o.lift.SetPermutation(o.perm)
	case "uniform":
		o.lift.Variation = transport.Uniform
	}
	t.Add(o)
	return o
}

func (o *liftOp) Name() string { return "transport lift" }

func (o *liftOp) Forward() { o.lift.Forward(o.out.Value.Data, o.in.Value.Data, o.eps) }

func (o *liftOp) Backward() {
	if o.in.Grad != nil {
		o.lift.Backward(o.out.Grad.Data, o.in.Grad.Data)
	}
}

// buildMeasures adds the node measures from their logits (n×d).
func (n *net) buildMeasures(r *Run, b *autodiff.Tape, logits *autodiff.Var) {
	soft := autodiff.SoftmaxRows(b, logits)
	o := &measureOp{soft: soft, out: b.NewVar(soft.Value.Rows, soft.Value.Cols, soft.Grad != nil), smooth: r.cfg.Smooth}
	b.Add(o)
	n.measures = o.out
}

// laplacianOp normalises the maps, when the operator asks for it, and
// assembles the Laplacian of the result. Its output holds the maps that
// diffuse (2m×d²); the Laplacian itself carries no gradient: those who use it
// add their gradient to the maps.
type laplacianOp struct {
	in, out  *autodiff.Var
	raw, hat *sheaf.Sheaf
	norm     *sheaf.Normalizer
	lap      *sheaf.Laplacian
	shift    float64
}

func newLaplacianOp(t *autodiff.Tape, raw *sheaf.Sheaf, maps *autodiff.Var, c Config) *laplacianOp {
	o := &laplacianOp{in: maps, out: maps, raw: raw, hat: raw, shift: c.Shift, lap: sheaf.NewLaplacian(raw.N, raw.D, raw.Edges)}
	if c.Operator == "normalized" {
		o.norm = sheaf.NewNormalizer(raw.N, raw.D, raw.Edges)
		o.out = t.NewVar(maps.Value.Rows, maps.Value.Cols, maps.Grad != nil)
		o.hat = &sheaf.Sheaf{N: raw.N, D: raw.D, Edges: raw.Edges, R: o.out.Value.Data}
	}
	t.Add(o)
	return o
}

func (o *laplacianOp) Name() string { return "sheaf Laplacian" }

func (o *laplacianOp) Forward() {
	if o.norm != nil {
		o.norm.Forward(o.raw, o.shift, o.hat)
	}
	o.lap.Assemble(o.hat)
}

func (o *laplacianOp) Backward() {
	if o.norm != nil && o.in.Grad != nil {
		o.norm.Backward(o.out.Grad.Data, o.in.Grad.Data)
	}
}
