package session_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// parametersOf returns the arrays of a file of weights by name, without the results of its run.
func parametersOf(t *testing.T, file content.File) map[string][]float64 {
	t.Helper()
	arrays, err := graphio.ReadNPZ(file.Name, file.Data)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]float64{}
	for _, a := range arrays {
		if !strings.HasPrefix(a.Name, "result.") {
			out[a.Name] = a.Float
		}
	}
	return out
}

// Exported weights of four runs reopen on their graph with the model and the parameters of the run, although the recipe has another seed
// and other settings. On another graph, and with settings of another shape, the error names the file. A job of the laboratory starts from
// random weights. A graph in place of a network is an error.
func TestExportedWeightsReopen(t *testing.T) {
	build := session.Core{Files: jobs.Do}
	// weights returns the weights of a new run. With files, the source must have their network, which a forward pass has evaluated.
	weights := func(setup recipe.Setup, files []content.File) (content.File, error) {
		source, err := build.Source(setup, files)
		if err != nil {
			return content.File{}, err
		}
		if files != nil {
			n := source.Network
			if n == nil || n.Model != source.Config.Model || n.Position < 1 {
				t.Errorf("%+v: the network of the files is %+v", setup, n)
			}
		}
		run, err := build.Run(source)
		if err != nil {
			return content.File{}, err
		}
		return run.Write("weights")
	}
	for _, setup := range []recipe.Setup{{Graph: "karate", Settings: map[string]string{"d": "3", "channels": "4"}},
		{Graph: "karate", Settings: map[string]string{"reading": "code"}}, {Graph: "karate", Model: "gat"},
		{Graph: "karate", Model: "nsd-orth", Settings: map[string]string{"d": "2", "edge_weights": "1"}}} {
		setup.Seed = 5
		file, err := weights(setup, nil)
		if err != nil {
			t.Fatal(err)
		}

		// Reopened. The recipe still has settings of a former run, which must not matter.
		file.Name = "weights.npz"
		given := recipe.Setup{Graph: "file", Net: recipe.Net{Of: "karate"},
			Settings: map[string]string{"hidden": "7", "channels": "9"}}
		again, err := weights(given, []content.File{file})
		if err != nil || !reflect.DeepEqual(parametersOf(t, again), parametersOf(t, file)) {
			t.Errorf("%+v: the reopened parameters differ, %v", setup, err)
		}

		// On another graph, and with other widths.
		given.Net.Of = "sbm:n=40,classes=3"
		if _, err := weights(given, []content.File{file}); err == nil || !strings.Contains(err.Error(), "weights.npz") {
			t.Errorf("%+v on another graph gives %v, want an error with the file", setup, err)
		}
		given = recipe.Setup{Graph: "file", Model: setup.Model, Net: recipe.Net{Of: "karate", File: "weights.npz"},
			Settings: map[string]string{"hidden": "3", "channels": "3", "head": "mlp"}}
		if setup.Settings["reading"] == "code" { // the reading stays, and only the widths differ
			given.Settings["reading"] = "code"
		}
		if _, err := weights(given, []content.File{file}); err == nil || !strings.Contains(err.Error(), "weights.npz") {
			t.Errorf("%+v with other widths gives %v, want an error with the file", setup, err)
		}
	}

	// Untrained drops the network: a job of the laboratory starts from random weights.
	own, err := weights(recipe.Setup{Graph: "karate", Model: "gcn", Seed: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own.Name = "gcn.npz"
	job := recipe.Setup{Graph: "file", Model: "gcn", Seed: 4, Net: recipe.Net{Of: "karate", File: "gcn.npz"}}
	source, err := build.Source(job.Untrained(), []content.File{own})
	if err != nil || source.Network != nil {
		t.Fatalf("the source of a job is %+v, %v; want one without a network", source, err)
	}
	run, err := build.Run(source)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := run.Write("weights"); err != nil || reflect.DeepEqual(parametersOf(t, again), parametersOf(t, own)) {
		t.Errorf("a job starts from the weights of the file, %v", err)
	}

	// A graph in place of a network.
	edges := []content.File{{Name: "a.csv", Data: []byte("0,1\n1,2\n")}}
	_, err = weights(recipe.Setup{Graph: "file", Net: recipe.Net{Of: "karate"}}, edges)
	if err == nil || !strings.Contains(err.Error(), "holds a graph") {
		t.Errorf("a graph in place of a network gives %v, want an error", err)
	}
}

// A Read of weights without a graph fails with this reason.
func TestWeightsNeedAGraph(t *testing.T) {
	w := &simulatedHost{}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	w.do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}, Focus: frame.Focus{}})
	file := last(t, w.do(flat.Request{Kind: flat.Export, Unit: "weights"}))
	answers := w.do(flat.Request{Kind: flat.Read, Recipe: recipe.Setup{Graph: "file"},
		Files: []content.File{{Name: "w.npz", Data: file.Bytes}}})
	if a := last(t, answers); !strings.Contains(a.Message, "w.npz is a trained network without its graph") {
		t.Errorf("weights without a graph give %+v, want the reason", a)
	}
}

// The note about a network counts every node whose prediction in the file is another one: the listed nodes and the number of the others.
func TestNoteCountsAllDifferingNodes(t *testing.T) {
	build := session.Core{Files: jobs.Do}
	source, err := build.Source(recipe.Setup{Graph: "karate", Model: "gcn", Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := build.Run(source)
	if err != nil {
		t.Fatal(err)
	}
	for run.Epoch() < 1 { // there are no predictions before
		run.StepOperation()
	}
	file, err := run.Write("weights")
	if err != nil {
		t.Fatal(err)
	}
	for _, changed := range []int{0, 1, 20, 34} {
		arrays, err := graphio.ReadNPZ(file.Name, file.Data)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range arrays {
			if a.Name == "result.prediction" {
				for i := range changed {
					a.Int[i] = 99 // no class
				}
			}
		}
		written, err := jobs.Do(files.Job{Kind: files.Arrays, Arrays: arrays})
		if err != nil {
			t.Fatal(err)
		}
		written.File.Name = "w.npz"
		source, err := build.Source(recipe.Setup{Graph: "file", Net: recipe.Net{Of: "karate"}}, []content.File{written.File})
		if err != nil {
			t.Fatal(err)
		}
		note := source.Graph.Notes[0]
		_, after, _ := strings.Cut(note, "the same class for ")
		equalText, after, _ := strings.Cut(after, " of 34 nodes.")
		equal, err := strconv.Atoi(equalText)
		if err != nil || equal > 34-changed {
			t.Fatalf("%d changed predictions: the note is %q", changed, note)
		}
		list, _, _ := strings.Cut(strings.TrimPrefix(after, " Other ones:"), ".")
		named, more, _ := strings.Cut(list, " and ")
		differing := len(strings.Fields(named))
		if more != "" {
			others, err := strconv.Atoi(strings.TrimSuffix(more, " more"))
			if err != nil {
				t.Fatalf("%d changed predictions: the note is %q", changed, note)
			}
			differing += others
		}
		if differing != 34-equal {
			t.Errorf("%d changed predictions: the note has %d nodes, want %d: %q", changed, differing, 34-equal, note)
		}
	}
}
