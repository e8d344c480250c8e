package sgpc

// This file has the projector of stage 8.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// classes is equation 11, H' = F_mix([H_svr ‖ H_afm]), with dropout and the
// projector, then head and softmax. The linear head has no projector: one layer maps
// the fused features to the classes.
func (n *net) classes(r *Run, b *train.Builder, x *autodiff.Var) {
	t, c := b.Tape, r.cfg
	x = autodiff.DropoutInPlace(t, x, n.rows, c.Dropout, "dropout/joined")
	if c.Head != "linear" {
		t.Share(func() {
			x = activate(r, t, b.Linear(x, "project.0", c.Hidden))
			x = autodiff.DropoutOf(t, x, n.rows, c.Dropout, "dropout/project")
		})
	}
	n.predict(r, b, x)
	n.closeSegment(stage.Classes, 1, nil)
}
