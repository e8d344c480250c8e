package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// laplacianOp is stage 5 on the tape. It computes the maps of the operator, which are
// normalised for operator=normalized, and assembles their Laplacian. Operations that use
// the Laplacian add the gradient with respect to these maps to the gradient of out.
type laplacianOp struct {
	in, out    *autodiff.Var     // the restriction maps and the maps of the operator, 2m×d²
	raw, hat   *sheaf.Sheaf      // the sheaves with the maps in and out
	normalizer *sheaf.Normalizer // nil if out equals in
	lap        *sheaf.Laplacian  // the Laplacian of hat
	shift      float64           // added to the diagonal of D in equation 7
}

// newLaplacianOp adds the operation for maps, the maps of the sheaf raw.
func newLaplacianOp(t *autodiff.Tape, raw *sheaf.Sheaf, maps *autodiff.Var, c settings.Config) *laplacianOp {
	o := &laplacianOp{in: maps, out: maps, raw: raw, hat: raw, shift: c.Shift, lap: sheaf.NewLaplacian(raw.N, raw.D, raw.Edges)}
	if c.Operator == "normalized" {
		o.normalizer = sheaf.NewNormalizer(raw.N, raw.D, raw.Edges)
		o.out = t.NewVar(maps.Value.Rows, maps.Value.Cols, maps.Grad != nil)
		o.hat = &sheaf.Sheaf{N: raw.N, D: raw.D, Edges: raw.Edges, R: o.out.Value.Data}
	}
	t.Add(o)
	return o
}

func (o *laplacianOp) Name() string { return "sheaf Laplacian" }

// Forward computes the maps of the operator and assembles its Laplacian.
func (o *laplacianOp) Forward() {
	if o.normalizer != nil {
		o.normalizer.Forward(o.raw, o.shift, o.hat)
	}
	o.lap.Assemble(o.hat)
}

// Backward adds the gradient of the normalised maps to the gradient of the restriction
// maps. Without normalisation both are one variable.
func (o *laplacianOp) Backward() {
	if o.normalizer != nil && o.in.Grad != nil {
		o.normalizer.Backward(o.out.Grad.Data, o.in.Grad.Data)
	}
}

// buildLaplacian adds stage 5. The evaluation shares the stage with the training
// network if the settings permit.
func (n *net) buildLaplacian(r *Run, t *autodiff.Tape) {
	if !n.shareStage(r, stage.Laplacian) {
		op := newLaplacianOp(t, n.raw, n.maps, r.cfg)
		n.hat, n.lap, n.maps = op.hat, op.lap, op.out
	}
	n.closeSegment(stage.Laplacian, 1, nil) // 1 inner operation; nil: the name of the stage describes it
}
