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

// loaded returns the arrays in the export for PyTorch Geometric, as kind and shape by file and name, and the script.
func exportedArrays(t *testing.T, g *graph.Graph, s graph.Split, run []graphio.Array) (arrays map[string]map[string]string, script string) {
	t.Helper()
	a, err := Do(files.Job{Kind: files.Loader, Format: "pyg", Graph: g, Split: s, Arrays: run})
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(a.File.Data), int64(len(a.File.Data)))
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
		if strings.HasSuffix(f.Name, ".py") {
			script = string(data)
			continue
		}
		arrays, err := graphio.ReadNPZ(f.Name, data)
		if err != nil {
			t.Fatal(err)
		}
		arrays[f.Name] = map[string]string{}
		for _, a := range arrays {
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

// The archive has every file and array that the script reads, in the expected kind and shape.
func TestLoaderReadsWhatIsWritten(t *testing.T) {
	g := graph.Karate()
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
		t.Errorf("graph.npz holds %v, want %v", arrays["graph.npz"], want)
	}
	reads := map[string]bool{}
	for _, k := range regexp.MustCompile(`graph\["(\w+)"\]`).FindAllStringSubmatch(script, -1) {
		reads[k[1]] = true
	}
	if got, all := slices.Sorted(maps.Keys(reads)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, all) {
		t.Errorf("the script reads %v of %v", got, all)
	}
	for _, name := range regexp.MustCompile(`"([\w.]+\.npz)"`).FindAllStringSubmatch(script, -1) {
		if arrays[name[1]] == nil {
			t.Errorf("the script reads %s, which is not in the archive", name[1])
		}
	}
	for _, k := range regexp.MustCompile(`run\["(result\.\w+)"\]`).FindAllStringSubmatch(script, -1) {
		if arrays["weights.npz"][k[1]] == "" {
			t.Errorf("the script reads %s, which is not in weights.npz", k[1])
		}
	}
	if strings.Contains(script, "\t") || !strings.HasPrefix(script, `"""`) || !strings.HasSuffix(script, "\n") {
		t.Error("the script is no tidy Python")
	}
}
