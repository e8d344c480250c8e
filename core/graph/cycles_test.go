package graph

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// rankOf returns the rank modulo 2 of cycles, by elimination on rows of booleans.
func rankOf(t *testing.T, g *Graph, list [][]int) (rank int) {
	t.Helper()
	var rows [][]bool
	for _, c := range list {
		walk, err := g.Steps(c)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]bool, len(g.Edges))
		for _, s := range walk {
			row[s.Edge] = true
		}
		rows = append(rows, row)
	}
	for e := range g.Edges {
		at := slices.IndexFunc(rows, func(r []bool) bool { return r[e] })
		if at < 0 {
			continue
		}
		pivot := rows[at]
		rows = slices.Delete(rows, at, at+1)
		rank++
		for _, r := range rows {
			if has := r[e]; has {
				for k := range r {
					r[k] = r[k] != pivot[k]
				}
			}
		}
	}
	return rank
}

// TestCycleBasisIsShortest: the basis has as many cycles as gonum finds.
// Its total length is that of the independent cycles chosen by length among all cycles of a small graph.
func TestCycleBasisIsShortest(t *testing.T) {
	for _, spec := range []string{"karate", "sbm:n=60,classes=3,degree=4,seed=2", "sbm:n=12,classes=2,degree=4,seed=3", "ring:n=9",
		"barbell"} {
		g, err := Builtin(spec)
		if err != nil {
			if g, err = Generate(spec); err != nil {
				t.Fatal(spec, err)
			}
		}
		list, shortest := g.CycleBasis()
		other := simple.NewUndirectedGraph()
		for i := range g.N {
			other.AddNode(simple.Node(i))
		}
		for _, e := range g.Edges {
			other.SetEdge(simple.Edge{F: simple.Node(e.I), T: simple.Node(e.J)})
		}
		paton := topo.UndirectedCyclesIn(other)
		if !shortest || len(list) != len(paton) || len(list) != g.CycleRank() || rankOf(t, g, list) != len(list) {
			t.Fatalf("%s: %d cycles of rank %d, gonum has %d", spec, len(list), rankOf(t, g, list), len(paton))
		}
		if tree := g.treeBasis(g.Adjacency(), make([]uint64, len(g.Edges))); len(tree) != len(list) || rankOf(t, g, tree) != len(list) {
			t.Errorf("%s: a tree leaves %d cycles", spec, len(tree))
		}
		if !slices.IsSortedFunc(list, func(a, b []int) int { return len(a) - len(b) }) {
			t.Errorf("%s: the cycles do not ascend", spec)
		}
		if g.N > 12 {
			continue
		}
		var all, best [][]int
		var walk func(path []int)
		adj := g.Adjacency()
		walk = func(path []int) {
			for _, w := range adj.Neighbors(path[len(path)-1]) {
				switch {
				case int(w) == path[0] && len(path) > 2 && path[1] < path[len(path)-1]:
					all = append(all, slices.Clone(path))
				case int(w) > path[0] && !slices.Contains(path, int(w)):
					walk(append(slices.Clone(path), int(w)))
				}
			}
		}
		for i := range g.N {
			walk([]int{i})
		}
		slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
		for _, c := range all {
			if rankOf(t, g, append(slices.Clone(best), c)) > len(best) {
				best = append(best, c)
			}
		}
		total := func(list [][]int) (n int) {
			for _, c := range list {
				n += len(c)
			}
			return n
		}
		if len(all) < len(best) || total(list) != total(best) {
			t.Errorf("%s: total length %d, the least of all %d cycles is %d", spec, total(list), len(all), total(best))
		}
	}
}

// TestCycleThroughOrdersNodes: nodes in any order come in the order of a cycle, and without a cycle there is an error.
func TestCycleThroughOrdersNodes(t *testing.T) {
	g, err := Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	for _, nodes := range [][]int{{0, 1, 2}, {3, 0, 1, 2}, {33, 8, 0, 2, 32}} {
		c, err := g.CycleThrough(nodes)
		if err != nil {
			t.Fatal(nodes, err)
		}
		if walk, err := g.Steps(c); err != nil || len(walk) != len(nodes) {
			t.Errorf("%v: %v, %v", nodes, c, err)
		}
	}
	for _, nodes := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 34}, {0, 11, 1}, {-1, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}} {
		if c, err := g.CycleThrough(nodes); err == nil {
			t.Errorf("%v: %v", nodes, c)
		}
	}
	if _, err := g.Steps([]int{0, 33, 1}); err == nil {
		t.Error("a walk over an edge that is not there")
	}
}
