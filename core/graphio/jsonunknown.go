package graphio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The search for edges and nodes under unknown keys of an object, and the number of nodes that a file states.

// findNodes reads the nodes from the first member under an unknown key in which all ends of the edges are nodes.
func (r *jsonReader) findNodes() {
	if r.nodes || len(r.a.pending) == 0 {
		return
	}
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' || startsWithList(p.value) {
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

// findEdges reads the edges from a member under an unknown key, and the nodes from another member if no nodes were read.
// A doubt names further members that look like edges.
func (r *jsonReader) findEdges() {
	r.findNodes()
	found, nodesIndex := r.edgeCandidates()
	if !r.nodes {
		// Without nodes, lists of pairs are edges only under a word for edges.
		found = slices.DeleteFunc(found, func(e edgeList) bool { return !isEdgeWord(e.key) && e.value[0] == '[' && startsWithList(e.value) })
		if nodesIndex >= 0 {
			found = r.edgesAmong(r.others[nodesIndex], found)
		}
	}
	if len(found) == 0 || len(r.a.pending) == 0 && r.edges {
		return
	}
	// Members with a word for edges come first.
	slices.SortStableFunc(found, func(a, b edgeList) int { return oneIf(isEdgeWord(b.key)) - oneIf(isEdgeWord(a.key)) })
	// If edges were read before, all candidates are left out. Otherwise the first one is read.
	leftOut := found
	if len(r.a.pending) == 0 {
		if r.readFoundEdges(found[0]); r.table != nil {
			return
		}
		leftOut = found[1:]
	}
	for _, e := range leftOut {
		r.a.addDoubt("edges-left", "The member "+quote(e.key)+" looks like edges, too, and was left out.")
	}
}

// edgeCandidates returns the members under unknown keys that look like edges.
// nodesIndex is the index in others of the first member that may hold the nodes instead, or -1. It is -1 if nodes were read.
func (r *jsonReader) edgeCandidates() (found []edgeList, nodesIndex int) {
	nodesIndex = -1
	var nodes map[string]bool
	if r.nodes {
		nodes = r.nodeNames()
	}
	for k, p := range r.others {
		// An object holds edges only under a word for edges.
		if len(p.value) == 0 || p.value[0] != '[' && (p.value[0] != '{' || !isEdgeWord(p.key)) {
			continue
		}
		// Without nodes a square list of lists is a matrix.
		e, ok := asEdgeList(p, nodes)
		if ok && (r.nodes || p.value[0] == '{' || squareMatrix(p.value) == nil) {
			found = append(found, e)
		} else if nodes == nil && nodesIndex < 0 && !isEdgeWord(p.key) {
			nodesIndex = k
		}
	}
	return found, nodesIndex
}

// edgesAmong returns the candidates for edges whose nodes may be in the member nodes.
// Without a candidate it takes the first member whose edges join these nodes. If the first candidate joins these nodes, it reads the nodes.
func (r *jsonReader) edgesAmong(nodes pair, found []edgeList) []edgeList {
	names := referenceNames(elementsOf(nodes.value))
	for _, p := range r.others {
		if e, ok := asEdgeList(p, names); ok && len(found) == 0 && p.key != nodes.key {
			found = append(found, e)
		}
	}
	if len(found) > 0 {
		if e, ok := asEdgeList(found[0].pair, names); ok {
			found[0] = e
			r.readNodesOf(nodes)
		}
	}
	return found
}

// readFoundEdges reads the edges of a member under an unknown key. Without nodes the member may be a table, which becomes r.table.
// A doubt names the member, unless its key is a word for edges and the keys of the ends are known.
func (r *jsonReader) readFoundEdges(e edgeList) {
	if r.table = pairRows(r.a.file, e.value); r.table != nil && !r.nodes {
		return
	}
	r.table = nil
	r.edges, r.readKeys = true, append(r.readKeys, e.key)
	r.readEdgesOf(e)
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

// readNodesOf reads the nodes of a member: a list of nodes, or an object that maps ids to nodes.
func (r *jsonReader) readNodesOf(p pair) {
	inner := newJSONReader(p.value, r.a)
	if r.nodes = true; p.value[0] == '{' {
		inner.readObject(inner.readKeyedNode)
	} else {
		inner.readList(inner.readNode)
	}
	r.named, r.readKeys, r.innerLists = inner.named, append(r.readKeys, p.key), inner.innerLists
}

// readEdgesOf reads the edges of a member.
func (r *jsonReader) readEdgesOf(e edgeList) {
	list, _ := elementsOf(e.value)
	for _, v := range list {
		inner := newJSONReader(v, r.a)
		if e.keys[0] == "" {
			inner.readLink()
			continue
		}
		inner.readFields()
		var ends [2]string
		for k, key := range e.keys {
			ends[k], _, _ = inner.fieldID(key)
		}
		r.a.deferEdge(ends[0], ends[1], 0)
		// Further members are attributes, which are left out.
		r.a.weighted = r.a.weighted || len(inner.fields) > 2
	}
	// fromId is a key of Arrows and Neo4j, whose relationships are directed. The first edges show the keys.
	head := strings.ToLower(string(e.value[:min(len(e.value), 2000)]))
	if strings.Contains(head, `"fromid"`) {
		r.directed = r.directed || !r.directionGiven
	}
}

// removeCount removes the members with the number of nodes from others and returns the largest number.
// It returns 0 if no member has the number, or if the number exceeds MaxNodes.
func (r *jsonReader) removeCount() (n int64) {
	r.others = slices.DeleteFunc(r.others, func(p pair) bool {
		if len(p.value) == 0 || !slices.Contains(countKeys, strings.ToLower(p.key)) {
			return false
		}
		// PyTorch Geometric writes the number as a list of one number.
		text := strings.Trim(string(p.value), "[] ")
		v, why := parseID([]byte(text))
		if why == "" && v <= MaxNodes {
			n = max(n, v)
		}
		return why == ""
	})
	return n
}

// addCountedNodes adds nodes without an edge up to the n nodes that the file states. Ids that contradict n raise a doubt.
// The nodes are numbered from 0, or from 1 if the largest id is n.
func (r *jsonReader) addCountedNodes(n int64) {
	a := r.a
	if n <= int64(len(a.ids)) || r.nodes {
		return
	}
	smallest, largest := n, int64(0)
	for _, id := range a.ids {
		v, why := parseID([]byte(id))
		if why != "" || v > n {
			a.addDoubt("count", fmt.Sprintf("The file says %d nodes, but its edges name %d.", n, len(a.ids)))
			return
		}
		smallest, largest = min(smallest, v), max(largest, v)
	}
	// If the largest id is n and no id is 0, the count begins at 1.
	first := int64(oneIf(largest == n && smallest > 0))
	// The ids 0 and n together need n+1 nodes.
	if largest == n && first == 0 {
		a.addDoubt("count", fmt.Sprintf("The file says %d nodes, but its edges name the node %d.", n, largest))
		return
	}
	for v := first; v < first+n && a.err == nil; v++ {
		if id := strconv.FormatInt(v, 10); !a.hasNode(id) {
			a.addNode(id, 0)
		}
	}
}
