package graphio

import (
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// The edges of an npz graph, and the nodes that their ids define.

// npzIDs describes the nodes that the ids in the edges define.
type npzIDs struct {
	// n is the number of nodes.
	n int
	// names are the ids as names of the nodes, nil if the ids are the indices of the nodes.
	names []string
	// note is a sentence about the numbering, "" for ids from 0.
	note string
}

// edgeArray is an array of edges of shape (m, 2) or (2, m).
type edgeArray struct {
	*npyArray
	// directed reports the directed entries of PyTorch Geometric. An entry is a column, also in the shape (2, 2).
	directed bool
}

// read returns the edges, and the nodes that their ids define. n is the number of rows of features and labels, or -1 without rows.
//
// With rows, ids count from 0. They count from 1 if n is an id and 0 is not.
// Without rows, the nodes are the numbers from 0 or 1 to the largest id. If the smallest id exceeds 1, the ids are names.
func (e edgeArray) read(n int) (list []graph.Edge, ids npzIDs, err error) {
	// An edge is a row or a column.
	byRow := e.shape[1] == 2 && !(e.directed && e.shape[0] == 2)
	m := e.len() / 2
	if m > MaxEdges {
		return nil, ids, fault(e.file, 0, smallerRemedy, "%d edges, over the limit of %d", m, MaxEdges)
	}
	// ends holds the two ends of edge k in elements 2k and 2k+1.
	ends := make([]uint64, 2*m)
	low, top := uint64(math.MaxUint64), uint64(0)
	for k := range ends {
		at := e.offset(k%2, k/2)
		if byRow {
			at = e.offset(k/2, k%2)
		}
		v := uint64(e.integer(at))
		if e.kind == 'i' && int64(v) < 0 {
			return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is negative", k/2, int64(v))
		}
		ends[k], low, top = v, min(low, v), max(top, v)
	}
	if m > 0 && top < MaxNodes {
		ids.n = int(top) + 1
	}
	// base is the id of the first node.
	base := uint64(0)
	switch {
	case m == 0:
	case n >= 0 && low >= 1 && top == uint64(n) && !e.directed:
		base, ids.note = 1, "The ids of the edges begin at 1: node 1 has the first row of features and labels."
	case n >= 0 && top >= uint64(n):
		k := slices.IndexFunc(ends, func(v uint64) bool { return v >= uint64(n) })
		return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is not in 0..%d", k/2, ends[k], n-1)
	case n < 0 && low == 1 && top <= MaxNodes:
		base, ids.n = 1, int(top)
		for v := range ids.n {
			ids.names = append(ids.names, strconv.Itoa(v+1))
		}
	case n < 0 && (low > 1 || top >= MaxNodes):
		return namedEdges(e.npyArray, ends)
	}
	list = make([]graph.Edge, m)
	for k := range list {
		list[k] = graph.Edge{I: int32(ends[2*k] - base), J: int32(ends[2*k+1] - base)}
	}
	return list, ids, nil
}

// namedEdges returns the edges if ids are names: the nodes are the distinct ids in ascending order.
func namedEdges(e *npyArray, ends []uint64) (list []graph.Edge, ids npzIDs, err error) {
	distinct := slices.Compact(slices.Sorted(slices.Values(ends)))
	if ids.n = len(distinct); ids.n > MaxNodes {
		return nil, ids, fault(e.file, 0, smallerRemedy, "the edges name %d nodes, over the limit of %d", ids.n, MaxNodes)
	}
	for _, v := range distinct {
		ids.names = append(ids.names, strconv.FormatUint(v, 10))
	}
	for k := 0; k < len(ends); k += 2 {
		i, _ := slices.BinarySearch(distinct, ends[k])
		j, _ := slices.BinarySearch(distinct, ends[k+1])
		list = append(list, graph.Edge{I: int32(i), J: int32(j)})
	}
	return list, ids, nil
}
