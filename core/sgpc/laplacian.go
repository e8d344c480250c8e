package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// laplacianOp normalises the maps for operator=normalized and assembles the
// Laplacian. Its output holds the maps of the operator (2m×d²). The Laplacian has
// no gradient of its own: operations that use it add their gradient to the maps.
type laplacianOp struct {
	in, out  *autodiff.Var
	raw, hat *sheaf.Sheaf
	norm     *sheaf.Normalizer
	lap      *sheaf.Laplacian
	shift    float64
}

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

// buildLaplacian adds the normalisation and the assembly, or shares those of the
// training network.
func (n *net) buildLaplacian(r *Run, t *autodiff.Tape) {
	if !n.shareStage(r, stage.Laplacian) {
		op := newLaplacianOp(t, n.raw, n.maps, r.cfg)
		n.hat, n.lap, n.maps = op.hat, op.lap, op.out
	}
	n.closeSegment(stage.Laplacian, 1, nil)
}
