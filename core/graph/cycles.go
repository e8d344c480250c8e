// This file finds a basis of the cycle space, and a cycle through given nodes, for the holonomies of package sheaf.

package graph

import (
	"fmt"
	"slices"

	"sheafscope/core/rng"
)

// mostCycleWork is the largest product N·M of the numbers of nodes and edges for which [Graph.CycleBasis] is shortest.
// It bounds the time, since a shortest basis needs a tree of shortest paths from every node. The product is 50 000 for the data set Texas.
const mostCycleWork = 600_000

// CycleRank returns the dimension of the cycle space: M − N + the number of components, for N nodes and M edges.
func (g *Graph) CycleRank() int {
	_, components := g.Components()
	return len(g.Edges) - g.N + components
}

// cycleTree is a tree of shortest paths from a root. Every list except order has an element for each node of the graph.
type cycleTree struct {
	parent []int32  // next node towards the root, −1 at the root and at unreachable nodes
	edge   []int32  // edge to the parent, −1 at the root and at unreachable nodes
	dist   []int32  // distance from the root, −1 at unreachable nodes
	branch []int32  // neighbour of the root on the path to the node, the root for the root itself, 0 at unreachable nodes
	tie    []uint64 // sum of the ties of the edges of the path
	order  []int32  // the reachable nodes in the order of the search
}

// tree returns the tree of shortest paths from a root. ties has a random number for each edge.
// Of equally short paths the tree has the path with the smallest sum of ties.
// So shortest paths are unique, and their parts are shortest paths, as Horton's cycles require (see CycleBasis).
func (a *Adjacency) tree(root int, ties []uint64) *cycleTree {
	n := len(a.Ptr) - 1
	t := &cycleTree{parent: make([]int32, n), edge: make([]int32, n), dist: make([]int32, n), branch: make([]int32, n),
		tie: make([]uint64, n), order: []int32{int32(root)}}
	for i := range n {
		t.parent[i], t.edge[i], t.dist[i] = -1, -1, -1
	}
	t.dist[root] = 0
	// Breadth-first search: t.order grows during the loop. In t.order all nodes that are one step nearer to the root precede w. So the path
	// to w is final when the loop arrives at w.
	for k := 0; k < len(t.order); k++ {
		u := t.order[k]
		for p := a.Ptr[u]; p < a.Ptr[u+1]; p++ {
			w, e := a.Nbr[p], a.EdgeID[p]
			// The path to w over u is the first path to w, or it replaces an equally short path with a larger sum of ties.
			dist, tie := t.dist[u]+1, t.tie[u]+ties[e]
			if t.dist[w] < 0 {
				t.dist[w] = dist
				t.order = append(t.order, w)
			} else if t.dist[w] != dist || tie >= t.tie[w] {
				continue
			}
			t.parent[w], t.edge[w], t.tie[w] = u, e, tie
		}
	}
	// Parents precede their children in t.order, so the branch of the parent is known.
	for _, w := range t.order {
		parent := t.parent[w]
		if parent == int32(root) || parent < 0 { // a neighbour of the root, or the root itself
			t.branch[w] = w
		} else {
			t.branch[w] = t.branch[parent]
		}
	}
	return t
}

// closedBy reports whether edge e closes a cycle, because it is outside the tree. ends are the ends of e, and must be reachable.
func (t *cycleTree) closedBy(e int, ends Edge) bool {
	return int(t.edge[ends.I]) != e && int(t.edge[ends.J]) != e
}

// cycle returns the nodes of the cycle that an edge outside the tree closes, in the normal form of turnedFirst.
// ends are the ends of the edge, and must be reachable.
func (t *cycleTree) cycle(ends Edge) []int {
	// The paths from both ends to the root meet at node x = y. At each step the node that is farther from the root moves to its parent.
	x, y := ends.I, ends.J
	for x != y {
		if t.dist[x] >= t.dist[y] {
			x = t.parent[x]
		} else {
			y = t.parent[y]
		}
	}
	meet := x
	// pathUp returns the nodes from i towards the root, without the node meet.
	pathUp := func(i int32) (path []int) {
		for ; i != meet; i = t.parent[i] {
			path = append(path, int(i))
		}
		return path
	}
	up, down := pathUp(ends.I), pathUp(ends.J)
	slices.Reverse(down)
	return turnedFirst(append(append(up, int(meet)), down...))
}

