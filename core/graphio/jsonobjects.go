package graphio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file reads JSON objects that have neither nodes nor edges under a known key.
// r.unknown has the members of the object whose meaning is unknown, or depends on the rest of the file (jsonread.go).

// graphKeys are the keys of nodes and edges by which unwrapGraph recognises a graph.
var graphKeys = []string{"nodes", "links", "edges", "vertices", "elements", "arcs", "objects"}

// isGraphList reports whether a member is a list or an object under one of graphKeys.
func isGraphList(m pair) bool {
	isContainer := m.value[0] == '[' || m.value[0] == '{'
	return isContainer && slices.Contains(graphKeys, m.key)
}

// unwrapGraph reads a graph within a member under an unknown key: the first object that has a member for isGraphList, and none of the outer
// keys. In r.unknown, the unknown members of the graph replace this member. unwrapGraph does nothing if there is no such object, if nodes
// or edges were read before, or if r.unknown has more than maxWrapping members.
func (r *jsonReader) unwrapGraph() {
	// An object with many members maps ids to nodes. The answer of a service has few members around its graph.
	if r.hasNodes || r.hasEdges || len(r.unknown) > maxWrapping {
		return
	}
	outer := r.unknownKeys()
	for k, p := range r.unknown {
		members := membersOf(p.value)
		// If an inner key is also an outer key, the object maps ids to nodes and their neighbours.
		sharesKey := slices.ContainsFunc(members, func(m pair) bool { return slices.Contains(outer, m.key) })
		hasGraph := slices.ContainsFunc(members, isGraphList)
		if sharesKey || !hasGraph {
			continue
		}
		inner := newJSONReader(p.value, r.a)
		inner.readObject(inner.readTopKey)
		r.unknown = slices.Delete(r.unknown, k, k+1)
		r.copyState(inner)
		return
	}
}

// unknownKeys returns the keys of r.unknown.
func (r *jsonReader) unknownKeys() (keys []string) {
	for _, p := range r.unknown {
		keys = append(keys, p.key)
	}
	return keys
}

// Limits on the work of recognising an object.
const (
	// judgedNeighbours limits the elements of a value, and the sum after which the sample of countNeighbours ends.
	judgedNeighbours = 10_000
	// maxWrapping limits the members in which unwrapGraph searches a graph.
	maxWrapping = 100
)

// readBareObject reads an object without lists of nodes and edges under known keys.
// The object is a matrix, a diagram, an answer of a service, nodes with their neighbours, or a table. Any other object is an error.
func (r *jsonReader) readBareObject() {
	// Each of these four reports whether it has recognised the object. refuseKnown records an error for a file without a graph.
	if r.refuseKnown() || r.readNamedMatrix() || r.readSankey() || r.readServiceAnswer() {
		return
	}
	total, found, allObjects := r.countNeighbours()
	// In an object of neighbours at least half of the listed ids are keys. If no id is listed, readAdjacencyObject adds nodes without
	// neighbours, or records an error for a value that is neither a list nor an object.
	if total == 0 || 2*found >= total {
		r.readAdjacencyObject()
		return
	}
	r.table = r.asTable()
	if r.table != nil {
		return
	}
	// Most keys of the inner objects are no ids: the inner objects have the attributes of nodes.
	if allObjects {
		r.readKeyedNodes()
		return
	}
	// Several members of which none lists a key are no graph, and neither is a list of lists or objects.
	first := r.unknown[0].value
	if found == 0 && (len(r.unknown) > 1 || startsWithList(first) || r.holdsObjects()) {
		r.failWithoutNodes()
		return
	}
	// Some of the ids are keys, or the object has a single list. The object is read with a doubt.
	sample := words.Either(total > judgedNeighbours, "first ", "")
	r.a.addDoubt("neighbours", fmt.Sprintf("%d of the %s%d neighbours are no keys of the object: its members may be "+
		"something else than nodes with their neighbours.", total-found, sample, total))
	r.readAdjacencyObject()
}

// readNamedMatrix reads the first member that is a square matrix of three or more rows. It reports whether the object has such a member.
// matrixNames finds the ids of the nodes; without them readSquare numbers the nodes.
func (r *jsonReader) readNamedMatrix() bool {
	// A square of features is no adjacency matrix, unless it is the only square.
	isNodeMember := func(p pair) int { return oneIf(statesNodes(strings.ToLower(p.key))) }
	byMeaning := slices.Clone(r.unknown)
	sort.SliceStable(byMeaning, func(p, q int) bool { return isNodeMember(byMeaning[p]) < isNodeMember(byMeaning[q]) })
	for _, p := range byMeaning {
		// Two rows are too little evidence. m is nil for a value that is no matrix.
		m := squareMatrix(p.value)
		if len(m) <= 2 {
			continue
		}
		for _, name := range r.matrixNames(p.key, len(m)) {
			r.a.addNode(name, 0) // the line is unknown
		}
		r.readSquare(m)
		r.readKeys = append(r.readKeys, p.key)
		r.readNodeMembers()
		return true
	}
	return false
}

