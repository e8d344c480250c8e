//go:build e2e

package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
)

// This file tests graphs that PyTorch has saved. The function notebook calls savedByTorch.

// fakeGeometric imitates PyTorch Geometric for its saved files and for the line that converts them, because the machines of the tests have
// no PyTorch Geometric. Its classes have the names and modules that the pickles contain.
const fakeGeometric = `class GlobalStorage:
    def __init__(self, mapping):
        self._mapping, self._parent = mapping, None

class Data:
    def __init__(self, **tensors):
        self._store = GlobalStorage(tensors)

    def __contains__(self, key):
        return key in self._store._mapping

    def __getitem__(self, key):
        return self._store._mapping[key]
`

// fakeDGL imitates DGL for the line that converts its files: the graph of saveTorch, and separate labels, as OGB saves them.
const fakeDGL = `import torch

class Graph:
    ndata = {"feat": torch.tensor([[0.5, 0], [1, 0.25], [0, 3]]), "train_mask": torch.tensor([True, False, False]),
             "val_mask": torch.tensor([False, True, False]), "test_mask": torch.tensor([False, False, True])}

    def edges(self):
        return torch.tensor([0, 1, 1, 2]), torch.tensor([1, 0, 2, 1])

def load_graphs(name):
    open(name, "rb").close()
    return [Graph()], {"labels": torch.tensor([[1], [0], [1]])}
`

// saveTorch is a Python program. It saves one graph, the path 0–1–2 with features, labels and masks, in several forms: as a Data object in
// both formats of PyTorch, as a dictionary, and in two forms of the data sets of PyTorch Geometric. graph.bin has the first bytes of a DGL
// file.
const saveTorch = `import torch
from torch_geometric.data.data import Data

tensors = dict(edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), y=torch.tensor([1, 0, 1]),
               x=torch.tensor([[0.5, 0], [1, 0.25], [0, 3]]), train_mask=torch.tensor([True, False, False]),
               val_mask=torch.tensor([False, True, False]), test_mask=torch.tensor([False, False, True]))
torch.save(Data(**tensors), "data.pt")
torch.save(Data(**tensors), "old.pt", _use_new_zipfile_serialization=False)
torch.save(tensors, "dict.pt")
torch.save((Data(**tensors), None), "processed.pt")
torch.save((tensors, None, Data), "newer.pt")
open("graph.bin", "wb").write(bytes.fromhex("3fa1b446f04f2edd"))`

// savedByTorch checks six files that PyTorch or DGL has saved. graphio refuses such a file, and the remedy of the error is a line of
// Python. The line, run with the name of the file, writes the same graph as .npz, which graphio reads. The test compares
// edges, labels, masks, and the values and rows of the features, but not their columns. dir has the files, installed has the Python
// packages, and run executes a program in dir.
func savedByTorch(t *testing.T, python, dir, installed string, run func(name string, args ...string) string) {
	t.Helper()
	for name, text := range map[string]string{"torch_geometric/data/data.py": fakeGeometric, "dgl.py": fakeDGL} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(installed, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(installed, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// The files, and the lines from their errors as one script.
	run(python, "-c", saveTorch)
	var script strings.Builder
	files := []string{"data.pt", "old.pt", "dict.pt", "processed.pt", "newer.pt", "graph.bin"}
	read := func(name string) (*graphio.Found, error) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return graphio.Read([]graphio.File{{Name: name, Data: data}})
	}
	for _, name := range files {
		_, err := read(name)
		var refused *graphio.Error
		if !errors.As(err, &refused) {
			t.Fatalf("%s is not refused with a graphio.Error: %v", name, err)
		}
		_, line, hasLine := strings.Cut(refused.Remedy, "in Python: ")
		if !hasLine {
			t.Fatalf("the remedy for %s has no line of Python: %q", name, refused.Remedy)
		}
		// The line has example names, which a user replaces.
		script.WriteString(strings.NewReplacer("'data.pt'", "'"+name+"'", "'graph.npz'", "'"+name+".npz'").Replace(line) + "\n")
	}
	// The converted files have the graph of saveTorch.
	run(python, "-c", script.String())
	for _, name := range files {
		r, err := read(name + ".npz")
		if err != nil {
			t.Errorf("the converted file of %s cannot be read: %v", name, err)
			continue
		}
		g, x, splits := r.Graph, r.Graph.X, r.Splits
		if !slices.Equal(g.Edges, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}) || !slices.Equal(g.Labels, []int{1, 0, 1}) {
			t.Errorf("%s has become a graph with the edges %v and the labels %v, want 0–1, 1–2 and 1, 0, 1", name, g.Edges, g.Labels)
		}
		if x == nil {
			t.Errorf("%s has lost its features", name)
		} else if !slices.Equal(x.Val, []float64{0.5, 1, 0.25, 3}) || !slices.Equal(x.Ptr, []int32{0, 1, 3, 4}) {
			t.Errorf("%s has the sparse features %v with the row pointers %v, want 0.5, 1, 0.25, 3 and 0, 1, 3, 4", name, x.Val, x.Ptr)
		}
		if len(splits) != 1 {
			t.Errorf("%s has %d splits, want one", name, len(splits))
			continue
		}
		s := splits[0]
		for k, nodes := range [][]int{s.Train, s.Val, s.Test} {
			if !slices.Equal(nodes, []int{k}) {
				t.Errorf("%s has the split %+v, want the nodes 0, 1 and 2 for training, validation and test", name, s)
			}
		}
	}
}
