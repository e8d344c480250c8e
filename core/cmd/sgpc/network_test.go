//go:build !js

package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/core/rng"
	"sheafscope/core/weights"
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
	write := func(file string) {
		out, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		if err := graphio.WriteNPZ(out, []graphio.Array{{Name: "x", Shape: []int{g.N, width}, Float: flat}, {Name: "y", Shape: []int{g.N},
			Int: y}, {Name: "edge_index", Shape: []int{2, len(sends)}, Int: slices.Concat(sends, receives)},
			{Name: "train_mask", Shape: []int{g.N}, Bool: mask}}); err != nil {
			t.Fatal(err)
		}
	}
	write(file)
	for i := range int64(g.N) {
		sends, receives = append(sends, i), append(receives, i)
	}
	write(withLoops("-loops", file))
	return spec, file
}

// withLoops is the file of the graph with a self-loop at every node for a network that is trained on it.
func withLoops(network, file string) string {
	if strings.HasSuffix(network, "-loops") {
		return strings.TrimSuffix(file, ".npz") + "-loops.npz"
	}
	return file
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
		if said, err = exec.Command(name, append([]string{"-B", "testdata/networks.py"}, args...)...).CombinedOutput(); err == nil {
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
// A file with a damaged tensor is refused by name.
// LONG=1: every network in every container and precision, on karate and Texas, too, with features that are drawn.
func TestNetworksOfPyTorch(t *testing.T) {
	graphs := []*graph.Graph{networkGraph()}
	long := os.Getenv("LONG") != ""
	if long {
		texas, err := graphio.Reader{}.ReadFolder("../../../../shared/datasets/texas", graphio.Correction{})
		if err != nil {
			t.Fatal(err)
		}
		texas.Graph.Directions = nil // as PyTorch Geometric's to_undirected makes it
		graphs = append(graphs, graph.Karate(), texas.Graph)
	}
	files, folders, nets := torchNetworks(t, graphs...)
	t.Run("said", func(t *testing.T) { said(t, files[0], folders[0], nets[0]) })
	t.Run("damaged", func(t *testing.T) { damaged(t, folders[0], nets[0]) })
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
				args := []string{"trace", "-graph", withLoops(name, files[q]), "-weights", filepath.Join(folders[q], name+"."+kinds[0]), "-epochs", "0"}
				for key, v := range net.Set {
					args = append(args, "-set", fmt.Sprintf("%s=%g", key, v))
				}
				if name == "nsd-weighted" { // with d=3 a diagonal map has as many numbers as a reflection
					args = append(args, "-model", "nsd-orth")
				}
				var got tracedNetwork
				if err := json.Unmarshal(run(t, false, bin, args...), &got); err != nil {
					t.Fatal(err)
				}
				if e := got.off(net.Logits[kind]); !(e < 1e-10) || got.Epoch != 0 {
					t.Errorf("%s of %s, %s: the logits are %g off at epoch %d", name, graphs[q].Name, kinds[0], e, got.Epoch)
				}
				if kind == "F64" {
					if e := got.off(net.Logits["single"]); !(e < 1e-5) {
						t.Errorf("%s of %s: the logits in 32 bits are %g off", name, graphs[q].Name, e)
					}
				}
			}
		}
	}
}

// tracedNetwork is what a trace has of a network; that of SGPC has probabilities alone.
type tracedNetwork struct {
	Logits        [][]float64 `json:"logits"`
	Probabilities [][]float64 `json:"probabilities"`
	Epoch         int         `json:"epoch"`
}

// off is how far the logits are from those of PyTorch; logarithms of probabilities are logits but for a number of each row.
func (n *tracedNetwork) off(want [][]float64) float64 {
	if n.Logits != nil {
		return farthest(n.Logits, want)
	}
	got := make([][]float64, len(n.Probabilities))
	from := make([][]float64, len(want))
	for i, row := range n.Probabilities {
		for _, p := range row {
			got[i] = append(got[i], math.Log(p/row[0]))
		}
	}
	for i, row := range want {
		for _, v := range row {
			from[i] = append(from[i], v-row[0])
		}
	}
	return farthest(got, from)
}

