package graphio

import (
	"encoding/json"

	"sheafscope/core/words"
)

// This file reads two forms of adjacency in JSON: the list "adjacency" of NetworkX, and an object that maps ids to neighbours.
// jsonkeyed.go reads other forms.

// readAdjacency adds the edges of adjacency JSON (NetworkX). Element i of r.adjacency lists the neighbours of node i.
// In an undirected graph an edge may be in the list of one end or in the lists of both. A neighbour that is no node is an error, and so are
// an element that is no list, and more or fewer lists than nodes.
func (r *jsonReader) readAdjacency() {
	a := r.a
	// Every node has a list, which may be empty.
	if len(r.adjacency) != len(a.ids) {
		a.fail(0, jsonRemedy, `the list "adjacency" has %d elements for %d nodes`, len(r.adjacency), len(a.ids))
		return
	}
	// entries are the entries of an adjacency matrix. addTo adds them to the assembly as edges. The argument 0 of addEdge is an unknown line.
	var entries matrixEntries
	for i, v := range r.adjacency {
		inner := newJSONReader(v, a)
		inner.readList(func() {
			// A neighbour is an object with its id, or only the id.
			inner.readFields()
			id, state := inner.fieldID("id")
			j, known := a.index[id]
			if state != idValid || !known {
				a.fail(a.lines[i], jsonRemedy, "node %s has the neighbour %s, which does not exist", quote(a.ids[i]), quote(id))
				return
			}
			// The other members of a neighbour are attributes of the edge. The member "key" numbers parallel edges.
			for _, p := range inner.fields {
				if p.key != "id" && p.key != "key" && !isLifted(p) {
					entries.recordMember(a, int32(i), j, p.key, p.value)
				}
			}
			entries.addEdge(a, int32(i), j, 0)
		})
	}
	// The member "directed" decides. Without it addTo decides by the symmetry of the lists.
	entries.undirected = r.directionGiven && !r.directed
	entries.addTo(a)
}

// readAdjacencyObject reads an object whose keys are the ids of nodes. A value is a list or an object of neighbours; any other value is an
// error. The values are rows of an adjacency matrix in two cases: all are lists of 0 and 1 (bitRows), or an inner object has a value
// for "no edge" (isAbsentEntry).
func (r *jsonReader) readAdjacencyObject() {
	a := r.a
	// The keys of r.unknown are the ids of the nodes.
	for _, p := range r.unknown {
		isContainer := p.value[0] == '[' || p.value[0] == '{'
		if !isContainer {
			r.failWithoutNodes()
			return
		}
		a.addNode(p.key, 0)
	}
	r.format, r.hasNodes, r.hasIDs = "adjacency JSON", true, true
	// The members of an object have no order, so finish sorts nodes with integer ids.
	a.sortIDs = true
	// The lists may be rows of 0 and 1, such as {"a": [0, 1, 1], "b": [1, 0, 0], "c": [1, 0, 0]}.
	var rows []json.RawMessage
	for _, p := range r.unknown {
		rows = append(rows, p.value)
	}
	if m := bitRows(rows); m != nil {
		r.readSquare(m)
		return
	}
	// The argument 0 of addEdge and nodeOrNew is an unknown line.
	var entries matrixEntries
	// cells counts the members of all inner objects, zeros those whose value means no edge.
	cells, zeros := 0, 0
	for _, p := range r.unknown {
		for n := range neighboursOf(p.value, a.index) {
			if n.id == "" && p.value[0] == '[' {
				a.fail(0, jsonRemedy, "a neighbour of node %s is empty, or neither a text nor a number", quote(p.key))
				return
			}
			j := a.nodeOrNew(n.id, 0)
			cells += oneIf(p.value[0] == '{')
			zeros += oneIf(n.isAbsent)
			// Keys whose value means no edge are nodes, but no neighbours.
			if !n.isAbsent {
				for _, m := range n.attributes {
					entries.recordMember(a, a.index[p.key], j, m.key, m.value)
				}
				entries.addEdge(a, a.index[p.key], j, 0)
			}
		}
	}
	if zeros > 0 {
		r.format = "adjacency matrix"
		// A doubt is a reason to ask the user. A full matrix has a cell for every pair of nodes. A zero among fewer cells may be a weight.
		if cells < len(r.unknown)*len(a.ids) {
			a.addDoubt("zeros", "No edge was made of "+words.Count(zeros, "neighbour")+" with a value such as 0, false or null.")
		}
		if !entries.symmetric() {
			a.addDoubt("direction", "The matrix is not symmetric: its outer members were taken as the first ends of the edges; in a file of "+
				"pandas the outer members are columns.")
		}
	}
	entries.addTo(a)
}
