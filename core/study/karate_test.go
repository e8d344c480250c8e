package study

import (
	"testing"

	"sheafscope/core/graph"
)

// TestKarateAccuracy: with the default settings and 200 epochs, SGPC reaches 0.8 on validation and on test nodes of karate.
// It trains on four nodes of each of the two classes.
func TestKarateAccuracy(t *testing.T) {
	g := graph.Karate()
	split, err := SplitOf(g, nil, "per-class:4@1")
	if err != nil {
		t.Fatal(err)
	}
	o, err := trainCell(g, split, Cell{Model: "sgpc", Set: map[string]string{"epochs": "200"}})
	if err != nil {
		t.Fatal(err)
	}
	if o.Test < 0.8 || o.Val < 0.8 {
		t.Errorf("accuracy %.3f on validation and %.3f on test nodes, want 0.8 or more", o.Val, o.Test)
	}
}
