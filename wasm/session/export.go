package session

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// Exporter is a Builder that can write a graph, its results and its weights to files.
type Exporter interface {
	Export(r Runner, s *Source, what string) (proto.File, error)
}

// export answers an Export request.
func (s *Session) export(r proto.Request) {
	e, ok := s.build.(Exporter)
	if !ok {
		s.fail(r, "nothing can be exported here")
		return
	}
	f, err := e.Export(s.runner, s.source, r.Unit)
	if err != nil {
		s.fail(r, err.Error())
		return
	}
	s.host.Reply(proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Exported, Final: true, What: f.Name, Bytes: f.Data})
}

// Exports lists what Export writes: the formats of package graphio, the
// weights, and the graph with a script that loads it into PyTorch Geometric.
func Exports() []string { return append(graphio.WriteFormats(), "weights", "pyg") }

// Export implements Exporter. What is more than one file comes as a zip.
func (Core) Export(r Runner, s *Source, what string) (proto.File, error) {
	var files []graphio.File
	var err error
	switch what {
	case "weights":
		files, err = weights(r, s)
	case "pyg":
		files, err = loader(s)
	default:
		files, err = graphio.WriteWith(s.Graph, results(r, s.Graph), what)
	}
	if err != nil {
		return proto.File{}, err
	}
	return bundle(files, what)
}

// bundle zips several files.
func bundle(files []graphio.File, what string) (proto.File, error) {
	if len(files) == 1 {
		return proto.File{Name: files[0].Name, Data: files[0].Data}, nil
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f.Name)
		if err == nil {
			_, err = w.Write(f.Data)
		}
		if err != nil {
			return proto.File{}, err
		}
	}
	if err := z.Close(); err != nil {
		return proto.File{}, err
	}
	return proto.File{Name: what + ".zip", Data: b.Bytes()}, nil
}

// results are the quantities of the present position per node and edge.
func results(r Runner, g *graph.Graph) *graphio.Extra {
	f := r.Frame(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1})
	x := &graphio.Extra{}
	node := func(name string, v []float64, whole bool) {
		if len(v) == g.N {
			x.Nodes = append(x.Nodes, graphio.Column{Name: name, Values: v, Whole: whole})
		}
	}
	edge := func(name string, v []float64) {
		if len(v) == len(g.Edges) && len(v) > 0 {
			x.Edges = append(x.Edges, graphio.Column{Name: name, Values: v})
		}
	}
	node("prediction", floats(f.Pred), true)
	for c := range f.Classes {
		p := make([]float64, 0, g.N)
		for i := c; i < len(f.Calibrated); i += f.Classes {
			p = append(p, f.Calibrated[i])
		}
		node(fmt.Sprintf("p_%d", c), p, false)
	}
	node("kappa_mean", f.NodeKappa, false)
	edge("kappa", f.Kappa)
	edge("map_norm", f.MapNorm)
	edge("energy", f.EdgeEnergy)
	edge("plan_off_diagonal", f.OffDiagonal)
	return x
}

func floats(v []int) []float64 {
	out := make([]float64, len(v))
	for i, k := range v {
		out[i] = float64(k)
	}
	return out
}

// weights writes every parameter of the run as an array of an npz file, with
// edges, predictions and probabilities beside them.
func weights(r Runner, s *Source) ([]graphio.File, error) {
	run, ok := r.(interface{ Parameters() []sgpc.Parameter })
	if !ok {
		return nil, fmt.Errorf("a %T has no weights", r)
	}
	var list []graphio.Array
	for _, p := range run.Parameters() {
		list = append(list, graphio.Array{Name: strings.ReplaceAll(p.Name, "/", "."), Shape: []int{p.Rows, p.Cols}, Float: p.Data})
	}
	g := s.Graph
	edges := make([]int64, 0, 2*len(g.Edges))
	for _, e := range g.Edges {
		edges = append(edges, int64(e.I), int64(e.J))
	}
	f := r.Frame(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1})
	list = append(list, graphio.Array{Name: "result.edges", Shape: []int{len(g.Edges), 2}, Int: edges},
		graphio.Array{Name: "result.epoch", Shape: []int{1}, Int: []int64{int64(r.Epoch())}})
	if len(f.Pred) == g.N {
		pred := make([]int64, g.N)
		for i, c := range f.Pred {
			pred[i] = int64(c)
		}
		list = append(list, graphio.Array{Name: "result.prediction", Shape: []int{g.N}, Int: pred})
	}
	if f.Classes > 0 && len(f.Calibrated) == g.N*f.Classes {
		list = append(list, graphio.Array{Name: "result.probability", Shape: []int{g.N, f.Classes}, Float: slices.Clone(f.Calibrated)})
	}
	var b bytes.Buffer
	if err := graphio.WriteNPZ(&b, list); err != nil {
		return nil, err
	}
	return []graphio.File{{Name: "weights.npz", Data: b.Bytes()}}, nil
}

// loader writes the graph with its split, and a script for PyTorch Geometric.
func loader(s *Source) ([]graphio.File, error) {
	var b bytes.Buffer
	if err := graphio.WriteGraphNPZ(&b, s.Graph, []graph.Split{s.Split}); err != nil {
		return nil, err
	}
	return []graphio.File{{Name: "graph.npz", Data: b.Bytes()}, {Name: "load_graph.py", Data: []byte(loadScript)}}, nil
}

// loadScript needs numpy, torch and torch_geometric.
const loadScript = `"""Loads graph.npz, as exported by Sheafscope, into PyTorch Geometric.

    from load_graph import load
    data = load("graph.npz")

Needs numpy, torch and torch_geometric.
"""
import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.utils import to_undirected


def load(path="graph.npz"):
    with np.load(path) as z:
        x = torch.from_numpy(z["node_features"]).float()
        y = torch.from_numpy(z["node_labels"]).long()
        edges = torch.from_numpy(z["edges"]).long().t().contiguous()
        # Masks have one row per split; the file holds one split.
        masks = {k: torch.from_numpy(z[k + "s"][0]).bool() for k in ("train_mask", "val_mask", "test_mask")}
    data = Data(x=x, edge_index=to_undirected(edges, num_nodes=x.size(0)), y=y, **masks)
    data.validate()
    return data


if __name__ == "__main__":
    print(load())
`
