package sgpc

// This file has stage 5 on the tape.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// laplacianOp normalises the maps, for operator=normalized, and assembles the
// Laplacian. Its output holds the maps of the operator (2m×d²). An operation that
// uses the Laplacian adds its gradient to these maps.
type laplacianOp struct {
	in, out  *autodiff.Var
	raw, hat *sheaf.Sheaf
	norm     *sheaf.Normalizer
	lap      *sheaf.Laplacian
	shift    float64
}

// newLaplacianOp adds the operation for the maps of the sheaf raw.
func newLaplacianOp(t *autodiff.Tape, raw *sheaf.Sheaf, maps *autodiff.Var, c settings.Config) *laplacianOp {
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

// Forward computes the maps of the operator and assembles its Laplacian.
func (o *laplacianOp) Forward() {
	if o.norm != nil {
		o.norm.Forward(o.raw, o.shift, o.hat)
	}
	o.lap.Assemble(o.hat)
}

// Backward adds the gradient through the normalisation. Without it, input and output
// are the same variable.
func (o *laplacianOp) Backward() {
	if o.norm != nil && o.in.Grad != nil {
		o.norm.Backward(o.out.Grad.Data, o.in.Grad.Data)
	}
}

// buildLaplacian adds stage 5, or shares the stage of the training network.
func (n *net) buildLaplacian(r *Run, t *autodiff.Tape) {
	if !n.shareStage(r, stage.Laplacian) {
		op := newLaplacianOp(t, n.raw, n.maps, r.cfg)
		n.hat, n.lap, n.maps = op.hat, op.lap, op.out
	}
	n.closeSegment(stage.Laplacian, 1, nil)
}