// turnedFirst returns a cycle in normal form: the smallest node is the first, and the smaller of its two neighbours is the second.
func turnedFirst(cycle []int) []int {
	k := slices.Index(cycle, slices.Min(cycle))
	turned := slices.Concat(cycle[k:], cycle[:k])
	if len(turned) > 2 && turned[1] > turned[len(turned)-1] { // the two neighbours of turned[0]
		slices.Reverse(turned[1:])
	}
	return turned
}

// CycleBasis returns a basis of the cycle space modulo 2, where an edge that occurs twice in a sum vanishes. Cycles are lists of nodes,
// and short cycles come first. shortest reports whether the total length is known to be the smallest possible.
//
// The candidates are Horton's cycles: two paths in a tree of shortest paths, closed by an edge between two branches of the tree.
// In the order of their lengths, each candidate that is independent of the earlier ones joins the basis (Horton 1987).
// If N·M exceeds [mostCycleWork], treeBasis returns another basis, and shortest is false.
func (g *Graph) CycleBasis() (list [][]int, shortest bool) {
	rank, a := g.CycleRank(), g.Adjacency()
	// A tie has 40 bits, so that the sum over a path of fewer than 2²⁴ edges does not overflow 64 bits.
	// The seed is fixed, so that the basis depends only on the graph.
	ties := make([]uint64, len(g.Edges))
	src := rng.New(1, "cycles")
	for e := range ties {
		ties[e] = src.Uint64() >> 24
	}
	if g.N*len(g.Edges) <= mostCycleWork {
		return g.hortonBasis(a, ties, rank), true
	}
	return g.treeBasis(a, ties), false
}

// treeBasis returns the cycles that the edges outside one tree of each component close, short cycles first.
func (g *Graph) treeBasis(a *Adjacency, ties []uint64) (list [][]int) {
	isReached, byLength := make([]bool, g.N), make([][][]int, g.N+1)
	for root := range g.N {
		if isReached[root] {
			continue
		}
		t := a.tree(root, ties)
		for _, w := range t.order {
			isReached[w] = true
		}
		for e, ends := range g.Edges {
			isReachable := t.dist[ends.I] >= 0 // then the edge is in the component of the root
			if isReachable && t.closedBy(e, ends) {
				cycle := t.cycle(ends)
				byLength[len(cycle)] = append(byLength[len(cycle)], cycle)
			}
		}
	}
	return slices.Concat(byLength...)
}

// hortonBasis returns a basis of least total length. rank is the number of its cycles.
func (g *Graph) hortonBasis(a *Adjacency, ties []uint64, rank int) (list [][]int) {
	// A candidate is the cycle that an edge closes in the tree of a root. Lists by length replace a sort: two paths have at most N−1 edges
	// each, so lengths are at most 2N−1.
	type candidate struct{ root, edge int32 }
	byLength := make([][]candidate, 2*g.N+2)
	trees := make([]*cycleTree, g.N)
	for root := range g.N {
		t := a.tree(root, ties)
		trees[root] = t
		for e, ends := range g.Edges {
			x, y := ends.I, ends.J
			isReachable := t.dist[x] >= 0 // and so is y, over the edge
			if !isReachable || !t.closedBy(e, ends) {
				continue
			}
			// Inside one branch, the edge closes a cycle that does not contain the root. The cycle is a candidate of another root.
			if t.branch[x] == t.branch[y] {
				continue
			}
			length := t.dist[x] + t.dist[y] + 1
			byLength[length] = append(byLength[length], candidate{int32(root), int32(e)})
		}
	}
	// A cycle is a row of bits, one for each edge. pivots has the rows of the basis, each at the index of its first edge.
	words := (len(g.Edges) + 63) / 64 // words of 64 bits, rounded up
	pivots := make([][]uint64, len(g.Edges))
	for _, c := range slices.Concat(byLength...) {
		if len(list) == rank { // no further cycle is independent
			break
		}
		t, row := trees[c.root], make([]uint64, words)
		flip := func(e int32) { row[e/64] ^= 1 << (e % 64) }
		flip(c.edge)
		for _, end := range [2]int32{g.Edges[c.edge].I, g.Edges[c.edge].J} {
			for i := end; int(i) != int(c.root); i = t.parent[i] {
				flip(t.edge[i])
			}
		}
		if reduce(row, pivots) {
			list = append(list, t.cycle(g.Edges[c.edge]))
		}
	}
	return list
}

