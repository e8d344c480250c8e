package graphio

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
)

// The ids of the nodes: the lookup of a node by its id or by an attribute, and the order of nodes with numbers as ids.

// sortByID renumbers the nodes in numerical order of their ids, if all ids are integers.
// The sort is stable: 7 and 07 keep their order.
func (a *assembly) sortByID() {
	keys := make([]uint64, len(a.ids))
	for i, id := range a.ids {
		v, err := strconv.ParseUint(id, 10, 64)
		// A single id that is not an integer keeps the order of the file.
		if err != nil {
			return
		}
		keys[i] = v
	}
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(keys[p], keys[q]) })
	a.renumber(order)
}

// renumber gives node order[r] the number r, for all r.
func (a *assembly) renumber(order []int) {
	// rank is the inverse permutation: it maps an old number to the new number.
	rank, ids, lines := make([]int32, len(order)), make([]string, len(order)), make([]int, len(order))
	for r, i := range order {
		rank[i], ids[r], lines[r] = int32(r), a.ids[i], a.lines[i]
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

// hasNode reports whether a node has the id.
func (a *assembly) hasNode(id string) bool {
	_, ok := a.index[id]
	return ok
}

// nodeOf returns the number of the node with an id. An unknown id is an error; nodeOf then returns 0.
func (a *assembly) nodeOf(id string, line int) int32 {
	i, ok := a.index[id]
	if !ok {
		a.fail(line, "declare the node or correct the id", "the edge names the node %s, which does not exist", quote(id))
	}
	return i
}

// nodeOrNew returns the number of the node with an id. It adds the node if the id is new.
func (a *assembly) nodeOrNew(id string, line int) int32 {
	i, ok := a.index[id]
	if !ok {
		// The clone does not keep the whole file in memory.
		i = int32(a.addNode(strings.Clone(id), line))
	}
	return i
}

// indexByAttribute makes index map the values of an attribute, such as the name, to nodes. The ids of the nodes stay.
// It does so if no end of an edge is an id, and every end is a value of the attribute.
// ends yields the ends of all edges.
func (a *assembly) indexByAttribute(ends iter.Seq[string]) {
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
		index, complete := a.nodesByValue(c), true
		for id := range ends {
			_, known := index[id]
			complete = complete && known
		}
		if complete {
			a.index = index
			a.notes = append(a.notes, "The edges call the nodes by their "+quote(c.key)+".")
			return
		}
	}
}

// nodesByValue maps the values of column c to their nodes. It returns nil if a value repeats, as such a map would be ambiguous.
func (a *assembly) nodesByValue(c *column) map[string]int32 {
	index := map[string]int32{}
	for i := range a.ids {
		v := strings.TrimSpace(c.value(i))
		if v == "" {
			continue
		}
		if _, repeated := index[v]; repeated {
			return nil
		}
		index[v] = int32(i)
	}
	return index
}

// addNumberedNodes adds nodes with the ids from+1, …, to.
func (a *assembly) addNumberedNodes(from, to int64, line int) {
	for i := from + 1; i <= to && a.err == nil; i++ {
		a.addNode(strconv.FormatInt(i, 10), line)
	}
}
