package graphio

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// This file searches for edges and nodes under unknown keys of an object, and reads the number of nodes that a file states.
// r.unknown has the members with these keys. r.a.pending has the edges read so far, with their ends as texts.

// findNodes reads the nodes from a member under an unknown key, if the file has edges but no nodes.
// The member is the first list, not of lists, whose elements have all ends of the edges as ids or names.
func (r *jsonReader) findNodes() {
	if r.hasNodes || len(r.a.pending) == 0 {
		return
	}
	for _, p := range r.unknown {
		isList := p.value[0] == '['
		// A list of lists holds no nodes.
		if !isList || startsWithList(p.value) {
			continue
		}
		names := referenceNames(elementsOf(p.value))
		lacksEnd := func(e pendingEdge) bool { return !names[e.source] || !names[e.target] }
		if !slices.ContainsFunc(r.a.pending, lacksEnd) {
			r.readNodesOf(p)
			return
		}
	}
}

// findEdges reads the edges from a member under an unknown key, unless the file has edges under a known key.
// It also reads the nodes from another member if no nodes were read. Doubts name the members that look like edges and were left out,
// unless the file is a table or has an empty list of edges.
func (r *jsonReader) findEdges() {
	r.findNodes()
	candidates, nodesIndex := r.edgeCandidates()
	if !r.hasNodes {
		// Without nodes, lists of pairs are edges only under a word for edges.
		areUnnamedPairs := func(e edgeList) bool { return !isEdgeWord(e.key) && e.value[0] == '[' && startsWithList(e.value) }
		candidates = slices.DeleteFunc(candidates, areUnnamedPairs)
		if nodesIndex >= 0 {
			candidates = r.edgesAmong(r.unknown[nodesIndex], candidates)
		}
	}
	// An empty list under a known key states that the graph has no edges. Edges that readKeyedAdjacency has read are not pending, either.
	hasEmptyList := len(r.a.pending) == 0 && r.hasEdges
	if len(candidates) == 0 || hasEmptyList {
		return
	}
	// Members with a word for edges precede other members, because the first candidate is read.
	sort.SliceStable(candidates, func(a, b int) bool { return isEdgeWord(candidates[a].key) && !isEdgeWord(candidates[b].key) })
	// If edges were read from a known key, all candidates are left out.
	leftOut := candidates
	if len(r.a.pending) == 0 {
		r.readFoundEdges(candidates[0])
		// A table is the whole graph. No member is left out.
		if r.table != nil {
			return
		}
		leftOut = candidates[1:]
	}
	for _, e := range leftOut {
		r.a.addDoubt("edges-left", "The member "+quote(e.key)+" looks like edges, too, and was left out.")
	}
}

// edgeCandidates returns the unread members under unknown keys that look like edges.
// nodesIndex is the index in r.unknown of the first member that may hold the nodes. It is -1 if there is none, or if nodes were read.
func (r *jsonReader) edgeCandidates() (candidates []edgeList, nodesIndex int) {
	nodesIndex = -1
	// If no nodes were read, nodes is nil, and asEdgeList accepts any ends.
	var nodes map[string]bool
	if r.hasNodes {
		nodes = r.nodeNames()
	}
	for k, p := range r.unknown {
		if slices.Contains(r.readKeys, p.key) { // readPairs may have read the member
			continue
		}
		// readArrays leaves an edge_index to this function only beside other edges. Its two rows are no pairs.
		if p.key == "edge_index" && p.value[0] == '[' {
			candidates = append(candidates, edgeList{pair: p})
			continue
		}
		// Labels and features are no edges. If no nodes were read, a list under such a key may still be the edges.
		if r.hasNodes && statesNodes(p.key) {
			continue
		}
		// An object holds edges only under a word for edges.
		isList, isObject := p.value[0] == '[', p.value[0] == '{'
		isEdgeObject := isObject && isEdgeWord(p.key)
		mayHoldEdges := isList || isEdgeObject
		if !mayHoldEdges {
			continue
		}
		e, ok := asEdgeList(p, nodes)
		// If no nodes were read, a square list of lists is a matrix.
		mayBeMatrix := ok && !r.hasNodes && isList
		isMatrix := mayBeMatrix && squareMatrix(p.value) != nil
		if ok && !isMatrix {
			candidates = append(candidates, e)
			continue
		}
		if isMatrix || statesNodes(p.key) { // values of the nodes, but not the nodes
			continue
		}
		// A list of lists holds no nodes.
		mayHoldNodes := !r.hasNodes && !isEdgeWord(p.key) && !startsWithList(p.value)
		if mayHoldNodes && nodesIndex < 0 {
			nodesIndex = k
		}
	}
	return candidates, nodesIndex
}

// edgesAmong compares the candidates with nodes, a member that may hold the nodes of the graph. If there is no candidate, the first other
// unread member whose edges join these nodes becomes the only candidate. edgesAmong returns the candidates.
// If the edges of the first candidate join these nodes, edgesAmong reads the nodes. A member without ids and names holds no nodes.
func (r *jsonReader) edgesAmong(nodes pair, candidates []edgeList) []edgeList {
	names := referenceNames(elementsOf(nodes.value))
	if len(names) == 0 {
		return candidates
	}
	for _, p := range r.unknown {
		if len(candidates) > 0 {
			break
		}
		wasRead := slices.Contains(r.readKeys, p.key)
		e, ok := asEdgeList(p, names)
		if ok && !wasRead && p.key != nodes.key {
			candidates = append(candidates, e)
		}
	}
	if len(candidates) == 0 {
		return candidates
	}
	// With the names of the nodes, asEdgeList may find other keys of the ends than without.
	first, joinsNodes := asEdgeList(candidates[0].pair, names)
	if joinsNodes {
		candidates[0] = first
		r.readNodesOf(nodes)
	}
	return candidates
}

