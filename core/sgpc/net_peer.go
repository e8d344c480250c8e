package sgpc

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

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

// OpenLayer prepares layer k of a peer, from 0, to be read, with the parameters of the evaluation on show; where the training
// pass may have taken its memory (shared), the forward pass is done again. The function returned ends that.
func (r *Run) OpenLayer(k int, shared bool) (end func()) {
	l, restore := &r.eval.layers[k], r.restoreShown()
	if shared && len(r.shown) > 0 && r.betweenEpochs() {
		r.eval.evaluate()
	}
	if r.ran(stage.Classes) {
		l.Open(r.Graph)
	}
	return func() {
		l.Close()
		restore()
	}
}
