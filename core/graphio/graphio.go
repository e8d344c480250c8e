// Package graphio reads and writes attributed graphs G = (V, E, X, y) and splits of their nodes.
//
// Read recognises the format by the content of the files, not by their names. content.Formats lists the formats that are read.
// refuse.go refuses other known formats, and its errors name the format. testdata/corpus holds files as other programs write them.
//
// Every edge is undirected after reading. Repeated edges and the two directions of one edge are merged; self-loops are dropped.
// Graph.Notes records these changes. Graph.Directions keeps the directions that a file states.
// An edge of a file without directions, or of a Planetoid set, has both directions.
//
// Input is not trusted. Sizes claimed by a file are checked against its length or a limit before memory is allocated.
// Features must be finite, but in a column of numbers NaN and inf are missing values. Nesting is limited.
// No code in a file is executed. Every error of a reader is an *Error.
package graphio

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// File is the name and the content of a file.
// The name appears in messages, names the graph, and distinguishes the parts of a set where their content cannot.
type File = content.File

// Found is the result of Read.
type Found struct {
	// Graph has the features and labels of the files only; graph.FillMissing can compute missing ones.
	// Graph is nil if the files hold a trained network alone.
	Graph *graph.Graph
	// Format is the name of the format for a user, as in content.Formats. It is "weights" for a trained network alone.
	Format string
	// Splits are the splits of separate files in the order of these files, then the splits in the files of the graph.
	Splits []graph.Split
	// Maps are the restriction maps in the files, nil if there are none.
	Maps *content.Maps
	// Weights is the trained network in the files, nil if there is none.
	Weights *content.Weights
	// Tally counts the edges in the files, and the dropped edges by reason.
	Tally graph.Tally
	// Files are the files after decompression and unpacking, without documents. The list is nil if Graph is nil.
	Files []File
	// Recognition lists the roles of the columns and the reasons for doubt. It is nil if Graph is nil.
	Recognition *Recognition

	// negative counts the edge weights below zero. Graph stores no weights.
	negative int

	// assembly holds the cells of the files until the doubt rules have run. It is nil for formats without guesses.
	assembly *assembly
}

// RequireGraph returns an error if the files hold the weights of a network but no graph.
func (f *Found) RequireGraph() error {
	if f.Graph != nil {
		return nil
	}
	// Files without a graph hold a network, so f.Weights is not nil.
	return fault(f.Weights.File, 0, "give the files of its graph, too, or open the graph first", "this is a trained network without its graph")
}

// Error is a fault in a file with its place and a remedy.
type Error struct {
	// File is the name of the file. Line counts from 1; a Line of 0 means that the fault concerns the whole file.
	File string
	Line int
	// Msg describes the fault. Remedy is an action that the user can take.
	Msg, Remedy string
	// Found previews the columns whose roles the user must decide. It is nil for all other faults.
	Found *Recognition
}

// Error returns "file:line: fault (remedy)". It omits the line if e.Line is 0, and the brackets if e.Remedy is empty.
func (e *Error) Error() string {
	place := cleanName(e.File)
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, e.Line)
	}
	if e.Remedy == "" {
		return place + ": " + e.Msg
	}
	return place + ": " + e.Msg + " (" + e.Remedy + ")"
}

// fault returns an Error whose message is format, filled with args as by fmt.Sprintf.
func fault(file string, line int, remedy, format string, args ...any) *Error {
	return &Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...), Remedy: remedy}
}

// The limits of a reader. A graph at these limits still fits the memory of a browser tab.
const (
	// MaxNodes and [MaxEdges] limit the graph. [MaxEdges] counts the edges of the file before repeated edges are merged.
	MaxNodes = 200_000
	MaxEdges = 5_000_000
	// MaxFeatures limits the columns of the feature matrix, the attributes of the nodes, and the columns of a table.
	// [MaxEntries] limits the non-zero entries of the feature matrix, and [MaxClasses] the classes.
	MaxFeatures = 200_000
	MaxEntries  = 60_000_000
	MaxClasses  = 1000
	// MaxFeature limits the absolute value of a feature.
	MaxFeature = graph.MaxFeature
	// MaxInput limits the total size of the files as given, in bytes. [MaxInflated] limits all decompressed files together.
	MaxInput    = 256 << 20
	MaxInflated = 512 << 20
	// MaxRatio limits the inflated bytes per compressed byte. The first [RatioFloor] inflated bytes are exempt.
	// Sparse 0/1 tables in text reach a ratio of 144, zip bombs 1000.
	MaxRatio   = 160
	RatioFloor = 1 << 20
	// MaxArchive limits the entries of a zip archive, the files of a tar archive, and the splits of a file.
	MaxArchive = 1000
	// MaxDepth limits the nesting of JSON, XML, GML, of subgraphs in DOT and of Python literals.
	MaxDepth = 64
	// MaxName limits a name in bytes. A longer name is cut at a whole character.
	MaxName = 1024
)
