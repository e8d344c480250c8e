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

// remote does a job as in the browser: encoded, by Serve.
func doRemotely(j files.Job) (files.Output, error) {
	return files.Ask(j, func(data []byte, list []content.File) ([]byte, error) {
		var contents [][]byte
		for _, f := range list {
			contents = append(contents, f.Data)
		}
		return jobs.Serve(data, contents), nil
	})
}

func karate(t *testing.T) (*graph.Graph, graph.Split) {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 1)
	if err != nil {
		t.Fatal(err)
	}
	return g, split
}

// A job of every kind has the same result in another program.
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
	for _, j := range list {
		want, err := jobs.Do(j)
		if err != nil {
			t.Fatalf("%s %s: %v", j.Kind, j.Format, err)
		}
		got, err := doRemotely(j)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s: %v; the answers differ", j.Kind, j.Format, err)
		}
		if j.Kind != files.Read && j.Kind != files.Hash && len(got.File.Data) == 0 && got.Graph == nil {
			t.Errorf("%s %s wrote nothing", j.Kind, j.Format)
		}
	}
}

// A graph that is written and read by another program is the same.
func TestGraphRoundTrip(t *testing.T) {
	g, _ := karate(t)
	a, err := doRemotely(files.Job{Kind: files.Write, Format: "json", Graph: g})
	if err != nil {
		t.Fatal(err)
	}
	b, err := doRemotely(files.Job{Kind: files.Read, Files: []content.File{{Name: a.File.Name, Data: a.File.Data}}})
	if err != nil {
		t.Fatal(err)
	}
	if b.Graph.N != g.N || !reflect.DeepEqual(b.Graph.Edges, g.Edges) || !reflect.DeepEqual(b.Graph.Labels, g.Labels) ||
		!reflect.DeepEqual(b.Graph.X, g.X) {
		t.Error("the graph is another one")
	}
}

// The errors of another program are the same word for word.
func TestErrorsArriveUnchanged(t *testing.T) {
	for _, j := range []files.Job{
		{Kind: "dance"},
		{Kind: files.Read, Files: []content.File{{Name: "broken.graphml", Data: []byte("<graphml><node")}}},
		{Kind: files.Write, Format: "papyrus", Graph: graph.Karate()},
	} {
		_, want := jobs.Do(j)
		_, got := doRemotely(j)
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("%s: %v, want %v", j.Kind, got, want)
		}
	}
	if a := jobs.Serve([]byte("damaged"), nil); !strings.Contains(string(a), "wire") {
		t.Errorf("a damaged job is answered by %q", a)
	}
	down := errors.New("the network is down")
	if _, err := files.Ask(files.Job{}, func([]byte, []content.File) ([]byte, error) { return nil, down }); err != down {
		t.Errorf("%v, want %v", err, down)
	}
}

// Contents of files are not copied between the caller and the reader. A reader of tables does not copy their text either.
func TestNoCopyOfAFile(t *testing.T) {
	data := bytes.Repeat([]byte("# "+strings.Repeat("a comment ", 100)+"\n0,1\n1,2\n"), 32<<10)
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
		t.Errorf("%d bytes were allocated to hash %d", n, len(data))
	}
	if n := allocated(files.Read); n > uint64(len(data))/4 {
		t.Errorf("%d bytes were allocated to read a graph of %d", n, len(data))
	}
}
