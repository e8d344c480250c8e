package graphio

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// This file reads restriction maps of a sheaf on the edges of an npz graph (content.Maps).
// A sheaf gives every node and every edge a vector space, its stalk. A restriction map is a matrix from the stalk of a node into the stalk
// of one of its edges. The arrays are, for n nodes, m entries of edge_index (or of another array of edges) and stalks of dimension d:
//
//	edge_index  (2, m)              entry k is directed from node i to node j
//	R_ij        (m, d, d)           the map from the stalk of i into the stalk of the edge
//	R_ji        (m, d, d)           the map from the stalk of j into the stalk of the edge
//	signal      (n·d, c) or (n·d)   a vector in the stalk of every node, in c channels; optional
//
// A network may have other maps in each layer, and in each epoch of its training: the maps then have the shape (layers, m, d, d) or
// (epochs, layers, m, d, d). The signal has the same leading axes, or none.
// If edge_index lists both directions of every edge, R_ij suffices: the map of each end is in the entry that begins at this end.
// With node_offsets and edge_offsets, stalks may differ in size (npzstalks.go).

// mapsRemedy is the remedy of errors in these arrays.
const mapsRemedy = "write edge_index (2, m), R_ij and R_ji (m, d, d), with layers, or epochs and layers, as leading axes; " +
	"diagonal maps (m, d) become R[..., None]*numpy.eye(d)"

// sizeRemedy is the remedy of a number that is not finite or too large.
var sizeRemedy = fmt.Sprintf("maps and signals are numbers of at most %g in size", content.MaxMap)

// maxMapNumbers limits the numbers in all maps of a file, and the numbers in all signals: 160 MB of float64 each.
const maxMapNumbers = 20_000_000

// bareMaps reports whether the file has R_ij, but neither features nor labels. Such maps can supplement other files.
func (z *npz) bareMaps() bool {
	return z.arrays["R_ij"] != nil && !z.hasNodeData()
}

// hasNodeData reports whether the file has features or labels, in numbers or in texts.
func (z *npz) hasNodeData() bool {
	x, y, _ := z.graphArrays()
	return x != nil || y != nil || z.featureMatrix(nil) != nil || firstOf(z.texts, labelNames) != nil
}

// restrictionMaps returns the maps on the edges of g, nil if the file has no maps. list holds the entries of edge_index.
// A signal in the file becomes a part of the maps; a signal of numbers without maps is ignored.
// Damaged arrays are an error, and so is R_ji without R_ij.
func (z *npz) restrictionMaps(list []graph.Edge, g *graph.Graph) (*content.Maps, error) {
	if err := z.requireNumbers("R_ij", "R_ji"); err != nil {
		return nil, err
	}
	// sides are the maps of the first and of the second nodes of the entries.
	sides := [2]*npyArray{z.arrays["R_ij"].rowMajor(), z.arrays["R_ji"].rowMajor()}
	if sides[0] == nil && sides[1] == nil {
		return nil, nil
	}
	if sides[0] == nil {
		return nil, fault(z.file, 0, mapsRemedy, "the array R_ij is missing beside R_ji")
	}
	if err := z.requireNumbers("signal", "node_offsets", "edge_offsets"); err != nil {
		return nil, err
	}
	signal := z.arrays["signal"].rowMajor()
	// dims is nil in a file without node_offsets and edge_offsets, whose stalks all have the same size.
	dims, err := z.stalks(g.N, len(list))
	if err != nil {
		return nil, err
	}
	// With dims, all stalks are padded with zeros to one size. edgeDims are the dimensions of the edges' stalks without padding.
	var edgeDims []int
	if dims != nil {
		var errs [4]error
		// mapShape compares the shapes after padding. Before it, both arrays must have the same leading axes.
		before := sides
		sides[0], errs[0] = dims.padMaps(sides[0], 0, list)
		sides[1], errs[1] = dims.padMaps(sides[1], 1, list)
		signal, errs[2] = dims.padSignal(signal)
		edgeDims, errs[3] = dims.edges(z.file, list, g)
		for _, err := range errs {
			if err != nil {
				return nil, err
			}
		}
		if a, b := before[0], before[1]; b != nil && !slices.Equal(a.shape[:len(a.shape)-1], b.shape[:len(b.shape)-1]) {
			return nil, fault(b.file, 0, stalksRemedy, "the array has shape %v, R_ij %v", b.shape, a.shape)
		}
	}
	out, err := z.mapShape(sides, len(list))
	if err != nil {
		return nil, err
	}
	if err := out.assign(sides, list, g); err != nil {
		return nil, err
	}
	isPadded := func(dim int) bool { return dim != out.D }
	if dims != nil && slices.ContainsFunc(slices.Concat(dims.nodes, edgeDims), isPadded) {
		out.Nodes, out.Edges = dims.nodes, edgeDims
	}
	return &out.Maps, out.readSignal(signal, g.N)
}

