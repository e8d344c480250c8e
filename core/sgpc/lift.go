package sgpc

// This file has stages 2 and 3, the transport plans, as operations of package autodiff.

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/rng"
	"sheafscope/core/transport"
)

// liftOp computes the normalised plans of all edges (m×d²) from the node measures
// (n×d), with the JKO steps of the settings.
type liftOp struct {
	lift    edgeLift
	in, out *autodiff.Var // the measures and the normalised plans
	perm    []int         // permutation of the edges for lift=shuffled, nil for other lifts
}

// edgeLift computes the plans of all edges for one mode of the JKO step.
type edgeLift interface {
	// Forward sets s (m×d²) to the normalised plans for the measures mu (n×d). For the
	// gradient ds of the plans, Backward adds the gradient of the measures to dmu.
	Forward(s, mu []float64)
	Backward(ds, dmu []float64)
	// Plan sets dst (d×d) to the plan of edge e. OffDiagonal sets dst[e], for every
	// edge e, to the mass of its plan off the diagonal.
	Plan(dst []float64, e int)
	OffDiagonal(dst []float64)
}

// klLift is the lift with JKO steps that keep the marginals. After all steps, a plan is
// the Sinkhorn plan at an effective temperature, eps.
type klLift struct {
	*transport.Lift
	eps float64
}

func (l *klLift) Forward(s, mu []float64) { l.Lift.Forward(s, mu, l.eps) }

// Backward omits the gradient with respect to eps, a constant.
func (l *klLift) Backward(ds, dmu []float64) { l.Lift.Backward(ds, dmu) }

// newLiftOp adds the lift of the settings for the given measures. JKO steps of the mode
// "w2" have no closed form, and need a W2Lift. Without steps both modes have the Sinkhorn
// plan.
func newLiftOp(t *autodiff.Tape, measures *autodiff.Var, r *Run) *liftOp {
	c, g := r.cfg, r.Graph
	// The plans have a gradient if the measures have one.
	o := &liftOp{in: measures, out: t.NewVar(len(g.Edges), c.D*c.D, measures.Grad != nil)}
	var l *transport.Lift
	if c.JKOMode == "w2" && c.LiftSteps() > 0 {
		w := transport.NewW2Lift(g.N, c.D, g.Edges, c.LiftSteps(), c.Epsilon0, c.Epsilon, c.Tau, c.W2Gamma)
		o.lift, l = w, w.Lift
	} else {
		l = transport.NewLift(g.N, c.D, g.Edges)
		o.lift = &klLift{l, c.PlainEpsilon(c.JKOSteps)}
	}
	// Centered subtracts from each normalised plan the singular pair that all plans share.
	// For lift=scalar the pair stays: a weight is computed from the trace of the whole plan.
	l.Centered = c.Centered && c.Lift != "scalar"
	switch c.Lift { // for all other lifts, each edge uses its own plan
	case "independent":
		l.Variation = transport.Independent
	case "shuffled":
		l.Variation = transport.Shuffled
		o.perm = rng.New(c.Seed, "lift/shuffle").Perm(len(g.Edges))
		l.SetPermutation(o.perm)
	case "uniform":
		l.Variation = transport.Uniform
	}
	t.Add(o)
	return o
}

// weightOp replaces the normalised plan S of each edge by w·I with w = tr(S)/d, for
// lift=scalar. An edge then has one scalar weight w, and the sheaf Laplacian is a
// weighted graph Laplacian on every stalk coordinate.
type weightOp struct {
	in, out *autodiff.Var // S and w·I, m×d² each
	d       int           // stalk dimension
}

// newWeightOp adds the scalar weights and returns the new plans.
func newWeightOp(t *autodiff.Tape, in *autodiff.Var, d int) *autodiff.Var {
	o := &weightOp{in, t.NewVar(in.Value.Rows, in.Value.Cols, in.Grad != nil), d}
	t.Add(o)
	return o.out
}

func (o *weightOp) Name() string { return "scalar weights" }

// Forward sets each block of the output to w·I.
func (o *weightOp) Forward() {
	clear(o.out.Value.Data)
	o.addMeans(o.out.Value.Data, o.in.Value.Data)
}

// Backward adds the gradient of w·I to the gradient of S. It applies the map from S to
// w·I, which is its own adjoint.
func (o *weightOp) Backward() {
	if o.in.Grad != nil {
		o.addMeans(o.in.Grad.Data, o.out.Grad.Data)
	}
}

// addMeans adds w·I to every d×d block of dst. The number w is the mean of the diagonal
// of the same block of src.
func (o *weightOp) addMeans(dst, src []float64) {
	blockSize := o.d * o.d
	for block := 0; block < len(src); block += blockSize {
		trace := 0.0
		for i := 0; i < blockSize; i += o.d + 1 {
			trace += src[block+i]
		}
		w := trace / float64(o.d)
		for i := 0; i < blockSize; i += o.d + 1 {
			dst[block+i] += w
		}
	}
}

func (o *liftOp) Name() string { return "transport lift" }

func (o *liftOp) Forward() { o.lift.Forward(o.out.Value.Data, o.in.Value.Data) }

// Backward computes the gradient of the measures from the gradient of the plans, and adds it to in.Grad.
func (o *liftOp) Backward() {
	if o.in.Grad != nil {
		o.lift.Backward(o.out.Grad.Data, o.in.Grad.Data)
	}
}

// sinkhornName returns the name of inner operation k (0-based) of stage 2. Row and
// column scalings alternate.
func sinkhornName(_ *Run, k int) string {
	if k%2 == 0 {
		return fmt.Sprintf("row scaling %d", k/2+1)
	}
	return fmt.Sprintf("column scaling %d", k/2+1)
}

// jkoName returns the name of inner operation k (0-based) of stage 3. For jko_steps=0,
// lift=sinkhorn and lift=independent the lift makes no JKO step.
func jkoName(r *Run, k int) string {
	if r.cfg.LiftSteps() == 0 || r.cfg.Lift == "independent" {
		return "no JKO step"
	}
	return fmt.Sprintf("JKO step %d of %d", k+1, r.cfg.JKOSteps)
}
