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

// networkGraph returns a random graph of 20 nodes, of which 18 and 19 are isolated. About 70 % of its edges have a direction.
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

// torchGraph writes a graph into a folder, with random features of the given width. Node i has the class i mod classes. Even nodes train.
// It returns the names of two files: spec for networks.py, and file in the form of PyTorch Geometric, with the arcs in the directions of
// the graph. It also writes a third file with a self-loop at every node, whose name withLoops returns.
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
		y[i] = int64(i % classes)
		if i%2 == 0 {
			train, mask[i] = append(train, i), true
		}
	}
	// both has two arcs for each edge. listed has the arcs in the directions of the graph. sends and receives have their two ends.
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
	// The same file with a self-loop at every node.
	for i := range int64(g.N) {
		sends, receives = append(sends, i), append(receives, i)
	}
	write(withLoops("-loops", file))
	return spec, file
}

// withLoops returns the name of the file of a graph for a network: the file with self-loops if the name of the network ends in “-loops”,
// else file.
func withLoops(network, file string) string {
	if strings.HasSuffix(network, "-loops") {
		return strings.TrimSuffix(file, ".npz") + "-loops.npz"
	}
	return file
}

// runTorch runs networks.py with the first Python that succeeds: that of the environment variable PYTHON, or one of the system.
func runTorch(t *testing.T, args ...string) {
	t.Helper()
	var out []byte
	for _, name := range []string{os.Getenv("PYTHON"), "python3", "/usr/bin/python3"} {
		if name == "" {
			continue
		}
		var err error
		out, err = exec.Command(name, append([]string{"-B", "testdata/networks.py"}, args...)...).CombinedOutput()
		if err == nil {
			return
		}
	}
	t.Fatalf("no Python computes the networks; PyTorch is Debian's python3-torch, or PYTHON names one: %s", out)
}

// torchNetwork has the output of networks.py for a network: the settings that its file of weights does not contain, and the logits by the
// precision of the weights: F64, F32, F16 or BF16, and “single” for F64 weights computed in 32 bits.
type torchNetwork struct {
	Set    map[string]float64     `json:"set"`
	Logits map[string][][]float64 `json:"logits"`
}

// torchNetworks computes networks of graphs by PyTorch. It returns, for each graph, its file, the folder with the files of weights, and the
// networks by name.
func torchNetworks(t *testing.T, graphs ...*graph.Graph) (files, folders []string, nets []map[string]torchNetwork) {
	t.Helper()
	var args []string
	for _, g := range graphs {
		dir := t.TempDir()
		spec, file := torchGraph(t, dir, g, 7, 3)
		args, files, folders = append(args, spec, dir), append(files, file), append(folders, dir)
	}
	runTorch(t, args...)
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

// TestNetworksOfPyTorch: the logits of sgpc trace with a file of weights equal those of PyTorch up to 1e-10, for every family. Some
// networks have self-loops, directed edges, two heads or residuals. PyTorch Geometric and DGL cannot be installed where the tests run:
// networks.py has their layers, written from their documentation.
// The bound is 1e-5 for logits that PyTorch computes in 32 bits, since they have rounding errors of this size.
// LONG=1: every network in every container and precision, also on karate and Texas with random features.
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
	t.Run("stated settings", func(t *testing.T) { checkStatedSettings(t, files[0], folders[0], nets[0]) })
	t.Run("damaged tensors", func(t *testing.T) { checkDamagedTensors(t, folders[0], nets[0]) })
	bin := command(t)
	seen := 0
	for q := range graphs {
		for name, net := range nets[q] {
			kinds := []string{"F64.safetensors", "F64.npz", "F64.pt", "F32.safetensors", "F32.npz", "F32.pt", "F16.safetensors", "F16.pt",
				"BF16.safetensors", "BF16.pt"}
			if !long { // each network with one kind of file, the kinds in turn
				kinds = []string{kinds[seen%len(kinds)]}
			}
			seen++
			for _, kind := range kinds {
				precision, _, _ := strings.Cut(kind, ".")
				args := []string{"trace", "-graph", withLoops(name, files[q]), "-weights", filepath.Join(folders[q], name+"."+kind), "-epochs", "0"}
				for key, v := range net.Set {
					args = append(args, "-set", fmt.Sprintf("%s=%g", key, v))
				}
				var got tracedNetwork
				if err := json.Unmarshal(run(t, false, bin, args...), &got); err != nil {
					t.Fatal(err)
				}
				if e := got.logitError(net.Logits[precision]); !(e < 1e-10) || got.Epoch != 0 {
					t.Errorf("%s of %s, %s: the logits at epoch %d differ by %g, want epoch 0 and less than 1e-10", name, graphs[q].Name, kind,
						got.Epoch, e)
				}
				if precision == "F64" {
					if e := got.logitError(net.Logits["single"]); !(e < 1e-5) {
						t.Errorf("%s of %s: the logits differ by %g from those in 32 bits, want less than 1e-5", name, graphs[q].Name, e)
					}
				}
			}
		}
	}
}

// tracedNetwork has the fields of a trace that describe a network. The trace of SGPC has no logits.
type tracedNetwork struct {
	Logits        [][]float64 `json:"logits"`
	Probabilities [][]float64 `json:"probabilities"`
	Epoch         int         `json:"epoch"`
}

