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

// An npz graph of the collection "heterophilous-graphs" (Platonov et al. 2023) has the arrays
// node_features (n, f), node_labels (n), edges (m, 2), and train_masks, val_masks and test_masks (s, n) for s splits.
// Other names are read, too. PyTorch Geometric has x, y and edge_index (2, m), whose columns are directed entries;
// arrays of edges have no direction. The MUSAE graphs (Rozemberczki et al. 2021) have features, target and edges.
// Sets of nodes may be lists (splits.go), the edges a matrix (npzsparse.go). Labels may be rows with a 1 at the class (n, c).
// Features and labels may be missing. Restriction maps of a sheaf may be there (npzmaps.go).

const npzRemedy = "an npz graph has node_features (n×f), node_labels (n) and edges (m×2)"

// Names of arrays. Earlier names have priority.
var (
	featureNames = []string{"node_features", "features", "feature", "node_feat", "attr_matrix", "x", "feat", "feats", "node_feats", "attr",
		"attributes"}
	labelNames  = []string{"node_labels", "labels", "label", "node_label", "target", "y", "targets", "node_y", "classes"}
	edgeNames   = []string{"edges", "edge_index", "edge_list", "edgelist", "edge"}
	weightNames = []string{"edge_weight", "edge_weights", "edge_attr", "weights", "weight"}
	endNames    = [][2]string{{"src", "dst"}, {"row", "col"}, {"source", "target"}, {"rows", "cols"}, {"edge_src", "edge_dst"}, {"u", "v"},
		{"senders", "receivers"}}
)

// firstArray returns the array of numbers under the first of some names, in any case; nil for none.
func (z *npz) firstArray(names []string) *npyArray {
	keys := slices.Sorted(maps.Keys(z.arrays))
	for _, n := range names {
		if k := slices.IndexFunc(keys, func(key string) bool { return strings.EqualFold(key, n) }); k >= 0 {
			return z.arrays[keys[k]]
		}
	}
	return nil
}

// graphArrays returns the arrays of features, labels and edges, nil for a missing one.
// Edges may be two arrays of ends, and numbers of nodes may be whole floats.
func (z *npz) graphArrays() (x, y, edges *npyArray) {
	x, y, edges = z.firstArray(featureNames), z.firstArray(labelNames), z.firstArray(edgeNames)
	// Two arrays of ends count only without an array of edges.
	for _, names := range endNames {
		s, t := z.firstArray(names[:1]), z.firstArray(names[1:])
		if edges == nil && s != nil && t != nil && s != y && t != y && len(s.shape) == 1 && len(t.shape) == 1 && s.len() == t.len() {
			edges = &npyArray{file: s.file, shape: []int{2, s.len()}, kind: s.kind, size: s.size, order: s.order,
				data: slices.Concat(s.data, t.data)}
			if s.kind != t.kind || s.size != t.size || s.order != t.order {
				edges = nil
			}
		}
	}
	return x, y, edges.wholeNumbers()
}

// wholeNumbers returns an array of whole floats as integers, and other arrays unchanged.
func (a *npyArray) wholeNumbers() *npyArray {
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

// hasGraph reports whether a file holds a graph and not only masks.
func (z *npz) hasGraph() bool {
	_, _, edges := z.graphArrays()
	m, _ := z.adjacency()
	// A file with neither a graph nor masks is reported as a graph without edges.
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
	n, err := z.nodeCount(x, y)
	if err != nil {
		return nil, err
	}
	c := z.featureMatrix(x)
	if n < 0 && c != nil {
		n = c.rows
	}
	// The name edge_index announces directed entries.
	entries := z.arrays["edges"] == nil && (z.arrays["edge_index"] != nil || z.firstArray(edgeNames) == nil)
	list, ids, err := edgeArray{e, entries}.read(n)
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
	g.Notes = appendNote(g.Notes, ids.note != "", ids.note)
	weights := z.firstArray(weightNames)
	if weights != nil && weights.len() != len(list) {
		weights = nil
	}
	g.Notes = appendNote(g.Notes, weights != nil, weightNote)
	res, err := z.addAttributes(g, tally, "npz", x, y)
	if err == nil {
		for k := range list {
			res.negative += oneIf(weights != nil && weights.float(k) < 0)
		}
		res.Maps, err = z.restrictionMaps(list, g)
	}
	if err != nil {
		return nil, err
	}
	return res, nil
}

// addAttributes adds features, labels, names and splits to g and returns the result. x and y may be nil.
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
	left := z.skipped
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
	g.Notes = appendNote(g.Notes, len(left) > 0, "Arrays that are not numbers were left out: "+quote(cleanName(strings.Join(left, ", ")))+".")
	res := &Found{Graph: g, Format: format, Tally: tally}
	sets := z.nodeSets()
	if k := slices.Index(sets[:], nil); k >= 0 {
		g.Notes = appendNote(g.Notes, sets != [3]*nodeSet{},
			"The masks were left out: that of the "+[3]string{"training", "validation", "test"}[k]+" nodes is missing.")
		return res, nil
	}
	splits, err := z.splits(g.N)
	res.Splits = splits
	return res, err
}

