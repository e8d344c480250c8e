// Package content holds the types of the contents of files: arrays, restriction maps, networks, and the recognition of tables.
// Package graphio reads files into these types, and writes arrays and quantities. A program that reads no files does not import graphio.
package content

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// File is a file. Data is its content. It is nil if the content is outside the memory of the program (see [External]), or left out.
type File struct {
	Name string
	Data []byte

	// external is nil, unless the content is outside the memory of the program.
	external External
}

// External is content outside the memory of the program. Size is its length in bytes.
type External interface{ Size() int }

// ExternalFile returns a file whose content is outside the memory of the program.
func ExternalFile(name string, e External) File { return File{Name: name, external: e} }

// External returns the handle of the content outside the memory of the program, nil if there is none.
func (f File) External() External { return f.external }

// Size returns the length of the content in bytes.
func (f File) Size() int {
	if f.external != nil {
		return f.external.Size()
	}
	return len(f.Data)
}

// Size returns the sum of the lengths of Data of all files, in bytes. External content does not count.
func Size(list []File) (n int) {
	for _, f := range list {
		n += len(f.Data)
	}
	return n
}

// Names returns the files without their content, for a message that transfers the content separately.
func Names(list []File) []File {
	var out []File
	for _, f := range list {
		out = append(out, File{Name: f.Name})
	}
	return out
}

// Quantity is a number per node or per edge, for export.
type Quantity struct {
	// Name has only letters, digits and underscores. Values has one value per node or per edge, in their order.
	Name   string
	Values []float64
	// Whole reports that the numbers are integers; writers print them so.
	Whole bool
}

// Extra is the content of an export in addition to a graph.
type Extra struct {
	// Nodes are quantities per node, Edges quantities per edge in the order of Graph.Edges.
	Nodes, Edges []Quantity
	Split        *graph.Split // nil for an export without a split
	// Raw reports that texts in a CSV file stay unchanged, even if a spreadsheet would evaluate them as formulas.
	Raw bool
}

// Array is an array of an npz file: a list of elements, row-major with dimensions Shape.
type Array struct {
	Name  string
	Shape []int
	// One of the four slices has all elements; the others are empty.
	Float []float64
	Int   []int64
	Bool  []bool
	Text  []string
}

// Maps are restriction maps on the edges of a graph that another program has learned.
type Maps struct {
	// D is the dimension of every stalk or, with Nodes and Edges, an upper bound of the dimensions.
	// There are Epochs·Layers sheaves: one for each layer at each epoch.
	D, Epochs, Layers int
	// R has the maps of all sheaves: by epoch, then by layer. A sheaf has two D×D maps per edge, in the order of sheaf.Sheaf.R.
	R []float64
	// Signal has a signal on every sheaf: n·D rows of Channels numbers for n nodes. It is nil if the file has no signals.
	Signal   []float64
	Channels int
	// Nodes and Edges have the dimension of the stalk of each node and of each edge. Both lists are nil if every stalk has dimension D.
	// Otherwise the entries of R and Signal above these dimensions are 0.
	Nodes, Edges []int
}

// Limits of restriction maps.
const (
	// MaxMapDim is the largest dimension of a stalk. It equals sheaf.MaxDim.
	MaxMapDim = 8
	// MaxMap is the largest absolute value of a number in a map. Sums of squares of such numbers are finite.
	MaxMap = 1e100
)

// Dims returns the dimensions of the two cochain spaces: nodeDim is the sum of the dimensions of the stalks of all nodes,
// and edgeDim is this sum for all edges. n is the number of nodes, and edges the number of edges.
func (m *Maps) Dims(n, edges int) (nodeDim, edgeDim int) {
	if m.Nodes == nil {
		return n * m.D, edges * m.D
	}
	for _, d := range m.Nodes {
		nodeDim += d
	}
	for _, d := range m.Edges {
		edgeDim += d
	}
	return nodeDim, edgeDim
}

// Count returns the number of sheaves.
func (m *Maps) Count() int { return m.Epochs * m.Layers }

// At returns the maps and the signal of sheaf k, which has the layer k mod Layers of the epoch k/Layers; all count from 0.
// Without signals, signal has the length 0.
func (m *Maps) At(k int) (r, signal []float64) {
	// part returns the part of v for sheaf k. All sheaves have parts of the same length.
	part := func(v []float64) []float64 {
		n := len(v) / m.Count()
		// The limited capacity protects the next sheaf from an append.
		return v[k*n : (k+1)*n : (k+1)*n]
	}
	return part(m.R), part(m.Signal)
}

// Tensor is a named array of a file of weights, row-major.
// Type is the element type in the file, in the notation of safetensors: F64, F32, F16, BF16, I64, …
type Tensor struct {
	Name  string
	Type  string
	Shape []int
	Data  []float64
}

// Weights are a trained network from a file.
type Weights struct {
	// File is the name of the file. Family is the family of the network in package weights.
	// Model is the model of core/peer that computes the network.
	File, Family, Model string
	// Settings and Params belong to Model. Each parameter has two dimensions.
	Settings map[string]string
	// Asked has the names of settings that the file lacks; the reader has assumed their values.
	// Doubts are sentences about properties of the network, or of the graph's file, that no setting of the model expresses.
	Asked, Doubts []string
	Params        []Tensor
	// Features and Classes are the numbers for which the network was trained. They are 0 if the file lacks them.
	Features, Classes int
	// Predictions has the predicted class of each node. It is nil if the file has no predictions.
	Predictions []int
}

// Fits returns an error if the network was trained for another number of features or classes than g has.
// A file without these numbers fits every graph.
func (w *Weights) Fits(g *graph.Graph) error {
	isKnown := w.Features > 0
	fits := w.Features == g.X.Cols && w.Classes == g.Classes
	if isKnown && !fits {
		return fmt.Errorf("%s: the network is for a graph of %d features and %d classes; %s has %d and %d", w.File, w.Features, w.Classes,
			g.Name, g.X.Cols, g.Classes)
	}
	return nil
}

// CompareLoops adapts the network to a graph whose file has self-loops, which package graph removes.
// Two kinds of layers were trained with the loops of the file; a network with other layers does not change.
//   - Layers with the setting loops=1, which add no loops. If every node has a loop, CompareLoops deletes the setting, so that
//     the layers add the loops. If only some nodes have a loop, it adds a doubt.
//   - Layers of GraphSAGE, which have no such setting. CompareLoops adds a doubt.
func (w *Weights) CompareLoops(g *graph.Graph) {
	// Without the setting the layers add a loop to each node.
	addsNoLoops := w.Settings["loops"] == "1"
	countsLoops := w.Model == "sage" || addsNoLoops
	// Weights without a number of features fit every graph (Fits), so nothing changes.
	if g.Loops == 0 || w.Features == 0 || !countsLoops {
		return
	}
	switch {
	case addsNoLoops && g.Loops == g.N:
		delete(w.Settings, "loops")
	default: // only some nodes have a loop, or the layers are of GraphSAGE
		w.Doubts = append(w.Doubts, "The file of the graph has "+words.Count(g.Loops, "self-loop")+
			", which are not kept; this network counts them.")
	}
}
