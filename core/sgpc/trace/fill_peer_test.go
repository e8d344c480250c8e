package trace_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// TestTraceOfPeers traces every peer. The trace has the probabilities of the run, between
// epochs and within one, parameters, schema and epoch. It has a layer for each layer of the
// network, and for geom-gcn alone a place for each node. The next epoch gives the probabilities
// of a run without traces. Before the end of the first epoch the trace fails.
func TestTraceOfPeers(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range peer.Names() {
		newRun := func() *sgpc.Run {
			c, err := method.Configure(g, split, name, "paper", 0)
			if err != nil {
				t.Fatal(err)
			}
			r, err := sgpc.New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		r, untraced := newRun(), newRun()
		if _, err := trace.Text(r, nil); err == nil || !strings.Contains(err.Error(), "before the first epoch") {
			t.Errorf("%s: before the first epoch the error is %v", name, err)
		}
		// Traces after epochs 1 and 2, and within epoch 4.
		for epoch := range 3 {
			r.StepEpoch()
			untraced.StepEpoch()
			if epoch == 2 { // one step into epoch 4
				r.StepInner()
				untraced.StepInner()
			}
			text, err := trace.Text(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			var f trace.PeerParts
			if err := json.Unmarshal(text, &f); err != nil {
				t.Fatal(name, err)
			}
			shown := view.Frame(r, frame.Focus{}).Prob
			if !slices.Equal(slices.Concat(f.Probs...), shown) {
				t.Errorf("%s, epoch %d: the trace has other probabilities than the run", name, epoch+1)
			}
			if len(f.Parameters) == 0 || f.Schema != trace.Schema || f.Epoch != r.Epoch() {
				t.Errorf("%s, epoch %d: the trace has %d parameters, the schema %q and the epoch %d", name, epoch+1, len(f.Parameters),
					f.Schema, f.Epoch)
			}
			if len(f.PeerLayers) != len(r.Evaluation().Layers) {
				t.Errorf("%s: the trace has %d layers, the network %d", name, len(f.PeerLayers), len(r.Evaluation().Layers))
			}
			hasPlaces := len(f.PeerLayers[0].Places) == g.N
			if hasPlaces != (name == "geom-gcn") {
				t.Errorf("%s: the first layer has %d places", name, len(f.PeerLayers[0].Places))
			}
		}
		r.StepEpoch()
		untraced.StepEpoch()
		if !slices.Equal(view.Frame(r, frame.Focus{}).Prob, view.Frame(untraced, frame.Focus{}).Prob) {
			t.Errorf("%s: the next epoch differs from that of a run without traces", name)
		}
	}
}
