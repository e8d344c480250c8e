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

// An edited graph trains and is exported in each format. The numbers of its nodes are those of the base and of added nodes, and its Base
// is the graph without edits. Edits pass the wire format.
func TestEditedGraphKeepsItsBase(t *testing.T) {
	plain, err := session.Core{Files: jobs.Do}.Source(recipe.Setup{Graph: "karate"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// To the 34 nodes of karate node 34 is added, and node 3 is deleted. Edge 0–1 is cut, and edge 0–34 joined.
	e := &graph.Edits{Add: [][3]int{{1, 5, 6}}, Gone: []int{3}, Cut: [][2]int{{0, 1}}, Join: [][2]int{{0, 34}}}
	s, err := session.Core{Files: jobs.Do}.Source(recipe.Setup{Graph: "karate", Edits: e}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Graph.N != 34 || s.IDs[3] != 4 || s.IDs[33] != 34 {
		t.Fatalf("the edited graph has %d nodes with the numbers %v, want 34: 0 to 34 without 3", s.Graph.N, s.IDs)
	}
	if s.Base == nil || !reflect.DeepEqual(s.Base.Graph, plain.Graph) || !reflect.DeepEqual(s.Base.Split, plain.Split) {
		t.Fatalf("the base of the edited graph is %+v, want the graph without edits", s.Base)
	}

	// One epoch of training, and the exports.
	run, err := session.Core{Files: jobs.Do}.Run(s)
	if err != nil {
		t.Fatal(err)
	}
	for run.Epoch() == 0 {
		run.StepInner()
	}
	if f := run.Frame(frame.Focus{}, frame.Once{}); f.N != 34 || len(f.Pred) != 34 {
		t.Errorf("after an epoch the frame has %d nodes and %d predictions, want 34", f.N, len(f.Pred))
	}
	for _, format := range append(graphio.WriteFormats(), "weights", "pyg") {
		if f, err := run.Write(format); err != nil || len(f.Data) == 0 {
			t.Errorf("the export %s has %d bytes, %v", format, len(f.Data), err)
		}
	}

	// Edits are encoded and decoded.
	var back recipe.Setup
	if err := wire.Decode(wire.Append(nil, recipe.Setup{Graph: "karate", Edits: e}), &back); err != nil ||
		!reflect.DeepEqual(back.Edits, e) {
		t.Errorf("the decoded edits are %+v, %v; want %+v", back.Edits, err, e)
	}
}

// A drawn graph of six nodes has a training and a test set by each kind of split, and a run. An empty canvas and the deletion of an
// unknown node are refused.
func TestDrawnGraphHasSplits(t *testing.T) {
	// Six nodes of two classes, and one edge.
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
			t.Errorf("the split %q is %+v, want a training and a test set", spec, s.Split)
		}
		if _, err := (session.Core{Files: jobs.Do}).Run(s); err != nil {
			t.Errorf("with the split %q there is no run: %v", spec, err)
		}
	}

	_, err = session.Core{Files: jobs.Do}.Source(recipe.Setup{Graph: "blank"}, nil)
	if err == nil || !strings.Contains(err.Error(), "canvas") {
		t.Errorf("an empty canvas gives %v, want an error", err)
	}
	if _, err := (session.Core{Files: jobs.Do}).Source(recipe.Setup{Graph: "blank", Edits: &graph.Edits{Gone: []int{1}}}, nil); err == nil {
		t.Error("the deletion of a node that does not exist is accepted")
	}
}
