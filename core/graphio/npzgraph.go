package graphio

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// An npz graph in the form of the "heterophilous-graphs" collection (Platonov
// et al. 2023) has the arrays node_features (n, f), node_labels (n), edges
// (m, 2), and train_masks, val_masks, test_masks (s, n) for s splits. The
// names of PyTorch Geometric, x, y and edge_index (2, m), are read as well; there
// each column is a directed entry, while edges have no direction.
// Features and labels may be missing.

const npzRemedy = "an npz graph has node_features (n×f), node_labels (n) and edges (m×2)"

// graphArrays returns the arrays under either name.
func (z *npz) graphArrays() (x, y, edges *npyArray) {
	pick := func(names ...string) *npyArray {
		for _, n := range names {
			if a := z.arrays[n]; a != nil {
				return a
			}
		}
		return nil
	}
	return pick("node_features", "features", "x"), pick("node_labels", "labels", "y"), pick("edges", "edge_index")
}

// hasGraph tells a graph from a file of masks only.
func (z *npz) hasGraph() bool {
	_, _, edges := z.graphArrays()
	if edges != nil {
		return true
	}
	// A file with neither is reported as a graph without edges.
	for _, m := range z.masks() {
		if m != nil {
			return false
		}
	}
	return true
}

func readNPZGraph(z *npz) (*Result, error) {
	x, y, e := z.graphArrays()
	if e == nil {
		return nil, fault(z.file, 0, npzRemedy, "the array edges is missing; there are %s", quote(fmt.Sprint(z.names)))
	}
	if len(e.shape) != 2 || e.kind == 'f' || e.shape[0] != 2 && e.shape[1] != 2 {
		return nil, fault(e.file, 0, npzRemedy, "the array of edges has shape %v and element kind %q", e.shape, e.kind)
	}
	n, err := z.size(x, y)
	if err != nil {
		return nil, err
	}
	entries := e == z.arrays["edge_index"]
	list, n, err := npzEdges(e, n, entries)
	if err != nil {
		return nil, err
	}
	g, tally := graph.Build(baseName(z.file), n, list)
	if entries {
		g.Orient(list, nil)
	}
	if x != nil {
		if err := npzFeatures(g, x); err != nil {
			return nil, err
		}
	}
	if y != nil {
		if err := npzLabels(g, y); err != nil {
			return nil, err
		}
	}
	res := &Result{Graph: g, Format: "npz", Tally: tally}
	for _, m := range z.masks() {
		if m == nil {
			return res, nil
		}
	}
	res.Splits, err = z.splits(n)
	return res, err
}

// size returns the number of nodes by features and labels, -1 without both.
func (z *npz) size(x, y *npyArray) (int, error) {
	n := -1
	for _, a := range []*npyArray{x, y} {
		if a == nil {
			continue
		}
		if len(a.shape) < 1 || a == x && len(a.shape) != 2 || a == y && a.len() != a.shape[0] {
			return 0, fault(a.file, 0, npzRemedy, "the array has shape %v", a.shape)
		}
		if n >= 0 && a.shape[0] != n {
			return 0, fault(a.file, 0, npzRemedy, "there are %d labels and %d rows of features", a.shape[0], n)
		}
		if n = a.shape[0]; n > MaxNodes || n == 0 {
			return 0, fault(a.file, 0, "take a part of the graph", "the number of nodes, %d, is not in 1..%d", n, MaxNodes)
		}
	}
	return n, nil
}

// npzEdges reads the edges, (m, 2) or (2, m); columns tells which it is for two
// edges. With n < 0 the largest id tells the number of nodes.
func npzEdges(e *npyArray, n int, columns bool) ([]graph.Edge, int, error) {
	byRow := e.shape[1] == 2 && !(columns && e.shape[0] == 2)
	m := e.len() / 2
	if m > MaxEdges {
		return nil, 0, fault(e.file, 0, "take a part of the graph", "%d edges, over the limit of %d", m, MaxEdges)
	}
	limit, top := int64(n), int64(0)
	if n < 0 {
		limit = MaxNodes
	}
	list := make([]graph.Edge, m)
	for k := range list {
		var ends [2]int64
		for s := range ends {
			p := e.offset(s, k)
			if byRow {
				p = e.offset(k, s)
			}
			v := e.integer(p)
			if v < 0 || v >= limit {
				return nil, 0, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is not in 0..%d", k, v, limit-1)
			}
			ends[s] = v
			top = max(top, v)
		}
		list[k] = graph.Edge{I: int32(ends[0]), J: int32(ends[1])}
	}
	if n < 0 {
		n = int(top) + 1
	}
	return list, n, nil
}

func npzFeatures(g *graph.Graph, a *npyArray) error {
	f := a.shape[1]
	if f > MaxFeatures {
		return fault(a.file, 0, "take fewer features", "%d feature columns, over the limit of %d", f, MaxFeatures)
	}
	x := &linalg.CSR{Rows: g.N, Cols: f, Ptr: make([]int32, 1, g.N+1)}
	for i := range g.N {
		for c := range f {
			v := a.float(a.offset(i, c))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fault(a.file, 0, "features are finite numbers", "feature %d of node %d is %v", c, i, v)
			}
			if v != 0 {
				if err := appendEntry(x, a.file, 0, c, v); err != nil {
					return err
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	g.X = x
	return nil
}

func npzLabels(g *graph.Graph, a *npyArray) error {
	for i := range g.N {
		v := a.float(i)
		if v != math.Trunc(v) || v < -1 || v >= MaxClasses {
			return fault(a.file, 0, "classes are numbered from 0, -1 means unknown", "the label of node %d is %v, not a class number below %d",
				i, v, MaxClasses)
		}
		g.Labels[i] = int(v)
		g.Classes = max(g.Classes, int(v)+1)
	}
	return nil
}
