package sgpc_test

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
)

// TestIndependentIsNoSheaf trains three epochs with the independent coupling. With centring
// every entry of L is 0, and the predictions have the bits of predictions with zero maps.
// Without centring an entry of L is not 0, and predictions differ from those with zero maps.
func TestIndependentIsNoSheaf(t *testing.T) {
	for _, name := range []string{"karate", "sbm:n=183,classes=5,degree=3,homophily=0.1,signal=1,seed=3", "friends:n=80"} {
		for _, centered := range []string{"true", "false"} {
			g, err := graph.Builtin(name)
			if err != nil {
				t.Fatal(err)
			}
			split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
			if err != nil {
				t.Fatal(err)
			}
			cfg, err := method.Configure(g, split, "sgpc", "paper", 1)
			if err != nil {
				t.Fatal(err)
			}
			if err := cfg.Overlay(map[string]string{"lift": "independent", "centered": centered, "epochs": "3", "gap_mode": "off"}); err != nil {
				t.Fatal(err)
			}
			r, err := sgpc.New(g, split, cfg)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				r.StepEpoch()
			}
			// The largest entry of L, and the predictions with zero maps.
			n := r.Fork().Evaluate("")
			_, _, values := n.Lap.Entries()
			largest := 0.0
			for _, v := range values {
				largest = max(largest, v, -v)
			}
			zero, err := explain.WhatIf(r, explain.Change{Maps: "zero"})
			if err != nil {
				t.Fatal(err)
			}
			differing := 0 // number of probabilities
			for k, p := range n.Predicted {
				if p != zero.Prob[k] {
					differing++
				}
			}
			wantZero := centered == "true"
			if (largest == 0) != wantZero || (differing == 0) != wantZero {
				t.Errorf("%s, centered=%s: L has an entry of %g, %d of %d probabilities differ from those of zero maps", name, centered, largest,
					differing, len(zero.Prob))
			}
		}
	}
}
