package jobs_test

import (
	"bytes"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/core/layout"
	"sheafscope/wasm/files"
	"sheafscope/wasm/files/jobs"
)

// doRemotely does a job as in the browser, but without a worker: Ask encodes the job, and Serve decodes and does it. The contents of files
// are passed beside the encoded job.
func doRemotely(j files.Job) (files.Output, error) {
	return files.Ask(j, func(data []byte, list []content.File) ([]byte, error) {
		var contents [][]byte
		for _, f := range list {
			contents = append(contents, f.Data)
		}
		return jobs.Serve(data, contents), nil
	})
}

// karate returns the karate club with a split.
func karate(t *testing.T) (*graph.Graph, graph.Split) {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 1)
	if err != nil {
		t.Fatal(err)
	}
	return g, split
}

// Serve has the result of Do for a job of each kind, and for a Write in each format. Every job but Read and Hash gives a file or a graph.
func TestRemoteEqualsLocal(t *testing.T) {
	g, split := karate(t)
	extra := &graphio.Extra{Nodes: []graphio.Quantity{{Name: "p", Values: make([]float64, g.N)}}, Split: &split}
	text := []content.File{{Name: "a.csv", Data: []byte("source,target\na,b\nb,c\n")}}
	list := []files.Job{
		{Kind: files.Read, Files: text},
		{Kind: files.Hash, Files: text},
		{Kind: files.Formula, Graph: g, Formula: formula.Given{Lines: []string{"class = sign(x)", "feature 1 = noise + y"}, Seed: 7,
			XY: layout.Alone(g)}},
		{Kind: files.Loader, Format: "pyg", Graph: g, Split: split},
		{Kind: files.Arrays, Format: "weights", Arrays: []graphio.Array{{Name: "w", Shape: []int{2}, Float: []float64{1, 2}}}},
	}
	for _, format := range graphio.WriteFormats() {
		list = append(list, files.Job{Kind: files.Write, Format: format, Graph: g, Extra: extra})
	}

	// Each job is done locally and through Serve.
	for _, j := range list {
		want, err := jobs.Do(j)
		if err != nil {
			t.Fatalf("%s %s: %v", j.Kind, j.Format, err)
		}
		got, err := doRemotely(j)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s: the result of Serve differs from that of Do, %v", j.Kind, j.Format, err)
		}
		givesResult := j.Kind != files.Read && j.Kind != files.Hash
		if givesResult && len(got.File.Data) == 0 && got.Graph == nil {
			t.Errorf("%s %s gives neither a file nor a graph", j.Kind, j.Format)
		}
	}
}

// A graph that one job writes as JSON and another job reads keeps its number of nodes, edges, labels and features.
func TestGraphRoundTrip(t *testing.T) {
	g, _ := karate(t)
	written, err := doRemotely(files.Job{Kind: files.Write, Format: "json", Graph: g})
	if err != nil {
		t.Fatal(err)
	}
	read, err := doRemotely(files.Job{Kind: files.Read, Files: []content.File{{Name: written.File.Name, Data: written.File.Data}}})
	if err != nil {
		t.Fatal(err)
	}
	if read.Graph.N != g.N || !reflect.DeepEqual(read.Graph.Edges, g.Edges) {
		t.Errorf("the graph is read with %d nodes and the edges %v, want %d, %v", read.Graph.N, read.Graph.Edges, g.N, g.Edges)
	}
	if !reflect.DeepEqual(read.Graph.Labels, g.Labels) || !reflect.DeepEqual(read.Graph.X, g.X) {
		t.Error("the graph is read with other labels or features")
	}
}

// The errors of Do pass through Serve word for word. A damaged job is answered with an error of package wire. An error of the call
// itself is returned by Ask.
func TestErrorsArriveUnchanged(t *testing.T) {
	for _, j := range []files.Job{
		{Kind: "dance"},
		{Kind: files.Read, Files: []content.File{{Name: "broken.graphml", Data: []byte("<graphml><node")}}},
		{Kind: files.Write, Format: "papyrus", Graph: graph.Karate()},
	} {
		_, want := jobs.Do(j)
		_, got := doRemotely(j)
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("%s: the error through Serve is %v, want %v", j.Kind, got, want)
		}
	}
	if a := jobs.Serve([]byte("damaged"), nil); !strings.Contains(string(a), "wire") {
		t.Errorf("a damaged job is answered with %q, want an error of wire", a)
	}
	down := errors.New("the network is down")
	if _, err := files.Ask(files.Job{}, func([]byte, []content.File) ([]byte, error) { return nil, down }); err != down {
		t.Errorf("Ask returns %v, want %v", err, down)
	}
}

// The contents of a file are not copied between the caller and the reader: a job Hash allocates at most 1 MB. A job Read of a table
// allocates at most a quarter of its length.
func TestNoCopyOfAFile(t *testing.T) {
	// A table of 33 MB, mostly comments: its graph needs little memory, so that a copy of the file would exceed the limits.
	data := bytes.Repeat([]byte("# "+strings.Repeat("a comment ", 100)+"\n0,1\n1,2\n"), 32<<10)
	// allocated returns the bytes that a job of a kind allocates for the file.
	allocated := func(kind string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := doRemotely(files.Job{Kind: kind, Files: []content.File{{Name: "a.csv", Data: data}}}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if n := allocated(files.Hash); n > 1<<20 {
		t.Errorf("%d bytes are allocated to hash %d, want at most 1 MB", n, len(data))
	}
	if n := allocated(files.Read); n > uint64(len(data))/4 {
		t.Errorf("%d bytes are allocated to read a graph of %d, want at most a quarter", n, len(data))
	}
}
