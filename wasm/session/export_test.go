package session_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// Each export of a trained run reads back. A file of a graph has 34 nodes, 78 edges and, except geom-gcn, the split. The weights have at
// least six arrays, with the probabilities among them. The archive for PyTorch Geometric has the graph, and arrays of the expected shapes;
// its script reads those that are results. An unknown format is refused with a list of the formats.
func TestExportsReadBack(t *testing.T) {
	w := &simulatedHost{}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	loaded := w.do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Seed: 1},
		Focus: frame.Focus{}},
		flat.Request{Kind: flat.Step, Unit: "epoch"})[0].Graph
	for _, format := range append(graphio.WriteFormats(), "weights", "pyg") {
		r := last(t, w.do(flat.Request{Kind: flat.Export, Unit: format}))
		if r.Kind != flat.Written || len(r.Bytes) == 0 || r.What == "" {
			t.Fatalf("the export %s gives %+v, want a file", format, r)
		}
		switch format {
		case "weights":
			arrays, err := graphio.ReadNPZ(r.What, r.Bytes)
			if err != nil || len(arrays) < 6 {
				t.Fatalf("the weights have %d arrays, want at least 6; %v", len(arrays), err)
			}
			if !slices.ContainsFunc(arrays, func(a graphio.Array) bool { return a.Name == "result.probability" && len(a.Float) == 34*2 }) {
				t.Error("the weights have no array result.probability for 34 nodes and 2 classes")
			}
		case "pyg":
			files := unzip(t, r.Bytes)
			res, err := graphio.Read([]graphio.File{{Name: "graph.npz", Data: files["graph.npz"]}})
			if err != nil || res.Graph.N != 34 || len(res.Graph.Edges) != 78 || len(res.Splits) != 1 {
				t.Fatalf("the graph of the archive is %+v, %v", res, err)
			}
			arrays, err := graphio.ReadNPZ("weights.npz", files["weights.npz"])
			if err != nil {
				t.Fatal(err)
			}
			// The shape of each array and whether it has integers, such as "[34] true". load_graph.py needs these names and shapes.
			shapes := map[string]string{}
			for _, a := range arrays {
				shapes[a.Name] = fmt.Sprint(a.Shape, len(a.Int) > 0)
			}
			for name, want := range map[string]string{"result.epoch": "[1] true", "result.prediction": "[34] true",
				"result.probability": "[34 2] false",
				"result.maps":        "[78 2 4 4] false", "encoder.weight": "[35 64] false", "map.weight": "[4 4] false"} {
				if shapes[name] != want {
					t.Errorf("%s is %s, want %s", name, shapes[name], want)
				}
				script, short := string(files["load_graph.py"]), strings.TrimPrefix(name, "result.")
				isResult := short != name // the script may omit "result."
				isRead := strings.Contains(script, `"`+short) || strings.Contains(script, name)
				if isResult && !isRead {
					t.Errorf("the script does not read %s", name)
				}
			}
		default:
			res, err := graphio.Read([]graphio.File{{Name: r.What, Data: r.Bytes}})
			if err != nil || res.Graph.N != 34 || len(res.Graph.Edges) != 78 {
				t.Errorf("the file of the export %s gives another graph, %v", format, err)
				continue
			}
			// Every format has the split, except the two text files of Geom-GCN.
			want := [][]int{loaded.Train, loaded.Val, loaded.Test}
			if format == "geom-gcn" {
				want = nil
			}
			var got [][]int
			for _, s := range res.Splits {
				got = [][]int{s.Train, s.Val, s.Test}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("the file of the export %s has the split %v, want %v", format, got, want)
			}
		}
	}
	if r := last(t, w.do(flat.Request{Kind: flat.Export, Unit: "doc"})); r.Kind != flat.Failed || !strings.Contains(r.Message, "graphml") {
		t.Errorf("the unknown format doc gives %+v, want an error with the formats", r)
	}
}

// unzip returns the contents of the files of a zip archive by name.
func unzip(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
