// Package graphio reads and writes attributed graphs G = (V, E, X, y) and
// splits of their nodes.
//
// Read recognises the format from the content of the files, not from their
// names; content.Formats lists what it reads, and refuse.go what it refuses by
// name. testdata/corpus holds files of each as other programs write them.
// Every edge is undirected after reading: repeated edges and the two directions
// of one are merged and self-loops dropped, both with a line in Graph.Notes, as in
// package graph. Graph.Directions keeps in which directions a file lists an edge;
// files without directions and Planetoid sets list both.
//
// Input is not trusted. Sizes claimed by a file are checked against its length
// before memory is taken, numbers must be finite, nesting is limited, and
// nothing in a file is ever executed. limits.go holds every limit. An error of
// this package is an *Error with file, line and remedy.
package graphio

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// File is a file by name and content. The name serves for messages, as the
// name of the graph, and to tell the parts of a set apart where their content
// cannot.
type File = content.File

// Result is what Read found.
type Result struct {
	// Graph has the features and labels of the files and no others; call
	// graph.FillMissing for a graph to compute with.
	Graph *graph.Graph
	// Format names the format for a user, as a row of content.Formats does.
	Format string
	// Splits holds the splits found in the files, in the order of the files.
	Splits []graph.Split
	// Maps are the restriction maps in the files, nil without any.
	Maps *content.Maps
	// Tally counts the edge lines of the files and what became of them.
	Tally graph.Tally
	// Files are those that were read, unpacked.
	Files []File
	// Recognition is what the columns of the files were taken as, and every reason to doubt it.
	Recognition *Recognition

	// made is what the graph was put together from, nil in formats that leave nothing to guess.
	made *assembly
}

// Error says what is wrong with a file, where, and what to do about it.
type Error struct {
	// File is the file's name, Line the line from 1 or 0 when there is none.
	File string
	Line int
	// Msg is the fault, Remedy what the user can do.
	Msg, Remedy string
}

// Error writes "file:line: fault (remedy)".
func (e *Error) Error() string {
	where := cleanName(e.File)
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d", where, e.Line)
	}
	if e.Remedy == "" {
		return where + ": " + e.Msg
	}
	return where + ": " + e.Msg + " (" + e.Remedy + ")"
}

// fault makes an Error; the message is formatted with args.
func fault(file string, line int, remedy, format string, args ...any) *Error {
	return &Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...), Remedy: remedy}
}
