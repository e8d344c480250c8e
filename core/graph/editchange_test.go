package graph

import (
	"math/rand"
	"testing"

	"sheafscope/core/json"
)

// TestChangeNamesTheOperation: for each step of a random sequence of operations, Change returns the name of the operation.
// It returns "" for a step without a change.
func TestChangeNamesTheOperation(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	base := Karate()
	named := map[string]int{}
	for range 60 {
		e := Edits{}
		for range 40 {
			ids := e.IDs(base)
			any := func() int { return ids[rng.Intn(len(ids))] }
			next, want, err := e, "", error(nil)
			switch rng.Intn(8) {
			case 0:
				next, err = e.AddNode(base, rng.Intn(2), rng.Intn(100), rng.Intn(100))
				want = "node added"
			case 1:
				next, err = e.MoveNode(base, any(), rng.Intn(100), rng.Intn(100))
				want = "node moved"
			case 2:
				next, err = e.DeleteNodes(base, any(), any())
				want = "nodes deleted"
			case 3:
				next, err = e.AddEdge(base, any(), any())
				want = "edge added"
			case 4:
				next, err = e.DeleteEdge(base, any(), any())
				want = "edge deleted"
			case 5:
				next, err = e.SetLabel(base, rng.Intn(2), any(), any())
				want = "class changed"
			case 6:
				next, err = e.PutInto(base, rng.Intn(4), any())
				want = "set changed"
			case 7:
				next, err = e.NameClass(base, rng.Intn(2), string(rune('A'+rng.Intn(26))))
				want = "class named"
			}
			a, _ := json.Marshal(e)
			b, _ := json.Marshal(next)
			if err != nil || string(a) == string(b) {
				want, next = "", e
			}
			if got := e.Change(next); got != want {
				t.Fatalf("%s\n%s\nis called %q, want %q", a, b, got, want)
			}
			named[want]++
			e = next
		}
	}
	if len(named) != 9 {
		t.Errorf("only %v", named)
	}
}
