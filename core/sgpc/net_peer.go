package sgpc

// This file builds the network of a peer and opens its layers.

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// buildPeer adds a model of package peer as a single stage.
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
	if peer.Find(r.cfg.Model).Sheaves { // its layers are read after the pass, so their memory is not shared
		build()
	} else {
		b.Tape.Share(build)
	}
	n.logits, n.prob = logits, autodiff.SoftmaxRows(b.Tape, logits)
	n.closeSegment(stage.Classes, 1, func(*Run, int) string { return "forward pass" })
}

// OpenLayer makes layer k of a peer, from 0, readable with the parameters of the
// last evaluation. If shared is true, the training pass may have overwritten the
// layer, and the forward pass is repeated. The caller must call closeLayer after
// reading.
func (r *Run) OpenLayer(k int, shared bool) (closeLayer func()) {
	l, restore := &r.eval.layers[k], r.restoreShown()
	if shared && len(r.shown) > 0 && r.betweenEpochs() {
		r.eval.evaluate()
	}
	if r.hasRun(stage.Classes) {
		l.Open(r.Graph)
	}
	return func() {
		l.Close()
		restore()
	}
}
