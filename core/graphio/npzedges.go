package graphio

import (
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// This file reads the edges of an npz graph, and finds the nodes that their ids define.

// npzIDs describes the nodes that the ids in the edges define.
type npzIDs struct {
	// n is the number of nodes, 0 without edges. It has no meaning if another array gives the number of nodes, as features do.
	n int
	// names are the ids as names of the nodes. nil means that an id is the index of its node or, if there is a note, this index plus 1.
	names []string
	// note is a sentence for the user if the ids count from 1 and the rows of features count from 0. It is "" for any other ids.
	note string
}

// edgeArray is an array of edges of shape (m, 2) or (2, m).
type edgeArray struct {
	*npyArray
	// directed reports that the edges are directed entries, as in PyTorch Geometric. In the shape (2, 2) each column is then an entry.
	directed bool
}

// read returns the edges, and the nodes that their ids define.
// n is the number of nodes, if another array gives it, such as the features with a row per node. Otherwise n is -1.
//
// If n is not -1, ids count from 1 if the edges are undirected, n is an id, and 0 is no id. In any other case they count from 0, and an id
// above n-1 is an error.
//
// If n is -1 and the smallest id is 0 or 1, the nodes are the numbers from the smallest to the largest id.
// If n is -1, and these numbers are more than [MaxNodes] or the smallest id exceeds 1, the ids are names.
//
// A negative id is an error for every n, and so are more than [MaxEdges] edges.
func (e edgeArray) read(n int) (list []graph.Edge, ids npzIDs, err error) {
	// In the shape (m, 2) a row is an edge. Directed entries of the shape (2, 2) are columns.
	isSquare := e.shape[0] == 2 && e.shape[1] == 2
	isDirectedSquare := e.directed && isSquare
	byRow := e.shape[1] == 2 && !isDirectedSquare
	m := e.len() / 2
	if m > MaxEdges {
		return nil, ids, fault(e.file, 0, smallerRemedy, "%d edges, over the limit of %d", m, MaxEdges)
	}
	// ends holds the two ends of edge k in elements 2k and 2k+1.
	ends := make([]uint64, 2*m)
	smallest, largest := uint64(math.MaxUint64), uint64(0)
	for k := range ends {
		edge, end := k/2, k%2
		element := e.offset(end, edge)
		if byRow {
			element = e.offset(edge, end)
		}
		id := uint64(e.integer(element))
		if e.kind == 'i' && int64(id) < 0 {
			return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is negative", edge, int64(id))
		}
		ends[k] = id
		smallest, largest = min(smallest, id), max(largest, id)
	}
	// If ids count from 0, the largest id is one less than the number of nodes. The cases below correct ids.n for other ids.
	if m > 0 && largest < MaxNodes {
		ids.n = int(largest) + 1
	}
	isNKnown := n >= 0
	// If n is known, directed entries of PyTorch Geometric always count from 0.
	mayCountFromOne := isNKnown && !e.directed
	// Ids that do not begin at 0 or 1, or that are too large, may be names.
	mayBeNames := smallest > 1 || largest >= MaxNodes
	// If n is not known, ids from 1 on count from 1.
	countsFromOne := !isNKnown && smallest == 1
	// base is the id of the first node.
	base := uint64(0)
	switch {
	case m == 0:
		// Without edges there are no ids to interpret.
	// n is an id, and 0 is not.
	case mayCountFromOne && smallest >= 1 && largest == uint64(n):
		base, ids.note = 1, "The ids of the edges begin at 1: node 1 has the first row of features and labels."
	case isNKnown && largest >= uint64(n):
		k := slices.IndexFunc(ends, func(id uint64) bool { return id >= uint64(n) })
		return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is not in 0..%d", k/2, ends[k], n-1)
	case countsFromOne && largest <= MaxNodes:
		// The nodes keep their ids, from 1, as names.
		base, ids.n = 1, int(largest)
		for v := range ids.n {
			ids.names = append(ids.names, strconv.Itoa(v+1))
		}
	case !isNKnown && mayBeNames:
		return namedEdges(e.npyArray, ends)
	}
	// In all other cases, ids are numbers that count from base.
	list = make([]graph.Edge, m)
	for k := range list {
		list[k] = graph.Edge{I: int32(ends[2*k] - base), J: int32(ends[2*k+1] - base)}
	}
	return list, ids, nil
}

// namedEdges returns the edges if the ids are names: the nodes are the distinct ids in ascending order. More than [MaxNodes] nodes are an
// error.
// ends has the ids of the two ends of edge k in elements 2k and 2k+1. e is the array of the edges. Errors name its file.
func namedEdges(e *npyArray, ends []uint64) (list []graph.Edge, ids npzIDs, err error) {
	// The index of an id in this list is its node.
	distinct := slices.Compact(slices.Sorted(slices.Values(ends)))
	ids.n = len(distinct)
	if ids.n > MaxNodes {
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
