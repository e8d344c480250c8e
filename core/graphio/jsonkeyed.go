package graphio

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file reads the neighbours of all nodes from one member with a name such as adjacency.
// The member is a matrix, a list with an element per node, or an object that maps each node to its neighbours.

// adjacencyWords are the names of such members, in the form of content.Word.
var adjacencyWords = strings.Fields("adj adjacency adjacencies adjlist adjacencylist adjmat adjmatrix adjacencymatrix matrix " +
	"neighbors neighbours neighborlist neighbourlist neighborslist")

// isAdjacencyWord reports whether a key is one of adjacencyWords.
func isAdjacencyWord(key string) bool { return slices.Contains(adjacencyWords, content.Word(key)) }

// moveAdjacency moves the list of the member "adjacency" to unknown, unless it has the form of NetworkX: some neighbour is an object, or
// each node has a list, and all neighbours are ids. The rows of a matrix of 0 and 1 (bitRows) are no neighbours.
func (r *jsonReader) moveAdjacency() {
	isKnown := func(id string) bool { _, known := r.a.index[id]; return known }
	isMatrix := bitRows(r.adjacency) != nil
	fits := len(r.adjacency) == len(r.a.ids) && !isMatrix
	for _, v := range r.adjacency {
		list, keys := elementsOf(v)
		fits = fits && keys == nil
		for _, neighbour := range list {
			id, isID := idText(neighbour)
			isObject := neighbour[0] == '{' || neighbour[0] == '[' && !isID
			if keys == nil && !isMatrix && isObject { // the list has the form of NetworkX; readAdjacency names its mistakes
				return
			}
			fits = fits && isKnown(id)
		}
	}
	if !fits {
		text, _ := json.Marshal(r.adjacency) // an error is impossible, because the elements were decoded
		r.adjacency = nil
		r.keepUnknown("adjacency", text)
	}
}

// readKeyedAdjacency reads the edges from the first member of unknown that holds the neighbours of all nodes. It does nothing if the file
// has other edges, or an empty list of edges.
func (r *jsonReader) readKeyedAdjacency() {
	for _, p := range r.unknown {
		isFree := len(r.a.pending) == 0 && !r.hasEdges && r.a.err == nil
		if isFree && isAdjacencyWord(p.key) && !r.readMatrixOf(p) {
			r.readNeighboursOf(p)
		}
	}
}

// readMatrixOf reads a member that is a square adjacency matrix, and reports whether it has read one. If the file has nodes, the matrix
// must have a row for each. Otherwise matrixNames finds the ids of the nodes; without them readSquare numbers the nodes.
func (r *jsonReader) readMatrixOf(p pair) bool {
	m := squareMatrix(p.value)
	if m == nil || r.hasNodes && len(m) != len(r.a.ids) {
		return false
	}
	if !r.hasNodes {
		for _, name := range r.matrixNames(p.key, len(m)) {
			r.a.addNode(name, 0) // the line is unknown
		}
	}
	r.readSquare(m)
	return true
}

// readNeighboursOf reads a member with a list or an object of neighbours for each node. It does not read a member of another form.
// If the file has no nodes, readAdjacencyObject reads an object of neighbours; a neighbour that is no id is then an error.
func (r *jsonReader) readNeighboursOf(p pair) {
	list, keys := elementsOf(p.value)
	isContainer := func(v json.RawMessage) bool { return v[0] == '[' || v[0] == '{' }
	if len(list) == 0 || slices.ContainsFunc(list, func(v json.RawMessage) bool { return !isContainer(v) }) {
		return
	}
	if keys != nil && !r.hasNodes {
		others := r.unknown
		r.unknown = nil
		for k, v := range list {
			r.keepUnknown(keys[k], v)
		}
		r.readAdjacencyObject()
		r.unknown = others
		r.hasEdges = true // no other member is read as edges
		return
	}
	edges, ok := r.neighbourPairs(list, keys)
	if !ok {
		return
	}
	if keys == nil && !r.nameElements(edges, len(list)) {
		return
	}
	for _, ends := range edges {
		r.a.deferEdge(ends[0], ends[1], 0) // the line is unknown
	}
	r.hasEdges, r.format, r.symmetric = true, "adjacency JSON", true
}

// nameElements prepares the edges of a list with n elements, one for each node. The first ends are positions in the list.
//   - If all second ends are ids, the first ends become ids, too.
//   - If all second ends are positions, the ends stay. A file without nodes gets the nodes 0 to n−1.
//   - Otherwise nameElements returns false. It also returns false if the file has another number of nodes.
//
// nameElements also returns false if the elements may be edges: each has two ends, and some edge is not in the lists of both ends.
func (r *jsonReader) nameElements(edges [][2]string, n int) bool {
	if r.hasNodes && n != len(r.a.ids) {
		return false
	}
	isID := func(id string) bool { _, known := r.a.index[id]; return known }
	isPosition := func(id string) bool { k, why := parseID([]byte(id)); return why == "" && k < int64(n) }
	haveIDs, havePositions := true, true
	for _, ends := range edges {
		haveIDs = haveIDs && isID(ends[1])
		havePositions = havePositions && isPosition(ends[1])
	}
	if !haveIDs && !havePositions {
		return false
	}
	isListed, count := map[[2]string]bool{}, map[string]int{}
	for k := range edges {
		if position, _ := strconv.Atoi(edges[k][0]); haveIDs && r.hasNodes {
			edges[k][0] = r.a.ids[position]
		}
		isListed[edges[k]] = true
		count[edges[k][0]]++
	}
	havePairs, areMutual := len(count) == n, true // whether each element has two neighbours, and each edge is in the lists of both ends
	for _, ends := range edges {
		havePairs = havePairs && count[ends[0]] == 2
		areMutual = areMutual && isListed[[2]string{ends[1], ends[0]}]
	}
	if havePairs && !areMutual {
		return false
	}
	if !r.hasNodes {
		r.hasNodes, r.hasIDs = true, true
		r.a.addNumberedNodes(-1, int64(n)-1, 0) // the ids begin at 0; the line is unknown
	}
	return true
}

// neighbourPairs returns a pair (node, neighbour) for each neighbour in the elements of list. The nodes are the keys or, without keys, the
// positions in the list. neighboursOf finds the neighbours. A key whose value means no edge (isAbsentEntry) is skipped.
// ok is false for an element that is no neighbour, also for null and an empty text.
func (r *jsonReader) neighbourPairs(list []json.RawMessage, keys []string) (edges [][2]string, ok bool) {
	for k, v := range list {
		node := strconv.Itoa(k)
		if keys != nil {
			node = keys[k]
		}
		for n := range neighboursOf(v, r.a.index) {
			if n.isAbsent {
				continue
			}
			if n.id == "" {
				return nil, false
			}
			edges = append(edges, [2]string{node, n.id})
			r.a.recordNeighbour(n)
		}
	}
	return edges, true
}
