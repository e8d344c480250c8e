// Package files defines the worker's jobs on the contents of files: reading a graph in any format, writing a graph with results or weights,
// hashing, and evaluating a formula. Package work does the jobs. In the browser it is a program of its own (wasm/filesprogram), which the
// worker loads with the first job: its code is a third of a program and is rarely needed at the start.
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
	Hash    = "hash"    // Files, one: compute its SHA-256
	Write   = "write"   // Format, Graph, Extra: write a graph with results
	Arrays  = "arrays"  // Format, Arrays: write an npz file
	Loader  = "loader"  // Format, Graph, Split, Arrays: write them with a script for PyTorch Geometric
	Formula = "formula" // Formula: the graph with the classes and features of a formula
)

// Job is a job on files.
type Job struct {
	Kind       string
	Files      []content.File
	Correction string         // the user's description of the files, for content.ParseCorrection
	Model      string         // model for which weights are read, "" for any
	Known      []int64        // lengths in bytes of files whose SHA-256 is computed
	Format     string         // of a written graph, or name of another written file
	Graph      *graph.Graph   // to be written
	Split      graph.Split    // of Graph
	Extra      *content.Extra // results
	Arrays     []content.Array
	Formula    formula.Given // of the graph
}

// Output is the result of a job.
type Output struct {
	// Results of Read; Graph also of Formula. Graph is nil for files that hold only weights.
	Graph       *graph.Graph
	Format      string
	Splits      []graph.Split
	Maps        *content.Maps        // restriction maps in the files, nil without any
	Weights     *content.Weights     // of a trained network in the files, nil without one
	Recognition *content.Recognition // interpretation of the files
	Sums        []string             // SHA-256, in hexadecimal, of unpacked files with a length in Known

	File    content.File // the written file, a zip for several
	Text    string       // result of Hash in hexadecimal
	Failure string       // reason of a failure, "" without one
}

// Doer does jobs: work.Do natively, or a call of the program for files.
type Doer func(Job) (Output, error)

// Ask does a job in another program, which calls work.Serve. It passes the encoded job to call, with the contents of its files beside it,
// and decodes the result. A failure with a recognition is a content.Question.
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
