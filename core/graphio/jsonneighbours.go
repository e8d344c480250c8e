package graphio

import (
	"encoding/json"
	"slices"

	"sheafscope/core/graphio/content"
)

// Nodes in JSON that list their own neighbours, such as {"id": 1, "friends": [2, 3]}.

// innerList is a member of a node whose value may be the list of its neighbours. node is the number of the node.
type innerList struct {
	node  int
	key   string
	value json.RawMessage
}

// readInnerEdges reads the edges from the lists of the nodes, if the file has no other edges.
// The lists under one key are the neighbours. All elements of these lists must be nodes.
// Keys of neighbourWords have priority over other keys, then earlier keys over later ones.
func (r *jsonReader) readInnerEdges() {
	if len(r.a.pending) > 0 || len(r.innerLists) == 0 {
		return
	}
	// elements counts the ids in the lists under each key, nodeElements those that are nodes.
	nodes, elements, nodeElements := r.nodeNames(), map[string]int{}, map[string]int{}
	var order []string
	r.eachInnerID(func(l innerList, id string) {
		if elements[l.key] == 0 {
			order = append(order, l.key)
		}
		elements[l.key]++
		nodeElements[l.key] += oneIf(nodes[id])
	})
	// With integers as ids any list of numbers may consist of nodes. Only a word for neighbours is evidence then.
	hasIntegerIDs := len(r.a.ids) > 0 && isInteger(r.a.ids[0])
	chosen := ""
	for _, key := range order {
		isWord := isNeighbourWord(key)
		if elements[key] > nodeElements[key] || !isWord && hasIntegerIDs {
			continue
		}
		if chosen == "" || isWord && !isNeighbourWord(chosen) {
			chosen = key
		}
	}
	if chosen == "" {
		return
	}
	for _, key := range order {
		if key != chosen && elements[key] == nodeElements[key] {
			r.a.addDoubt("edges-left", "The member "+quote(key)+" of the nodes looks like a list of neighbours, too, and was left out.")
		}
	}
	r.eachInnerID(func(l innerList, id string) {
		if l.key == chosen {
			r.a.deferEdge(r.a.ids[l.node], id, 0)
		}
	})
	r.edges, r.format, r.symmetric = true, "adjacency JSON", true
	// The neighbours were also stored as an attribute of the nodes.
	r.a.columns = slices.DeleteFunc(r.a.columns, func(c *column) bool { return c.key == chosen })
	delete(r.a.byKey, chosen)
	if !isNeighbourWord(chosen) {
		r.a.addDoubt("edges-key", "The member "+quote(chosen)+" of the nodes was taken as the list of their neighbours.")
	}
}

// eachInnerID calls f for every id in r.innerLists. The ids of an object are its keys.
func (r *jsonReader) eachInnerID(f func(l innerList, id string)) {
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

// isNeighbourWord reports whether a key is a word for neighbours.
func isNeighbourWord(key string) bool { return slices.Contains(neighbourWords, content.Word(key)) }

// mergeDirections makes the edges undirected and drops their repetitions, if the lists of both ends have every edge.
// Otherwise the edges are directed.
func (r *jsonReader) mergeDirections() {
	seen := map[[2]string]bool{}
	for _, e := range r.a.pending {
		seen[[2]string{e.source, e.target}] = true
	}
	symmetric := true
	for _, e := range r.a.pending {
		symmetric = symmetric && seen[[2]string{e.target, e.source}]
	}
	r.directed = !symmetric
	if !symmetric {
		return
	}
	// Of the two directions of an edge the first one stays.
	clear(seen)
	r.a.pending = slices.DeleteFunc(r.a.pending, func(e pendingEdge) bool {
		reversed := seen[[2]string{e.target, e.source}]
		seen[[2]string{e.source, e.target}] = true
		return reversed
	})
}
