package sgpc

// This file has the network of a peer, a model to compare with.

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// buildPeer adds a model of package peer as a single stage. It panics if the peer
// rejects the settings, which Check has validated.
func (n *net) buildPeer(r *Run, b *train.Builder) {
	s := r.cfg.PeerSettings()
	s.Watch = func(l peer.Layer) { n.layers = append(n.layers, l) }
	build := func() {
		logits, err := peer.Build(r.cfg.Model, b, s)
		if err != nil {
			panic(fmt.Sprintf("sgpc: validated settings: %v", err))
		}
		n.logits = logits
	}
	if peer.Find(r.cfg.Model).Sheaves {
		build() // the layers are read after the pass: the other network must not overwrite their memory
	} else { // the values of the layers are in the memory that the pool lends to both networks
		b.Tape.Share(build)
	}
	n.prob = autodiff.SoftmaxRows(b.Tape, n.logits)
	// The whole peer is one inner operation, with the name "forward pass".
	n.closeSegment(stage.Classes, 1, func(*Run, int) string { return "forward pass" })
}

// LayerMemory states whether a layer shares memory with the training network.
type LayerMemory bool

// The two cases.
const (
	OwnMemory    LayerMemory = false
	SharedMemory LayerMemory = true // a training pass may have overwritten the layer
)

// OpenLayer makes layer k (0-based) of a peer readable, with the parameters of the last
// evaluation. If a training pass may have overwritten the layer, OpenLayer repeats the
// forward pass. Before the first forward pass the layer has no values. After reading, the
// caller must call closeLayer, which restores the present parameters.
func (r *Run) OpenLayer(k int, memory LayerMemory) (closeLayer func()) {
	layer := &r.eval.layers[k]
	restorePresent := r.restoreShown()
	// The update at the end of an epoch saves the parameters of the evaluation in shown. Until
	// the next epoch starts, the training pass before this update is the last pass.
	isUpdated := len(r.shown) > 0 && r.betweenEpochs()
	if memory == SharedMemory && isUpdated {
		r.eval.evaluate()
	}
	if r.hasRun(stage.Classes) { // the first forward pass is made
		layer.Open(r.Graph)
	}
	return func() {
		layer.Close()
		restorePresent()
	}
}
