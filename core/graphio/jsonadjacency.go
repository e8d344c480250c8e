package graphio

import (
	"sheafscope/core/words"
)

// Adjacency as JSON: a list of the neighbours of every node by position, or an object from every node to its neighbours.

// readAdjacency adds the edges of adjacency JSON, whose lists are in the order of the nodes.
// Without directions both ends of an edge list it.
func (r *jsonReader) readAdjacency() {
	a := r.a
	if len(r.adjacency) != len(a.ids) {
		a.fail(0, jsonRemedy, `the list "adjacency" has %d elements for %d nodes`, len(r.adjacency), len(a.ids))
		return
	}
	var entries matrixEntries
	for i, v := range r.adjacency {
		inner := newJSONReader(v, a)
		inner.readList(func() {
			inner.readFields()
			id, ok := inner.fieldText("id")
			j, known := a.index[id]
			if !ok || !known {
				a.fail(a.lines[i], jsonRemedy, "node %s has the neighbour %s, which does not exist", quote(a.ids[i]), quote(id))
				return
			}
			for _, p := range inner.fields {
				if p.key != "id" && p.key != "key" {
					a.recordEdgeMember(p.key, p.value)
				}
			}
			entries.addEdge(a, int32(i), j, 0)
		})
	}
	entries.undirected = !r.directed
	entries.addTo(a)
}

// readAdjacencyObject reads an object from every node to its neighbours.
func (r *jsonReader) readAdjacencyObject() {
	a := r.a
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' && p.value[0] != '{' {
			r.failWithoutNodes()
			return
		}
		a.addNode(p.key, 0)
	}
	// Keys are ids; numbers among them are sorted.
	r.format, r.nodes, r.named, a.sortIDs = "adjacency JSON", true, true, true
	if r.readBitRows() {
		return
	}
	var entries matrixEntries
	zeros, members := 0, 0
	for _, p := range r.others {
		inner := newJSONReader(p.value, a)
		add := func(id string) { entries.addEdge(a, a.index[p.key], a.nodeOrNew(id, 0), 0) }
		if p.value[0] == '{' {
			inner.readObject(func(key string) {
				v := inner.readRaw()
				members++
				// A matrix by names lists its zeros, too.
				if isAbsentEntry(v) {
					zeros++
					a.nodeOrNew(key, 0)
					return
				}
				a.recordEdgeMember("weight", v)
				if v[0] == '{' {
					a.recordEdgeAttributes(string(v))
				}
				add(key)
			})
			continue
		}
		inner.readList(func() {
			id, ok := scalar(inner.readRaw())
			if !ok || id == "" {
				a.fail(0, jsonRemedy, "a neighbour of node %s is not a text or a number", quote(p.key))
				return
			}
			add(id)
		})
	}
	if zeros > 0 {
		r.format = "adjacency matrix"
		// A full matrix needs its zeros. A list of neighbours with some zeros is a doubt.
		if members < len(r.others)*len(a.ids) {
			a.addDoubt("zeros", words.Count(zeros, "neighbour")+" with the value 0, false or null: no edge was made of them.")
		}
		if !entries.symmetric() {
			a.addDoubt("direction", "The matrix is not symmetric: its outer members were taken as the first ends of the edges; pandas has columns "+
				"there.")
		}
	}
	entries.addTo(a)
}
