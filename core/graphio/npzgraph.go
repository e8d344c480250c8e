package graphio

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
)

// An npz graph in the form of the "heterophilous-graphs" collection (Platonov
// et al. 2023) has the arrays node_features (n, f), node_labels (n), edges
// (m, 2), and train_masks, val_masks, test_masks (s, n) for s splits. Other
// names are read as well: those of PyTorch Geometric, x, y and edge_index (2, m),
// where each column is a directed entry, while edges have no direction; and features,
// target and edges of the MUSAE graphs (Rozemberczki et al. 2021). Sets of nodes may be lists
// (masks.go), the edges a matrix (npzsparse.go).
// Labels may be rows with a 1 at the class (n, c). Features and labels may be missing.
// Restriction maps of a sheaf may be there (npzmaps.go).

const npzRemedy = "an npz graph has node_features (n×f), node_labels (n) and edges (m×2)"

// Names of the arrays, the one that counts first.
var (
	featureNames = []string{"node_features", "features", "feature", "node_feat", "attr_matrix", "x", "feat", "feats", "node_feats", "attr",
		"attributes"}
	labelNames = []string{"node_labels", "labels", "label", "node_label", "target", "y", "targets", "node_y", "classes"}
	edgeNames  = []string{"edges", "edge_index", "edge_list", "edgelist", "edge"}
	endNames   = [][2]string{{"src", "dst"}, {"row", "col"}, {"source", "target"}, {"rows", "cols"}, {"edge_src", "edge_dst"}, {"u", "v"},
		{"senders", "receivers"}}
)

// named returns the array under the first of some names, in any case, nil without one.
func (z *npz) named(names []string) *npyArray {
	for _, n := range names {
		for _, key := range slices.Sorted(maps.Keys(z.arrays)) {
			if strings.EqualFold(key, n) {
				return z.arrays[key]
			}
		}
	}
	return nil
}

// graphArrays returns the arrays under the first of their names. Edges may be two
// arrays of ends; numbers of nodes may be whole floats.
func (z *npz) graphArrays() (x, y, edges *npyArray) {
	x, y, edges = z.named(featureNames), z.named(labelNames), z.named(edgeNames)
	for _, names := range endNames {
		s, t := z.named(names[:1]), z.named(names[1:])
		if edges == nil && s != nil && t != nil && s != y && t != y && len(s.shape) == 1 && len(t.shape) == 1 && s.len() == t.len() {
			edges = &npyArray{file: s.file, shape: []int{2, s.len()}, kind: s.kind, size: s.size, order: s.order,
				data: slices.Concat(s.data, t.data)}
			if s.kind != t.kind || s.size != t.size || s.order != t.order {
				edges = nil
			}
		}
	}
	return x, y, edges.whole()
}

// whole returns an array of whole floats as one of integers, others as they are.
func (a *npyArray) whole() *npyArray {
	if a == nil || a.kind != 'f' {
		return a
	}
	out := *a
	out.kind, out.size, out.order, out.data = 'i', 8, binary.LittleEndian, make([]byte, 0, 8*a.len())
	for k := range a.len() {
		v := a.float(k)
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return a
		}
		out.data = binary.LittleEndian.AppendUint64(out.data, uint64(int64(v)))
	}
	return &out
}

// hasGraph tells a graph from a file of masks only.
func (z *npz) hasGraph() bool {
	_, _, edges := z.graphArrays()
	if m, _ := z.adjacency(); m != nil || edges != nil {
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
	if err := z.wanted(slices.Concat(featureNames, edgeNames)...); err != nil {
		return nil, err
	}
	if m, prefix := z.adjacency(); m != nil {
		return readSparseNPZ(z, m, prefix)
	}
	x, y, e := z.graphArrays()
	if e == nil && z.bareMaps() {
		return nil, fault(z.file, 0, mapsRemedy, "the array edge_index is missing beside the maps; there are %s", quote(fmt.Sprint(z.names)))
	}
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
	c := z.featureMatrix(x)
	if n < 0 && c != nil {
		n = c.rows
	}
	entries := z.arrays["edges"] == nil && (z.arrays["edge_index"] != nil || z.named(edgeNames) == nil)
	list, ids, err := npzEdges(e, n, entries)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		n = ids.n
	}
	g, tally := graph.Build(baseName(z.file), n, list)
	if entries {
		g.Orient(list, nil)
	}
	if c != nil {
		if err := sparseFeatures(z, g, c); err != nil {
			return nil, err
		}
	}
	g.NodeNames = ids.names
	if ids.note != "" {
		g.Notes = append(g.Notes, ids.note)
	}
	res, err := z.attributes(g, tally, "npz", x, y)
	if err == nil {
		res.Maps, err = z.restrictions(list, g)
	}
	if err != nil {
		return nil, err
	}
	return res, nil
}

