package session_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// TestNotesNameUntrainedClasses: the notes of a graph name the classes that the training set lacks.
func TestNotesNameUntrainedClasses(t *testing.T) {
	h := &real{}
	s := newSession(h, session.Core{Files: jobs.Do})
	told := func(gen int, split string) []string {
		h.replies = nil
		s.Post(flat.Request{Seq: gen, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Split: split}})
		s.Drain()
		for _, r := range h.replies {
			if r.Graph != nil {
				return r.Graph.Notes
			}
		}
		t.Fatal("nothing was loaded")
		return nil
	}
	lacks := func(notes []string) bool {
		return slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, "cannot be learned") })
	}
	if notes := told(1, "explicit:0-3/4-10/11-33"); !lacks(notes) { // all of Mr. Hi's side
		t.Errorf("one class alone in the training set: %q", notes)
	}
	if notes := told(2, "per-class:2"); lacks(notes) {
		t.Errorf("both classes in the training set: %q", notes)
	}
}
