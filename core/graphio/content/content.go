// Package content holds what goes into files and comes out of them, for
// programs that leave the reading and writing itself (package graphio) to others.
package content

import "sheafscope/core/graph"

// File is the name and content of a file. A program that only hands a file on
// has its content elsewhere: then Data is nil.
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

// Names lists files without their content, which travels beside a message.
func Names(list []File) []File {
	var out []File
	for _, f := range list {
		out = append(out, File{Name: f.Name})
	}
	return out
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
// or per edge in the order of Graph.Edges, and the split, nil for none. Raw leaves texts of csv that a spreadsheet
// would take for formulas as they are.
type Extra struct {
	Nodes, Edges []Column
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
