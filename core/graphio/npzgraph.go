package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/order"
)

// This file reads graphs in npz files. Each row below has the arrays of one source, for n nodes with f features and m edges.
//
//	heterophilous-graphs (Platonov et al. 2023)  node_features (n, f), node_labels (n), edges (m, 2) and train_masks, val_masks,
//	                                             test_masks (s, n) for s splits
//	PyTorch Geometric                            x, y and edge_index (2, m), whose columns are directed entries
//	MUSAE (Rozemberczki et al. 2021)             features, target and edges
//
// The edges in an array edges have no directions. Lists of node numbers may replace the masks (splits.go), and a matrix the edges
// (npzsparse.go). Labels of c classes may be rows with a 1 at the class (n, c). Features and labels may be missing.
// The file may have restriction maps of a sheaf (npzmaps.go).

// npzRemedy is the remedy of errors in these arrays.
const npzRemedy = "an npz graph has node_features (n×f), node_labels (n) and edges (m×2)"

// The names of arrays that programs use for features, labels, edges and weights. Earlier names have priority.
// endNames are the names of two arrays that have the first and the second ends of all edges.
var (
	featureNames = []string{"node_features", "features", "feature", "node_feat", "attr_matrix", "x", "feat", "feats", "node_feats", "attr",
		"attributes"}
	labelNames  = []string{"node_labels", "labels", "label", "node_label", "target", "y", "targets", "node_y", "classes"}
	edgeNames   = []string{"edges", "edge_index", "edge_list", "edgelist", "edge"}
	weightNames = []string{"edge_weight", "edge_weights", "edge_attr", "weights", "weight"}
	endNames    = [][2]string{{"src", "dst"}, {"row", "col"}, {"source", "target"}, {"rows", "cols"}, {"edge_src", "edge_dst"}, {"u", "v"},
		{"senders", "receivers"}}
)

// firstArray returns the first array of numbers or truth values in the order of names, nil if there is none. Case makes no difference.
func (z *npz) firstArray(names []string) *npyArray { return firstOf(z.arrays, names) }

// firstOf returns the first of the arrays in the order of names, nil if there is none. Case makes no difference.
func firstOf(arrays map[string]*npyArray, names []string) *npyArray {
	// If a file has arrays X and x, the order of the keys decides.
	keys := order.Keys(arrays)
	for _, n := range names {
		isName := func(key string) bool { return strings.EqualFold(key, n) }
		if k := slices.IndexFunc(keys, isName); k >= 0 {
			return arrays[keys[k]]
		}
	}
	return nil
}

// edgeArrays returns the names of arrays of edges. Restriction maps are in the order of edge_index, which then has priority.
func (z *npz) edgeArrays() []string {
	if z.hasMapEdges() {
		return []string{"edge_index"}
	}
	return edgeNames
}

// hasMapEdges reports whether the file has restriction maps and the edges of the maps.
func (z *npz) hasMapEdges() bool {
	return z.arrays["R_ij"] != nil && z.firstArray([]string{"edge_index"}) != nil
}

// graphArrays returns the arrays of features x, labels y and edges. A missing array is nil, and so are labels in texts.
// If no array of edges exists, two arrays of ends become one array (2, m): the first pair in endNames with equal lengths. Ends of different
// types must be integers. Arrays source and target are edges in place of labels, unless the features have a row per target.
// wholeNumbers turns edges in floats into integers, if all values are integers.
func (z *npz) graphArrays() (x, y, edges *npyArray) {
	x, y, edges = z.firstArray(featureNames), z.firstArray(labelNames), z.firstArray(z.edgeArrays())
	source, target := z.firstArray([]string{"source"}), z.firstArray([]string{"target"})
	if edges == nil && source != nil && y != nil && y == target {
		isVector := len(source.shape) == 1 && len(target.shape) == 1 && source.len() == target.len()
		isLabel := x != nil && len(x.shape) > 0 && x.shape[0] == target.len()
		if isVector && !isLabel {
			y = z.firstArray(slices.DeleteFunc(slices.Clone(labelNames), func(name string) bool { return name == "target" }))
		}
	}
	for _, names := range endNames {
		// s has the first ends (sources), and t the second ends (targets).
		s, t := z.firstArray(names[:1]), z.firstArray(names[1:])
		// edges is not nil if the file has an array of edges, or after the first suitable pair of arrays.
		if edges != nil || s == nil || t == nil {
			continue
		}
		// An array target without an earlier name of labels is the labels y. It then does not count as ends of edges.
		if s == y || t == y {
			continue
		}
		sameShape := len(s.shape) == 1 && len(t.shape) == 1 && s.len() == t.len()
		sameType := s.kind == t.kind && s.size == t.size && s.order == t.order
		if !sameShape {
			continue
		}
		if !sameType {
			s, t = s.wholeNumbers().int64s(), t.wholeNumbers().int64s()
		}
		if sameType || s != nil && t != nil {
			edges = &npyArray{file: s.file, shape: []int{2, s.len()}, kind: s.kind, size: s.size, order: s.order,
				data: slices.Concat(s.data, t.data)}
		}
	}
	return x, y, edges.wholeNumbers()
}