// said: a file that the Python package writes says what else can be read off the modules; the settings that it does not say are given.
// Its predictions are those of the run.
func said(t *testing.T, file, folder string, nets map[string]torchNetwork) {
	bin := command(t)
	for name, net := range nets {
		args := []string{"trace", "-graph", withLoops(name, file), "-weights", filepath.Join(folder, name+".said.safetensors"), "-epochs", "0"}
		for _, key := range []string{"directed", "skip", "linear"} {
			if v := net.Set[key]; v != 0 {
				args = append(args, "-set", fmt.Sprintf("%s=%g", key, v))
			}
		}
		var got tracedNetwork
		if err := json.Unmarshal(run(t, false, bin, args...), &got); err != nil {
			t.Fatal(name, err)
		}
		if e := got.off(net.Logits["F64"]); !(e < 1e-10) {
			t.Errorf("%s: the logits are %g off", name, e)
		}
		if args[0] = "train"; name != "gat-residual" {
			continue
		}
		if out := run(t, false, bin, args...); !strings.Contains(string(out), "classes as the file has them: 100.0 % of the nodes") {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// damages are what can be wrong with a tensor of a network, and words of the message that refuses the file.
var damages = []struct {
	name   string
	change func(tensors []content.Tensor, at int) []content.Tensor
	says   string
}{
	{"missing", func(l []content.Tensor, at int) []content.Tensor { return slices.Delete(l, at, at+1) }, ""},
	{"transposed", func(l []content.Tensor, at int) []content.Tensor {
		l[at].Shape = slices.Clone(l[at].Shape)
		slices.Reverse(l[at].Shape)
		return l
	}, ""},
	{"of another type", func(l []content.Tensor, at int) []content.Tensor { l[at].Type = "I64"; return l }, "I64"},
	{"with NaN", func(l []content.Tensor, at int) []content.Tensor {
		l[at].Data = slices.Clone(l[at].Data)
		l[at].Data[0] = math.NaN()
		return l
	}, "NaN"},
	{"not known", func(l []content.Tensor, at int) []content.Tensor {
		return append(l, content.Tensor{Name: "norms.0.weight", Type: "F32", Shape: []int{2}, Data: []float64{1, 1}})
	}, "norms.0.weight"},
}

// tensorsOf reads a file of safetensors of 64 bits, without the checks of the reader.
func tensorsOf(t *testing.T, file string) (list []content.Tensor) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint64(data)
	var header map[string]struct {
		Shape   []int `json:"shape"`
		Offsets []int `json:"data_offsets"`
	}
	if err := json.Unmarshal(data[8:8+n], &header); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if strings.HasSuffix(name, "num_batches_tracked") { // a count, which nothing reads
			continue
		}
		v := content.Tensor{Name: name, Type: "F64", Shape: header[name].Shape}
		for at := header[name].Offsets[0]; at < header[name].Offsets[1]; at += 8 {
			v.Data = append(v.Data, math.Float64frombits(binary.LittleEndian.Uint64(data[8+int(n)+at:])))
		}
		list = append(list, v)
	}
	return list
}

// damaged: a file of each family with a tensor missing, transposed, of another type or with NaN, or one more, is refused with the name of
// the tensor.
func damaged(t *testing.T, folder string, nets map[string]torchNetwork) {
	for name := range nets {
		list := tensorsOf(t, filepath.Join(folder, name+".F64.safetensors"))
		if _, err := weights.Read("net", slices.Clone(list), "", ""); err != nil && name != "nsd-weighted" {
			t.Fatal(name, err)
		}
		for at := range list {
			for _, d := range damages {
				if s := list[at].Shape; d.name == "transposed" && (len(s) != 2 || s[0] == s[1]) {
					continue
				}
				_, err := weights.Read("net", d.change(slices.Clone(list), at), "", "")
				if d.name == "missing" && err == nil && alsoWhole(list[at].Name, len(list)) {
					continue
				}
				if err == nil || d.says == "" && !strings.Contains(err.Error(), layerOf(list[at].Name)) || !strings.Contains(err.Error(), d.says) {
					t.Errorf("%s, %s %s: %v", name, list[at].Name, d.name, err)
				}
			}
		}
	}
}

// layerOf is the name of a tensor up to its number, or without its last part.
func layerOf(name string) string {
	if at := strings.IndexFunc(name, unicode.IsDigit); at >= 0 {
		return name[:at+1]
	}
	return name[:max(0, strings.LastIndex(name, "."))]
}

// alsoWhole reports whether the tensors without one of that name are another network, for a graph with other classes or of fewer layers.
func alsoWhole(name string, of int) bool {
	return strings.HasSuffix(name, "bias") || name == "convs.1.lin.weight" && of == 2 || name == "convs.2.weight1"
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
