package graphio

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// Graphs as npz files. Each row has the names of the arrays in files of one source.
//
//	heterophilous-graphs (Platonov et al. 2023)  node_features (n, f), node_labels (n), edges (m, 2) and train_masks, val_masks,
//	                                             test_masks (s, n) for s splits
//	PyTorch Geometric                            x, y and edge_index (2, m), whose columns are directed entries
//	MUSAE (Rozemberczki et al. 2021)             features, target and edges
//
// An array edges has no directions. Sets of nodes may be lists (splits.go), and the edges a matrix (npzsparse.go).
// Labels may be rows with a 1 at the class (n, c). Features and labels may be missing.
// The file may have restriction maps of a sheaf (npzmaps.go).

// npzRemedy is the remedy of errors in these arrays.
const npzRemedy = "an npz graph has node_features (n×f), node_labels (n) and edges (m×2)"

// Names of arrays, by their content. Earlier names have priority. endNames are pairs of arrays with the two ends of all edges.
var (
	featureNames = []string{"node_features", "features", "feature", "node_feat", "attr_matrix", "x", "feat", "feats", "node_feats", "attr",
		"attributes"}
	labelNames  = []string{"node_labels", "labels", "label", "node_label", "target", "y", "targets", "node_y", "classes"}
	edgeNames   = []string{"edges", "edge_index", "edge_list", "edgelist", "edge"}
	weightNames = []string{"edge_weight", "edge_weights", "edge_attr", "weights", "weight"}
	endNames    = [][2]string{{"src", "dst"}, {"row", "col"}, {"source", "target"}, {"rows", "cols"}, {"edge_src", "edge_dst"}, {"u", "v"},
		{"senders", "receivers"}}
)

// firstArray returns the array of numbers with the first of the names that exists, nil without one. Case is ignored.
func (z *npz) firstArray(names []string) *npyArray {
	keys := slices.Sorted(maps.Keys(z.arrays))
	for _, n := range names {
		if k := slices.IndexFunc(keys, func(key string) bool { return strings.EqualFold(key, n) }); k >= 0 {
			return z.arrays[keys[k]]
		}
	}
	return nil
}

// graphArrays returns the arrays of features x, labels y and edges, nil for a missing array.
// Two arrays of ends become one array (2, m). Edges in whole floats become integers.
func (z *npz) graphArrays() (x, y, edges *npyArray) {
	x, y, edges = z.firstArray(featureNames), z.firstArray(labelNames), z.firstArray(edgeNames)
	// Two arrays of ends count only without an array of edges.
	for _, names := range endNames {
		s, t := z.firstArray(names[:1]), z.firstArray(names[1:])
		if edges != nil || s == nil || t == nil || s == y || t == y {
			continue
		}
		sameShape := len(s.shape) == 1 && len(t.shape) == 1 && s.len() == t.len()
		sameType := s.kind == t.kind && s.size == t.size && s.order == t.order
		if sameShape && sameType {
			edges = &npyArray{file: s.file, shape: []int{2, s.len()}, kind: s.kind, size: s.size, order: s.order,
				data: slices.Concat(s.data, t.data)}
		}
	}
	return x, y, edges.wholeNumbers()
}

// wholeNumbers returns an array of floats without fractions as integers. Other arrays are returned unchanged.
func (a *npyArray) wholeNumbers() *npyArray {
	if a == nil || a.kind != 'f' {
		return a
	}
	out := *a
	out.kind, out.size, out.order, out.data = 'i', 8, binary.LittleEndian, make([]byte, 0, 8*a.len())
	for k := range a.len() {
		v := a.float(k)
		// Above 2^53 a float64 no longer represents every integer.
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return a
		}
		out.data = binary.LittleEndian.AppendUint64(out.data, uint64(int64(v)))
	}
	return &out
}

// hasGraph reports whether the file has a graph. A file of masks only supplements the graph of other files.
func (z *npz) hasGraph() bool {
	_, _, edges := z.graphArrays()
	m, _ := z.adjacency()
	// A file with neither edges nor masks counts as a graph: the reader of graphs then reports the missing edges.
	return m != nil || edges != nil || z.nodeSets() == [3]*nodeSet{}
}

