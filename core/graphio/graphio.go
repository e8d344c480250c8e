// Package graphio reads and writes attributed graphs G = (V, E, X, y) and splits of their nodes.
//
// Read recognises the format from the content of the files, not from their names; content.Formats lists what it reads, and refuse.go what
// it refuses by name. testdata/corpus holds files of each as other programs write them. Every edge is undirected after reading: repeated
// edges and the two directions of one are merged and self-loops dropped, both with a line in Graph.Notes, as in package graph.
// Graph.Directions keeps in which directions a file lists an edge; files without directions and Planetoid sets list both.
//
// Input is not trusted. Sizes claimed by a file are checked against its length before memory is taken, numbers must be finite, nesting is
// limited, and nothing in a file is ever executed. The constants below are every limit. An error of this package is an *Error with file,
// line and remedy.
package graphio

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// File is a file by name and content. The name serves for messages, names the graph, and separates the parts of a set where their content
// cannot.
type File = content.File

// Found is what Read found.
type Found struct {
	// Graph has the features and labels of the files and no others; call graph.FillMissing for a graph to compute with.
	Graph       *graph.Graph
	Format      string           // Format names the format for a user, as a row of content.Formats does.
	Splits      []graph.Split    // Splits holds the splits found in the files, in the order of the files.
	Maps        *content.Maps    // Maps are the restriction maps in the files, nil without any.
	Weights     *content.Weights // Weights is the trained network in the files, nil without one.
	Tally       graph.Tally      // Tally counts the edge lines of the files and what became of them.
	Files       []File           // Files are those that were read, unpacked.
	Recognition *Recognition     // Recognition is what the columns of the files were taken as, and every reason to doubt it.

	negative int // negative counts the weights below zero, which were left out.

	made *assembly // made is what the graph was put together from, nil in formats that leave nothing to guess.
}

// Alone fails for weights of a network without the files of a graph.
func (f *Found) Alone() error {
	if f.Graph != nil {
		return nil
	}
	return fault(f.Weights.File, 0, "give the files of its graph, too, or open the graph first", "this is a trained network without its graph")
}

// Error says what is wrong with a file, where, and what to do about it.
type Error struct {
	// File is the file's name, Line the line from 1 or 0 when there is none.
	File        string
	Line        int
	Msg, Remedy string // Msg is the fault, Remedy what the user can do.
	// Found shows the columns of which the user has to say what they are, nil for another fault.
	Found *Recognition
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

// The limits of what a reader accepts. A graph at these limits still fits the memory of a browser tab.
const (
	// MaxNodes and [MaxEdges] limit the graph; [MaxEdges] counts lines of the file, before repeated ones are merged.
	MaxNodes = 200_000
	MaxEdges = 5_000_000
	// MaxFeatures limits the columns of the feature matrix, [MaxEntries] its non-zero entries, [MaxClasses] the classes.
	MaxFeatures = 200_000
	MaxEntries  = 60_000_000
	MaxClasses  = 1000
	MaxFeature  = graph.MaxFeature // MaxFeature limits the size of a feature.
	// MaxInput limits the bytes of all files together as given, [MaxInflated] those of one file after decompression.
	MaxInput    = 256 << 20
	MaxInflated = 512 << 20
	// MaxRatio limits the bytes out of a compressed one, apart from a free [RatioFloor]: sparse 0/1 tables in text reach 144, bombs 1000.
	MaxRatio   = 160
	RatioFloor = 1 << 20
	MaxArchive = 1000 // MaxArchive limits the entries of a zip archive.
	MaxDepth   = 64   // MaxDepth limits the nesting of JSON and XML.
	MaxName    = 1024 // MaxName limits a name in bytes; longer ones are cut at a whole character.
)
