package study

import (
	"math"
	"os"
	"testing"

	"sheafscope/core/graph"
)

// The rows of the ablation of plans belong to the present version, over ten splits and two seeds, and one of their runs is repeated.
func TestStoredPlans(t *testing.T) {
	data, err := os.ReadFile("plans.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ReadRows("plans.jsonl", data)
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, want one of each variant that is trained: %v", len(rows), err)
	}
	run := NewLibrary(func(name string) (*graph.Graph, []graph.Split, error) {
		g, splits := public(t, name)
		return g, splits, nil
	}).Run(false)
	for _, r := range rows {
		version, err := ModelVersion(r.Model, r.Set)
		if err != nil || r.Version != version || r.Splits != "0-9" || r.Seeds != "0-1" || len(r.Test) != 20 {
			t.Errorf("%v: version %s, the tree has %s: make the rows again by %s, %v", r.Set, r.Version, version, r.Command, err)
		}
		o, err := run(Cell{Dataset: r.Dataset, Model: r.Model, Split: "3", Seed: 1, Set: r.Set})
		if err != nil || math.Abs(o.Test-r.Test[7]) > 1e-5 || math.Abs(o.Val-r.Val[7]) > 1e-5 {
			t.Errorf("%v: %g and %g, stored are %g and %g, %v", r.Set, o.Val, o.Test, r.Val[7], r.Test[7], err)
		}
	}
}