// shapedMaps are maps together with the number of entries of edge_index, which may exceed the number of edges.
type shapedMaps struct {
	content.Maps
	entries int
}

// mapShape returns maps without numbers: their dimension, and the numbers of epochs and layers in the arrays R_ij and R_ji (sides).
// R_ji may be nil. m is the number of entries of edge_index. Errors are a shape that does not end in (m, d, d), a dimension d outside
// 1 to 8, other dimensions, layers or epochs in R_ji than in R_ij, no numbers, and too many numbers.
func (z *npz) mapShape(sides [2]*npyArray, m int) (out shapedMaps, err error) {
	for _, a := range sides {
		if a == nil {
			continue
		}
		s := a.shape
		// The last three of the k axes are (m, d, d).
		k := len(s)
		switch {
		case k < 3 || s[k-1] != s[k-2] || s[k-3] != m:
			return out, fault(a.file, 0, mapsRemedy, "the array has shape %v; edge_index has %d entries, so expected is (%d, d, d)", s, m, m)
		case s[k-1] < 1 || s[k-1] > content.MaxMapDim:
			return out, fault(a.file, 0, "choose stalks of dimension 1 to 8", "the maps are %d×%d", s[k-1], s[k-1])
		}
		// Without an axis of layers or epochs there is one layer, or one epoch.
		next := shapedMaps{content.Maps{D: s[k-1], Epochs: 1, Layers: 1}, m}
		if k > 3 {
			next.Layers = s[k-4]
		}
		if k > 4 {
			next.Epochs = s[k-5]
		}
		// Each of the two arrays may have half of the numbers.
		if a.len() == 0 || a.len() > maxMapNumbers/2 {
			return out, fault(a.file, 0, "take a part of the edges, layers or epochs", "the array has %d numbers, not 1 to %d", a.len(),
				maxMapNumbers/2)
		}
		// out.D is 0 until the first array is read.
		differs := next.D != out.D || next.Layers != out.Layers || next.Epochs != out.Epochs
		if out.D > 0 && differs {
			return out, fault(a.file, 0, mapsRemedy, "the array has shape %v, R_ij %v", s, sides[0].shape)
		}
		out = next
	}
	return out, nil
}

// assign copies the maps of every entry in list to its edge in g, for every epoch and layer. sides are the arrays R_ij and R_ji.
// Entries that repeat an edge must give the same map at each end. An entry that joins a node with itself is an error. So is a number
// that is not finite or too large, and an edge with a map at one end only. The errors have the names of nodes.
func (out *shapedMaps) assign(sides [2]*npyArray, list []graph.Edge, g *graph.Graph) error {
	id := func(i int32) string {
		if g.NodeNames != nil {
			return quote(g.NodeNames[i])
		}
		return strconv.Itoa(int(i))
	}
	edgeIndex := make(map[graph.Edge]int, len(g.Edges))
	for e, q := range g.Edges {
		edgeIndex[q] = e
	}
	m, file := len(g.Edges), sides[0].file
	// A sheaf has two maps per edge. Count is the number of sheaves: a sheaf for each epoch and layer.
	mapSize := out.D * out.D
	sheafSize := 2 * m * mapSize
	out.R = make([]float64, out.Count()*sheafSize)
	// isSet reports which maps have a value. Map 2e belongs to the smaller end of edge e, map 2e+1 to the larger end.
	isSet := make([]bool, 2*m)
	for k, q := range list {
		if q.I == q.J {
			return fault(file, 0, "leave it out", "entry %d of edge_index joins node %s with itself, which is no edge of a sheaf", k, id(q.I))
		}
		// In g the first node of an edge is its smaller end. An entry may have the reverse order.
		e, reversed := edgeIndex[graph.Edge{I: min(q.I, q.J), J: max(q.I, q.J)}], q.I > q.J
		// end is 0 for R_ij, the map of the entry's first node, and 1 for R_ji, the map of its second node.
		for end, a := range sides {
			if a == nil {
				continue
			}
			// side is the index of the map in isSet, and among the maps of one sheaf in out.R.
			side := 2*e + end
			if reversed {
				side = 2*e + 1 - end
			}
			// t counts the sheaves. p counts the numbers of a map, row by row. The array a has a map per sheaf and entry.
			for t := range out.Count() {
				dst := out.R[t*sheafSize+side*mapSize:][:mapSize]
				for p := range dst {
					v := a.float((t*out.entries+k)*mapSize + p)
					if math.IsNaN(v) || math.Abs(v) > content.MaxMap {
						return fault(a.file, 0, sizeRemedy, "entry %d has the number %v at (%d, %d)", k, v, p/out.D, p%out.D)
					}
					if isSet[side] && dst[p] != v {
						return fault(a.file, 0, "give every map once, or the same each time",
							"entry %d of edge_index, from node %s to %s, gives a map a second time, and another one", k, id(q.I), id(q.J))
					}
					dst[p] = v
				}
			}
			isSet[side] = true
		}
	}
	// Without R_ji, an edge in one direction has the map of its first node only.
	for side, hasMap := range isSet {
		if q := g.Edges[side/2]; !hasMap {
			return fault(file, 0, "add the array R_ji, or every edge in both directions",
				"the edge of nodes %s and %s has a map at one end only", id(q.I), id(q.J))
		}
	}
	return nil
}

