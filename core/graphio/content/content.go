// Package content holds what goes into files and comes out of them, for
// programs that leave the reading and writing itself (package graphio) to others.
package content

import "sheafscope/core/graph"

// File is the name and content of a file.
type File struct {
	Name string
	Data []byte
}

// Column is a quantity per node or edge, for export.
type Column struct {
	// Name is an identifier: letters, digits and underscores.
	Name   string
	Values []float64
	// Whole marks numbers without fraction.
	Whole bool
}

// Extra holds what is written beside a graph: columns with one value per node,
// or per edge in the order of Graph.Edges, and the split, nil for none.
type Extra struct {
	Nodes, Edges []Column
	Split        *graph.Split
}

// Array is an array of an npz file, row-major. One of the three slices holds its elements.
type Array struct {
	Name  string
	Shape []int
	Float []float64
	Int   []int64
	Bool  []bool
}