// readFoundEdges reads the edges of a member under an unknown key. If the member is a table and no nodes were read, it only sets r.table
// (readSheets).
// A doubt names the member, unless its key is a word for edges and the keys of the ends are known.
func (r *jsonReader) readFoundEdges(e edgeList) {
	if !r.hasNodes {
		if r.readSheets(e.key) {
			return
		}
	}
	r.hasEdges = true
	r.readKeys = append(r.readKeys, e.key)
	r.readEdgesOf(e)
	// e.keys are two unknown keys of the ends. They are "" for edges that are pairs or have keys of endKeys.
	hasKnownEnds := e.keys[0] == ""
	if hasKnownEnds && isEdgeWord(e.key) {
		return
	}
	text := "The member " + quote(e.key) + " was taken as the edges"
	if !hasKnownEnds {
		text += ", and its members " + quote(e.keys[0]) + " and " + quote(e.keys[1]) + " as their ends"
	}
	r.a.addDoubt("edges-key", text+".")
}

// readNodesOf reads the nodes of a member under an unknown key, a list of nodes.
func (r *jsonReader) readNodesOf(p pair) {
	r.hasNodes = true
	inner := newJSONReader(p.value, r.a)
	inner.readList(inner.readNode)
	r.hasIDs = inner.hasIDs
	r.readKeys = append(r.readKeys, p.key)
	// r has no innerLists to keep, because r has read no nodes before.
	r.innerLists = inner.innerLists
}

// keysHead limits the bytes of a list of edges in which readEdgesOf searches a key. In most files the first edges have all keys.
const keysHead = 2000

// readEdgesOf adds the edges of a member as pending edges. The edges are directed if the first keysHead bytes contain the key fromId, in
// capitals or not, and the file states no direction.
func (r *jsonReader) readEdgesOf(e edgeList) {
	list, _ := elementsOf(e.value)
	for _, v := range list {
		inner := newJSONReader(v, r.a)
		// A pair, or an edge with keys of endKeys.
		if e.keys[0] == "" {
			inner.readLink()
			continue
		}
		inner.readFields()
		// unknownEndKeys has found an id under both keys in every edge.
		var ends [2]string
		for k, key := range e.keys {
			ends[k], _ = inner.fieldID(key)
		}
		inner.addEdgeBetween(e.keys, ends, 0) // the line is unknown
	}
	// fromId is a key of Arrows and Neo4j, whose edges are directed.
	head := strings.ToLower(string(e.value[:min(len(e.value), keysHead)]))
	if strings.Contains(head, `"fromid"`) {
		r.directed = r.directed || !r.directionGiven
	}
}

// removeCount removes the members that state the number of nodes from r.unknown. It returns the largest of these numbers,
// 0 if there is none. Numbers above MaxNodes are removed, but do not count. A value that is no integer from 0 on stays.
func (r *jsonReader) removeCount() (n int64) {
	r.unknown = slices.DeleteFunc(r.unknown, func(p pair) bool {
		if !slices.Contains(countKeys, strings.ToLower(p.key)) {
			return false
		}
		// PyTorch Geometric writes num_nodes as a list of one number. A list under a short key may be the neighbours of a node.
		text := string(p.value)
		if p.key != "n" && p.key != "order" {
			text = strings.Trim(text, "[] ")
		}
		number, why := parseID([]byte(text))
		isNumber := why == ""
		if isNumber && number <= MaxNodes {
			n = max(n, number)
		}
		return isNumber
	})
	return n
}

// addCountedNodes adds the nodes without an edge, if the file states the number n of nodes but has no list of nodes.
// n is 0 if the file states no number. If the edges already name n nodes or more, addCountedNodes does nothing.
// The ids are 0 to n−1, or 1 to n if n is an id and 0 is not. An id that contradicts n raises a doubt, and no node is added.
func (r *jsonReader) addCountedNodes(n int64) {
	a := r.a
	if n <= int64(len(a.ids)) || r.hasNodes {
		return
	}
	smallest, largest := n, int64(0)
	for _, id := range a.ids {
		number, why := parseID([]byte(id))
		hasOtherForm := why == "" && id != strconv.FormatInt(number, 10) // such as 01
		if why != "" || hasOtherForm || number > n {
			a.addDoubt("count", fmt.Sprintf("The file says %d nodes, but its edges name %d.", n, len(a.ids)))
			return
		}
		smallest, largest = min(smallest, number), max(largest, number)
	}
	// The ids 0 and n together need n+1 nodes.
	if largest == n && smallest == 0 {
		a.addDoubt("count", fmt.Sprintf("The file says %d nodes, but its edges name the nodes 0 and %d: the numbers from 0 to %d are %d nodes.",
			n, n, n, n+1))
		return
	}
	// first is the smallest id of a node, 0 or 1.
	first := int64(oneIf(largest == n))
	for number := first; number < first+n && a.err == nil; number++ {
		id := strconv.FormatInt(number, 10)
		if !a.hasNode(id) {
			a.addNode(id, 0) // the line is unknown
		}
	}
}
