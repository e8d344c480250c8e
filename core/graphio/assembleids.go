package graphio

import (
	"iter"
	"maps"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/order"
)

// This file finds the nodes of an assembly (assemble.go) by their ids or by an attribute. It also sorts nodes whose ids are numbers.

// sortByID renumbers the nodes in numerical order of their ids. If an id is no integer without a sign, or is 2⁶⁴ or more, nothing changes.
func (a *assembly) sortByID() {
	if order := a.idOrder(); order != nil {
		a.renumber(order)
	}
}

// idOrder returns the numbers of the nodes in numerical order of their ids. It returns nil if an id is no integer for sortByID.
// The sort is stable: 7 and 07 keep their order.
func (a *assembly) idOrder() []int {
	keys := make([]uint64, len(a.ids))
	for i, id := range a.ids {
		key, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			return nil
		}
		keys[i] = key
	}
	sorted := make([]int, len(keys))
	for i := range sorted {
		sorted[i] = i
	}
	order.By(sorted, func(p, q int) bool { return keys[p] < keys[q] })
	return sorted
}

// renumber gives node order[r] the number r, for all r. order is a permutation of the node numbers, which count from 0.
// index keeps the old numbers, because no later step of finish looks up the number of an id.
// oneWay is unchanged, because the edges keep their order.
func (a *assembly) renumber(order []int) {
	// rank is the inverse permutation: it maps an old number to the new number.
	rank := make([]int32, len(order))
	ids := make([]string, len(order))
	lines := make([]int, len(order))
	for r, old := range order {
		rank[old] = int32(r)
		ids[r] = a.ids[old]
		lines[r] = a.lines[old]
	}
	a.ids, a.lines = ids, lines
	for k, e := range a.edges {
		a.edges[k] = graph.Edge{I: rank[e.I], J: rank[e.J]}
	}
	for _, c := range a.columns {
		values := make([]string, len(order))
		for i, v := range c.values {
			values[rank[i]] = v
		}
		c.values = values
	}
}

// hasNode reports whether a.index has a node for the id.
func (a *assembly) hasNode(id string) bool {
	_, exists := a.index[id]
	return exists
}

// withSecondIDs returns a map from the ids and the second ids of the nodes to their numbers. Ids have priority.
func (a *assembly) withSecondIDs() map[string]int32 {
	if len(a.secondIDs) == 0 {
		return a.index
	}
	numbers := maps.Clone(a.secondIDs)
	maps.Copy(numbers, a.index)
	return numbers
}

// nodeOf returns the number of the node with an id. An unknown id is an error; nodeOf then returns 0.
func (a *assembly) nodeOf(id string, line int) int32 {
	i, exists := a.index[id]
	if !exists {
		a.fail(line, "declare the node or correct the id", "the edge names the node %s, which does not exist", quote(id))
	}
	return i
}

// nodeOrNew returns the number of the node with an id. It adds the node if the id is new.
// If the graph already has MaxNodes nodes, a new id is an error; nodeOrNew then returns 0.
func (a *assembly) nodeOrNew(id string, line int) int32 {
	i, exists := a.index[id]
	if !exists {
		// id may be a part of the text of the file. Without the clone, the id would keep the whole text in memory.
		i = int32(a.addNode(strings.Clone(id), line))
	}
	return i
}

// indexByAttribute replaces a.index if the edges call the nodes by an attribute, such as the name: a.index then maps its values to nodes.
// edges is the edge list. The chosen attribute is the first that has distinct values, with every end among them.
// Nothing changes without ends, if an end is the id of a node, or without such an attribute. The ids of the nodes never change.
func (a *assembly) indexByAttribute(edges *table) {
	ends := a.endsOf(edges)
	hasEnds := false
	for id := range ends {
		if a.hasNode(id) {
			return
		}
		hasEnds = true
	}
	if !hasEnds {
		return
	}
	for _, c := range a.columns {
		// For repeated values index is nil, so that it lacks every end.
		index := a.nodesByValue(c)
		hasAllEnds := true
		for end := range ends {
			_, hasAllEnds = index[end]
			if !hasAllEnds {
				break
			}
		}
		if hasAllEnds {
			a.index = index
			a.notes = append(a.notes, "The edges call the nodes by their "+quote(c.key)+".")
			return
		}
	}
}

// endsOf yields the ends of an edge list as readEdges reads them: in their normal form, without empty cells and words for no end.
func (a *assembly) endsOf(edges *table) iter.Seq[string] {
	return func(yield func(id string) bool) {
		for _, cells := range edges.bodyRows() {
			for k, text := range edges.rowEnds(cells) {
				id := a.plainID(text)
				isEnd := a.hasNode(id) || !edges.isNoEnd(k, id)
				if isEnd && !yield(id) {
					return
				}
			}
		}
	}
}

// nodesByValue maps the values of column c, in the normal form of ids, to their nodes. Nodes without a value are skipped.
// It returns nil if two nodes have the same value.
func (a *assembly) nodesByValue(c *column) map[string]int32 {
	index := map[string]int32{}
	for i := range a.ids {
		value := a.plainID(strings.TrimSpace(c.value(i)))
		if value == "" {
			continue
		}
		_, isRepeated := index[value]
		if isRepeated {
			return nil
		}
		index[value] = int32(i)
	}
	return index
}

// addNumberedNodes adds nodes with the ids before+1, before+2, …, last. before is −1 in a format that counts from 0,
// and 0 in a format that counts from 1. It adds no node if last is not above before, and stops at an error.
func (a *assembly) addNumberedNodes(before, last int64, line int) {
	for id := before + 1; id <= last && a.err == nil; id++ {
		a.addNode(strconv.FormatInt(id, 10), line)
	}
}
