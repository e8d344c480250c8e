package graphio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// JSON objects that have neither nodes nor edges under a known key.

// graphKeys are the keys of the lists of a graph.
var graphKeys = []string{"nodes", "links", "edges", "vertices", "elements"}

// isGraphList reports whether a member is a list of a graph.
func isGraphList(m pair) bool {
	isList := len(m.value) > 0 && (m.value[0] == '[' || m.value[0] == '{')
	return isList && slices.Contains(graphKeys, m.key)
}

// unwrapGraph reads the graph within the first member that is an object with the lists of a graph, and takes over the state of its reader.
func (r *jsonReader) unwrapGraph() {
	// The answer of a service has few members around its graph.
	if r.nodes || r.edges || len(r.others) > maxWrapping {
		return
	}
	for k, p := range r.others {
		members := membersOf(p.value)
		// An inner key that also is an outer key suggests an object of nodes.
		sharesKey := slices.ContainsFunc(members, func(m pair) bool { return slices.Contains(r.keysOfOthers(), m.key) })
		if sharesKey || !slices.ContainsFunc(members, isGraphList) {
			continue
		}
		inner := newJSONReader(p.value, r.a)
		inner.readObject(inner.readTopKey)
		r.format, r.nodes, r.edges, r.named, r.graphologyKeys = inner.format, inner.nodes, inner.edges, inner.named, inner.graphologyKeys
		r.directed, r.directionGiven = inner.directed, inner.directionGiven
		r.innerLists, r.others = append(r.innerLists, inner.innerLists...), append(slices.Delete(r.others, k, k+1), inner.others...)
		return
	}
}

// keysOfOthers returns the keys of the members without a known meaning.
func (r *jsonReader) keysOfOthers() (keys []string) {
	for _, p := range r.others {
		keys = append(keys, p.key)
	}
	return keys
}

// Limits on the work of recognising an object.
const (
	// judgedNeighbours limits the neighbours that are looked up among the keys.
	judgedNeighbours = 10_000
	// maxWrapping limits the members in which a graph is searched.
	maxWrapping = 100
)

// readBareObject reads an object without lists of nodes and edges under known keys.
// The object is a matrix, a diagram, an answer of a service, nodes with their neighbours, or a table.
func (r *jsonReader) readBareObject() {
	if r.refuseKnown() || r.readNamedMatrix() || r.readSankey() || r.readServiceAnswer() {
		return
	}
	total, hits, allObjects := r.countNeighbours()
	// In an object of neighbours at least half of the listed ids are keys.
	if total == 0 || 2*hits >= total {
		r.readAdjacencyObject()
		return
	}
	if r.table = r.asTable(); r.table != nil {
		return
	}
	if allObjects {
		r.readKeyedNodes()
		return
	}
	// Several lists in which no element is a key are no graph.
	if hits == 0 && len(r.others) > 1 {
		r.failWithoutNodes()
		return
	}
	r.a.addDoubt("neighbours", fmt.Sprintf("%d of the %d neighbours are no keys of the object: its members may be "+
		"something else than nodes with their neighbours.", total-hits, total))
	r.readAdjacencyObject()
}

// readNamedMatrix reads the first member that is a square matrix of three or more rows. It reports whether the object has such a member.
// Another member with as many different texts has the names of the nodes.
func (r *jsonReader) readNamedMatrix() bool {
	for _, p := range r.others {
		m := squareMatrix(p.value)
		if len(m) <= 2 {
			continue
		}
		for _, q := range r.others {
			var names []string
			if q.key != p.key && json.Unmarshal(q.value, &names) == nil && len(names) == len(m) && distinct(names) {
				for _, s := range names {
					r.a.addNode(s, 0)
				}
				break
			}
		}
		r.readSquare(m)
		return true
	}
	return false
}

// countNeighbours counts the ids in the values of the object. hits are those that are keys of the object.
// The ids of an inner object are its keys. allObjects reports whether all examined values are objects.
// No further value is examined after judgedNeighbours ids.
func (r *jsonReader) countNeighbours() (total, hits int, allObjects bool) {
	allObjects = true
	isKey := map[string]bool{}
	for _, p := range r.others {
		isKey[p.key] = true
	}
	for _, p := range r.others {
		allObjects = allObjects && len(p.value) > 0 && p.value[0] == '{'
		if total > judgedNeighbours {
			break
		}
		list, innerKeys := elementsOf(p.value)
		for k, v := range list[:min(len(list), judgedNeighbours)] {
			id, _ := scalar(v)
			if innerKeys != nil {
				id = innerKeys[k]
			}
			total++
			hits += oneIf(isKey[id])
		}
	}
	return total, hits, allObjects
}

// readKeyedNodes reads an object that maps ids to nodes, which list their neighbours. Without edges it records an error.
func (r *jsonReader) readKeyedNodes() {
	r.nodes = true
	for _, p := range r.others {
		inner := newJSONReader(p.value, r.a)
		inner.named = len(r.a.ids) > 0
		inner.readKeyedNode(p.key)
		r.innerLists, r.named = append(r.innerLists, inner.innerLists...), true
	}
	if r.readInnerEdges(); len(r.a.pending) == 0 {
		r.failWithoutNodes()
	}
}

// readServiceAnswer reads the answer of a web service: one list of records, beside members with counts.
// It reports whether the object is such an answer.
func (r *jsonReader) readServiceAnswer() bool {
	const listKeys = "results result data items records rows values entries hits content response objects list"
	list := -1
	for k, p := range r.others {
		switch {
		// Objects are no counts.
		case len(p.value) == 0 || p.value[0] == '{':
			return false
		case p.value[0] == '[' && len(p.value) > 2:
			if list >= 0 || !slices.Contains(strings.Fields(listKeys), p.key) {
				return false
			}
			list = k
		}
	}
	if list < 0 || len(r.others) < 2 {
		return false
	}
	r.table = newJSONReader(r.others[list].value, r.a).recordsFile()
	return r.table != nil
}

// readSankey reads a Sankey diagram of Plotly: node.label has the names of the nodes, link.source and link.target the numbers
// of the ends. It reports whether the object is such a diagram.
func (r *jsonReader) readSankey() bool {
	var node struct{ Label []string }
	var link struct{ Source, Target []int }
	for _, p := range r.others {
		if p.key == "node" && json.Unmarshal(p.value, &node) != nil || p.key == "link" && json.Unmarshal(p.value, &link) != nil {
			return false
		}
	}
	n := len(node.Label)
	if n == 0 || len(link.Source) == 0 || len(link.Source) != len(link.Target) {
		return false
	}
	for k, i := range link.Source {
		if j := link.Target[k]; i < 0 || i >= n || j < 0 || j >= n {
			r.fail("a link of the diagram joins %d and %d, of %d nodes", i, j, n)
			return true
		}
	}
	// The numbers are the ids, because labels may repeat.
	for i, s := range node.Label {
		if r.a.addNode(strconv.Itoa(i), 0); r.a.err == nil {
			r.a.setAttribute(i, "name", s)
		}
	}
	for k, i := range link.Source {
		r.a.deferEdge(strconv.Itoa(i), strconv.Itoa(link.Target[k]), 0)
	}
	// The links of a diagram have directions and values.
	r.nodes, r.edges, r.named, r.directed, r.a.weighted = true, true, true, true, true
	return true
}
