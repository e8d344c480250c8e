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

// The notes of a graph say that a class cannot be learned if the training set lacks this class. With both classes in the training set no
// note says so.
func TestNotesNameUntrainedClasses(t *testing.T) {
	h := &plainHost{}
	s := newSession(h, session.Core{Files: jobs.Do})
	// notes returns the notes of the karate club with a split.
	notes := func(seq int, split string) []string {
		h.replies = nil
		s.Post(flat.Request{Seq: seq, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Split: split}})
		s.Drain()
		for _, r := range h.replies {
			if r.Graph != nil {
				return r.Graph.Notes
			}
		}
		t.Fatalf("the split %s loads no graph", split)
		return nil
	}
	// lacksClass reports whether a note says that a class cannot be learned.
	lacksClass := func(list []string) bool {
		return slices.ContainsFunc(list, func(n string) bool { return strings.Contains(n, "cannot be learned") })
	}
	if list := notes(1, "explicit:0-3/4-10/11-33"); !lacksClass(list) { // the nodes 0 to 3 are all of Mr. Hi's side
		t.Errorf("with one class in the training set the notes are %q, want one about the other class", list)
	}
	if list := notes(2, "per-class:2"); lacksClass(list) {
		t.Errorf("with both classes in the training set the notes are %q, want none about a class", list)
	}
}
