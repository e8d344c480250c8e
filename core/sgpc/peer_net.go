package sgpc

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/train"
)

// buildPeer puts a model of package peer on the tape: one stage, then the loss.
func (n *net) buildPeer(r *Run, b *train.Builder) {
	logits, err := peer.Build(r.cfg.Model, b, r.cfg.peerSettings())
	if err != nil {
		panic(fmt.Sprintf("sgpc: validated settings: %v", err))
	}
	n.prob = autodiff.SoftmaxRows(b.Tape, logits)
	n.mark(StageClasses, 1, func(*Run, int) string { return "forward pass" })
}