// wholeNumbers returns an array of floats as an array of integers, if all values are integers of at most 2^53 in absolute value.
// Any other array, and nil, is returned unchanged.
func (a *npyArray) wholeNumbers() *npyArray {
	if a == nil || a.kind != 'f' {
		return a
	}
	out := *a
	out.kind, out.size, out.order, out.data = 'i', 8, binary.LittleEndian, make([]byte, 0, 8*a.len())
	for k := range a.len() {
		v := a.float(k)
		// Above 2^53 a float64 no longer represents every integer.
		const maxExactInteger = 1 << 53
		if v != math.Trunc(v) || math.Abs(v) > maxExactInteger {
			return a
		}
		out.data = binary.LittleEndian.AppendUint64(out.data, uint64(int64(v)))
	}
	return &out
}

// int64s returns an array of integers with eight bytes per element, nil for an array of floats.
func (a *npyArray) int64s() *npyArray {
	if a.kind == 'f' {
		return nil
	}
	out := *a
	out.kind, out.size, out.order, out.data = 'i', 8, binary.LittleEndian, nil
	for k := range a.len() {
		out.data = binary.LittleEndian.AppendUint64(out.data, uint64(a.integer(k)))
	}
	return &out
}

// hasGraph reports whether the file is read as a graph. A file with a mask or a list of nodes, but without edges and without an
// adjacency matrix, is not: its sets of nodes supplement the graph of other files.
func (z *npz) hasGraph() bool {
	_, _, edges := z.graphArrays()
	if edges != nil {
		return true
	}
	adjacency, _ := z.adjacency()
	// A file without edges, adjacency and masks counts as a graph: readNPZGraph then reports the missing edges.
	hasMasks := z.nodeSets() != [3]*nodeSet{}
	return adjacency != nil || !hasMasks
}

