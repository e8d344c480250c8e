package graph

import (
	"math/rand"
	"testing"

	"sheafscope/core/json"
)

// TestChangeNamesTheOperation checks that Change returns the name of the operation between
// two edits, and "" for a step without a change or with an error. It makes 60 random sequences
// of 40 operations on the karate club, in which each of the eight names and "" occur.
func TestChangeNamesTheOperation(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	base := Karate()
	named := map[string]int{}
	for range 60 {
		e := Edits{}
		for range 40 {
			ids := e.IDs(base)
			randomID := func() int { return ids[rng.Intn(len(ids))] }
			// A random operation on random nodes, with its name.
			next, want, err := e, "", error(nil)
			switch rng.Intn(8) {
			case 0:
				next, err = e.AddNode(base, rng.Intn(2), rng.Intn(100), rng.Intn(100))
				want = "node added"
			case 1:
				next, err = e.MoveNode(base, randomID(), rng.Intn(100), rng.Intn(100))
				want = "node moved"
			case 2:
				next, err = e.DeleteNodes(base, randomID(), randomID())
				want = "nodes deleted"
			case 3:
				next, err = e.AddEdge(base, randomID(), randomID())
				want = "edge added"
			case 4:
				next, err = e.DeleteEdge(base, randomID(), randomID())
				want = "edge deleted"
			case 5:
				next, err = e.SetLabel(base, rng.Intn(2), randomID(), randomID())
				want = "class changed"
			case 6:
				next, err = e.PutInto(base, rng.Intn(4), randomID())
				want = "set changed"
			case 7:
				next, err = e.NameClass(base, rng.Intn(2), string(rune('A'+rng.Intn(26))))
				want = "class named"
			}
			// An operation with an error, or without an effect, is no change.
			before, _ := json.Marshal(e)
			after, _ := json.Marshal(next)
			if err != nil || string(before) == string(after) {
				want, next = "", e
			}
			if got := e.Change(next); got != want {
				t.Fatalf("from\n%s\nto\n%s\nthe change is %q, want %q", before, after, got, want)
			}
			named[want]++
			e = next
		}
	}
	if len(named) != 9 {
		t.Errorf("the sequences have the changes %v, want 9 kinds", named)
	}
}
