package graph

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// rankOf returns the rank modulo 2 of the cycles in list, by elimination. A cycle in list has
// its nodes in order. It becomes a row with a boolean for each edge.
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
	// Each edge eliminates one row at most.
	for e := range g.Edges {
		p := slices.IndexFunc(rows, func(r []bool) bool { return r[e] })
		if p < 0 {
			continue
		}
		pivot := rows[p]
		rows = slices.Delete(rows, p, p+1)
		rank++
		for _, r := range rows {
			if r[e] {
				for k := range r {
					r[k] = r[k] != pivot[k]
				}
			}
		}
	}
	return rank
}

// TestCycleBasisIsShortest checks that the basis has as many independent cycles as gonum's
// (Paton's algorithm), in ascending length. treeBasis has as many independent cycles, too. On
// graphs of at most 12 nodes the total length of the basis is that of a greedy choice among all
// cycles, short ones first. Such a choice is a shortest basis.
func TestCycleBasisIsShortest(t *testing.T) {
	for _, spec := range []string{"karate", "sbm:n=60,classes=3,degree=4,seed=2", "sbm:n=12,classes=2,degree=4,seed=3", "ring:n=9",
		"barbell"} {
		g, err := Builtin(spec)
		if err != nil {
			g, err = Generate(spec)
		}
		if err != nil {
			t.Fatal(spec, err)
		}
		list, shortest := g.CycleBasis()
		gonumGraph := simple.NewUndirectedGraph()
		for i := range g.N {
			gonumGraph.AddNode(simple.Node(i))
		}
		for _, e := range g.Edges {
			gonumGraph.SetEdge(simple.Edge{F: simple.Node(e.I), T: simple.Node(e.J)})
		}
		paton := topo.UndirectedCyclesIn(gonumGraph)
		if !shortest {
			t.Fatalf("%s: the basis is not reported as a shortest one", spec)
		}
		if len(list) != len(paton) || len(list) != g.CycleRank() || rankOf(t, g, list) != len(list) {
			t.Fatalf("%s: %d cycles of rank %d, want %d by CycleRank and %d of gonum", spec, len(list), rankOf(t, g, list), g.CycleRank(),
				len(paton))
		}
		if tree := g.treeBasis(g.Adjacency(), make([]uint64, len(g.Edges))); len(tree) != len(list) || rankOf(t, g, tree) != len(list) {
			t.Errorf("%s: treeBasis has %d cycles of rank %d, want %d", spec, len(tree), rankOf(t, g, tree), len(list))
		}
		if !slices.IsSortedFunc(list, func(a, b []int) int { return len(a) - len(b) }) {
			t.Errorf("%s: the cycles do not ascend", spec)
		}
		if g.N > 12 {
			continue // too many cycles to list
		}
		// best has each cycle, by length, that is independent of the cycles before it.
		all := allCycles(g)
		slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
		var best [][]int
		for _, c := range all {
			if rankOf(t, g, append(slices.Clone(best), c)) > len(best) {
				best = append(best, c)
			}
		}
		totalLength := func(list [][]int) (n int) {
			for _, c := range list {
				n += len(c)
			}
			return n
		}
		if len(all) < len(best) || totalLength(list) != totalLength(best) {
			t.Errorf("%s: total length %d, the least of all %d cycles is %d", spec, totalLength(list), len(all), totalLength(best))
		}
	}
}

// allCycles returns each cycle of g once: from its smallest node, toward the smaller of the two
// neighbours of this node in the cycle.
func allCycles(g *Graph) (all [][]int) {
	adj := g.Adjacency()
	// walk adds the cycles that begin with path.
	var walk func(path []int)
	walk = func(path []int) {
		for _, w := range adj.Neighbors(path[len(path)-1]) {
			closes := int(w) == path[0] && len(path) > 2
			switch {
			case closes && path[1] < path[len(path)-1]:
				all = append(all, slices.Clone(path))
			case int(w) > path[0] && !slices.Contains(path, int(w)):
				walk(append(slices.Clone(path), int(w)))
			}
		}
	}
	for i := range g.N {
		walk([]int{i})
	}
	return all
}

// TestCycleThroughOrdersNodes checks that CycleThrough puts nodes in the order of a cycle of
// the karate club. It returns an error if there is no such cycle, if a node is out of range or
// comes twice, and for fewer than 3 or more than 12 nodes. Steps refuses a pair without edge.
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
			t.Errorf("%v: %v is no cycle of %d nodes, error %v", nodes, c, len(nodes), err)
		}
	}
	for _, nodes := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 34}, {0, 11, 1}, {-1, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}} {
		if c, err := g.CycleThrough(nodes); err == nil {
			t.Errorf("%v: the cycle %v, want an error", nodes, c)
		}
	}
	if _, err := g.Steps([]int{0, 33, 1}); err == nil {
		t.Error("a walk from node 0 to node 33, which no edge joins, is accepted")
	}
}
