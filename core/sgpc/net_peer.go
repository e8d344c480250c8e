package sgpc

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// shownSheaf is the sheaf that a viewer sees: the run's own, or that of a peer's
// layer; nil without one.
func (r *Run) shownSheaf() *sheaf.Sheaf {
	switch n := r.eval; {
	case n.learned != nil:
		return n.learned.Raw
	case n.raw == nil:
		return nil
	}
	return r.gap.current
}

// buildPeer puts a model of package peer on the tape: one stage, then the loss.
func (n *net) buildPeer(r *Run, b *train.Builder) {
	s := r.cfg.PeerSettings()
	s.Watch = func(l peer.Layer) { n.layers = append(n.layers, l) }
	var logits *autodiff.Var
	build := func() {
		var err error
		if logits, err = peer.Build(r.cfg.Model, b, s); err != nil {
			panic(fmt.Sprintf("sgpc: validated settings: %v", err))
		}
	}
	if peer.Find(r.cfg.Model).Sheaves { // which are shown
		build()
	} else {
		b.Tape.Share(build)
	}
	n.logits, n.prob = logits, autodiff.SoftmaxRows(b.Tape, logits)
	n.mark(stage.Classes, 1, func(*Run, int) string { return "forward pass" })
}
