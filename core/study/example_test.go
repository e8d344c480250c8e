package study_test

import (
	"context"
	"fmt"

	"sheafscope/core/study"
	"sheafscope/core/train"
)

// An experiment consists of a list of cells, a function that runs a cell, and a ledger that keeps the outcomes.
func ExampleExperiment_Execute() {
	grid := study.Grid{Datasets: []string{"texas"}, Models: []string{"mlp", "gcn"}, Splits: []string{"0"}, Seeds: []uint64{0, 1}}
	run := func(c study.Cell) (train.Outcome, error) {
		return train.Outcome{Val: 0.8, Test: 0.75 + 0.1*float64(c.Seed)}, nil
	}
	results, err := study.Experiment{Cells: grid.Cells(), Run: run, Ledger: study.NewLedger(nil)}.Execute(context.Background())
	fmt.Println(len(results), err)
	// Output: 4 <nil>
}

// An ablation is a list of variants, each a name and settings.
func ExampleFindAblation() {
	a, _ := study.FindAblation("sign")
	for _, v := range a.Variants {
		fmt.Println(v.Name, v.Set)
	}
	// Output:
	// sign +1 map[sign:1]
	// sign -1 map[sign:-1]
}

// A table has its own rows, and below them the published row of the same protocol.
func ExampleTable_Markdown() {
	t := study.Table{Protocol: study.ProtocolPerClass, Results: []study.Result{
		{Cell: study.Cell{Dataset: "cora", Model: "gcn", Split: "per-class:20@0"}, Outcome: train.Outcome{Val: 0.8, Test: 0.815}}}}
	fmt.Print(t.Markdown())
	// Output:
	// Test accuracy in % at the epoch chosen on validation, mean ± standard deviation; 1 split × 1 seed.
	//
	// | model | cora |
	// |---|---:|
	// | GCN | 81.5 |
	// | *SGPC, its paper (20 random labels a class)* | *83.0* |
}
