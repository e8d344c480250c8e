package graph

import (
	"reflect"
	"testing"
)

// TestOrientKeepsGivenOrders checks Direction and Entries after Orient, against directions
// by hand. Forward is from the smaller node. The given pairs have a repeated pair, an edge in
// both orders and a self-loop, which is ignored. If only one pair is one-way, all other edges
// have both directions. If no pair is one-way, Directions is nil.
func TestOrientKeepsGivenOrders(t *testing.T) {
	given := []Edge{{2, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {3, 1}, {2, 3}}
	g := New("g", 4, given)
	if g.Entries() != 8 || g.Direction(1) != Both {
		t.Fatalf("undirected: %d entries, direction %d of edge 1, want 8 and %d", g.Entries(), g.Direction(1), Both)
	}
	g.Orient(given, nil)
	// (0,1) both ways, (0,2) from 2, (1,3) from 3, (2,3) from 2.
	if want := []Direction{Both, Backward, Backward, Forward}; !reflect.DeepEqual(g.Directions, want) || g.Entries() != 5 {
		t.Errorf("directions %v with %d entries, want %v with 5", g.Directions, g.Entries(), want)
	}
	if from, to, both := g.Entry(1); from != 2 || to != 0 || both {
		t.Errorf("edge 1 goes from %d to %d, both ways: %v, want from 2 to 0 only", from, to, both)
	}
	oneWay := make([]bool, len(given))
	oneWay[5] = true // the pair (3, 1)
	g.Orient(given, oneWay)
	if want := []Direction{Both, Both, Backward, Both}; !reflect.DeepEqual(g.Directions, want) {
		t.Errorf("one one-way edge: %v, want %v", g.Directions, want)
	}
	oneWay[5] = false
	g.Orient(given, oneWay)
	if g.Directions != nil {
		t.Errorf("no one-way edge: directions %v, want nil", g.Directions)
	}
}

// TestEditsKeepDirections checks that edges of the base keep their directions when a node
// is deleted and the others get new numbers. An added edge has both directions.
func TestEditsKeepDirections(t *testing.T) {
	given := []Edge{{1, 0}, {1, 2}, {3, 2}, {3, 1}}
	base := New("g", 4, given)
	base.Orient(given, nil)
	base.setLabels([]int{0, 1, 0, 1}, nil)
	// Node 0 is deleted. Node 4 is added, with class 1 at the place (0, 0), and joined to node 2.
	e := Edits{Gone: []int{0}, Join: [][2]int{{2, 4}}, Add: [][3]int{{1, 0, 0}}}
	g, _, _, err := e.Outline(base, Split{})
	if err != nil {
		t.Fatal(err)
	}
	// Nodes 1, 2, 3, 4 are now 0, 1, 2, 3.
	if want := []Edge{{0, 1}, {0, 2}, {1, 2}, {1, 3}}; !reflect.DeepEqual(g.Edges, want) {
		t.Fatalf("edges %v, want %v", g.Edges, want)
	}
	if want := []Direction{Forward, Backward, Backward, Both}; !reflect.DeepEqual(g.Directions, want) {
		t.Errorf("directions %v, want %v", g.Directions, want)
	}
}