// reduce eliminates the pivots from a row of bits, in place. It reports whether the row is independent of the pivots.
// An independent row becomes the pivot of its first remaining edge.
func reduce(row []uint64, pivots [][]uint64) bool {
	// The pivot at e has no edge before e, so the row never regains an edge before e.
	for e := range pivots {
		hasEdge := row[e/64]>>(e%64)&1 == 1
		if !hasEdge {
			continue
		}
		if pivots[e] == nil {
			pivots[e] = row
			return true
		}
		for k, word := range pivots[e] {
			row[k] ^= word
		}
	}
	return false
}

// Limits of the number of nodes for CycleThrough. MostCycle is small, since the search may try every order of the nodes.
const (
	LeastCycle = 3
	MostCycle  = 12
)

// CycleThrough returns a cycle through exactly the given nodes, in the order along the cycle.
// If the given order is a cycle, CycleThrough returns it. It returns an error if no order is a cycle, if a node is invalid or occurs twice,
// and if the number of nodes is not in [LeastCycle] to [MostCycle].
func (g *Graph) CycleThrough(nodes []int) ([]int, error) {
	n := len(nodes)
	if n < LeastCycle || n > MostCycle {
		return nil, fmt.Errorf("a cycle here has %d to %d nodes, not %d", LeastCycle, MostCycle, n)
	}
	// Nodes come from links and flags, so they may be invalid.
	for k, i := range nodes {
		if i < 0 || i >= g.N || slices.Contains(nodes[:k], i) {
			return nil, fmt.Errorf("node %d is none of 0 to %d, or comes twice", i, g.N-1)
		}
	}
	// Depth-first search, which tries the nodes in the given order. used[k] reports whether path contains nodes[k].
	path, used := []int{nodes[0]}, make([]bool, n)
	used[0] = true
	var extend func() bool // completes path to a cycle, or restores it and returns false
	extend = func() bool {
		last := path[len(path)-1]
		if len(path) == n {
			return g.hasEdge(last, path[0])
		}
		for k, i := range nodes {
			if used[k] || !g.hasEdge(last, i) {
				continue
			}
			used[k], path = true, append(path, i)
			if extend() {
				return true
			}
			used[k], path = false, path[:len(path)-1]
		}
		return false
	}
	if !extend() {
		return nil, fmt.Errorf("no cycle goes through these %d nodes and no others; choose neighbours that close one", n)
	}
	return path, nil
}

// edgeBetween returns the index of the edge between two nodes, in any order. If no edge joins them, ok is false, and e has no meaning.
func (g *Graph) edgeBetween(i, j int) (e int, ok bool) {
	// Edges are sorted by (I, J).
	return slices.BinarySearchFunc(g.Edges, Edge{I: int32(min(i, j)), J: int32(max(i, j))}, compareEdges)
}

// Crossing is a step of a walk along the edge with the index Edge in Graph.Edges: from I to J or, if Back is true, from J to I.
type Crossing struct {
	Edge int
	Back bool
}

// Steps returns the closed walk along a cycle from its first node. It returns an error if two consecutive nodes have no edge.
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