// matrixNames returns the first member that is a list of n different texts. It returns nil if the object has no such list.
// key is the key of the matrix.
func (r *jsonReader) matrixNames(key string, n int) []string {
	for _, p := range r.unknown {
		var names []string
		if p.key == key || json.Unmarshal(p.value, &names) != nil {
			continue
		}
		if len(names) == n && distinct(names) {
			return names
		}
	}
	return nil
}

// countNeighbours counts the elements of the inner lists and objects (neighboursOf).
// total is the number of elements, and found the number of elements that are keys of the outer object.
// Of each value at most judgedNeighbours elements are counted. After more than judgedNeighbours elements, no further value is counted.
// allObjects reports whether all values are objects, up to and including the first value that is not counted.
func (r *jsonReader) countNeighbours() (total, found int, allObjects bool) {
	allObjects = true
	numbers := map[string]int32{}
	for k, p := range r.unknown {
		numbers[p.key] = int32(k)
	}
	for _, p := range r.unknown {
		allObjects = allObjects && p.value[0] == '{'
		if total > judgedNeighbours {
			break
		}
		counted := 0
		for n := range neighboursOf(p.value, numbers) {
			_, isKey := numbers[n.id]
			found += oneIf(isKey)
			counted++
			if counted == judgedNeighbours {
				break
			}
		}
		total += counted
	}
	return total, found, allObjects
}

// readKeyedNodes reads an object that maps ids to nodes. The nodes list their neighbours. A graph without edges is an error.
func (r *jsonReader) readKeyedNodes() {
	r.hasNodes = true
	for _, p := range r.unknown {
		inner := newJSONReader(p.value, r.a)
		// hasIDs describes the nodes before this node: either all nodes have ids, or none.
		inner.hasIDs = len(r.a.ids) > 0
		inner.readKeyedNode(p.key)
		r.innerLists, r.parents = append(r.innerLists, inner.innerLists...), append(r.parents, inner.parents...)
		r.hasIDs = true
	}
	if r.hasParents() {
		r.readParents()
	} else {
		r.readInnerEdges()
	}
	if len(r.a.pending) == 0 {
		r.failWithoutNodes()
	}
}

// readServiceAnswer reads the answer of a web service: a list of records under one of listKeys, beside scalars and empty lists.
// It reports whether the object is such an answer; it then sets r.table.
func (r *jsonReader) readServiceAnswer() bool {
	const listKeys = "results result data items records rows values entries hits content response objects list"
	// list is the index of the list in r.unknown, -1 until the list is found.
	list := -1
	for k, p := range r.unknown {
		if p.value[0] == '{' {
			return false
		}
		isFilledList := p.value[0] == '[' && len(bytes.TrimSpace(p.value[1:len(p.value)-1])) > 0
		if !isFilledList {
			continue
		}
		isSecond := list >= 0
		if isSecond || !slices.Contains(strings.Fields(listKeys), p.key) {
			return false
		}
		list = k
	}
	if list < 0 {
		return false
	}
	r.table = newJSONReader(r.unknown[list].value, r.a).recordsFile()
	return r.table != nil
}

// readSankey reads a Sankey diagram of Plotly. It reports whether the object is such a diagram.
// node.label has the names of the nodes. link.source and link.target have the numbers of the two ends of every edge, counted from 0:
// {"node": {"label": ["a", "b"]}, "link": {"source": [0], "target": [1]}}. An end that is no node is an error.
func (r *jsonReader) readSankey() bool {
	// Package json ignores the case of keys: the field Label has the member label.
	var node struct{ Label []string }
	var link struct{ Source, Target []int }
	for _, p := range r.unknown {
		var err error
		switch p.key {
		case "node":
			err = json.Unmarshal(p.value, &node)
		case "link":
			err = json.Unmarshal(p.value, &link)
		}
		if err != nil {
			return false
		}
	}
	n := len(node.Label)
	isEmpty := n == 0 || len(link.Source) == 0
	if isEmpty || len(link.Source) != len(link.Target) {
		return false
	}
	for k, i := range link.Source {
		j := link.Target[k]
		isInside := 0 <= i && i < n && 0 <= j && j < n
		if !isInside {
			r.fail("a link of the diagram joins %d and %d, of %d nodes", i, j, n)
			return true
		}
	}
	// The numbers of the nodes are the ids, because labels may repeat.
	for i, label := range node.Label {
		r.a.addNode(strconv.Itoa(i), 0) // the line is unknown
		// Beyond MaxNodes addNode records an error, and node i does not exist.
		if r.a.err == nil {
			r.a.setAttribute(i, "name", label)
		}
	}
	for k, i := range link.Source {
		r.a.deferEdge(strconv.Itoa(i), strconv.Itoa(link.Target[k]), 0)
	}
	r.hasNodes, r.hasEdges, r.hasIDs = true, true, true
	// The links of a diagram have directions, and values as weights.
	r.directed, r.a.weighted = true, true
	return true
}