// readNPZGraph reads the graph in an npz file: an adjacency matrix, or an array of edges. A file with neither is an error, and so are
// damaged arrays. Maps need an array of edges: beside an adjacency matrix they are an error.
func readNPZGraph(z *npz) (*Found, error) {
	if err := z.requireNumbers(slices.Concat(featureNames, edgeNames)...); err != nil {
		return nil, err
	}
	if m, prefix := z.adjacency(); m != nil {
		if z.arrays["R_ij"] != nil {
			return nil, fault(z.file, 0, mapsRemedy, "there are maps R_ij, but no edge_index: the edges are a matrix")
		}
		return readSparseNPZ(z, m, prefix)
	}
	x, y, e := z.graphArrays()
	if e == nil && z.bareMaps() {
		return nil, fault(z.file, 0, mapsRemedy, "the array edge_index is missing beside the maps; there are %s", quote(fmt.Sprint(z.names)))
	}
	if e == nil {
		// The first ends may be texts. Arrays of second ends are not checked, because target may have labels.
		for _, ends := range endNames {
			if err := z.requireNumbers(ends[0]); err != nil {
				return nil, err
			}
		}
		return nil, fault(z.file, 0, npzRemedy, "the array edges is missing; there are %s", quote(fmt.Sprint(z.names)))
	}
	hasPairs := len(e.shape) == 2 && (e.shape[0] == 2 || e.shape[1] == 2)
	if !hasPairs {
		return nil, fault(e.file, 0, npzRemedy, "the array of edges has shape %v", e.shape)
	}
	if e.kind == 'f' {
		return nil, fault(e.file, 0, "edges are the integer numbers of their nodes", "the array of edges has numbers that are no integers")
	}
	// n is -1 if no array gives the number of nodes: dense features, labels in numbers, num_nodes or node_offsets.
	n, err := z.nodeCount(x, y)
	if err != nil {
		return nil, err
	}
	// features are sparse features, nil if the file has none, or if x has dense features.
	features := z.featureMatrix(x)
	if n < 0 && features != nil && features.rows > 0 {
		n = features.rows
	}
	// Columns of edge_index, and two arrays of ends, are directed entries. An array edges has priority, and has no directions.
	named := z.firstArray(z.edgeArrays())
	directed := named == nil || named == z.firstArray([]string{"edge_index"})
	// list has the edges in the order of the array.
	list, ids, err := edgeArray{e, directed, z.otherNodes}.read(n)
	if err != nil {
		return nil, err
	}
	if n < 0 { // the ids of the edges define the nodes
		n = ids.n
	}
	if n == 0 {
		return nil, fault(z.file, 0, "choose a file with nodes or edges", "the graph has no nodes")
	}
	// graph.Build merges repeated edges and drops self-loops.
	g, tally := graph.Build(baseName(z.file), n, list)
	if directed {
		g.Orient(list, nil)
	}
	// Only sparse features are set here. addAttributes sets dense features.
	if features != nil {
		if err := sparseFeatures(z, g, features); err != nil {
			return nil, err
		}
	}
	g.NodeNames = ids.names
	g.Notes = appendNote(g.Notes, ids.note != "", ids.note)
	// Attributes with a number or a row per edge are left out with a note, because a graph stores none. Numbers per edge are weights.
	weights := z.firstArray(weightNames)
	isWeight := weights != nil && weights.len() == len(list)
	isAttribute := weights != nil && len(weights.shape) > 0 && weights.shape[0] == len(list)
	g.Notes = appendNote(g.Notes, isWeight || isAttribute, weightNote)
	found, err := z.addAttributes(g, tally, "npz", x, y)
	if err != nil {
		return nil, err
	}
	// Negative weights give a doubt later (doubts.go).
	if isWeight {
		for k := range list {
			found.negative += oneIf(weights.float(k) < 0)
		}
	}
	found.Maps, err = z.restrictionMaps(list, g)
	if err != nil {
		return nil, err
	}
	return found, nil
}

// addAttributes adds the features x, the labels y, names and splits to g, and returns the result.
// x is nil in a file without dense features: g may then already have sparse features. y is nil in a file without numeric labels.
// format is the name of the format for the user. tally has the counts of graph.Build.
// Damaged features, labels or sets of nodes are errors. If a set for training, validation or test is missing, there are no splits.
func (z *npz) addAttributes(g *graph.Graph, tally graph.Tally, format string, x, y *npyArray) (*Found, error) {
	if x != nil {
		if err := npzFeatures(g, x); err != nil {
			return nil, err
		}
	}
	// Labels are numbers in y. Only a file without y may have labels in texts.
	var textLabels *npyArray
	var err error
	if y != nil {
		if err := z.setLabels(g, y); err != nil {
			return nil, err
		}
	} else if textLabels, err = z.setTextLabels(g); err != nil {
		return nil, err
	}
	// An array of texts may have the names of all nodes, classes or features. An array with another name or number of texts is left out.
	// Labels in texts are the names of their classes, which class_names may list in another order.
	leftOut := z.skipped
	for _, key := range order.Keys(z.texts) {
		a := z.texts[key]
		isNodeKey := key == "node_names" || key == "names"
		isClassKey := key == "class_names" || key == "label_names"
		switch {
		case isNodeKey && a.len() == g.N:
			g.NodeNames = cleanNames(a.texts())
		case isClassKey && a.len() == g.Classes && textLabels != nil:
		case isClassKey && a.len() == g.Classes:
			g.ClassNames = cleanNames(a.texts())
		case key == "feature_names" && a.len() == g.X.Cols:
			g.FeatureNames = cleanNames(a.texts())
		// No note for the array format of SciPy, which matrix reads, and for the labels.
		case key != "format" && a != textLabels:
			leftOut = append(leftOut, key)
		}
	}
	g.Notes = appendNote(g.Notes, len(leftOut) > 0,
		"Arrays that are not numbers were left out: "+quote(cleanName(strings.Join(leftOut, ", ")))+".")
	found := &Found{Graph: g, Format: format, Tally: tally}
	// A file without any set needs no note.
	sets := z.nodeSets()
	if missing := slices.Index(sets[:], nil); missing >= 0 {
		hasSomeSet := sets != [3]*nodeSet{}
		g.Notes = appendNote(g.Notes, hasSomeSet,
			"The masks were left out: that of the "+[3]string{"training", "validation", "test"}[missing]+" nodes is missing.")
		return found, nil
	}
	splits, err := z.splits(g.N)
	found.Splits = splits
	return found, err
}