// readSignal sets the signal on n nodes from an array of shape (…, n·d) or (…, n·d, c). If a is nil, out has no signal.
// The leading axes give one signal, or a signal for each epoch and layer.
// Any other shape, too many numbers, and a number that is not finite or too large are errors.
func (out *shapedMaps) readSignal(a *npyArray, n int) error {
	if a == nil {
		return nil
	}
	rows := n * out.D
	bad := func() error {
		return fault(a.file, 0, "give a vector for every node: (n·d) or (n·d, c), with the leading axes of R_ij or none",
			"the array has shape %v; expected are %d×%d rows", a.shape, n, out.D)
	}
	// The last element of axes is the length of the axis of rows.
	axes, channels := splitChannels(a.shape, rows)
	last := len(axes) - 1
	if last < 0 || axes[last] != rows || channels < 1 {
		return bad()
	}
	signals := 1
	for _, v := range axes[:last] {
		signals *= v
	}
	isOneForAll, isOneForEach := signals == 1, signals == out.Count()
	numbers := rows * channels * out.Count()
	hasSignals := isOneForAll || isOneForEach
	if !hasSignals {
		return bad()
	}
	if numbers > maxMapNumbers {
		return fault(a.file, 0, "take a part of the channels, layers or epochs", "the signals of all sheaves have %d numbers, more than %d",
			numbers, maxMapNumbers)
	}
	out.Channels, out.Signal = channels, make([]float64, numbers)
	for k := range out.Signal {
		v := a.float(k % a.len()) // repeats a single signal for every epoch and layer
		if math.IsNaN(v) || math.Abs(v) > content.MaxMap {
			return fault(a.file, 0, sizeRemedy, "the signal has the number %v", v)
		}
		out.Signal[k] = v
	}
	return nil
}

// splitChannels splits the shape of a signal into the axes up to the axis of rows, and the number of channels. There is one channel if the
// shape has at most one axis, or if the last axis has the length rows and the axis before it another length.
// In any other shape, the last axis is the axis of channels.
func splitChannels(shape []int, rows int) (axes []int, channels int) {
	last := len(shape) - 1
	if last < 1 {
		return shape, 1
	}
	endsWithRows := shape[last] == rows && shape[last-1] != rows
	if endsWithRows {
		return shape, 1
	}
	return shape[:last], shape[last]
}

// mapsBeside returns the maps of this file on the edges of g, a graph from other files. It is an error if g has other edges than the file.
// The caller has checked bareMaps: the file has maps.
func (z *npz) mapsBeside(g *graph.Graph) (*content.Maps, error) {
	z.otherNodes = g.N
	// own is the graph of this file, with its maps.
	own, err := readNPZGraph(z)
	if err != nil {
		return nil, err
	}
	bad := func(format string, args ...any) (*content.Maps, error) {
		return nil, fault(z.file, 0, "the edges of the maps are those of the graph, its nodes numbered from 0 in the order of their rows",
			format, args...)
	}
	// Isolated nodes at the end may be missing in the file of the maps.
	if own.Graph.N > g.N || len(own.Graph.Edges) != len(g.Edges) {
		return bad("the maps are on %d nodes and %d edges, the graph has %d nodes and %d edges", own.Graph.N, len(own.Graph.Edges), g.N,
			len(g.Edges))
	}
	// Both graphs have their edges in the same order, because graph.Build sorts them.
	for e, q := range own.Graph.Edges {
		if g.Edges[e] != q {
			return bad("the graph has no edge between nodes %d and %d", q.I, q.J)
		}
	}
	hasAllNodes := len(own.Maps.Signal) > 0 || own.Maps.Nodes != nil
	if hasAllNodes && own.Graph.N != g.N {
		return bad("the signal or the stalks are of %d nodes, the graph has %d", own.Graph.N, g.N)
	}
	return own.Maps, nil
}
