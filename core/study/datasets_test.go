//go:build !js

package study

import (
	"math"
	"path/filepath"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/sgpc"
)

// dataset reads a public data set from the folder beside the repository.
func public(t *testing.T, name string) (*graph.Graph, []graph.Split) {
	t.Helper()
	r, err := graphio.ReadFolder(filepath.Join("..", "..", "..", "shared", "datasets", name))
	if err != nil {
		t.Fatal(err)
	}
	return graph.FillMissing(r.Graph), r.Splits
}

// TestEveryModelOnEveryDataset trains each model for one epoch on each public
// data set, with its default settings.
func TestEveryModelOnEveryDataset(t *testing.T) {
	for _, name := range published.Datasets() {
		g, splits := public(t, name)
		for _, model := range append([]string{"sgpc"}, peer.Names()...) {
			cfg, err := ConfigFor(g, splits[0], Cell{Model: model})
			if err != nil {
				t.Fatal(err)
			}
			r, err := sgpc.New(g, splits[0], cfg)
			if err != nil {
				t.Errorf("%s, %s: %v", name, model, err)
				continue
			}
			r.ForwardOnly()
			before := r.Parameters()
			r.StepEpoch()
			moved := false
			for k, p := range r.Parameters() {
				for i, v := range p.Data {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%s, %s: parameter %s is %g after one step", name, model, p.Name, v)
					}
					moved = moved || v != before[k].Data[i]
				}
			}
			if a := r.Frame(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1}).Accuracy; !moved || r.Epoch() != 1 || !(a.Val >= 0 && a.Val <= 1) {
				t.Errorf("%s, %s: moved %v in %d epochs, validation accuracy %g", name, model, moved, r.Epoch(), a.Val)
			}
		}
	}
}

// TestTexasAccuracy trains for up to 300 epochs on three splits with the
// default settings. One test set has 37 nodes, so one node is 2.7 points. The
// largest class is 55 % of the nodes.
func TestTexasAccuracy(t *testing.T) {
	g, splits := public(t, "texas")
	val, test := 0.0, 0.0
	for k := range 3 {
		o, err := Train(g, splits[k], Cell{Model: "sgpc"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		val, test = val+o.Val/3, test+o.Test/3
	}
	if val < 0.84 || test < 0.8 {
		t.Errorf("accuracy %.3f on validation and %.3f on test nodes, mean of three splits", val, test)
	}
}

// The protocol "planetoid" takes the split of the files, wherever it stands among the others.
func TestPlanetoidProtocol(t *testing.T) {
	g, splits := public(t, "cora")
	s, err := SplitOf(g, splits, ProtocolPlanetoid)
	if err != nil || len(s.Train) != 140 || len(s.Val) != 500 || len(s.Test) != 1000 || s.Train[139] != 139 || s.Val[0] != 140 {
		t.Errorf("%v: %d, %d and %d nodes", err, len(s.Train), len(s.Val), len(s.Test))
	}
	if _, err := SplitOf(g, splits[:1], ProtocolPlanetoid); err == nil {
		t.Error("a set without the split has it")
	}
}

// TestPublishedProtocol: 20 labels a class, as the row of the paper says, cannot
// be drawn on WebKB, but on the citation graphs.
func TestPublishedProtocol(t *testing.T) {
	for name, drawn := range map[string]bool{"texas": false, "wisconsin": false, "cornell": false, "cornell_legacy": false, "cora": true, "citeseer": true} {
		g, _ := public(t, name)
		least := g.N
		for _, k := range g.ClassSizes() {
			least = min(least, k)
		}
		if (least >= 20) != drawn || name == "texas" && least != 1 {
			t.Errorf("%s: the smallest class has %d nodes", name, least)
		}
	}
}
