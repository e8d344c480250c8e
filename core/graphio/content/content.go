// Package content holds what goes into files and comes out of them, for programs that leave reading and writing (package graphio) to
// others.
package content

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// File is the name and content of a file. A program that only hands a file on has its content elsewhere: then Data is nil.
type File struct {
	Name string
	Data []byte

	away Away
}

// Away is content that lies outside a program's memory.
type Away interface{ Size() int }

// Outside is a file whose content lies elsewhere.
func Outside(name string, a Away) File { return File{Name: name, away: a} }

// Away returns where the content lies, nil when it is Data.
func (f File) Away() Away { return f.away }

// Size is the length of the content, in bytes.
func (f File) Size() int {
	if f.away != nil {
		return f.away.Size()
	}
	return len(f.Data)
}

// Size is the number of bytes of files.
func Size(list []File) (n int) {
	for _, f := range list {
		n += len(f.Data)
	}
	return n
}

// Names lists files without their content, which travels beside a message.
func Names(list []File) []File {
	var out []File
	for _, f := range list {
		out = append(out, File{Name: f.Name})
	}
	return out
}

// Quantity has a number per node or edge, for export.
type Quantity struct {
	// Name is an identifier: letters, digits and underscores.
	Name   string
	Values []float64
	Whole  bool // Whole marks numbers without fraction.
}

// Extra holds what is written beside a graph: columns with one value per node, or per edge as in Graph.Edges, and the split, nil for none.
// Raw leaves texts of csv that a spreadsheet would take for formulas as they are.
type Extra struct {
	Nodes, Edges []Quantity
	Split        *graph.Split
	Raw          bool
}

// Array is an array of an npz file, row-major. One of the slices holds its elements.
type Array struct {
	Name  string
	Shape []int
	Float []float64
	Int   []int64
	Bool  []bool
	Text  []string
}

// Maps are restriction maps that came with a graph: those of a sheaf that another program learned, by epoch and layer.
type Maps struct {
	D, Epochs, Layers int       // D is the stalk dimension.
	R                 []float64 // R holds, for every epoch and in it every layer, two D×D maps an edge in the order of sheaf.Sheaf.R.
	// Signal holds for each of these sheaves a vector in the stalk of every node, n·D rows of Channels numbers; nil without one.
	Signal   []float64
	Channels int
	// Nodes and Edges are the dimensions of the stalks where they are of unequal size: what is above them in R and Signal is 0.
	// They are nil where all have dimension D.
	Nodes, Edges []int
}

// Limits of maps: their dimension, that of sheaf.MaxDim, and the size of a number, so that sums of squares are finite.
const (
	MaxMapDim = 8
	MaxMap    = 1e100
)

// Dims returns the sums of the dimensions of the stalks of n nodes and m edges.
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

// Count is the number of sheaves: one for each epoch and layer.
func (m *Maps) Count() int { return m.Epochs * m.Layers }

// At returns the maps and the signal of sheaf k, counted from 0 by epoch and within it by layer.
func (m *Maps) At(k int) (r, signal []float64) {
	part := func(v []float64) []float64 {
		n := len(v) / m.Count()
		return v[k*n : (k+1)*n : (k+1)*n]
	}
	return part(m.R), part(m.Signal)
}

// Tensor is a named array of a file of weights: its element type as in safetensors (F64, F32, F16, BF16, I64, …) and its elements as
// numbers, the last index running fastest.
type Tensor struct {
	Name  string
	Type  string
	Shape []int
	Data  []float64
}

// Fits fails where the network is for graphs with other numbers of features or classes than g has.
func (w *Weights) Fits(g *graph.Graph) error {
	if w.Features > 0 && (w.Features != g.X.Cols || w.Classes != g.Classes) {
		return fmt.Errorf("%s: the network is for a graph of %d features and %d classes; %s has %d and %d", w.File, w.Features, w.Classes,
			g.Name, g.X.Cols, g.Classes)
	}
	return nil
}

// On compares the network with the source of a graph, whose self-loops are not kept: layers that add none would have counted them. Where
// every node has one, such layers count each node here.
func (w *Weights) On(g *graph.Graph) {
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

// Weights are a trained network that came with a graph: the model that computes it here, settings of the model, and its parameters,
// each with two dimensions. Settings in Asked are assumed, as the file does not say them; Doubts are sentences on what no setting says.
type Weights struct {
	File, Family, Model string
	Settings            map[string]string
	Asked, Doubts       []string
	Params              []Tensor
	Features, Classes   int   // of the graph that the network is for; 0 where the file does not say them
	Predictions         []int // classes by node that the file holds, nil without any
}