// attributes adds features, labels, names and splits to a graph.
func (z *npz) attributes(g *graph.Graph, tally graph.Tally, format string, x, y *npyArray) (*Result, error) {
	if x != nil {
		if err := npzFeatures(g, x); err != nil {
			return nil, err
		}
	}
	if y != nil {
		if err := z.labels(g, y); err != nil {
			return nil, err
		}
	} else if err := z.textLabels(g); err != nil {
		return nil, err
	}
	left := z.left
	for _, key := range slices.Sorted(maps.Keys(z.texts)) {
		switch a := z.texts[key]; {
		case (key == "node_names" || key == "names") && a.len() == g.N:
			g.NodeNames = cleanNames(a.texts())
		case (key == "class_names" || key == "label_names") && a.len() == g.Classes:
			g.ClassNames = cleanNames(a.texts())
		case key == "feature_names" && a.len() == g.X.Cols:
			g.FeatureNames = cleanNames(a.texts())
		case key != "format" && !slices.Contains(labelNames, key):
			left = append(left, key)
		}
	}
	if len(left) > 0 {
		g.Notes = append(g.Notes, "Arrays that are not numbers were left out: "+quote(cleanName(strings.Join(left, ", ")))+".")
	}
	res := &Result{Graph: g, Format: format, Tally: tally}
	sets := z.masks()
	if k := slices.Index(sets[:], nil); k >= 0 {
		if sets != [3]*nodeSet{} {
			g.Notes = append(g.Notes, "The masks were left out: that of the "+[3]string{"training", "validation", "test"}[k]+" nodes is missing.")
		}
		return res, nil
	}
	splits, err := z.splits(g.N)
	res.Splits = splits
	return res, err
}

// size returns the number of nodes by features and labels, without both that of num_nodes, and -1 when that is missing too.
func (z *npz) size(x, y *npyArray) (int, error) {
	n := -1
	for _, a := range []*npyArray{x, y} {
		if a == nil {
			continue
		}
		if a == x && len(a.shape) == 1 {
			a.shape = []int{a.shape[0], 1}
		}
		if len(a.shape) < 1 || a == x && len(a.shape) != 2 || a == y && len(a.shape) > 2 {
			return 0, fault(a.file, 0, npzRemedy, "the array has shape %v", a.shape)
		}
		if n >= 0 && a.shape[0] != n {
			return 0, fault(a.file, 0, npzRemedy, "there are %d labels and %d rows of features", a.shape[0], n)
		}
		if n = a.shape[0]; n > MaxNodes || n == 0 {
			return 0, fault(a.file, 0, "take a part of the graph", "the number of nodes, %d, is not in 1..%d", n, MaxNodes)
		}
	}
	if a := z.arrays["num_nodes"]; n < 0 && a != nil && a.len() == 1 {
		v := a.float(0)
		if v != math.Trunc(v) || v < 1 || v > MaxNodes {
			return 0, fault(a.file, 0, npzRemedy, "the number of nodes, %v, is not in 1..%d", v, MaxNodes)
		}
		n = int(v)
	}
	return n, nil
}

// npzIDs is what the ids of edges say of the nodes.
type npzIDs struct {
	n     int
	names []string
	note  string
}

// npzEdges reads the edges, (m, 2) or (2, m); columns tells which it is for two
// edges. Ids count from 0, or from 1 when n, the number of rows of features and
// labels, is one of them and 0 is not. With n < 0 the ids tell the nodes: up to
// the largest one, from 1 when there is no 0, and large ids are names alone.
func npzEdges(e *npyArray, n int, columns bool) (list []graph.Edge, ids npzIDs, err error) {
	byRow := e.shape[1] == 2 && !(columns && e.shape[0] == 2)
	m := e.len() / 2
	if m > MaxEdges {
		return nil, ids, fault(e.file, 0, "take a part of the graph", "%d edges, over the limit of %d", m, MaxEdges)
	}
	id := func(k, s int) uint64 {
		if byRow {
			return uint64(e.integer(e.offset(k, s)))
		}
		return uint64(e.integer(e.offset(s, k)))
	}
	low, top := uint64(math.MaxUint64), uint64(0)
	for k := range m {
		for s := range 2 {
			v := id(k, s)
			if e.kind == 'i' && int64(v) < 0 {
				return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is negative", k, int64(v))
			}
			low, top = min(low, v), max(top, v)
		}
	}
	ids.n = 0
	if m > 0 && top < MaxNodes {
		ids.n = int(top) + 1
	}
	shift := uint64(0)
	switch {
	case m == 0:
	case n >= 0 && low >= 1 && top == uint64(n) && !columns:
		shift, ids.note = 1, "The ids of the edges begin at 1: node 1 has the first row of features and labels."
	case n >= 0 && top >= uint64(n):
		for k := range m {
			for s := range 2 {
				if v := id(k, s); v >= uint64(n) {
					return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is not in 0..%d", k, v, n-1)
				}
			}
		}
	case n < 0 && low == 1 && top <= MaxNodes:
		if shift, ids.n = 1, int(top); ids.n > 0 {
			for v := range ids.n {
				ids.names = append(ids.names, strconv.Itoa(v+1))
			}
		}
	case n < 0 && (low > 1 || top >= MaxNodes):
		return namedEdges(e, m, id)
	}
	list = make([]graph.Edge, m)
	for k := range list {
		list[k] = graph.Edge{I: int32(id(k, 0) - shift), J: int32(id(k, 1) - shift)}
	}
	return list, ids, nil
}

// namedEdges numbers the ids of edges in their order and keeps them as names.
func namedEdges(e *npyArray, m int, id func(k, s int) uint64) (list []graph.Edge, ids npzIDs, err error) {
	all := make([]uint64, 0, 2*m)
	for k := range m {
		all = append(all, id(k, 0), id(k, 1))
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > MaxNodes {
		return nil, ids, fault(e.file, 0, "take a part of the graph", "the edges name %d nodes, over the limit of %d", len(all), MaxNodes)
	}
	for _, v := range all {
		ids.names = append(ids.names, strconv.FormatUint(v, 10))
	}
	ids.n = len(all)
	list = make([]graph.Edge, m)
	for k := range list {
		i, _ := slices.BinarySearch(all, id(k, 0))
		j, _ := slices.BinarySearch(all, id(k, 1))
		list[k] = graph.Edge{I: int32(i), J: int32(j)}
	}
	return list, ids, nil
}
