package sgpc

// This file has stages 6 and 7, the branches of a layer, as operations of package autodiff.

import (
	"fmt"
	"strconv"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// diffuseOp is equation 8, implicit diffusion X = (I + Δt·L)^{-1} H, on the tape. It is an
// autodiff.Stepper. If the solver iterates, a step is one iteration of conjugate gradients (CG).
type diffuseOp struct {
	d    *diffusion.Diffuse // the solve and the adjoint solve
	in   *autodiff.Var      // H, (n·d)×c
	maps *autodiff.Var      // the maps of the operator L, 2m×d²
	out  *autodiff.Var      // X, (n·d)×c
	// timeOp is Δt, a constant or a learned parameter.
	timeOp
}

// newDiffuseOp adds the diffusion of h. The solver and its tolerance depend on the
// reading, and on whether t is the tape of the training network.
func newDiffuseOp(t *autodiff.Tape, w *diffusion.Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, h, maps *autodiff.Var,
	c settings.Config) *diffuseOp {
	o := &diffuseOp{in: h, maps: maps, timeOp: timeOp{dt: c.Dt}}
	switch {
	case c.Reading == "code": // the last four arguments: tolerance and most iterations of the solve, then of the adjoint solve
		o.d = diffusion.NewPlainDiffuse(w, s, l, h.Value.Cols, c.Dt, c.CGTol, c.CGMax, c.CGTolTrain, settings.MaxCG)
	case t.Training: // factors the operator instead of iterating, if this takes less work
		o.d = diffusion.NewQuickDiffuse(w, s, l, h.Value.Cols, c.Dt, c.CGTolTrain, c.CGMax)
	default: // the evaluation always iterates: the page shows the iterations
		o.d = diffusion.NewSharedDiffuse(w, s, l, h.Value.Cols, c.CGTol, c.CGMax)
	}
	// The iterate is the output. It has a gradient if h has one.
	o.out = t.Wrap(o.d.Out(), h.Value.Rows, h.Value.Cols, h.Grad != nil)
	t.Add(o)
	return o
}

func (o *diffuseOp) Name() string { return "diffusion" }

func (o *diffuseOp) Start() { o.d.Start(o.time(), o.in.Value.Data) }

func (o *diffuseOp) Step() (done bool) { return o.d.Step() }

// Finish makes all remaining iterations and returns their number, at least 1, since the
// call counts as a step.
func (o *diffuseOp) Finish() (steps int) {
	made := o.d.Solver().Iterations()
	o.d.Finish()
	return max(1, o.d.Solver().Iterations()-made)
}

func (o *diffuseOp) Forward() { o.d.Forward(o.time(), o.in.Value.Data) }

// Backward adds the gradients with respect to input, maps and Δt by the adjoint solve.
func (o *diffuseOp) Backward() {
	if o.out.Grad != nil { // nil in the evaluation network
		o.d.Backward(o.out.Grad.Data, grad(o.in), grad(o.maps))
		o.addTimeGradient(o.d)
	}
}

// filterOp is frequency mixing (AFM, equations 9 and 10) on the tape. It is an
// autodiff.Stepper with one Chebyshev order per step.
type filterOp struct {
	f               *diffusion.Filter // the Chebyshev filter
	in, maps, gamma *autodiff.Var     // (n·d)×c, 2m×d² and 1×(Q+1)
	out             *autodiff.Var     // (n·d)×c
	// override replaces the parameter γ in an evaluation changed by hand; otherwise it is
	// nil. used is a copy of the γ of the last Start or Forward.
	override, used []float64
}

// logits returns the γ of the next pass, Q+1 numbers, and stores it in used.
func (o *filterOp) logits() []float64 {
	gamma := o.gamma.Value.Data
	if o.override != nil {
		gamma = o.override
	}
	o.used = append(o.used[:0], gamma...)
	return o.used
}

// newFilterOp adds the frequency mixing of h with the logits gamma.
func newFilterOp(t *autodiff.Tape, w *diffusion.Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, h, maps, gamma *autodiff.Var,
	c settings.Config) *filterOp {
	newTerm := t.Borrow
	if t.Training && c.SharedUntil() >= stage.Mixing {
		// The evaluation pass runs this operation for the training pass, too
		// (Config.SharedUntil). Backward of the training reads the terms later, and another
		// tape could overwrite borrowed memory in between.
		newTerm = func(n int) []float64 { return make([]float64, n) }
	}
	o := &filterOp{f: diffusion.NewFilter(w, newTerm, s, l, h.Value.Cols, c.Q, c.AFMWeights == "signed"), in: h, maps: maps, gamma: gamma}
	// The sum so far is the output. It has a gradient if h has one.
	o.out = t.Wrap(o.f.Out(), h.Value.Rows, h.Value.Cols, h.Grad != nil)
	t.Add(o)
	return o
}

func (o *filterOp) Name() string { return "frequency mixing" }

func (o *filterOp) Start() { o.f.Start(o.logits(), o.in.Value.Data) }

func (o *filterOp) Step() (done bool) { return o.f.Step() }

func (o *filterOp) Forward() { o.f.Forward(o.logits(), o.in.Value.Data) }

// Backward adds the gradients with respect to input, γ and maps.
func (o *filterOp) Backward() {
	if o.out.Grad != nil { // nil in the evaluation network
		o.f.Backward(o.out.Grad.Data, grad(o.in), grad(o.gamma), grad(o.maps))
	}
}

// grad returns the gradient of v, or nil if v has no gradient.
func grad(v *autodiff.Var) []float64 {
	if v.Grad == nil {
		return nil
	}
	return v.Grad.Data
}

// cgName returns the name of inner operation k (0-based) of a diffusion.
func cgName(_ *Run, k int) string { return fmt.Sprintf("CG iteration %d", k+1) }

// layerName returns the name s followed by the number l of a layer (0-based).
func layerName(s string, l int) string { return s + strconv.Itoa(l) }

// layer adds SVR-AFM layer l (0-based) with the input h (n×(d·c)). It returns the columns
// [diffused ‖ mixed ‖ first], where first is the input of the first layer. The settings
// may omit parts; if they omit all, layer returns first. If n.rows restricts stage 8, the
// last layer returns these rows alone.
func (n *net) layer(r *Run, b *train.Builder, h, first *autodiff.Var, l int) *autodiff.Var {
	t, c := b.Tape, r.cfg
	parts := make([]*autodiff.Var, 0, 3)
	stalks := autodiff.Reshape(t, h, r.Graph.N*c.D, c.Channels) // one row per stalk coordinate
	var name func(*Run, int) string                             // nil without a solve
	if c.SVR != "off" {
		name = cgName
		parts = append(parts, autodiff.Reshape(t, n.solve(r, b, stalks, l, train.Undecayed), r.Graph.N, c.D*c.Channels))
	}
	n.closeSegment(stage.Diffusion, 1, name)
	if c.AFMWeights != "off" {
		gamma := b.Param(layerName("afm.gamma", l), 1, c.Q+1, gammaStart(c), train.Undecayed)
		op := newFilterOp(t, r.solvers, n.hat, n.lap, stalks, n.maps, gamma, c)
		n.filter = append(n.filter, op)
		parts = append(parts, autodiff.Reshape(t, op.out, r.Graph.N, c.D*c.Channels))
	}
	n.closeSegment(stage.Mixing, 1, nil)
	if c.Residual || len(parts) == 0 {
		parts = append(parts, first)
	}
	// The read-out after the last layer needs only the rows of the loss. Earlier layers
	// need all rows, since the next diffusion mixes them.
	isLast := l == c.Layers-1
	if isLast && n.rows != nil {
		for k, x := range parts {
			parts[k] = autodiff.GatherRows(t, x, n.rows.Index)
		}
	}
	// The memory of the joined columns is borrowed from the pool of both networks.
	var joined *autodiff.Var
	t.Share(func() { joined = autodiff.ConcatCols(t, parts...) })
	return joined
}

// minLearnedDt is the smallest initial value of a learned Δt. The parameter is log Δt,
// which must be finite.
const minLearnedDt = 1e-3

// solve adds the diffusion of h in layer l and returns its result, (n·d)×c. With
// svr=sparsified or svr=anchored, the training network diffuses over sampled edges. If
// the settings learn Δt, log Δt is a parameter of both networks. decay reports whether
// weight decay applies to this parameter.
func (n *net) solve(r *Run, b *train.Builder, h *autodiff.Var, l int, decay train.Decay) *autodiff.Var {
	c := r.cfg
	var out *autodiff.Var
	var time *timeOp
	if b.Train && c.DrawsSparse() {
		op := newSVROp(b.Tape, r.solvers, n.hat, n.lap, h, n.maps, c, layerName("svr", l))
		out, time = op.out, &op.timeOp
	} else {
		op := newDiffuseOp(b.Tape, r.solvers, n.hat, n.lap, h, n.maps, c)
		n.diffuse = append(n.diffuse, op)
		out, time = op.out, &op.timeOp
	}
	if c.LearnDt {
		time.logDt = b.Param(LogDtName(l), 1, 1, train.Filled(linalg.Log(max(c.Dt, minLearnedDt))), decay)
	}
	return out
}

// gammaStart returns an initialisation of γ with equal weights α. It is 0 for softmax
// weights. It is 1 for signed weights, which have no derivative at γ = 0.
func gammaStart(c settings.Config) train.Init {
	if c.AFMWeights == "signed" {
		return train.Ones
	}
	return train.Zeros
}

// LogDtName returns the name of the parameter log Δt of a layer (0-based). For a
// negative layer it returns the common prefix of the names of all layers.
func LogDtName(layer int) string {
	if layer < 0 {
		return "svr.logdt"
	}
	return layerName("svr.logdt", layer)
}
