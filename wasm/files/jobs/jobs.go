// Package jobs does the jobs of package files. A native program calls [Do]. In the browser the program for files calls [Serve].
package jobs

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/files"
	"sheafscope/wasm/wire"
)

// Do does a job of package files. If the interpretation of the files needs a decision of the user, the error is a content.Question. An
// unknown kind of job is also an error.
func Do(j files.Job) (a files.Output, err error) {
	// The jobs that write files set written, which bundle packs below.
	var written []graphio.File
	switch j.Kind {
	case files.Read:
		return read(j)
	case files.Hash:
		a.Text = sum(j.Files[0].Data)
		return a, nil
	case files.Formula:
		a.Graph, err = formula.Apply(j.Graph, j.Formula)
		return a, err
	case files.Write:
		written, err = graphio.WriteWith(j.Graph, j.Extra, j.Format)
	case files.Arrays:
		var b bytes.Buffer
		err = graphio.WriteNPZ(&b, j.Arrays) // checked after the switch
		written = []graphio.File{{Name: j.Format + ".npz", Data: b.Bytes()}}
	case files.Loader:
		var graphFile, weightFile bytes.Buffer
		err = graphio.WriteGraphNPZ(&graphFile, forTensors(j.Graph), []graph.Split{j.Split})
		if err == nil {
			err = graphio.WriteNPZ(&weightFile, j.Arrays)
		}
		written = []graphio.File{{Name: "graph.npz", Data: graphFile.Bytes()}, {Name: "weights.npz", Data: weightFile.Bytes()},
			{Name: "load_graph.py", Data: []byte(loadScript)}}
	default:
		err = fmt.Errorf("files: no job is called %q", j.Kind)
	}
	if err != nil {
		return files.Output{}, err
	}
	a.File, err = bundle(written, j.Format)
	return a, err
}

// read does a job files.Read. The output has the SHA-256 of each unpacked file whose length is in j.Known. If the files need a decision of
// the user, the error is a content.Question. Any other error comes from the text of the correction or from the reader.
func read(j files.Job) (a files.Output, err error) {
	correction, err := content.ParseCorrection(j.Correction)
	if err != nil {
		return a, fmt.Errorf("the correction of the files: %w", err)
	}
	r, err := graphio.Reader{Decode: decode, Model: j.Model}.ReadAs(j.Files, correction)
	var failure *graphio.Error
	needsDecision := errors.As(err, &failure) && failure.Found != nil
	if needsDecision {
		return a, &content.Question{Text: err.Error(), Found: failure.Found}
	}
	if err != nil {
		return a, err
	}
	a.Graph, a.Format, a.Splits, a.Maps = r.Graph, r.Format, r.Splits, r.Maps
	a.Recognition, a.Weights = r.Recognition, r.Weights
	// Only files of a known length can be files of a public data set.
	for _, f := range r.Files {
		if slices.Contains(j.Known, int64(len(f.Data))) {
			a.Sums = append(a.Sums, sum(f.Data))
		}
	}
	return a, nil
}

// sum returns the SHA-256 of data in hexadecimal.
func sum(data []byte) string {
	s := sha256(data)
	return hex.EncodeToString(s[:])
}

// bundle returns the only file of a list of length 1. It packs any other list into a zip file, which is called name + ".zip".
func bundle(list []graphio.File, name string) (content.File, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range list {
		w, err := z.Create(f.Name)
		if err == nil {
			_, err = w.Write(f.Data)
		}
		if err != nil {
			return content.File{}, err
		}
	}
	if err := z.Close(); err != nil {
		return content.File{}, err
	}
	return content.File{Name: name + ".zip", Data: b.Bytes()}, nil
}

// Serve does an encoded job, given the contents of its files, and returns the encoded output. An error becomes the output's Failure. The
// interpretation in a content.Question becomes the output's Recognition.
func Serve(data []byte, contents [][]byte) []byte {
	var output files.Output
	j, err := decodeJob(data, contents)
	if err == nil {
		output, err = Do(j)
	}
	if err != nil {
		output = files.Output{Failure: err.Error()}
		var question *content.Question
		if errors.As(err, &question) {
			output.Recognition = question.Found
		}
	}
	return wire.Append(nil, &output)
}

// decodeJob decodes a job and adds the contents to its files. It returns an error if data is no job, or if the job has more or fewer files
// than contents has elements.
func decodeJob(data []byte, contents [][]byte) (j files.Job, err error) {
	if err := wire.Decode(data, &j); err != nil {
		return j, err
	}
	if len(contents) != len(j.Files) {
		return j, fmt.Errorf("%d files came for %d names", len(contents), len(j.Files))
	}
	for k := range contents {
		j.Files[k].Data = contents[k]
	}
	return j, nil
}

// forTensors returns a graph without names of nodes, classes and features, which tensors cannot hold. It is also without directions: the
// run has none, and loadScript reads the array "edges", which WriteGraphNPZ writes only for a graph without directions.
func forTensors(g *graph.Graph) *graph.Graph {
	plain := *g
	plain.NodeNames, plain.ClassNames, plain.FeatureNames, plain.Directions = nil, nil, nil, nil
	return &plain
}
