package session_test

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
)

// TestEditedGraphKeepsItsBase: an edited graph trains and exports, and its Base is the graph without edits.
func TestEditedGraphKeepsItsBase(t *testing.T) {
	plain, err := session.Core{Files: jobs.Do}.Source(recipe.Setup{Graph: "karate"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := &graph.Edits{Add: [][3]int{{1, 5, 6}}, Gone: []int{3}, Cut: [][2]int{{0, 1}}, Join: [][2]int{{0, 34}}}
	s, err := session.Core{Files: jobs.Do}.Source(recipe.Setup{Graph: "karate", Edits: e}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Graph.N != 34 || s.IDs[3] != 4 || s.IDs[33] != 34 || s.Base == nil || !reflect.DeepEqual(s.Base.Graph, plain.Graph) ||
		!reflect.DeepEqual(s.Base.Split, plain.Split) {
		t.Fatalf("edited source: %+v", s)
	}
	run, err := session.Core{Files: jobs.Do}.Run(s)
	if err != nil {
		t.Fatal(err)
	}
	for run.Epoch() == 0 {
		run.StepInner()
	}
	if f := run.Frame(frame.Focus{}, frame.Once{}); f.N != 34 || len(f.Pred) != 34 {
		t.Errorf("a frame of %d nodes", f.N)
	}
	for _, what := range append(graphio.WriteFormats(), "weights", "pyg") {
		if f, err := run.Write(what); err != nil || len(f.Data) == 0 {
			t.Errorf("export %s: %v", what, err)
		}
	}
	// The wire format carries edits.
	var back recipe.Setup
	if err := wire.Decode(wire.Append(nil, recipe.Setup{Graph: "karate", Edits: e}), &back); err != nil ||
		!reflect.DeepEqual(back.Edits, e) {
		t.Errorf("sent and received: %+v, %v", back.Edits, err)
	}
}

// TestDrawnGraphHasSplits: a drawn graph has a training and a test set by every kind of split; an empty canvas is refused.
func TestDrawnGraphHasSplits(t *testing.T) {
	base, e := graph.Blank(), graph.Edits{}
	var err error
	for i := range 6 {
		if e, err = e.AddNode(base, i%2, i, i); err != nil {
			t.Fatal(err)
		}
	}
	if e, err = e.AddEdge(base, 0, 1); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"", "per-class:1", "random:0.5,0.25,0.25"} {
		s, err := session.Core{Files: jobs.Do}.Source(recipe.Setup{Graph: "blank", Edits: &e, Split: spec}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Split.Train) == 0 || len(s.Split.Test) == 0 {
			t.Errorf("split %q: %+v", spec, s.Split)
		}
		if _, err := (session.Core{Files: jobs.Do}).Run(s); err != nil {
			t.Errorf("split %q: %v", spec, err)
		}
	}
	if _, err := (session.Core{Files: jobs.Do}).Source(recipe.Setup{Graph: "blank"}, nil); err == nil || !strings.Contains(err.Error(),
		"canvas") {
		t.Errorf("an empty canvas: %v", err)
	}
	if _, err := (session.Core{Files: jobs.Do}).Source(recipe.Setup{Graph: "blank", Edits: &graph.Edits{Gone: []int{1}}}, nil); err == nil {
		t.Error("wrong edits were taken")
	}
}
