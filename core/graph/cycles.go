package graph

import (
	"cmp"
	"fmt"
	"slices"

	"sheafscope/core/rng"
)

// mostCycleWork bounds N·M for the search of shortest cycles. Texas has 50 000, Cora 14 million.
const mostCycleWork = 600_000

// CycleRank returns M − N + the number of components: the dimension of the cycle space.
func (g *Graph) CycleRank() int {
	_, parts := g.Components()
	return len(g.Edges) - g.N + parts
}

// cycleTree is a tree of shortest paths from a root, with an element for each node in every list but order.
type cycleTree struct {
	parent []int32  // next node towards the root, −1 at the root and at unreachable nodes
	edge   []int32  // edge to the parent, −1 at the root and at unreachable nodes
	dist   []int32  // distance from the root, −1 at unreachable nodes
	branch []int32  // neighbour of the root on the path to the node
	tie    []uint64 // sum of the ties of the path's edges
	order  []int32  // the reachable nodes in the order of the search
}

// tree returns the tree of shortest paths from a root. Of equally short paths it has the path with the smallest sum of ties.
// Shortest paths are then unique, and parts of shortest paths are shortest paths, as Horton's cycles require.
func (a *Adjacency) tree(root int, ties []uint64) *cycleTree {
	n := len(a.Ptr) - 1
	t := &cycleTree{parent: make([]int32, n), edge: make([]int32, n), dist: make([]int32, n), branch: make([]int32, n),
		tie: make([]uint64, n), order: []int32{int32(root)}}
	for i := range n {
		t.parent[i], t.edge[i], t.dist[i] = -1, -1, -1
	}
	t.dist[root] = 0
	// Breadth-first search: order grows while it is read.
	for k := 0; k < len(t.order); k++ {
		u := t.order[k]
		for p := a.Ptr[u]; p < a.Ptr[u+1]; p++ {
			w, e := a.Nbr[p], a.EdgeID[p]
			if t.dist[w] < 0 {
				t.dist[w] = t.dist[u] + 1
				t.order = append(t.order, w)
				// A later parent at equal distance wins only with a smaller sum of ties.
			} else if t.dist[w] != t.dist[u]+1 || t.tie[u]+ties[e] >= t.tie[w] {
				continue
			}
			t.parent[w], t.edge[w], t.tie[w] = u, e, t.tie[u]+ties[e]
		}
	}
	// Parents precede their children in order.
	for _, w := range t.order {
		if p := t.parent[w]; p == int32(root) || p < 0 {
			t.branch[w] = w
		} else {
			t.branch[w] = t.branch[p]
		}
	}
	return t
}

// cycle returns the nodes of the cycle through an edge between two branches, in the form of turnedFirst.
func (t *cycleTree) cycle(e Edge) []int {
	up := func(i, to int32) (path []int) {
		for ; i != to; i = t.parent[i] {
			path = append(path, int(i))
		}
		return path
	}
	meet, x, y := int32(0), e.I, e.J
	// The paths from both ends meet at their deepest common node.
	for x != y {
		if t.dist[x] >= t.dist[y] {
			x = t.parent[x]
		} else {
			y = t.parent[y]
		}
	}
	meet = x
	left, right := up(e.I, meet), up(e.J, meet)
	// The cycle runs up from one end and down to the other.
	slices.Reverse(right)
	return turnedFirst(append(append(left, int(meet)), right...))
}

// turnedFirst returns a cycle in normal form: from its smallest node on, towards the smaller of its neighbours.
func turnedFirst(c []int) []int {
	k := slices.Index(c, slices.Min(c))
	c = slices.Concat(c[k:], c[:k])
	// A cycle has two directions; the smaller second node decides.
	if len(c) > 2 && c[1] > c[len(c)-1] {
		slices.Reverse(c[1:])
	}
	return c
}

// CycleBasis returns a basis of the cycle space modulo 2, cycles by their nodes, short ones first.
// shortest reports that the total length is minimal.
// The candidates are Horton's cycles: two paths in a tree of shortest paths, closed by an edge between two branches of the tree.
// In the order of their lengths, each candidate that is independent of the earlier ones joins the basis (Horton 1987).
// Above the bound on N·M the basis has the cycles of one tree in each component.
func (g *Graph) CycleBasis() (list [][]int, shortest bool) {
	rank, a := g.CycleRank(), g.Adjacency()
	// Random ties of 40 bits leave room for sums over paths.
	ties := make([]uint64, len(g.Edges))
	src := rng.New(1, "cycles")
	for e := range ties {
		ties[e] = src.Uint64() >> 24
	}
	if shortest = g.N*len(g.Edges) <= mostCycleWork; shortest {
		list = g.hortonBasis(a, ties, rank)
	} else {
		list = g.treeBasis(a, ties)
	}
	return list, shortest
}

// treeBasis returns the cycles closed by the edges outside a tree of shortest paths.
func (g *Graph) treeBasis(a *Adjacency, ties []uint64) (list [][]int) {
	seen, byLength := make([]bool, g.N), make([][][]int, g.N+1)
	for root := range g.N {
		if seen[root] {
			continue
		}
		t := a.tree(root, ties)
		for _, w := range t.order {
			seen[w] = true
		}
		for e, ends := range g.Edges {
			// Each edge outside the tree closes exactly one cycle with it.
			if t.dist[ends.I] >= 0 && int(t.edge[ends.I]) != e && int(t.edge[ends.J]) != e {
				c := t.cycle(ends)
				byLength[len(c)] = append(byLength[len(c)], c)
			}
		}
	}
	return slices.Concat(byLength...)
}

