//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/rng"
)

// networkGraph is a graph with isolated nodes, and edges that a file lists in one order or in both.
func networkGraph() *graph.Graph {
	r := rng.New(4, "networks")
	var edges []graph.Edge
	var oneWay []bool
	for i := range int32(18) {
		for j := range i {
			if r.Float64() < 0.2 {
				e := graph.Edge{I: i, J: j}
				if r.Float64() < 0.5 {
					e = graph.Edge{I: j, J: i}
				}
				edges, oneWay = append(edges, e), append(oneWay, r.Float64() < 0.7)
			}
		}
	}
	g, _ := graph.Build("directed", 20, edges)
	g.Orient(edges, oneWay)
	return g
}

// torchGraph is a graph as networks.py reads it, and as a file of PyTorch Geometric with the arcs in the directions of the graph.
func torchGraph(t *testing.T, dir string, g *graph.Graph, width, classes int) (spec, file string) {
	t.Helper()
	r := rng.New(5, "features")
	x := make([][]float64, g.N)
	y, train := make([]int64, g.N), []int{}
	mask := make([]bool, g.N)
	var flat []float64
	for i := range x {
		for range width {
			x[i] = append(x[i], math.Round(1000*r.Norm())/1000)
		}
		flat = append(flat, x[i]...)
		if y[i] = int64(i % classes); i%2 == 0 {
			train, mask[i] = append(train, i), true
		}
	}
	var both, listed [][2]int32
	var sends, receives []int64
	for k, e := range g.Edges {
		both = append(both, [2]int32{e.I, e.J}, [2]int32{e.J, e.I})
		arcs := both[2*k:]
		if d := g.Direction(k); d == graph.Forward {
			arcs = arcs[:1]
		} else if d == graph.Backward {
			arcs = arcs[1:]
		}
		for _, a := range arcs {
			listed = append(listed, a)
			sends, receives = append(sends, int64(a[0])), append(receives, int64(a[1]))
		}
	}
	spec, file = filepath.Join(dir, g.Name+".json"), filepath.Join(dir, g.Name+".npz")
	text, err := json.Marshal(map[string]any{"n": g.N, "x": x, "y": y, "train": train, "both": both, "listed": listed})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(spec, text, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := graphio.WriteNPZ(out, []graphio.Array{{Name: "x", Shape: []int{g.N, width}, Float: flat}, {Name: "y", Shape: []int{g.N}, Int: y},
		{Name: "edge_index", Shape: []int{2, len(sends)}, Int: append(sends, receives...)},
		{Name: "train_mask", Shape: []int{g.N}, Bool: mask}}); err != nil {
		t.Fatal(err)
	}
	return spec, file
}

// torch runs networks.py with the first Python that has PyTorch.
func torch(t *testing.T, args ...string) {
	t.Helper()
	var said []byte
	for _, name := range []string{os.Getenv("PYTHON"), "python3", "/usr/bin/python3"} {
		if name == "" {
			continue
		}
		var err error
		if said, err = exec.Command(name, append([]string{"testdata/networks.py"}, args...)...).CombinedOutput(); err == nil {
			return
		}
	}
	t.Fatalf("no Python computes the networks; PyTorch is Debian's python3-torch, or PYTHON names one: %s", said)
}

// torchNetwork is what networks.py says of a network: settings that the file does not say, and logits by the kind of its numbers.
type torchNetwork struct {
	Set    map[string]float64     `json:"set"`
	Logits map[string][][]float64 `json:"logits"`
}

// torchNetworks has PyTorch compute the networks of graphs: by graph the file, the folder of weights, and the networks.
func torchNetworks(t *testing.T, graphs ...*graph.Graph) (files, folders []string, nets []map[string]torchNetwork) {
	t.Helper()
	var args []string
	for _, g := range graphs {
		dir := t.TempDir()
		spec, file := torchGraph(t, dir, g, 7, 3)
		args, files, folders = append(args, spec, dir), append(files, file), append(folders, dir)
	}
	torch(t, args...)
	for _, dir := range folders {
		data, err := os.ReadFile(filepath.Join(dir, "networks.json"))
		if err != nil {
			t.Fatal(err)
		}
		list := map[string]torchNetwork{}
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		nets = append(nets, list)
	}
	return files, folders, nets
}

// TestNetworksOfPyTorch: the logits of sgpc trace with a file of weights are those of PyTorch, for every family, with and without
// self-loops, with isolated nodes, directed edges, two heads, residuals. PyTorch Geometric and DGL cannot be installed where the tests run:
// networks.py has their layers, written from their documentation. The arithmetic here has 64 bits; in 32 PyTorch itself rounds to 1e-5.
// LONG=1: every network in every container and precision, on karate, too.
func TestNetworksOfPyTorch(t *testing.T) {
	graphs := []*graph.Graph{networkGraph()}
	long := os.Getenv("LONG") != ""
	if long {
		graphs = append(graphs, graph.Karate())
	}
	files, folders, nets := torchNetworks(t, graphs...)
	bin := command(t)
	seen := 0
	for q := range graphs {
		for name, net := range nets[q] {
			kinds := []string{"F64.safetensors", "F64.npz", "F64.pt", "F32.safetensors", "F32.npz", "F32.pt", "F16.safetensors", "F16.pt",
				"BF16.safetensors", "BF16.pt"}
			if !long { // each network once, each kind more than once
				kinds = []string{kinds[seen%len(kinds)]}
			}
			for seen++; len(kinds) > 0; kinds = kinds[1:] {
				kind, _, _ := strings.Cut(kinds[0], ".")
				args := []string{"trace", "-graph", files[q], "-weights", filepath.Join(folders[q], name+"."+kinds[0]), "-epochs", "0"}
				for key, v := range net.Set {
					args = append(args, "-set", fmt.Sprintf("%s=%g", key, v))
				}
				if name == "nsd-weighted" { // with d=3 a diagonal map has as many numbers as a reflection
					args = append(args, "-model", "nsd-orth")
				}
				var got struct {
					Logits [][]float64 `json:"logits"`
					Epoch  int         `json:"epoch"`
				}
				if err := json.Unmarshal(run(t, false, bin, args...), &got); err != nil {
					t.Fatal(err)
				}
				if e := farthest(got.Logits, net.Logits[kind]); !(e < 1e-10) || got.Epoch != 0 {
					t.Errorf("%s of %s, %s: the logits are %g off at epoch %d", name, graphs[q].Name, kinds[0], e, got.Epoch)
				}
				if kind == "F64" {
					if e := farthest(got.Logits, net.Logits["single"]); !(e < 1e-5) {
						t.Errorf("%s of %s: the logits in 32 bits are %g off", name, graphs[q].Name, e)
					}
				}
			}
		}
	}
}

// farthest is the largest difference, infinite where the shapes differ.
func farthest(a, b [][]float64) (most float64) {
	if len(a) != len(b) || len(a) == 0 {
		return math.Inf(1)
	}
	for i := range a {
		if len(a[i]) != len(b[i]) {
			return math.Inf(1)
		}
		for k, v := range a[i] {
			if d := math.Abs(v - b[i][k]); d > most || d != d {
				most = d
			}
		}
	}
	return most
}
