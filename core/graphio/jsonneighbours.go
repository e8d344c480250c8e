package graphio

import (
	"encoding/json"
	"slices"

	"sheafscope/core/graphio/content"
)

// Neighbours in lists of the nodes themselves.

// innerList is a member of a node with a list, which may be its neighbours.
type innerList struct {
	node  int
	key   string
	value json.RawMessage
}

// readInnerEdges reads edges from the lists of the nodes, where the file has no other edges.
// All elements of the list must be nodes. Known words for neighbours have priority over other keys.
func (r *jsonReader) readInnerEdges() {
	if len(r.a.pending) > 0 || len(r.innerLists) == 0 {
		return
	}
	nodes, total, hits := r.nodeNames(), map[string]int{}, map[string]int{}
	var order []string
	// each calls f for every id in a list of a node.
	each := func(f func(l innerList, id string)) {
		for _, l := range r.innerLists {
			list, keys := elementsOf(l.value)
			for k, v := range list {
				id, ok := idText(v)
				if keys != nil {
					id, ok = keys[k], true
				}
				if ok {
					f(l, id)
				}
			}
		}
	}
	each(func(l innerList, id string) {
		if total[l.key] == 0 {
			order = append(order, l.key)
		}
		total[l.key]++
		hits[l.key] += oneIf(nodes[id])
	})
	taken := ""
	for _, key := range order {
		known := slices.Contains(neighbourWords, content.Word(key))
		// Every element must be a node; numbers are evidence only under a known word.
		if total[key] > hits[key] || !known && len(r.a.ids) > 0 && isInteger(r.a.ids[0]) {
			continue
		}
		if taken == "" || known && !slices.Contains(neighbourWords, content.Word(taken)) {
			taken = key
		}
	}
	if taken == "" {
		return
	}
	for _, key := range order {
		if key != taken && total[key] == hits[key] {
			r.a.addDoubt("edges-left", "The member "+quote(key)+" of the nodes looks like a list of neighbours, too, and was left out.")
		}
	}
	each(func(l innerList, id string) {
		if l.key == taken {
			r.a.deferEdge(r.a.ids[l.node], id, 0)
		}
	})
	r.edges, r.format = true, "adjacency JSON"
	r.symmetric = true
	// The list is no attribute any more.
	r.a.columns = slices.DeleteFunc(r.a.columns, func(c *column) bool { return c.key == taken })
	delete(r.a.byKey, taken)
	if !slices.Contains(neighbourWords, content.Word(taken)) {
		r.a.addDoubt("edges-key", "The member "+quote(taken)+" of the nodes was taken as the list of their neighbours.")
	}
}

// mergeDirections makes edges undirected where the lists of both ends have every edge.
func (r *jsonReader) mergeDirections() {
	seen := map[[2]string]bool{}
	for _, e := range r.a.pending {
		seen[[2]string{e.source, e.target}] = true
	}
	both := true
	for _, e := range r.a.pending {
		both = both && seen[[2]string{e.target, e.source}]
	}
	r.directed = !both
	if both {
		clear(seen)
		r.a.pending = slices.DeleteFunc(r.a.pending, func(e pendingEdge) bool {
			again := seen[[2]string{e.target, e.source}]
			seen[[2]string{e.source, e.target}] = true
			return again
		})
	}
}