// hortonBasis returns a basis of least total length.
func (g *Graph) hortonBasis(a *Adjacency, ties []uint64, rank int) (list [][]int) {
	type candidate struct{ root, edge int32 }
	// Counting by length replaces a sort: lengths are at most 2N+1.
	byLength := make([][]candidate, 2*g.N+2)
	trees := make([]*cycleTree, g.N)
	for root := range g.N {
		t := a.tree(root, ties)
		trees[root] = t
		for e, ends := range g.Edges {
			x, y := ends.I, ends.J
			// An edge inside one branch closes a cycle that avoids the root: another root has it.
			if t.dist[x] < 0 || int(t.edge[x]) == e || int(t.edge[y]) == e || t.branch[x] == t.branch[y] {
				continue
			}
			n := t.dist[x] + t.dist[y] + 1
			byLength[n] = append(byLength[n], candidate{int32(root), int32(e)})
		}
	}
	words := (len(g.Edges) + 63) / 64
	// pivots holds the independent rows by their first edge.
	pivots := make([][]uint64, len(g.Edges))
	for _, c := range slices.Concat(byLength...) {
		// No further cycle is independent.
		if len(list) == rank {
			break
		}
		t, row := trees[c.root], make([]uint64, words)
		// A cycle is a row of bits, one per edge.
		flip := func(e int32) { row[e/64] ^= 1 << (e % 64) }
		flip(c.edge)
		for _, i := range [2]int32{g.Edges[c.edge].I, g.Edges[c.edge].J} {
			for ; int(i) != int(c.root); i = t.parent[i] {
				flip(t.edge[i])
			}
		}
		if reduce(row, pivots) {
			list = append(list, t.cycle(g.Edges[c.edge]))
		}
	}
	return list
}

// reduce eliminates the pivots from a row of bits. It reports whether the row is independent of them; an independent row becomes a pivot.
func reduce(row []uint64, pivots [][]uint64) bool {
	for e := range pivots {
		if row[e/64]>>(e%64)&1 == 0 {
			continue
		}
		if pivots[e] == nil {
			// The first remaining edge of the row becomes its pivot.
			pivots[e] = row
			return true
		}
		for k, w := range pivots[e] {
			row[k] ^= w
		}
	}
	return false
}

// Limits of the number of nodes for CycleThrough.
const (
	LeastCycle = 3
	MostCycle  = 12
)

// CycleThrough returns a cycle through exactly the given nodes, in the order along the cycle.
// The given order is kept where consecutive nodes are joined. The error reports that there is no cycle.
func (g *Graph) CycleThrough(nodes []int) ([]int, error) {
	n := len(nodes)
	if n < LeastCycle || n > MostCycle {
		return nil, fmt.Errorf("a cycle here has %d to %d nodes, not %d", LeastCycle, MostCycle, n)
	}
	joined := func(i, j int) bool { _, ok := g.edgeBetween(i, j); return ok }
	for k, i := range nodes {
		// Nodes come from links and flags.
		if i < 0 || i >= g.N || slices.Contains(nodes[:k], i) {
			return nil, fmt.Errorf("node %d is none of 0 to %d, or comes twice", i, g.N-1)
		}
	}
	path, used := []int{nodes[0]}, make([]bool, n)
	used[0] = true
	// A search over at most MostCycle nodes; the given order is tested first.
	var extend func() bool
	extend = func() bool {
		if len(path) == n {
			return joined(path[n-1], path[0])
		}
		for k, i := range nodes {
			if !used[k] && joined(path[len(path)-1], i) {
				used[k], path = true, append(path, i)
				if extend() {
					return true
				}
				used[k], path = false, path[:len(path)-1]
			}
		}
		return false
	}
	if !extend() {
		return nil, fmt.Errorf("no cycle goes through these %d nodes and no others; choose neighbours that close one", n)
	}
	return path, nil
}

// edgeBetween returns the edge between two nodes; ok is false without one.
func (g *Graph) edgeBetween(i, j int) (e int, ok bool) {
	// Edges are sorted by (I, J).
	return slices.BinarySearchFunc(g.Edges, Edge{I: int32(min(i, j)), J: int32(max(i, j))}, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J))
	})
}

// Crossing is a step of a walk along an edge, from its first end to its second, or in the reverse direction if Back is true.
type Crossing struct {
	Edge int
	Back bool
}

// Steps returns the closed walk along a cycle from its first node. Consecutive nodes without an edge are an error.
func (g *Graph) Steps(cycle []int) ([]Crossing, error) {
	walk := make([]Crossing, len(cycle))
	for k, i := range cycle {
		j := cycle[(k+1)%len(cycle)]
		e, ok := g.edgeBetween(i, j)
		if !ok {
			return nil, fmt.Errorf("nodes %d and %d of the cycle are not joined", i, j)
		}
		walk[k] = Crossing{e, i > j}
	}
	return walk, nil
}
