package graph

import (
	"reflect"
	"testing"
)

// TestOrientKeepsGivenOrders: edges keep the orders in which they were given, with repetitions, undirected entries and self-loops.
func TestOrientKeepsGivenOrders(t *testing.T) {
	given := []Edge{{2, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {3, 1}, {2, 3}}
	g := New("g", 4, given)
	if g.Entries() != 8 || g.Direction(1) != Both {
		t.Fatalf("undirected: %d entries, direction %d", g.Entries(), g.Direction(1))
	}
	g.Orient(given, nil)
	// (0,1) both ways, (0,2) from 2, (1,3) from 3, (2,3) from 2.
	if want := []Direction{Both, Backward, Backward, Forward}; !reflect.DeepEqual(g.Directions, want) || g.Entries() != 5 {
		t.Errorf("directions %v, want %v, %d entries", g.Directions, want, g.Entries())
	}
	if from, to, two := g.Entry(1); from != 2 || to != 0 || two {
		t.Errorf("entry %d → %d, both %v", from, to, two)
	}
	oneWay := make([]bool, len(given))
	oneWay[5] = true
	g.Orient(given, oneWay)
	if want := []Direction{Both, Both, Backward, Both}; !reflect.DeepEqual(g.Directions, want) {
		t.Errorf("one one-way edge: %v, want %v", g.Directions, want)
	}
	oneWay[5] = false
	if g.Orient(given, oneWay); g.Directions != nil {
		t.Errorf("no one-way edge: %v", g.Directions)
	}
}

// TestEditsKeepDirections: edges of the base keep their directions under renumbering, added edges have both.
func TestEditsKeepDirections(t *testing.T) {
	given := []Edge{{1, 0}, {1, 2}, {3, 2}, {3, 1}}
	base := New("g", 4, given)
	base.Orient(given, nil)
	base.setLabels([]int{0, 1, 0, 1}, nil)
	e := Edits{Gone: []int{0}, Join: [][2]int{{2, 4}}, Add: [][3]int{{1, 0, 0}}}
	g, _, _, err := e.Outline(base, Split{})
	if err != nil {
		t.Fatal(err)
	}
	// Nodes 1, 2, 3, 4 are now 0, 1, 2, 3.
	if want := []Edge{{0, 1}, {0, 2}, {1, 2}, {1, 3}}; !reflect.DeepEqual(g.Edges, want) {
		t.Fatalf("edges %v", g.Edges)
	}
	if want := []Direction{Forward, Backward, Backward, Both}; !reflect.DeepEqual(g.Directions, want) {
		t.Errorf("directions %v, want %v", g.Directions, want)
	}
}
