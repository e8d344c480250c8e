package graphio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Objects without lists of nodes and edges under known keys.

// unwrapGraph reads a graph from the one member that is an object with its lists, as if its members were here.
func (r *jsonReader) unwrapGraph() {
	// An answer of a service has few members around its graph.
	if r.nodes || r.edges || len(r.others) > maxWrapping {
		return
	}
	for k, p := range r.others {
		members := membersOf(p.value)
		if !slices.ContainsFunc(members, func(m pair) bool {
			list := len(m.value) > 0 && (m.value[0] == '[' || m.value[0] == '{')
			return list && slices.Contains([]string{"nodes", "links", "edges", "vertices", "elements"}, m.key)
		}) || slices.ContainsFunc(members, func(m pair) bool { return slices.Contains(r.keysOfOthers(), m.key) }) {
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

// judgedNeighbours and maxWrapping limit the neighbours and the members that are examined to recognise an object.
const (
	judgedNeighbours = 10_000
	maxWrapping      = 100
)

// readBareObject reads an object without lists of nodes and edges.
// It is a matrix, neighbours by node, a table, or nodes by their id.
func (r *jsonReader) readBareObject() {
	if r.refuseKnown() {
		return
	}
	for _, p := range r.others {
		if m := squareMatrix(p.value); len(m) > 2 {
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
			return
		}
	}
	if r.readSankey() || r.readServiceAnswer() {
		return
	}
	// The object is one of neighbours where at least half of the listed ids are keys.
	total, hits := 0, 0
	keys := map[string]bool{}
	for _, p := range r.others {
		keys[p.key] = true
	}
	objects := true
	for _, p := range r.others {
		objects = objects && len(p.value) > 0 && p.value[0] == '{'
		if total > judgedNeighbours {
			break
		}
		list, inner := elementsOf(p.value)
		for k, v := range list[:min(len(list), judgedNeighbours)] {
			id, _ := scalar(v)
			if inner != nil {
				id = inner[k]
			}
			total++
			hits += oneIf(keys[id])
		}
	}
	if total > 0 && 2*hits < total {
		if r.table = r.asTable(); r.table != nil {
			return
		}
		if objects {
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
			return
		}
		// Several lists without a single key are no graph.
		if hits == 0 && len(r.others) > 1 {
			r.failWithoutNodes()
			return
		}
		r.a.addDoubt("neighbours", fmt.Sprintf("%d of the %d neighbours are no keys of the object: its members may be "+
			"something else than nodes with their neighbours.", total-hits, total))
	}
	r.readAdjacencyObject()
}

// readServiceAnswer reads the one list of records in the answer of a web service, beside members with counts.
// It reports whether the object is such an answer.
func (r *jsonReader) readServiceAnswer() bool {
	const keys = "results result data items records rows values entries hits content response objects list"
	list := -1
	for k, p := range r.others {
		switch {
		// Members with objects are no counts.
		case len(p.value) == 0 || p.value[0] == '{':
			return false
		case p.value[0] == '[' && len(p.value) > 2:
			if list >= 0 || !slices.Contains(strings.Fields(keys), p.key) {
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

// readSankey reads a Sankey diagram of Plotly, with lists of labels and of positions. It reports whether the object is one.
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
	for i, s := range node.Label {
		if r.a.addNode(strconv.Itoa(i), 0); r.a.err == nil {
			r.a.setAttribute(i, "name", s)
		}
	}
	for k, i := range link.Source {
		r.a.deferEdge(strconv.Itoa(i), strconv.Itoa(link.Target[k]), 0)
	}
	r.nodes, r.edges, r.named, r.directed, r.a.weighted = true, true, true, true, true
	return true
}
