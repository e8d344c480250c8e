package sgpc

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

// diffuseOp is equation 8, implicit diffusion X = (I + Δt·L)^{-1} H, on the tape.
// It is a Stepper with one CG iteration per step.
type diffuseOp struct {
	d    *diffusion.Diffuse
	in   *autodiff.Var
	maps *autodiff.Var
	out  *autodiff.Var
	timeOp
}

func newDiffuseOp(t *autodiff.Tape, w *diffusion.Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, h, maps *autodiff.Var,
	c settings.Config) *diffuseOp {
	o := &diffuseOp{in: h, maps: maps, timeOp: timeOp{dt: c.Dt}}
	switch {
	case c.Reading == "code":
		o.d = diffusion.NewPlainDiffuse(w, s, l, h.Value.Cols, c.Dt, c.CGTol, c.CGMax, c.CGTolTrain, settings.MaxCG)
	case t.Training:
		o.d = diffusion.NewQuickDiffuse(w, s, l, h.Value.Cols, c.Dt, c.CGTolTrain, c.CGMax)
	default:
		o.d = diffusion.NewSharedDiffuse(w, s, l, h.Value.Cols, c.CGTol, c.CGMax)
	}
	o.out = t.Wrap(o.d.Out(), h.Value.Rows, h.Value.Cols, h.Grad != nil) // the iterate is the output
	t.Add(o)
	return o
}

func (o *diffuseOp) Name() string { return "diffusion" }

func (o *diffuseOp) Start() { o.d.Start(o.time(), o.in.Value.Data) }

func (o *diffuseOp) Step() (done bool) { return o.d.Step() }

func (o *diffuseOp) Finish() (steps int) {
	from := o.d.Solver().Iterations()
	o.d.Finish()
	return max(1, o.d.Solver().Iterations()-from)
}

func (o *diffuseOp) Forward() { o.d.Forward(o.time(), o.in.Value.Data) }

func (o *diffuseOp) Backward() {
	if o.out.Grad != nil {
		o.d.Backward(o.out.Grad.Data, grad(o.in), grad(o.maps))
		o.addTimeGradient(o.d)
	}
}

// filterOp is frequency mixing (AFM, equations 9 and 10) on the tape. It is a
// Stepper with one Chebyshev order per step.
type filterOp struct {
	f               *diffusion.Filter
	in, maps, gamma *autodiff.Var
	out             *autodiff.Var
	// override replaces the parameter γ in an evaluation changed by hand. used is
	// the γ of the last Start or Forward, while an update changes the parameter.
	override, used []float64
}

// logits returns the γ of the next pass and stores it in used.
func (o *filterOp) logits() []float64 {
	from := o.gamma.Value.Data
	if o.override != nil {
		from = o.override
	}
	o.used = append(o.used[:0], from...)
	return o.used
}

func newFilterOp(t *autodiff.Tape, w *diffusion.Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, h, maps, gamma *autodiff.Var,
	c settings.Config) *filterOp {
	term := t.Borrow
	if t.Training && c.SharedUntil() >= stage.Mixing { // the training pass reads the terms of the evaluation
		term = func(n int) []float64 { return make([]float64, n) }
	}
	o := &filterOp{f: diffusion.NewFilter(w, term, s, l, h.Value.Cols, c.Q, c.AFMWeights == "signed"), in: h, maps: maps, gamma: gamma}
	o.out = t.Wrap(o.f.Out(), h.Value.Rows, h.Value.Cols, h.Grad != nil) // the sum so far is the output
	t.Add(o)
	return o
}

func (o *filterOp) Name() string { return "frequency mixing" }

func (o *filterOp) Start() { o.f.Start(o.logits(), o.in.Value.Data) }

func (o *filterOp) Step() (done bool) { return o.f.Step() }

func (o *filterOp) Forward() { o.f.Forward(o.logits(), o.in.Value.Data) }

func (o *filterOp) Backward() {
	if o.out.Grad != nil {
		o.f.Backward(o.out.Grad.Data, grad(o.in), grad(o.gamma), grad(o.maps))
	}
}

// grad returns the gradient of v, nil when v has none.
func grad(v *autodiff.Var) []float64 {
	if v.Grad == nil {
		return nil
	}
	return v.Grad.Data
}

// cgName returns the name of inner operation k of a diffusion.
func cgName(_ *Run, k int) string { return fmt.Sprintf("CG iteration %d", k+1) }

func layerName(s string, l int) string { return s + strconv.Itoa(l) }

// layer adds SVR-AFM layer l and returns [diffused ‖ mixed ‖ input of the first
// layer]; branches may be off.
func (n *net) layer(r *Run, b *train.Builder, h, first *autodiff.Var, l int) *autodiff.Var {
	t, c := b.Tape, r.cfg
	parts := make([]*autodiff.Var, 0, 3)
	rows := r.Graph.N * c.D
	stalks := autodiff.Reshape(t, h, rows, c.Channels)
	if c.SVR != "off" {
		parts = append(parts, autodiff.Reshape(t, n.solve(r, b, stalks, l, false), r.Graph.N, c.D*c.Channels))
	}
	n.closeSegment(stage.Diffusion, 1, cgName)
	if c.AFMWeights != "off" {
		gamma := b.Param(layerName("afm.gamma", l), 1, c.Q+1, gammaStart(c), false)
		op := newFilterOp(t, r.solvers, n.hat, n.lap, stalks, n.maps, gamma, c)
		n.filter = append(n.filter, op)
		parts = append(parts, autodiff.Reshape(t, op.out, r.Graph.N, c.D*c.Channels))
	}
	n.closeSegment(stage.Mixing, 1, nil)
	if c.Residual || len(parts) == 0 {
		parts = append(parts, first)
	}
	if n.rows != nil && l == c.Layers-1 {
		for k, x := range parts {
			parts[k] = autodiff.GatherRows(t, x, n.rows.Index)
		}
	}
	var joined *autodiff.Var
	t.Share(func() { joined = autodiff.ConcatCols(t, parts...) })
	return joined
}

// solve adds the diffusion of layer l and returns its result. In training it runs
// over sampled edges when the settings sample. A learned Δt is one parameter for
// both networks; decay applies weight decay to it.
func (n *net) solve(r *Run, b *train.Builder, h *autodiff.Var, l int, decay bool) *autodiff.Var {
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
		time.logDt = b.Param(LogDtName(l), 1, 1, train.Filled(linalg.Log(max(c.Dt, 1e-3))), train.Decay(decay))
	}
	return out
}

// gammaStart returns the initialisation of γ with equal weights α: 0, or 1 for
// signed weights, which have a kink at 0.
func gammaStart(c settings.Config) train.Init {
	if c.AFMWeights == "signed" {
		return train.Ones
	}
	return train.Zeros
}

// LogDtName returns the parameter name of log Δt of a layer, or the common prefix
// for a negative layer.
func LogDtName(layer int) string {
	if layer < 0 {
		return "svr.logdt"
	}
	return layerName("svr.logdt", layer)
}