// nodeCount returns the number of nodes from features and labels, else from num_nodes or the offsets of stalks, else -1.
func (z *npz) nodeCount(x, y *npyArray) (int, error) {
	n := -1
	for _, a := range []*npyArray{x, y} {
		if a == nil {
			continue
		}
		// A vector of features is one column.
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
	if a := z.arrays["node_offsets"]; n < 0 && a != nil && a.len() > 1 && a.len() <= MaxNodes+1 {
		n = a.len() - 1
	}
	return n, nil
}

// npzIDs describes the nodes by the ids in the edges: their number, their names where ids are names, and a note.
type npzIDs struct {
	n     int
	names []string
	note  string
}

// edgeArray is an array of edges, (m, 2) or (2, m).
type edgeArray struct {
	*npyArray
	// entries reports the directed entries of PyTorch Geometric, which are columns also in the shape (2, 2).
	entries bool
}

// read returns the edges and the nodes that their ids define.
// n is the number of rows of features and labels, or -1. Ids count from 0.
// With n they count from 1 where n is an id and 0 is not. Without n the ids define the nodes: 0 or 1 to the largest, or names.
func (e edgeArray) read(n int) (list []graph.Edge, ids npzIDs, err error) {
	byRow := e.shape[1] == 2 && !(e.entries && e.shape[0] == 2)
	m := e.len() / 2
	if m > MaxEdges {
		return nil, ids, fault(e.file, 0, smallerRemedy, "%d edges, over the limit of %d", m, MaxEdges)
	}
	// all holds the two ends of every edge.
	all := make([]uint64, 2*m)
	low, top := uint64(math.MaxUint64), uint64(0)
	for k := range all {
		at := e.offset(k%2, k/2)
		if byRow {
			at = e.offset(k/2, k%2)
		}
		v := uint64(e.integer(at))
		if e.kind == 'i' && int64(v) < 0 {
			return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is negative", k/2, int64(v))
		}
		all[k], low, top = v, min(low, v), max(top, v)
	}
	if m > 0 && top < MaxNodes {
		ids.n = int(top) + 1
	}
	shift := uint64(0)
	switch {
	case m == 0:
	case n >= 0 && low >= 1 && top == uint64(n) && !e.entries:
		shift, ids.note = 1, "The ids of the edges begin at 1: node 1 has the first row of features and labels."
	case n >= 0 && top >= uint64(n):
		k := slices.IndexFunc(all, func(v uint64) bool { return v >= uint64(n) })
		return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is not in 0..%d", k/2, all[k], n-1)
	case n < 0 && low == 1 && top <= MaxNodes:
		shift, ids.n = 1, int(top)
		for v := range ids.n {
			ids.names = append(ids.names, strconv.Itoa(v+1))
		}
	case n < 0 && (low > 1 || top >= MaxNodes):
		return namedEdges(e.npyArray, all)
	}
	list = make([]graph.Edge, m)
	for k := range list {
		list[k] = graph.Edge{I: int32(all[2*k] - shift), J: int32(all[2*k+1] - shift)}
	}
	return list, ids, nil
}

// namedEdges numbers the ids in ascending order and keeps them as names.
func namedEdges(e *npyArray, ends []uint64) (list []graph.Edge, ids npzIDs, err error) {
	all := slices.Compact(slices.Sorted(slices.Values(ends)))
	if ids.n = len(all); ids.n > MaxNodes {
		return nil, ids, fault(e.file, 0, smallerRemedy, "the edges name %d nodes, over the limit of %d", ids.n, MaxNodes)
	}
	for _, v := range all {
		ids.names = append(ids.names, strconv.FormatUint(v, 10))
	}
	for k := 0; k < len(ends); k += 2 {
		i, _ := slices.BinarySearch(all, ends[k])
		j, _ := slices.BinarySearch(all, ends[k+1])
		list = append(list, graph.Edge{I: int32(i), J: int32(j)})
	}
	return list, ids, nil
}

// npzFeatures sets g.X from dense rows. Values that are not finite count as missing.
func npzFeatures(g *graph.Graph, a *npyArray) error {
	f := a.shape[1]
	if f > MaxFeatures {
		return fault(a.file, 0, "take fewer features", "%d feature columns, over the limit of %d", f, MaxFeatures)
	}
	x, lacking := newFeatures(a.file, g.N, f), 0
	for i := range g.N {
		for c := range f {
			if v := a.float(a.offset(i, c)); math.IsNaN(v) || math.IsInf(v, 0) {
				lacking++
			} else {
				x.add(c, v)
			}
		}
		if x.endRow(); x.err != nil {
			return x.err
		}
	}
	x.assignTo(g, lacking)
	return nil
}

// setLabels sets the classes from numbers, or from rows with a 1 at the class. A row of zeros means unknown.
func (z *npz) setLabels(g *graph.Graph, a *npyArray) error {
	oneHot := len(a.shape) > 1 && a.shape[1] != 1
	texts := make([]string, g.N)
	for i := range texts {
		if !oneHot {
			if v := a.float(i); a.kind == 'f' && v != math.Trunc(v) && !math.IsNaN(v) {
				return fault(a.file, 0, "classes are whole numbers or texts; -1 and NaN mean unknown", "the label of node %d is %v", i, v)
			}
			texts[i] = a.number(i)
			continue
		}
		class := -1
		for c := range a.shape[1] {
			switch x := a.float(a.offset(i, c)); {
			case x == 1 && class < 0:
				class = c
			case x != 0:
				return fault(a.file, 0, "a row of labels has one 1, at the class", "the row of node %d has %v at %d", i, x, c)
			}
		}
		texts[i] = strconv.Itoa(class)
	}
	// Where the file gives the number or the names of classes, empty classes count.
	count, names := z.arrays["num_classes"], z.texts["class_names"]
	err := classTexts(g, a.file, texts, oneHot || count != nil || names != nil)
	if err == nil && g.ClassNames == nil {
		if names != nil && names.len() <= MaxClasses {
			g.Classes = max(g.Classes, names.len())
		} else if count != nil && count.len() == 1 && count.float(0) <= MaxClasses && count.float(0) == math.Trunc(count.float(0)) {
			g.Classes = max(g.Classes, int(count.float(0)))
		}
	}
	return err
}

// setTextLabels sets the classes from an array of texts, if there is one.
func (z *npz) setTextLabels(g *graph.Graph) error {
	for _, name := range labelNames {
		if a := z.texts[name]; a != nil && a.len() == g.N {
			return classTexts(g, a.file, a.texts(), false)
		}
		if slices.Contains(z.skipped, name) {
			return fault(z.file+"/"+name+".npy", 0, "save them with y.astype(str)",
				"the labels are Python objects other than texts and numbers, which are not read here")
		}
	}
	return nil
}

// classTexts sets the classes from the texts of the nodes.
func classTexts(g *graph.Graph, file string, texts []string, named bool) error {
	v := classValues{of: func(i int) string { return texts[i] }, missing: unlabelled, numbered: named}
	return v.assign(g, func(i int, why string) error {
		return fault(file, 0, "use labels with fewer different values", "the array %s", why)
	})
}
