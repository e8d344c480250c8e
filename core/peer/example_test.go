package peer_test

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/train"
)

// Build adds a network to a tape, with parameters of a store. The caller adds the loss.
func ExampleBuild() {
	g := &graph.Graph{N: 3, Classes: 2, Edges: []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}},
		X: linalg.NewCSR(3, 2, []linalg.Triplet{{Row: 0, Col: 0, Val: 1}, {Row: 1, Col: 1, Val: 1}, {Row: 2, Col: 1, Val: 1}})}
	tape := &autodiff.Tape{}
	b := &train.Builder{Tape: tape, Store: train.NewStore(1), Graph: g}
	s := peer.Find("gcn").Defaults(peer.Homophilic)
	logits, err := peer.Build("gcn", b, s)
	if err != nil {
		fmt.Println(err)
		return
	}
	tape.Forward()
	fmt.Printf("%d×%d logits, %d hidden, rate %g, decay %g\n", logits.Rows(), logits.Cols(), s.Int("hidden"), s.Of("lr"), s.Of("weight_decay"))
	// Output: 3×2 logits, 64 hidden, rate 0.01, decay 0.0005
}

// The defaults of a peer are the settings of its paper.
func ExamplePeer_Defaults() {
	s := peer.Find("gprgnn").Defaults(peer.Homophilic)
	fmt.Println(s.Int("k"), s.Of("alpha"), s.Of("lr"), s.Of("weight_decay"))
	// Output: 10 0.1 0.01 0.0005
}