// nodeCount returns the number of nodes: the number of rows of the features x and the labels y, either of which may be nil.
// Labels in texts give the number if both are nil. Without x and labels, the number is the only element of num_nodes, or follows from the
// array node_offsets. Without these, it is -1.
// nodeCount makes a vector x a matrix of one column. Any x or y other than a vector or a matrix, and unequal numbers of rows, are errors.
// So is a number of rows, or a number in num_nodes, that is no integer in 1..MaxNodes.
func (z *npz) nodeCount(x, y *npyArray) (int, error) {
	n := -1
	for _, a := range []*npyArray{x, y} {
		if a == nil {
			continue
		}
		if a == x && len(a.shape) == 1 {
			a.shape = []int{a.shape[0], 1}
		}
		// Features have two dimensions. Labels have one or two.
		minAxes := 1
		if a == x {
			minAxes = 2
		}
		if len(a.shape) < minAxes || len(a.shape) > 2 {
			return 0, fault(a.file, 0, npzRemedy, "the array has shape %v", a.shape)
		}
		if n >= 0 && a.shape[0] != n {
			return 0, fault(a.file, 0, npzRemedy, "there are %d labels and %d rows of features", a.shape[0], n)
		}
		n = a.shape[0]
		if n > MaxNodes || n == 0 {
			return 0, fault(a.file, 0, "take a part of the graph", "the number of nodes, %d, is not in 1..%d", n, MaxNodes)
		}
	}
	if n >= 0 {
		return n, nil
	}
	if a := z.textLabels(-1); a != nil && a.len() > 0 && a.len() <= MaxNodes {
		return a.len(), nil
	}
	if a := z.arrays["num_nodes"]; a != nil && a.len() == 1 {
		// num_nodes may be stored as a float.
		v := a.float(0)
		if v != math.Trunc(v) || v < 1 || v > MaxNodes {
			return 0, fault(a.file, 0, npzRemedy, "the number of nodes, %v, is not in 1..%d", v, MaxNodes)
		}
		return int(v), nil
	}
	// The array of offsets of stalks has one element more than there are nodes (npzstalks.go).
	if a := z.arrays["node_offsets"]; a != nil && a.len() > 1 && a.len() <= MaxNodes+1 {
		return a.len() - 1, nil
	}
	return -1, nil
}

// npzFeatures sets g.X from an array (n, f). Values that are not finite count as missing and become 0.
// More than MaxFeatures columns are an error, and so is a feature that featureRows.add refuses.
func npzFeatures(g *graph.Graph, a *npyArray) error {
	// nodeCount has checked that the array has two dimensions.
	cols := a.shape[1]
	if cols > MaxFeatures {
		return fault(a.file, 0, "take fewer features", "%d feature columns, over the limit of %d", cols, MaxFeatures)
	}
	x, missing := newFeatures(a.file, g.N, cols), 0
	for i := range g.N {
		for c := range cols {
			v := a.float(a.offset(i, c))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				missing++
			} else {
				x.add(c, v)
			}
		}
		x.endRow()
		if x.err != nil {
			return x.err
		}
	}
	x.assignTo(g, missing)
	return nil
}
