package graphio

import (
	"encoding/json"
	"slices"

	"sheafscope/core/graphio/content"
)

// This file reads the edges from nodes in JSON that list their neighbours, such as {"id": 1, "friends": [2, 3]}.

// innerList is a member of a node whose value may be the list of its neighbours. node is the number of the node, from 0.
type innerList struct {
	node  int
	key   string
	value json.RawMessage
}

// readInnerEdges reads the edges from the lists of the nodes. chooseInnerKey chooses the key of the lists of neighbours.
// If other edges are pending, or if no key is chosen, readInnerEdges does nothing.
// Doubts ask the user about other keys with lists of nodes, and about a chosen key that is no word for neighbours.
func (r *jsonReader) readInnerEdges() {
	if len(r.a.pending) > 0 || len(r.innerLists) == 0 {
		return
	}
	candidates := r.innerKeys()
	chosen := r.chooseInnerKey(candidates)
	if chosen == "" {
		return
	}
	for _, key := range candidates {
		if key != chosen {
			r.a.addDoubt("edges-left", "The member "+quote(key)+" of the nodes looks like a list of neighbours, too, and was left out.")
		}
	}
	r.eachInnerID(func(l innerList, id string) {
		if l.key == chosen {
			r.a.deferEdge(r.a.ids[l.node], id, 0) // the line is unknown
		}
	})
	r.hasEdges, r.format, r.symmetric = true, "adjacency JSON", true
	// The attribute that addNodeField has made of the neighbours is removed.
	r.a.columns = slices.DeleteFunc(r.a.columns, func(c *column) bool { return c.key == chosen })
	delete(r.a.byKey, chosen)
	if !isNeighbourWord(chosen) {
		r.a.addDoubt("edges-key", "The member "+quote(chosen)+" of the nodes was taken as the list of their neighbours.")
	}
}

// innerKeys returns the keys of innerLists under which eachInnerID finds only ids and names of nodes, in order of appearance.
func (r *jsonReader) innerKeys() []string {
	nodes := r.nodeNames()
	// keys are all keys with an id in their lists. hasOther[key] reports whether a list under the key has an id that is no node.
	var keys []string
	hasOther := map[string]bool{}
	r.eachInnerID(func(l innerList, id string) {
		_, known := hasOther[l.key]
		if !known {
			keys = append(keys, l.key)
		}
		hasOther[l.key] = hasOther[l.key] || !nodes[id]
	})
	return slices.DeleteFunc(keys, func(key string) bool { return hasOther[key] })
}

// chooseInnerKey returns the key of the lists of neighbours: the first candidate that is a word for neighbours.
// If no candidate is such a word, it returns the first candidate if the ids are texts, and "" if the ids are integers: any list of numbers
// may consist of nodes by chance. For no candidate it returns "".
func (r *jsonReader) chooseInnerKey(candidates []string) string {
	for _, key := range candidates {
		if isNeighbourWord(key) {
			return key
		}
	}
	// Only the first id is examined; it shows the kind of the ids.
	hasIntegerIDs := len(r.a.ids) > 0 && isInteger(r.a.ids[0])
	if hasIntegerIDs || len(candidates) == 0 {
		return ""
	}
	return candidates[0]
}

// eachInnerID calls f for every id in r.innerLists. The ids of an object are its keys. Elements of a list that are no ids are skipped.
func (r *jsonReader) eachInnerID(f func(l innerList, id string)) {
	for _, l := range r.innerLists {
		list, keys := elementsOf(l.value)
		for k, v := range list {
			if keys != nil {
				f(l, keys[k])
			} else if id, ok := idText(v); ok {
				f(l, id)
			}
		}
	}
}

// isNeighbourWord reports whether a key is a word for neighbours.
func isNeighbourWord(key string) bool { return slices.Contains(neighbourWords, content.Word(key)) }

// mergeDirections decides whether edges from lists of neighbours are directed. If every edge is in the lists of both ends, the edges are
// undirected, and the second direction of every edge is dropped. If an edge is in the list of one end only, all edges are directed.
func (r *jsonReader) mergeDirections() {
	seen := map[[2]string]bool{}
	for _, e := range r.a.pending {
		seen[[2]string{e.source, e.target}] = true
	}
	isSymmetric := true
	for _, e := range r.a.pending {
		isSymmetric = isSymmetric && seen[[2]string{e.target, e.source}]
	}
	r.directed = !isSymmetric
	if !isSymmetric {
		return
	}
	clear(seen)
	r.a.pending = slices.DeleteFunc(r.a.pending, func(e pendingEdge) bool {
		isSecond := seen[[2]string{e.target, e.source}]
		seen[[2]string{e.source, e.target}] = true
		return isSecond
	})
}
