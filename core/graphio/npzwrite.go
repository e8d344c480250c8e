package graphio

import (
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/graphio/numpy"
	"sheafscope/core/order"
)

// Array is a named array of an npz file, row-major. One of Float, Int, Bool and Text has the elements.
// The number of elements is the product of Shape.
type Array = content.Array

// WriteNPZ writes arrays as an npz file (see [numpy.WriteNPZ]).
func WriteNPZ(w io.Writer, arrays []Array) error { return numpy.WriteNPZ(w, arrays) }

// ReadNPZ returns all arrays of an npz file. Numbers and truth values are in row-major order, also if the file is in Fortran order.
// Texts are in row-major order, too. Floating-point elements are in Float, integers in Int, truth values in Bool, texts in Text.
// An unsigned integer of 2^63 or more becomes negative.
// Arrays of texts are last, sorted by name. The arrays before them are in the order of the file.
// An array of other elements, a damaged file, and a file of more than MaxInput bytes are errors. The error is an *Error.
func ReadNPZ(name string, data []byte) ([]Array, error) {
	if len(data) > MaxInput {
		return nil, fault(name, 0, "take a smaller file", "the file holds more than %d MB", MaxInput>>20)
	}
	z, err := readNPZ(File{Name: name, Data: data}, nil) // nil: no other file shares the limit of inflated bytes
	if err != nil {
		return nil, err
	}
	if err := z.requireNumbers(z.skipped...); err != nil {
		return nil, err
	}
	out := make([]Array, 0, len(z.names))
	for _, n := range z.names {
		a := z.arrays[n].rowMajor()
		r := Array{Name: n, Shape: a.shape}
		switch a.kind {
		case 'f':
			r.Float = elements(a, a.float)
		case 'b':
			r.Bool = elements(a, func(k int) bool { return a.integer(k) != 0 })
		default:
			r.Int = elements(a, a.integer)
		}
		out = append(out, r)
	}
	for _, n := range order.Keys(z.texts) {
		out = append(out, Array{Name: n, Shape: z.texts[n].shape, Text: z.texts[n].rowMajor().texts()})
	}
	return out, nil
}

// maxDense limits the elements of a feature matrix in an npz file, which is dense: 400 MB of float64.
const maxDense = 50_000_000

// WriteGraphNPZ writes a graph and its splits as an npz file. Read reads the file if the graph has nodes and the file keeps MaxInput.
//
// The arrays are node_features (n, f), node_labels (n) and edges (m, 2).
// A graph with directions has edge_index (2, entries) in place of edges, with a column per directed entry.
// Splits add train_masks, val_masks and test_masks; names add node_names, class_names and feature_names.
// If classes have no names and a class has no nodes, num_classes is written, too.
// More than 50 million elements of the dense feature matrix are an error, and so are arrays of more than MaxInflated bytes.
func WriteGraphNPZ(w io.Writer, g *graph.Graph, splits []graph.Split) error {
	features := g.X.Cols
	if g.N*features > maxDense {
		return fmt.Errorf("graphio: the features of %s, %d×%d, are too many for a dense npz file", g.Name, g.N, features)
	}
	// x has the features, y the labels and e the edges.
	x := Array{Name: "node_features", Shape: []int{g.N, features}, Float: make([]float64, g.N*features)}
	y := Array{Name: "node_labels", Shape: []int{g.N}, Int: make([]int64, g.N)}
	e := Array{Name: "edges", Shape: []int{len(g.Edges), 2}, Int: make([]int64, 0, 2*len(g.Edges))}
	if g.Directions != nil {
		m := g.Entries()
		e = Array{Name: "edge_index", Shape: []int{2, m}, Int: make([]int64, 2*m)}
	}
	// g.X is sparse: features that it does not store are 0.
	for i, label := range g.Labels {
		y.Int[i] = int64(label)
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			x.Float[i*features+int(g.X.Col[p])] = g.X.Val[p]
		}
	}
	// addEntry writes a directed entry as the next column of edge_index. Row 0 has the first ends, and row 1 has the second ends.
	// It is called only if the graph has directions.
	column, columns := 0, e.Shape[1]
	addEntry := func(from, to int32) {
		e.Int[column], e.Int[columns+column] = int64(from), int64(to)
		column++
	}
	// An undirected edge of a graph with directions is two entries.
	for k, edge := range g.Edges {
		if g.Directions == nil {
			e.Int = append(e.Int, int64(edge.I), int64(edge.J))
			continue
		}
		from, to, bothDirections := g.Entry(k)
		addEntry(from, to)
		if bothDirections {
			addEntry(to, from)
		}
	}
	arrays := []Array{x, y, e}
	if len(splits) > 0 {
		for set, name := range [3]string{"train_masks", "val_masks", "test_masks"} {
			masks := Array{Name: name, Shape: []int{len(splits), g.N}, Bool: make([]bool, len(splits)*g.N)}
			for k, s := range splits {
				for _, i := range s.Sets()[set] {
					masks.Bool[k*g.N+i] = true
				}
			}
			arrays = append(arrays, masks)
		}
	}
	for _, names := range []Array{{Name: "node_names", Text: g.NodeNames}, {Name: "class_names", Text: g.ClassNames},
		{Name: "feature_names", Text: g.FeatureNames}} {
		if len(names.Text) > 0 {
			names.Shape = []int{len(names.Text)}
			arrays = append(arrays, names)
		}
	}
	// A reader finds the number of classes in their names. Without names, it needs num_classes if a class is empty.
	hasEmptyClass := slices.Contains(g.ClassSizes(), 0)
	if g.ClassNames == nil && hasEmptyClass {
		arrays = append(arrays, Array{Name: "num_classes", Shape: []int{1}, Int: []int64{int64(g.Classes)}})
	}
	// A long name makes the array of all names large, because NumPy pads each text to the longest.
	total := int64(0)
	for _, a := range arrays {
		width := 0
		for _, s := range a.Text {
			width = max(width, 4*utf8.RuneCountInString(s))
		}
		total += int64(8*(len(a.Float)+len(a.Int)) + len(a.Bool))
		total += int64(width) * int64(len(a.Text))
	}
	if total > MaxInflated {
		return fmt.Errorf("graphio: the arrays of %s have %d MB, over the limit of %d", g.Name, total>>20, MaxInflated>>20)
	}
	return WriteNPZ(w, arrays)
}
