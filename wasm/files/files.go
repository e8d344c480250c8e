// Package files defines the worker's jobs on the contents of files: reading a graph in any format, writing a graph with results or weights,
// hashing, and evaluating a formula. Package jobs does the jobs.
//
// In the browser package jobs is a separate program (wasm/filesprogram), which the worker loads with the first job. Without package jobs
// the program of the page is a third smaller, and most pages start without a job.
package files

import (
	"errors"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/wire"
)

// Kinds of jobs, each with the fields of Job that it reads.
const (
	Read    = "read"    // Files, Correction, Model, Known: read a graph
	Hash    = "hash"    // Files: compute the SHA-256 of the only file
	Write   = "write"   // Format, Graph, Extra: write a graph with results
	Arrays  = "arrays"  // Format, Arrays: write an npz file
	Loader  = "loader"  // Format, Graph, Split, Arrays: write graph and arrays with a script for PyTorch Geometric
	Formula = "formula" // Graph, Formula: return the graph with the classes and features of a formula
)

// Job is a job on files. Its Kind decides which of the other fields the job reads.
type Job struct {
	Kind       string
	Files      []content.File
	Correction string          // the user's description of the files, in the syntax of content.ParseCorrection
	Model      string          // model whose weights are read, "" for any model
	Known      []int64         // lengths in bytes; Read computes the SHA-256 of a file with one of these lengths
	Format     string          // Write: format of the graph, and name of a zip; Arrays, Loader: name of the file; no name has an extension
	Graph      *graph.Graph    // graph to write, or graph of the formula
	Split      graph.Split     // split of Graph
	Extra      *content.Extra  // results of a run, which are written with Graph
	Arrays     []content.Array // arrays of numbers or texts, which are written as npz
	Formula    formula.Given   // formula for the classes and features of Graph
}

// Output is the result of a job.
type Output struct {
	// The fields from Graph to Sums are the results of Read. Graph is nil for files that hold only weights. The job Formula also sets
	// Graph.
	Graph       *graph.Graph
	Format      string               // recognised file format
	Splits      []graph.Split        // splits in the files
	Maps        *content.Maps        // restriction maps in the files, nil if the files have none
	Weights     *content.Weights     // weights of a trained network in the files, nil if the files have none
	Recognition *content.Recognition // interpretation of the files, also of files that the user must correct
	Sums        []string             // SHA-256, in hexadecimal, of the unpacked files whose length is in Known

	File    content.File // the written file; several files are packed into a zip
	Text    string       // result of Hash, in hexadecimal
	Failure string       // reason of a failure, "" after a success
}

// Doer does jobs. In a native program it is jobs.Do. In the browser it is a call of the program for files.
type Doer func(Job) (Output, error)

// Ask does a job in another program, which calls jobs.Serve. It passes the encoded job and the contents of its files to call, and decodes
// the result. A Failure with a Recognition is returned as a content.Question, and any other Failure as an error with its text. An error of
// call, or of decoding, is returned unchanged.
func Ask(j Job, call func(job []byte, list []content.File) ([]byte, error)) (Output, error) {
	var a Output
	list := j.Files
	j.Files = content.Names(list) // the contents pass beside the job
	data, err := call(wire.Append(nil, &j), list)
	if err == nil {
		err = wire.Decode(data, &a)
	}
	switch {
	case err != nil: // the other program did not return a readable result
		return a, err
	case a.Failure == "":
		return a, nil
	case a.Recognition != nil:
		return a, &content.Question{Text: a.Failure, Found: a.Recognition}
	}
	return a, errors.New(a.Failure)
}
