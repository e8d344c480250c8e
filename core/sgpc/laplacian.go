package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

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

// buildLaplacian adds the normalisation and the assembly.
func (n *net) buildLaplacian(r *Run, t *autodiff.Tape) {
	if !n.takes(r, stage.Laplacian) {
		op := newLaplacianOp(t, n.raw, n.maps, r.cfg)
		n.hat, n.lap, n.maps = op.hat, op.lap, op.out
	}
	n.mark(stage.Laplacian, 1, nil)
}
