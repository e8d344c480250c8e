package study

import (
	"math"
	"os"
	"testing"

	"sheafscope/core/graph"
)

// The four stored rows of the ablation of plans belong to the present version of their model, over ten splits and two seeds.
// The run of split 3 and seed 1, made again for each row, has the stored accuracies (index 3·2 + 1 = 7) up to 1e-5. They are stored with
// five digits.
func TestStoredPlans(t *testing.T) {
	data, err := os.ReadFile("plans.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ReadRows("plans.jsonl", data)
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, want 4, one of each variant that is trained: %v", len(rows), err)
	}
	run := NewLibrary(func(name string) (*graph.Graph, []graph.Split, error) {
		g, splits := publicDataset(t, name)
		return g, splits, nil
	}).Run(false)
	for _, r := range rows {
		version, err := ModelVersion(r.Model, r.Set)
		if err != nil || r.Version != version || r.Splits != "0-9" || r.Seeds != "0-1" || len(r.Test) != 20 {
			t.Errorf("%v: the row has version %s and %d runs, want %s and 20: make it again by %s (%v)", r.Set, r.Version, len(r.Test), version,
				r.Command, err)
		}
		o, err := run(Cell{Dataset: r.Dataset, Model: r.Model, Split: "3", Seed: 1, Set: r.Set})
		if err != nil || math.Abs(o.Test-r.Test[7]) > 1e-5 || math.Abs(o.Val-r.Val[7]) > 1e-5 {
			t.Errorf("%v: the accuracies are %g and %g, stored are %g and %g (%v)", r.Set, o.Val, o.Test, r.Val[7], r.Test[7], err)
		}
	}
}
