// Package files is how the worker has something done with the contents of
// files: read a graph in any format, write one with results or weights, pack,
// hash; and a formula evaluated, which is a text as well. Package work does it. That takes a third of a program
// and is rarely needed at the start, so in the browser work is a program of its
// own (wasm/filesprogram), which the worker loads with its first job.
package files

import (
	"errors"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/wire"
)

// Kinds of jobs.
const (
	Read   = "read"   // Files, Correction: read a graph
	Hash   = "hash"   // Files, one: SHA-256
	Write  = "write"  // Format, Graph, Extra: write a graph with results
	Arrays = "arrays" // Arrays: write an npz file
	Loader = "loader" // Graph, Split, Arrays: write them with a script for PyTorch Geometric
	// Formula: the graph with the classes and features of a formula.
	Formula = "formula"
)

// Job is something to do.
type Job struct {
	Kind  string
	Files []content.File
	// Correction is what the user says of the files, as text, Model the model that weights in them are for, "" for any.
	Correction, Model string
	// Known are the lengths, in bytes, of the files whose SHA-256 is wanted with what Read found.
	Known  []int64
	Format string
	Graph  *graph.Graph
	Split  graph.Split
	Extra  *content.Extra
	Arrays []content.Array
	// Formula is that of the graph.
	Formula formula.Given
}

// Output is what came of a job.
type Output struct {
	// Graph, Format and Splits are those that Read found, Graph that of Formula, too.
	Graph  *graph.Graph
	Format string
	Splits []graph.Split
	// Maps are the restriction maps in the files, nil without any.
	Maps *content.Maps
	// Weights are those of a trained network in the files, nil without one; Graph is nil where there is nothing else in them.
	Weights *content.Weights
	// Recognition is what the files were taken as.
	Recognition *content.Recognition
	// Sums are the SHA-256 of the files of a length in Known, unpacked, in hexadecimal.
	Sums []string
	// File is what was written. What would be several files comes as a zip.
	File content.File
	// Text is a hash in hexadecimal.
	Text string
	// Failure is why the job could not be done, "" when it was.
	Failure string
}

// Doer does jobs: work.Do here, or the program beside the worker.
type Doer func(Job) (Output, error)

// Ask encodes a job for a program that calls work.Serve, and decodes its answer.
// The contents of its files go beside it.
func Ask(j Job, call func(job []byte, list []content.File) ([]byte, error)) (Output, error) {
	var a Output
	list := j.Files
	j.Files = content.Names(list)
	data, err := call(wire.Append(nil, &j), list)
	if err == nil {
		err = wire.Decode(data, &a)
	}
	switch {
	case err != nil || a.Failure == "":
	case a.Recognition != nil:
		err = &content.Question{Text: a.Failure, Found: a.Recognition}
	default:
		err = errors.New(a.Failure)
	}
	return a, err
}
