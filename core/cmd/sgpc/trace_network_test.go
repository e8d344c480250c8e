//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
)

// With -epochs 0, trace evaluates a network without training, whether the network is a file of -weights or a file of the graph's folder.
// Without -epochs, trace trains one epoch from the network. The test checks the epoch of the trace: 0 or 1.
func TestTraceWithoutEpochsKeepsTheNetwork(t *testing.T) {
	// A network that PyTorch Geometric could have saved: the parameters of an untrained GCN.
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "gcn", "paper", 7)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var arrays []graphio.Array
	for _, p := range r.Parameters() {
		arrays = append(arrays, graphio.Array{Name: p.Name, Shape: []int{p.Rows, p.Cols}, Float: p.Data})
	}
	var weights bytes.Buffer
	if err := graphio.WriteNPZ(&weights, arrays); err != nil {
		t.Fatal(err)
	}
	files, err := graphio.WriteWith(g, nil, "json")
	if err != nil {
		t.Fatal(err)
	}
	// Two folders with equal files. The files of apart are named one by one in the arguments; whole is named as a folder.
	apart, whole := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(apart, "karate.json"), filepath.Join(whole, "karate.json")} {
		if err := os.WriteFile(path, files[0].Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{filepath.Join(apart, "net.npz"), filepath.Join(whole, "net.npz")} {
		if err := os.WriteFile(path, weights.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bin := command(t)
	for _, source := range [][]string{
		{"-graph", filepath.Join(apart, "karate.json"), "-weights", filepath.Join(apart, "net.npz")},
		{"-graph", whole},
	} {
		// The index of the flags is the wanted epoch.
		for epochs, flags := range [][]string{{"-epochs", "0"}, nil} {
			args := append([]string{"trace", "-model", "gcn", "-split", "per-class:5"}, append(source, flags...)...)
			var trace struct {
				Epoch int `json:"epoch"`
			}
			if err := json.Unmarshal(run(t, false, bin, args...), &trace); err != nil {
				t.Fatal(err)
			}
			if trace.Epoch != epochs {
				t.Errorf("%v: the trace is of epoch %d, want %d", args, trace.Epoch, epochs)
			}
		}
	}
}
