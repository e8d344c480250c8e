package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// classes is equation 11, H' = F_mix([H_svr ‖ H_afm]), for the joined branches, with
// dropout. The projector F_mix is a linear layer with an activation; head=linear omits
// it. Then predict adds head and softmax. n.rows are the nodes of the results, nil for
// all nodes.
func (n *net) classes(r *Run, b *train.Builder, joined *autodiff.Var) {
	t, c := b.Tape, r.cfg
	features := autodiff.DropoutInPlace(t, joined, n.rows, c.Dropout, "dropout/joined")
	if c.Head != "linear" {
		t.Share(func() { // memory from the pool of both networks
			features = activate(r, t, b.Linear(features, "project.0", c.Hidden))
			features = autodiff.DropoutOf(t, features, n.rows, c.Dropout, "dropout/project")
		})
	}
	n.predict(r, b, features)
	n.closeSegment(stage.Classes, 1, nil) // 1 inner operation; nil: the name of the stage describes it
}
