package jobs

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/wasm/files"
)

// exportedArrays returns the kind and shape of each array in the export for PyTorch Geometric, and the script of the export. For example,
// arrays["graph.npz"]["edges"] is "int[78 2]". run are the arrays of the trained run.
func exportedArrays(t *testing.T, g *graph.Graph, s graph.Split, run []graphio.Array) (arrays map[string]map[string]string, script string) {
	t.Helper()
	output, err := Do(files.Job{Kind: files.Loader, Format: "pyg", Graph: g, Split: s, Arrays: run})
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(output.File.Data), int64(len(output.File.Data)))
	if err != nil {
		t.Fatal(err)
	}
	arrays = map[string]map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}

		// A file is the script or a list of arrays.
		if strings.HasSuffix(f.Name, ".py") {
			script = string(data)
			continue
		}
		list, err := graphio.ReadNPZ(f.Name, data)
		if err != nil {
			t.Fatal(err)
		}
		arrays[f.Name] = map[string]string{}
		for _, a := range list {
			kind := "float"
			if a.Int != nil {
				kind = "int"
			} else if a.Bool != nil {
				kind = "bool"
			}
			arrays[f.Name][a.Name] = fmt.Sprint(kind, a.Shape)
		}
	}
	return arrays, script
}

// The archive for PyTorch Geometric has exactly the arrays of the graph that its script reads, in the expected kind and shape, also for a
// graph with directions. Each file and each result of the run that the script reads is in the archive, too. The script begins with a doc
// string, ends with a line break and has no tab.
func TestLoaderReadsWhatIsWritten(t *testing.T) {
	directed := *graph.Karate()
	directed.Directions = slices.Repeat([]graph.Direction{graph.Forward, graph.Both, graph.Backward}, len(directed.Edges)/3)
	testLoader(t, graph.Karate())
	testLoader(t, &directed)
}

// testLoader tests the archive for PyTorch Geometric of a graph.
func testLoader(t *testing.T, g *graph.Graph) {
	t.Helper()
	s, err := graph.ParseSplit(g, "random:0.5,0.2,0.2", 1)
	if err != nil {
		t.Fatal(err)
	}
	m := len(g.Edges)
	arrays, script := exportedArrays(t, g, s, []graphio.Array{
		{Name: "encoder.weight", Shape: []int{1, 2}, Float: []float64{1, 2}},
		{Name: "result.epoch", Shape: []int{1}, Int: []int64{3}},
		{Name: "result.maps", Shape: []int{m, 2, 1, 1}, Float: make([]float64, 2*m)}})
	want := map[string]string{
		"node_features": fmt.Sprint("float", []int{g.N, g.X.Cols}), "node_labels": fmt.Sprint("int", []int{g.N}),
		"edges":       fmt.Sprint("int", []int{m, 2}),
		"train_masks": fmt.Sprint("bool", []int{1, g.N}), "val_masks": fmt.Sprint("bool", []int{1, g.N}),
		"test_masks": fmt.Sprint("bool", []int{1, g.N}),
	}
	if !maps.Equal(arrays["graph.npz"], want) {
		t.Errorf("graph.npz has the arrays %v, want %v", arrays["graph.npz"], want)
	}

	// The names that the script reads: arrays of the graph, files, and results of the run.
	reads := map[string]bool{}
	for _, match := range regexp.MustCompile(`graph\["(\w+)"\]`).FindAllStringSubmatch(script, -1) {
		reads[match[1]] = true
	}
	if got, all := slices.Sorted(maps.Keys(reads)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, all) {
		t.Errorf("the script reads the arrays %v of the graph, want %v", got, all)
	}
	for _, match := range regexp.MustCompile(`"([\w.]+\.npz)"`).FindAllStringSubmatch(script, -1) {
		if arrays[match[1]] == nil {
			t.Errorf("the script reads %s, which is not in the archive", match[1])
		}
	}
	for _, match := range regexp.MustCompile(`run\["(result\.\w+)"\]`).FindAllStringSubmatch(script, -1) {
		if arrays["weights.npz"][match[1]] == "" {
			t.Errorf("the script reads %s, which is not in weights.npz", match[1])
		}
	}
	if strings.Contains(script, "\t") || !strings.HasPrefix(script, `"""`) || !strings.HasSuffix(script, "\n") {
		t.Error("the script has a tab, no doc string at its start or no line break at its end")
	}
}
