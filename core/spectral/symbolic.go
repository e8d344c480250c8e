package spectral

import (
	"container/heap"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/order"
)

// This file computes the elimination order and the block pattern of the sparse
// factorisations of a Tracker, an Inverse and a Reassembler.

// symbolic holds the elimination order and the block pattern of a triangular factor. The
// factored matrix has the blocks of a sheaf Laplacian: one for each node, and two for each
// edge. Order and pattern depend on the graph only.
type symbolic struct {
	n    int     // number of nodes
	perm []int32 // perm[k] is the node eliminated at step k, counted from 0
	pos  []int32 // pos[node] is the step that eliminates the node
	// rows[colPtr[k]:colPtr[k+1]] are the row indices of the blocks of column k,
	// ascending and greater than k. The slot of a block is its index in rows.
	colPtr, rows []int32
	edgeSlot     []int32 // slot of the block of each edge
	maxCol       int     // largest number of blocks in a column, without the diagonal block
	// target holds the destination of each update (see maxUpdates), column by column. Each
	// pair of rows b ≤ a of a column updates the block (a, b). The entry is the slot of this
	// block if b < a, and −1−a for the diagonal block of row a.
	target []int32
}

// nodeHeap is a heap of nodes by degree, then by number. An entry is
// degree<<32 | node.
type nodeHeap []int64

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (h nodeHeap) Len() int           { return len(h) }
func (h nodeHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h nodeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(x any)        { *h = append(*h, x.(int64)) }

// Pop removes and returns the last entry, as heap.Interface requires.
func (h *nodeHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// maxUpdates is the default bound on the block updates of a factorisation. A block update
// is the product of two blocks of a column, subtracted from a block of a later column.
const maxUpdates = 3_000_000

// analyse orders the nodes by minimum degree and computes the block pattern of the
// factor. Among nodes of equal degree, the node with the smallest number is eliminated
// first. analyse returns nil if the factorisation would need more than maxPairs block
// updates.
func analyse(n int, edges []graph.Edge, maxPairs int) *symbolic {
	adj := make([][]int32, n)
	for _, e := range edges {
		adj[e.I] = append(adj[e.I], e.J)
		adj[e.J] = append(adj[e.J], e.I)
	}
	h := make(nodeHeap, n)
	for i := range adj {
		order.Indices(adj[i]) // ascending, as union requires
		h[i] = int64(len(adj[i]))<<32 | int64(i)
	}
	heap.Init(&h)
	s := &symbolic{n: n, perm: make([]int32, 0, n), pos: make([]int32, n)}
	for i := range s.pos {
		s.pos[i] = -1 // not eliminated yet
	}
	pairs := 0 // number of block updates so far
	var merged []int32
	for len(s.perm) < n {
		top := heap.Pop(&h).(int64)
		node := int32(top & 0x7fffffff) // the degree is in the upper 32 bits
		isEliminated := s.pos[node] >= 0
		isOutdated := int(top>>32) != len(adj[node]) // the degree changed after the push
		if isEliminated || isOutdated {
			continue // the heap has another entry for a node that is not eliminated
		}
		s.pos[node] = int32(len(s.perm))
		s.perm = append(s.perm, node)
		// The lists in adj have only nodes that are not eliminated yet.
		neighbours := adj[node]
		pairs += len(neighbours) * (len(neighbours) + 1) / 2 // pairs of rows b ≤ a of this column
		if pairs > maxPairs {
			return nil
		}
		// The neighbours of the eliminated node become neighbours of each other.
		for _, u := range neighbours {
			merged = union(merged[:0], adj[u], neighbours, u, node)
			adj[u] = append(adj[u][:0], merged...)
			heap.Push(&h, int64(len(adj[u]))<<32|int64(u))
		}
	}
	s.layout(adj, edges, pairs)
	return s
}

// union appends the union of the ascending lists x and y to dst, in ascending order
// and without the elements a and b.
func union(dst, x, y []int32, a, b int32) []int32 {
	for len(x) > 0 || len(y) > 0 {
		var v int32 // the smallest remaining element
		switch {
		case len(y) == 0, len(x) > 0 && x[0] < y[0]: // only x has the element
			v, x = x[0], x[1:]
		case len(x) == 0, y[0] < x[0]: // only y has the element
			v, y = y[0], y[1:]
		default: // both lists have the element
			v, x, y = x[0], x[1:], y[1:]
		}
		if v != a && v != b {
			dst = append(dst, v)
		}
	}
	return dst
}

// layout sets the slots and the targets. adj[node] has the neighbours of a node at the
// elimination of this node; pairs is the number of targets.
func (s *symbolic) layout(adj [][]int32, edges []graph.Edge, pairs int) {
	s.colPtr = make([]int32, s.n+1)
	for k, node := range s.perm {
		first := len(s.rows)
		for _, u := range adj[node] {
			s.rows = append(s.rows, s.pos[u])
		}
		order.Indices(s.rows[first:])
		s.maxCol = max(s.maxCol, len(s.rows)-first)
		s.colPtr[k+1] = int32(len(s.rows))
	}
	s.edgeSlot = make([]int32, len(edges))
	for e, ed := range edges {
		i, j := s.pos[ed.I], s.pos[ed.J]
		s.edgeSlot[e] = s.slot(max(i, j), min(i, j))
	}
	// The targets. Column b contains all rows a > b of column k, in ascending order, so
	// the slot p of (a, b) never decreases.
	s.target = make([]int32, 0, pairs)
	for k := range s.n {
		col := s.rows[s.colPtr[k]:s.colPtr[k+1]]
		for index, b := range col {
			s.target = append(s.target, -1-b)
			p := s.colPtr[b]
			for _, a := range col[index+1:] {
				for s.rows[p] != a {
					p++
				}
				s.target = append(s.target, p)
			}
		}
	}
}

// slot returns the slot of block (row, col), where row and col are elimination steps and
// row > col. It panics if the block is not in the pattern.
func (s *symbolic) slot(row, col int32) int32 {
	first := s.colPtr[col]
	i, ok := slices.BinarySearch(s.rows[first:s.colPtr[col+1]], row)
	if !ok {
		panic("spectral: block outside the factor's pattern")
	}
	return first + int32(i)
}
