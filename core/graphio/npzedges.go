package graphio

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"sheafscope/core/graph"
)

// This file reads the edges of an npz graph, and finds the nodes that their ids define.

// npzIDs describes the nodes that the ids in the edges define.
type npzIDs struct {
	// n is the number of nodes by the ids, 0 without edges. It has no meaning if another array, such as features, gives the number.
	n int
	// names are the ids as names of the nodes. nil means that an id is the index of its node or, if there is a note, this index plus 1.
	names []string
	// note is a sentence for the user if the ids count from 1 and another array gives the number of nodes. It is "" for any other ids.
	note string
}

// edgeArray is an array of edges of shape (m, 2) or (2, m).
type edgeArray struct {
	*npyArray
	// directed reports that the edges are directed entries, as in PyTorch Geometric. In the shape (2, 2) each column is then an entry.
	directed bool
	// otherNodes is the number of nodes of a graph in other files, 0 without one. Ids below this number count from 0.
	otherNodes int
}

// read returns the edges, and the nodes that their ids define. n is the number of nodes if another array gives it, such as the features
// with a row per node. Otherwise n is -1. Ids count from 0 or 1, or they are names: the switch below decides.
// A negative id, an id beyond the known n nodes, more than [MaxEdges] edges, and more than [MaxNodes] names are errors.
func (e edgeArray) read(n int) (list []graph.Edge, ids npzIDs, err error) {
	isSquare := e.shape[0] == 2 && e.shape[1] == 2
	isDirectedSquare := e.directed && isSquare
	byRow := e.shape[1] == 2 && !isDirectedSquare // a row is an edge
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
	// This number of nodes is right for ids that count from 0. The cases below correct it for other ids.
	if m > 0 && largest < MaxNodes {
		ids.n = int(largest) + 1
	}
	isNKnown := n >= 0
	isNumber := largest < uint64(e.otherNodes)
	// If n is known, directed entries count from 0, as in PyTorch Geometric.
	mayCountFromOne := isNKnown && !e.directed
	// Ids may be names if the smallest is above 1, or if the largest is too large for the number of a node.
	mayBeNames := !isNumber && (smallest > 1 || largest >= MaxNodes)
	countsFromOne := !isNKnown && smallest == 1 && !isNumber
	// base is the id of the first node.
	base := uint64(0)
	switch {
	case m == 0:
		// Without edges there are no ids to interpret.
	// The largest id is n, and 0 is no id: the undirected edges count from 1.
	case mayCountFromOne && smallest >= 1 && largest == uint64(n):
		base, ids.note = 1, "The ids of the edges count from 1: node 1 of the file is node 0 here."
	case isNKnown && largest >= uint64(n):
		k := slices.IndexFunc(ends, func(id uint64) bool { return id >= uint64(n) })
		return nil, ids, fault(e.file, 0, npzRemedy, "edge %d has the node id %d, which is not in 0..%d", k/2, ends[k], n-1)
	// n is not known, and the smallest id is 1: the nodes are 1 to the largest id, and keep these numbers as names.
	case countsFromOne && largest <= MaxNodes:
		base, ids.n = 1, int(largest)
		for v := range ids.n {
			ids.names = append(ids.names, strconv.Itoa(v+1))
		}
	case !isNKnown && mayBeNames:
		return namedEdges(e.npyArray, ends)
	}
	list = make([]graph.Edge, m)
	for k := range list {
		list[k] = graph.Edge{I: int32(ends[2*k] - base), J: int32(ends[2*k+1] - base)}
	}
	return list, ids, nil
}

// namedEdges returns the edges if the ids are names: the nodes are the distinct ids in ascending order.
// ends has the ids of the two ends of edge k in elements 2k and 2k+1. More than [MaxNodes] nodes are an error that names the file of e.
func namedEdges(e *npyArray, ends []uint64) (list []graph.Edge, ids npzIDs, err error) {
	// The index of an id in this list is its node.
	distinct := slices.Clone(ends)
	sort.Slice(distinct, func(a, b int) bool { return distinct[a] < distinct[b] })
	distinct = slices.Compact(distinct)
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
