package main

import (
	"os"
	"path/filepath"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
)

// This file has helpers of tests that compare the page with NumPy.

// karateRun returns a run of a model on the karate club after some epochs. 40 % of the nodes train, 30 % validate and 30 % test. change
// modifies the default settings of the paper before the training. The seed of the split is 1, and the seed of the run is 0.
func karateRun(t *testing.T, model string, epochs int, change func(*settings.Config) error) *sgpc.Run {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "random:0.4,0.3,0.3", 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Configure(g, split, model, "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := change(&c); err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	for range epochs {
		r.StepEpoch()
	}
	return r
}

// exported writes the trace of a run to trace.json in a temporary folder and returns its path.
func exported(t *testing.T, r *sgpc.Run) string {
	t.Helper()
	text, err := trace.Text(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "trace.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
