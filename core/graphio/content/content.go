// Package content holds the types that package graphio reads from files and writes to them.
// A program that leaves reading and writing to another program imports only these types.
package content

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// File is the name and the content of a file.
// Data is nil where the content lies outside the memory of the program (see [External]).
type File struct {
	Name string
	Data []byte

	external External
}

// External is content outside the memory of the program. Size is its length in bytes.
type External interface{ Size() int }

// ExternalFile returns a file whose content lies outside the memory of the program.
func ExternalFile(name string, e External) File { return File{Name: name, external: e} }

// External returns the handle of content outside the memory of the program, nil where Data holds the content.
func (f File) External() External { return f.external }

// Size returns the length of the content in bytes.
func (f File) Size() int {
	if f.external != nil {
		return f.external.Size()
	}
	return len(f.Data)
}

// Size returns the length of Data of all files together, in bytes.
func Size(list []File) (n int) {
	for _, f := range list {
		n += len(f.Data)
	}
	return n
}

// Names returns the files without their content. A message carries names, and the content travels beside it.
func Names(list []File) []File {
	var out []File
	for _, f := range list {
		out = append(out, File{Name: f.Name})
	}
	return out
}

// Quantity is a number per node or per edge, for export.
type Quantity struct {
	// Name is an identifier: letters, digits and underscores.
	Name   string
	Values []float64
	// Whole marks numbers without a fraction; writers print them as integers.
	Whole bool
}

// Extra is written beside a graph: columns with one value per node, or per edge in the order of Graph.Edges, and a split.
// Split is nil for none. Raw leaves texts of a CSV file unchanged where a spreadsheet would compute them as formulas.
type Extra struct {
	Nodes, Edges []Quantity
	Split        *graph.Split
	Raw          bool
}

// Array is an array of an npz file, row-major with dimensions Shape. Exactly one of the slices holds the elements.
type Array struct {
	Name  string
	Shape []int
	Float []float64
	Int   []int64
	Bool  []bool
	Text  []string
}

// Maps are restriction maps beside a graph, as another program learned them, by epoch and layer.
type Maps struct {
	// D is the dimension of the stalks. Epochs and Layers count the sheaves.
	D, Epochs, Layers int
	// R holds all maps: by epoch, then layer, then two D×D maps an edge in the order of sheaf.Sheaf.R.
	R []float64
	// Signal holds a signal on every sheaf: n·D rows of Channels numbers. It is nil without signals.
	Signal   []float64
	Channels int
	// Nodes and Edges are the dimensions of stalks of unequal size; entries of R and Signal above them are 0.
	// Both are nil where every stalk has dimension D.
	Nodes, Edges []int
}

// Limits of restriction maps. MaxMapDim equals sheaf.MaxDim. MaxMap limits the size of a number, so that sums of squares stay finite.
const (
	MaxMapDim = 8
	MaxMap    = 1e100
)

// Dims returns the dimensions of the sums of all stalks of n nodes and of all stalks of the edges.
func (m *Maps) Dims(n, edges int) (nodes, of int) {
	if m.Nodes == nil {
		return n * m.D, edges * m.D
	}
	for _, d := range m.Nodes {
		nodes += d
	}
	for _, d := range m.Edges {
		of += d
	}
	return nodes, of
}

// Count returns the number of sheaves, Epochs·Layers.
func (m *Maps) Count() int { return m.Epochs * m.Layers }

// At returns the maps and the signal of sheaf k, counted from 0 by epoch and within an epoch by layer.
func (m *Maps) At(k int) (r, signal []float64) {
	part := func(v []float64) []float64 {
		n := len(v) / m.Count()
		return v[k*n : (k+1)*n : (k+1)*n]
	}
	return part(m.R), part(m.Signal)
}

// Tensor is a named array of a file of weights, row-major.
// Type is the element type of the file in the notation of safetensors: F64, F32, F16, BF16, I64, …
type Tensor struct {
	Name  string
	Type  string
	Shape []int
	Data  []float64
}

// Fits returns an error where the network is for another number of features or classes than g has.
func (w *Weights) Fits(g *graph.Graph) error {
	if w.Features > 0 && (w.Features != g.X.Cols || w.Classes != g.Classes) {
		return fmt.Errorf("%s: the network is for a graph of %d features and %d classes; %s has %d and %d", w.File, w.Features, w.Classes,
			g.Name, g.X.Cols, g.Classes)
	}
	return nil
}

// CompareLoops compares the network with a graph whose file has self-loops, which are not kept.
// Layers that add no loops would have counted the loops of the file: CompareLoops adds a doubt.
// Where every node has a loop, it lets the layers add one to each node instead.
func (w *Weights) CompareLoops(g *graph.Graph) {
	alone := w.Settings["loops"] == "1"
	switch {
	case g.Loops == 0 || w.Features == 0 || w.Model != "sage" && !alone:
	case alone && g.Loops == g.N:
		delete(w.Settings, "loops")
	default:
		w.Doubts = append(w.Doubts, "The file of the graph has "+words.Count(g.Loops, "self-loop")+
			", which are not kept; this network counts them.")
	}
}

// Weights are a trained network that came with a graph.
// Model is the peer that computes it, Settings are settings of that peer, Params its parameters, each with two dimensions.
// Asked names settings that the file does not give and the reader assumed.
// Doubts are sentences about properties of the network without a setting here.
type Weights struct {
	File, Family, Model string
	Settings            map[string]string
	Asked, Doubts       []string
	Params              []Tensor
	// Features and Classes are those of the graph of the network, 0 where the file gives none.
	Features, Classes int
	// Predictions are the classes by node stored in the file, nil for none.
	Predictions []int
}