// readNPZGraph reads the graph in an npz file.
func readNPZGraph(z *npz) (*Found, error) {
	if err := z.requireNumbers(slices.Concat(featureNames, edgeNames)...); err != nil {
		return nil, err
	}
	if m, prefix := z.adjacency(); m != nil {
		return readSparseNPZ(z, m, prefix)
	}
	// Errors in the array of edges.
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
	// The number of nodes: from the features and labels, otherwise from the ids in the edges.
	n, err := z.nodeCount(x, y)
	if err != nil {
		return nil, err
	}
	features := z.featureMatrix(x)
	if n < 0 && features != nil {
		n = features.rows
	}
	// Columns of edge_index, and two arrays of ends, are directed entries.
	directed := z.arrays["edges"] == nil && (z.arrays["edge_index"] != nil || z.firstArray(edgeNames) == nil)
	list, ids, err := edgeArray{e, directed}.read(n)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		n = ids.n
	}
	g, tally := graph.Build(baseName(z.file), n, list)
	if directed {
		g.Orient(list, nil)
	}
	if features != nil {
		if err := sparseFeatures(z, g, features); err != nil {
			return nil, err
		}
	}
	g.NodeNames = ids.names
	g.Notes = appendNote(g.Notes, ids.note != "", ids.note)
	// Weights are counted and left out. An array of another length is not one weight per edge.
	weights := z.firstArray(weightNames)
	if weights != nil && weights.len() != len(list) {
		weights = nil
	}
	g.Notes = appendNote(g.Notes, weights != nil, weightNote)
	found, err := z.addAttributes(g, tally, "npz", x, y)
	if err != nil {
		return nil, err
	}
	for k := range list {
		found.negative += oneIf(weights != nil && weights.float(k) < 0)
	}
	if found.Maps, err = z.restrictionMaps(list, g); err != nil {
		return nil, err
	}
	return found, nil
}

// addAttributes adds features, labels, names and splits to g and returns the result. x and y are nil if the file has none.
func (z *npz) addAttributes(g *graph.Graph, tally graph.Tally, format string, x, y *npyArray) (*Found, error) {
	if x != nil {
		if err := npzFeatures(g, x); err != nil {
			return nil, err
		}
	}
	if y != nil {
		if err := z.setLabels(g, y); err != nil {
			return nil, err
		}
	} else if err := z.setTextLabels(g); err != nil {
		return nil, err
	}
	// Texts are names of nodes, classes or features. Other texts are not read.
	leftOut := z.skipped
	for _, key := range slices.Sorted(maps.Keys(z.texts)) {
		switch a := z.texts[key]; {
		case (key == "node_names" || key == "names") && a.len() == g.N:
			g.NodeNames = cleanNames(a.texts())
		case (key == "class_names" || key == "label_names") && a.len() == g.Classes:
			g.ClassNames = cleanNames(a.texts())
		case key == "feature_names" && a.len() == g.X.Cols:
			g.FeatureNames = cleanNames(a.texts())
		case key != "format" && !slices.Contains(labelNames, key):
			leftOut = append(leftOut, key)
		}
	}
	g.Notes = appendNote(g.Notes, len(leftOut) > 0,
		"Arrays that are not numbers were left out: "+quote(cleanName(strings.Join(leftOut, ", ")))+".")
	found := &Found{Graph: g, Format: format, Tally: tally}
	// A split needs all three sets.
	sets := z.nodeSets()
	if k := slices.Index(sets[:], nil); k >= 0 {
		g.Notes = appendNote(g.Notes, sets != [3]*nodeSet{},
			"The masks were left out: that of the "+[3]string{"training", "validation", "test"}[k]+" nodes is missing.")
		return found, nil
	}
	splits, err := z.splits(g.N)
	found.Splits = splits
	return found, err
}

// nodeCount returns the number of nodes from the features and labels, otherwise from num_nodes or node_offsets, otherwise -1.
// It reshapes a vector of features to one column.
func (z *npz) nodeCount(x, y *npyArray) (int, error) {
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
	// The offsets of stalks have one element more than there are nodes (npzstalks.go).
	if a := z.arrays["node_offsets"]; n < 0 && a != nil && a.len() > 1 && a.len() <= MaxNodes+1 {
		n = a.len() - 1
	}
	return n, nil
}

// npzFeatures sets g.X from an array (n, f). Values that are not finite count as missing and become 0.
func npzFeatures(g *graph.Graph, a *npyArray) error {
	cols := a.shape[1]
	if cols > MaxFeatures {
		return fault(a.file, 0, "take fewer features", "%d feature columns, over the limit of %d", cols, MaxFeatures)
	}
	x, missing := newFeatures(a.file, g.N, cols), 0
	for i := range g.N {
		for c := range cols {
			if v := a.float(a.offset(i, c)); math.IsNaN(v) || math.IsInf(v, 0) {
				missing++
			} else {
				x.add(c, v)
			}
		}
		if x.endRow(); x.err != nil {
			return x.err
		}
	}
	x.assignTo(g, missing)
	return nil
}