// logitError returns the largest difference between the logits of a network and those wanted. Without logits it compares log(p/p₀), where
// p₀ is the probability of class 0: probabilities determine the logits of a row up to a constant, so that the logit of class 0 is set to 0.
func (n *tracedNetwork) logitError(want [][]float64) float64 {
	if n.Logits != nil {
		return farthest(n.Logits, want)
	}
	got := make([][]float64, len(n.Probabilities))
	shifted := make([][]float64, len(want))
	for i, row := range n.Probabilities {
		for _, p := range row {
			got[i] = append(got[i], math.Log(p/row[0]))
		}
	}
	for i, row := range want {
		for _, v := range row {
			shifted[i] = append(shifted[i], v-row[0])
		}
	}
	return farthest(got, shifted)
}

// checkStatedSettings: a file of weights that the Python package writes (NAME.said.safetensors) states the settings of its modules. The
// settings directed, skip and linear come from -set. With them the logits equal those of PyTorch up to 1e-10. For the network gat-residual,
// train reports that all nodes have the classes that the file states.
func checkStatedSettings(t *testing.T, file, folder string, nets map[string]torchNetwork) {
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
			t.Fatalf("the trace of %s is no JSON: %v", name, err)
		}
		if e := got.logitError(net.Logits["F64"]); !(e < 1e-10) {
			t.Errorf("%s: the logits differ by %g, want less than 1e-10", name, e)
		}
		if name != "gat-residual" {
			continue
		}
		args[0] = "train"
		if out := run(t, false, bin, args...); !strings.Contains(string(out), "classes as the file has them: 100.0 % of the nodes") {
			t.Errorf("%s: train does not find the classes of the file at all nodes: %s", name, out)
		}
	}
}

// damages are changes of the tensor with a given index, with words of the message that refuses the file. If words is "", the message has
// the name of the layer.
var damages = []struct {
	name   string
	change func(tensors []content.Tensor, index int) []content.Tensor
	words  string
}{
	{"missing", func(l []content.Tensor, index int) []content.Tensor { return slices.Delete(l, index, index+1) }, ""},
	{"transposed", func(l []content.Tensor, index int) []content.Tensor {
		l[index].Shape = slices.Clone(l[index].Shape)
		slices.Reverse(l[index].Shape)
		return l
	}, ""},
	{"of another type", func(l []content.Tensor, index int) []content.Tensor { l[index].Type = "I64"; return l }, "I64"},
	{"with NaN", func(l []content.Tensor, index int) []content.Tensor {
		l[index].Data = slices.Clone(l[index].Data)
		l[index].Data[0] = math.NaN()
		return l
	}, "NaN"},
	{"beside one that is not known", func(l []content.Tensor, _ int) []content.Tensor {
		return append(l, content.Tensor{Name: "norms.0.weight", Type: "F32", Shape: []int{2}, Data: []float64{1, 1}})
	}, "norms.0.weight"},
}

// tensorsOf returns the tensors of a file of safetensors of 64 bits in the order of their names, without the checks of the reader.
// The file begins with the length of its header as a little-endian number of 8 bytes; the header has the offsets of each tensor after it.
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
		if strings.HasSuffix(name, "num_batches_tracked") { // a count that no network uses
			continue
		}
		v := content.Tensor{Name: name, Type: "F64", Shape: header[name].Shape}
		for offset := header[name].Offsets[0]; offset < header[name].Offsets[1]; offset += 8 {
			v.Data = append(v.Data, math.Float64frombits(binary.LittleEndian.Uint64(data[8+int(n)+offset:])))
		}
		list = append(list, v)
	}
	return list
}

// checkDamagedTensors: for every tensor of every network, a file with a damage of the tensor is refused with the name of its layer or the
// words of the damage. Exceptions are a transposed tensor with its old shape, and a missing tensor whose network stays valid (staysValid).
func checkDamagedTensors(t *testing.T, folder string, nets map[string]torchNetwork) {
	for name := range nets {
		list := tensorsOf(t, filepath.Join(folder, name+".F64.safetensors"))
		if _, err := weights.Read("net", slices.Clone(list), "", ""); err != nil {
			t.Fatalf("%s without a damage is refused: %v", name, err)
		}
		for index, tensor := range list {
			for _, d := range damages {
				shape := tensor.Shape
				transposes := len(shape) == 2 && shape[0] != shape[1]
				if d.name == "transposed" && !transposes {
					continue
				}
				_, err := weights.Read("net", d.change(slices.Clone(list), index), "", "")
				if d.name == "missing" && err == nil && staysValid(tensor.Name, len(list)) {
					continue
				}
				words := d.words
				if words == "" {
					words = layerOf(tensor.Name)
				}
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("%s with the tensor %s %s: the error is %v, want %q in it", name, tensor.Name, d.name, err, words)
				}
			}
		}
	}
}

// layerOf returns the name of a tensor up to its first digit, which is included, or, without a digit, up to its last point.
func layerOf(name string) string {
	if digit := strings.IndexFunc(name, unicode.IsDigit); digit >= 0 {
		return name[:digit+1]
	}
	return name[:max(0, strings.LastIndex(name, "."))]
}

// staysValid reports whether a network of count tensors is valid without the named tensor: without a bias, or with fewer layers.
func staysValid(name string, count int) bool {
	if strings.HasSuffix(name, "bias") || name == "convs.2.weight1" {
		return true
	}
	return name == "convs.1.lin.weight" && count == 2
}

// farthest returns the largest difference of two entries at the same place. It returns infinity if the shapes differ or there are no rows,
// and NaN if a difference is NaN.
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
