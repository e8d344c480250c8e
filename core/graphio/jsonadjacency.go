package graphio

import (
	"sheafscope/core/words"
)

// Adjacency as JSON: the neighbours of the nodes by position, and an object that maps every node to its neighbours.

// neighbours adds the edges of adjacency JSON, whose lists go by position. Without directions both ends of an edge name it.
func (r *jsonReader) neighbours() {
	a := r.a
	if len(r.adjacent) != len(a.ids) {
		a.bad(0, jsonRemedy, `the list "adjacency" has %d elements for %d nodes`, len(r.adjacent), len(a.ids))
		return
	}
	var entries matrixEntries
	for i, v := range r.adjacent {
		inner := newJSONReader(v, a)
		inner.list(func() {
			inner.pairs()
			id, ok := inner.field("id")
			j, known := a.index[id]
			if !ok || !known {
				a.bad(a.lines[i], jsonRemedy, "node %s has the neighbour %s, which does not exist", quote(a.ids[i]), quote(id))
				return
			}
			for _, p := range inner.fields {
				if p.key != "id" && p.key != "key" {
					a.weighJSON(p.key, p.value)
				}
			}
			entries.put(a, int32(i), j, 0)
		})
	}
	entries.into(a, !r.directed)
}

// adjacencyObject reads an object that maps every node to its neighbours.
func (r *jsonReader) adjacencyObject() {
	a := r.a
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' && p.value[0] != '{' {
			r.noNodes()
			return
		}
		a.node(p.key, 0)
	}
	r.format, r.nodes, r.named, a.sortIDs = "adjacency JSON", true, true, true
	if r.bitRows() {
		return
	}
	var entries matrixEntries
	zeros, members := 0, 0
	for _, p := range r.others {
		inner := newJSONReader(p.value, a)
		add := func(id string) { entries.put(a, a.index[p.key], a.known(id, 0, true), 0) }
		if p.value[0] == '{' {
			inner.object(func(key string) {
				v := inner.raw()
				members++
				if noEdge(v) {
					zeros++
					a.known(key, 0, true)
					return
				}
				a.weighJSON("weight", v)
				if v[0] == '{' {
					a.weighAll(string(v))
				}
				add(key)
			})
			continue
		}
		inner.list(func() {
			id, ok := scalar(inner.raw())
			if !ok || id == "" {
				a.bad(0, jsonRemedy, "a neighbour of node %s is not a text or a number", quote(p.key))
				return
			}
			add(id)
		})
	}
	if zeros > 0 {
		r.format = "adjacency matrix"
		if members < len(r.others)*len(a.ids) {
			a.doubt("zeros", words.Count(zeros, "neighbour")+" with the value 0, false or null: no edge was made of them.")
		}
		if !entries.symmetric() {
			a.doubt("direction", "The matrix is not symmetric: its outer members were taken as the first ends of the edges; pandas has columns "+
				"there.")
		}
	}
	entries.into(a, false)
}
