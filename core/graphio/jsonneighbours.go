package graphio

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

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
// If the file has other edges, or if no key is chosen, readInnerEdges does nothing.
// Doubts ask the user about other keys with lists of nodes, and about a chosen key that is no word for neighbours.
func (r *jsonReader) readInnerEdges() {
	if len(r.a.pending) > 0 || len(r.a.edges) > 0 || len(r.innerLists) == 0 || r.readInnerMatrix() {
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
	numbers := r.nodeNumbers()
	r.eachNeighbour(numbers, func(l innerList, n neighbour) {
		if l.key == chosen && !n.isAbsent {
			r.a.deferEdge(r.a.ids[l.node], r.a.ids[numbers[n.id]], 0) // the line is unknown
			r.a.recordNeighbour(n)
		}
	})
	r.hasEdges, r.format, r.symmetric = true, "adjacency JSON", true
	r.removeAttribute(chosen)
	if !isNeighbourWord(chosen) {
		r.a.addDoubt("edges-key", "The member "+quote(chosen)+" of the nodes was taken as the list of their neighbours.")
	}
}

// readInnerMatrix reads the edges from nodes that have the rows of a matrix of 0 and 1 (bitRows) under a word for neighbours.
// It reports whether it has read the matrix.
func (r *jsonReader) readInnerMatrix() bool {
	rows := map[string][]json.RawMessage{}
	for _, l := range r.innerLists {
		if len(rows[l.key]) == l.node && isNeighbourWord(l.key) {
			rows[l.key] = append(rows[l.key], l.value)
		}
	}
	for _, l := range r.innerLists {
		if len(rows[l.key]) != len(r.a.ids) {
			continue
		}
		if m := bitRows(rows[l.key]); m != nil {
			r.readSquare(m)
			r.removeAttribute(l.key)
			return true
		}
		delete(rows, l.key)
	}
	return false
}

// removeAttribute removes the attribute that addNodeField has made of the neighbours under a key.
func (r *jsonReader) removeAttribute(key string) {
	r.a.columns = slices.DeleteFunc(r.a.columns, func(c *column) bool { return c.key == key })
	delete(r.a.byKey, key)
}

// innerKeys returns the keys of innerLists under which eachNeighbour finds only ids and names of nodes, in order of appearance.
func (r *jsonReader) innerKeys() []string {
	numbers := r.nodeNumbers()
	// keys are all keys with an id in their lists. hasOther[key] reports whether a list under the key has an id that is no node.
	var keys []string
	hasOther := map[string]bool{}
	r.eachNeighbour(numbers, func(l innerList, n neighbour) {
		_, isNode := numbers[n.id]
		_, known := hasOther[l.key]
		if !known {
			keys = append(keys, l.key)
		}
		hasOther[l.key] = hasOther[l.key] || !isNode
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

// eachNeighbour calls f for every element with an id in r.innerLists. numbers has the texts that name nodes.
func (r *jsonReader) eachNeighbour(numbers map[string]int32, f func(l innerList, n neighbour)) {
	for _, l := range r.innerLists {
		for n := range neighboursOf(l.value, numbers) {
			if n.id != "" {
				f(l, n)
			}
		}
	}
}

// neighbour is an element in the list or the object of the neighbours of a node.
type neighbour struct {
	id         string // "" for an element that is no neighbour
	isAbsent   bool   // the value of a key means that there is no edge
	attributes []pair // the weight and other attributes of the edge
}

// neighboursOf yields the elements of a list or an object of neighbours; numbers has the texts that name nodes. A neighbour is
//   - the key of an object, with the weight or the attributes of the edge as its value;
//   - an id in a list (idText), or an object with an id, whose other members are attributes of the edge;
//   - a pair in a list: a text or the id of a node, and the weight, a number.
func neighboursOf(v json.RawMessage, numbers map[string]int32) iter.Seq[neighbour] {
	return func(yield func(neighbour) bool) {
		list, keys := elementsOf(v)
		for k, element := range list {
			var n neighbour
			if keys != nil {
				n = neighbour{keys[k], isAbsentEntry(element), []pair{{"weight", element}}}
			} else {
				n = neighbourIn(element, numbers)
			}
			if !yield(n) {
				return
			}
		}
	}
}

// neighbourIn returns an element of a list as a neighbour (neighboursOf).
func neighbourIn(element json.RawMessage, numbers map[string]int32) (n neighbour) {
	n.id, _ = idText(element)
	_, isNode := numbers[n.id]
	switch {
	case element[0] == '{':
		namesNode := func(p pair) bool { return isLifted(p) || p.key == "name" || slices.Contains(nodeIDKeys, p.key) }
		n.attributes = slices.DeleteFunc(membersOf(element), namesNode)
	// A list may be an id, such as a place in a grid. Other lists of two elements are pairs.
	case element[0] == '[' && !isNode:
		n.id = ""
		if parts, _ := elementsOf(element); len(parts) == 2 && strings.IndexByte("-0123456789", parts[1][0]) >= 0 {
			id, _ := idText(parts[0])
			if _, isNode = numbers[id]; isNode || parts[0][0] == '"' {
				n.id, n.attributes = id, []pair{{"weight", parts[1]}}
			}
		}
	}
	return n
}

// recordNeighbour records that the attributes of an edge are left out.
func (a *assembly) recordNeighbour(n neighbour) {
	for _, p := range n.attributes {
		a.recordEdgeMember(p.key, p.value)
	}
}

// isNeighbourWord reports whether a key is a word for neighbours.
func isNeighbourWord(key string) bool { return slices.Contains(neighbourWords, content.Word(key)) }

// mergeDirections decides whether edges from lists of neighbours are directed. If every edge is in the lists of both ends, the edges are
// undirected, and the second direction of every edge is dropped. If an edge is in the list of one end only, all edges are directed, unless
// the file states that they are undirected.
func (r *jsonReader) mergeDirections() {
	seen := map[[2]string]bool{}
	for _, e := range r.a.pending {
		seen[[2]string{e.source, e.target}] = true
	}
	isSymmetric, isStated := true, r.directionGiven && !r.directed
	for _, e := range r.a.pending {
		isSymmetric = isSymmetric && seen[[2]string{e.target, e.source}]
	}
	r.directed = !isSymmetric && !isStated
	if r.directed {
		return
	}
	clear(seen)
	r.a.pending = slices.DeleteFunc(r.a.pending, func(e pendingEdge) bool {
		isSecond := seen[[2]string{e.target, e.source}]
		seen[[2]string{e.source, e.target}] = true
		return isSecond
	})
}
