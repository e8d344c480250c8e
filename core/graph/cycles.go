package graph

import (
	"cmp"
	"fmt"
	"slices"

	"sheafscope/core/rng"
)

// mostCycleWork bounds N·M of a graph whose shortest cycles are searched for; Texas has 50 000, Cora 14 million.
const mostCycleWork = 600_000

// CycleRank returns M − N + the number of components, the dimension of the space of cycles.
func (g *Graph) CycleRank() int {
	_, parts := g.Components()
	return len(g.Edges) - g.N + parts
}

// A cycleTree is a tree of shortest paths from a root: parents with their edges (−1 at the root and where nothing leads), the
// distance, and the neighbour of the root through which the path goes.
type cycleTree struct {
	parent, edge, dist, branch []int32
	tie                        []uint64
	order                      []int32
}

// tree searches from a root. Of equally short paths it takes that with the smallest sum of ties, so that each is unique and parts of
// shortest paths are shortest paths, which Horton's cycles need.
func (a *Adjacency) tree(root int, ties []uint64) *cycleTree {
	n := len(a.Ptr) - 1
	t := &cycleTree{make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n), make([]uint64, n), []int32{int32(root)}}
	for i := range n {
		t.parent[i], t.edge[i], t.dist[i] = -1, -1, -1
	}
	t.dist[root] = 0
	for k := 0; k < len(t.order); k++ {
		u := t.order[k]
		for p := a.Ptr[u]; p < a.Ptr[u+1]; p++ {
			w, e := a.Nbr[p], a.EdgeID[p]
			if t.dist[w] < 0 {
				t.dist[w] = t.dist[u] + 1
				t.order = append(t.order, w)
			} else if t.dist[w] != t.dist[u]+1 || t.tie[u]+ties[e] >= t.tie[w] {
				continue
			}
			t.parent[w], t.edge[w], t.tie[w] = u, e, t.tie[u]+ties[e]
		}
	}
	for _, w := range t.order {
		if p := t.parent[w]; p == int32(root) || p < 0 {
			t.branch[w] = w
		} else {
			t.branch[w] = t.branch[p]
		}
	}
	return t
}

// cycle returns the nodes of the cycle through an edge that joins two branches, beginning with the smallest and going on to the
// smaller one of its neighbours.
func (t *cycleTree) cycle(e Edge) []int {
	up := func(i, to int32) (path []int) {
		for ; i != to; i = t.parent[i] {
			path = append(path, int(i))
		}
		return path
	}
	meet, x, y := int32(0), e.I, e.J
	for x != y { // the deepest node above both
		if t.dist[x] >= t.dist[y] {
			x = t.parent[x]
		} else {
			y = t.parent[y]
		}
	}
	meet = x
	left, right := up(e.I, meet), up(e.J, meet)
	slices.Reverse(right)
	return turnedFirst(append(append(left, int(meet)), right...))
}

// turnedFirst returns a cycle that begins with its smallest node and goes on to the smaller one of its neighbours.
func turnedFirst(c []int) []int {
	k := slices.Index(c, slices.Min(c))
	c = slices.Concat(c[k:], c[:k])
	if len(c) > 2 && c[1] > c[len(c)-1] {
		slices.Reverse(c[1:])
	}
	return c
}

// CycleBasis returns cycles of which every other one is a sum modulo 2, by their nodes, short ones first. With shortest their total
// length is the least there is: Horton's cycles, a tree of shortest paths from each node and an edge between two of its branches, are
// taken by length while they are independent (Horton 1987). Of graphs with N·M over some bound they are those of one tree in each
// component.
func (g *Graph) CycleBasis() (list [][]int, shortest bool) {
	rank, a := g.CycleRank(), g.Adjacency()
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

// treeBasis closes each edge beside a tree of shortest paths.
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
			if t.dist[ends.I] >= 0 && int(t.edge[ends.I]) != e && int(t.edge[ends.J]) != e {
				c := t.cycle(ends)
				byLength[len(c)] = append(byLength[len(c)], c)
			}
		}
	}
	return slices.Concat(byLength...)
}

// hortonBasis is CycleBasis for small graphs.
func (g *Graph) hortonBasis(a *Adjacency, ties []uint64, rank int) (list [][]int) {
	type candidate struct{ root, edge int32 }
	byLength := make([][]candidate, 2*g.N+2)
	trees := make([]*cycleTree, g.N)
	for root := range g.N {
		t := a.tree(root, ties)
		trees[root] = t
		for e, ends := range g.Edges {
			x, y := ends.I, ends.J
			if t.dist[x] < 0 || int(t.edge[x]) == e || int(t.edge[y]) == e || t.branch[x] == t.branch[y] {
				continue
			}
			n := t.dist[x] + t.dist[y] + 1
			byLength[n] = append(byLength[n], candidate{int32(root), int32(e)})
		}
	}
	words := (len(g.Edges) + 63) / 64
	pivots := make([][]uint64, len(g.Edges)) // by the first edge of a row
	for _, c := range slices.Concat(byLength...) {
		if len(list) == rank {
			break
		}
		t, row := trees[c.root], make([]uint64, words)
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

// reduce eliminates a row of bits by those before it, and keeps and reports one that they do not make.
func reduce(row []uint64, pivots [][]uint64) bool {
	for e := range pivots {
		if row[e/64]>>(e%64)&1 == 0 {
			continue
		}
		if pivots[e] == nil {
			pivots[e] = row
			return true
		}
		for k, w := range pivots[e] {
			row[k] ^= w
		}
	}
	return false
}

// Most and least number of nodes of a cycle that is searched for among chosen nodes.
const (
	LeastCycle = 3
	MostCycle  = 12
)

// CycleThrough returns a cycle through all of some nodes and no others, in the order in which they follow each other: as they are
// named where neighbours are, else the first that a search finds. It fails where there is none.
func (g *Graph) CycleThrough(nodes []int) ([]int, error) {
	n := len(nodes)
	if n < LeastCycle || n > MostCycle {
		return nil, fmt.Errorf("a cycle here has %d to %d nodes, not %d", LeastCycle, MostCycle, n)
	}
	joined := func(i, j int) bool { _, ok := g.edgeBetween(i, j); return ok }
	for k, i := range nodes {
		if i < 0 || i >= g.N || slices.Contains(nodes[:k], i) {
			return nil, fmt.Errorf("node %d is none of 0 to %d, or comes twice", i, g.N-1)
		}
	}
	path, used := []int{nodes[0]}, make([]bool, n)
	used[0] = true
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

// edgeBetween returns the edge that joins two nodes.
func (g *Graph) edgeBetween(i, j int) (e int, ok bool) {
	return slices.BinarySearchFunc(g.Edges, Edge{I: int32(min(i, j)), J: int32(max(i, j))}, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J))
	})
}

// A Step of a walk goes over an edge, from its first end to the second, or Back.
type Crossing struct {
	Edge int
	Back bool
}

// Steps returns the walk round a cycle, which begins and ends at its first node; it fails where two neighbours are not joined.
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
