package graphio

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// This file decides the form of a JSON graph after readJSON has read the whole file, and reads the remaining members.
// r.unknown has these members: their meaning is unknown, or depends on the rest of the file (jsonread.go).

// interpret reads the members whose meaning depends on the rest of the file.
// In a file that is a table, it sets r.table. A file without nodes is an error, unless its edges give the nodes.
func (r *jsonReader) interpret() {
	a := r.a
	hasChildren := slices.ContainsFunc(r.unknown, func(p pair) bool { return p.key == "children" && p.value[0] == '[' })
	isTree := hasChildren && !r.hasNodes && !r.hasEdges
	// readArrays reads the arrays of a graph within a member, too, unless this object has an array of edges.
	if edgeArray, _ := r.firstArray(arrayEdgeNames); edgeArray == "" && r.adjacency == nil && !isTree {
		r.unwrapGraph()
	}
	// Edges of graphology are directed if the file does not state its type.
	if r.graphologyKeys && !r.directionGiven {
		r.directed, r.format = true, "graphology JSON"
	}
	// readArrays needs nodeCount, the number of nodes that the file states.
	r.nodeCount = r.removeCount()
	if r.readArrays() || a.err != nil {
		if r.table == nil {
			r.readNodeMembers()
		}
		return
	}
	// A matrix or a table from readElementList is the whole graph.
	if r.format == "adjacency matrix" || r.table != nil {
		return
	}
	if r.adjacency != nil {
		r.moveAdjacency()
	}
	// Adjacency JSON and trees have no edges under other keys.
	if r.adjacency == nil && !isTree {
		r.unwrapGraph()
		r.readKeyedAdjacency()
		r.findEdges()
		// Nodes that name their parents are a tree or groups. Their lists are not read as neighbours.
		if r.hasNodes && len(r.parents) == 0 {
			r.readInnerEdges()
		}
	}
	// The table that findEdges has found is the whole graph.
	if r.table != nil {
		return
	}
	// In Cytoscape a parent is a group of nodes.
	if r.hasNodes && !r.hasEdges && r.format != "Cytoscape JSON" && r.hasParents() {
		r.readParents()
	}
	// r.edgesElsewhere is a text in place of the edges, an error only if no other member has edges.
	hasNoEdges := len(a.pending) == 0 && len(a.edges) == 0 && r.adjacency == nil
	if hasNoEdges && r.edgesElsewhere != "" {
		r.fail("the edges are not in this file: in their place stands %s", quote(r.edgesElsewhere))
	}
	if a.err != nil {
		return
	}
	// A bare object has neither nodes nor edges under a known key.
	isBare := !r.hasNodes && !r.hasEdges && len(r.unknown) > 0
	// Forms with unmistakable keys come before forms that are guessed.
	switch {
	case r.adjacency != nil:
		r.readAdjacency()
	case isTree:
		r.format, r.directed, r.hasIDs = "tree JSON", true, true
		// The root has the members of the whole object, also those that describe a graph.
		root := newJSONReader(r.d, a)
		root.readFields()
		r.addTreeNode(root.fields, "")
	case isBare:
		r.readBareObject()
		if r.table != nil || a.err != nil {
			return
		}
	case !r.hasNodes && !r.hasEdges:
		r.failWithoutNodes()
	// A list of objects under an unknown key may be the nodes, whose attributes would be lost.
	case !r.hasNodes && r.holdsObjects():
		r.failWithoutNodes()
	}
	// If no case applies, the nodes or the edges were read before the switch. After an error the steps below do no harm.
	if !r.hasNodes && len(a.ids) == 0 {
		r.addEndNodes()
	}
	r.resolveEnds()
	if !isBare && !isTree {
		r.readNodeMembers()
	}
	r.nameCategories()
}

// addEndNodes adds the ends of the edges as nodes, and, if the file states the number of nodes, nodes without an edge.
// If all ids are integers, finish sorts the nodes by id.
func (r *jsonReader) addEndNodes() {
	r.hasIDs, r.nodesFromEdges = true, true
	for _, e := range r.a.pending {
		r.a.nodeOrNew(e.source, e.line)
		r.a.nodeOrNew(e.target, e.line)
	}
	r.addCountedNodes(r.nodeCount)
	r.a.sortIDs = true
}

// firstBytes limits the bytes of a value in which holdsObjects searches the first element. Brackets and white space precede this element.
const firstBytes = 100

// holdsObjects reports whether an unread member is a list that begins with an object, also in inner lists. The object may be a node.
func (r *jsonReader) holdsObjects() bool {
	return slices.ContainsFunc(r.unknown, func(member pair) bool {
		// nameCategories reads the member categories.
		wasRead := member.key == "categories" || slices.Contains(r.readKeys, member.key)
		isList := member.value[0] == '['
		if wasRead || !isList {
			return false
		}
		// The first byte after all opening brackets shows the kind of the first element, also in inner lists.
		head := string(member.value[:min(len(member.value), firstBytes)])
		return strings.HasPrefix(strings.TrimLeft(head, "[ \n\t"), "{")
	})
}

// failWithoutNodes records the error of an object without nodes. Line 0 means the whole file.
func (r *jsonReader) failWithoutNodes() { r.a.fail(0, jsonRemedy, `there is no list "nodes"`) }

// nameCategories replaces the numbers in the attribute category of the nodes by the names of the categories.
// ECharts lists the names in the member categories. The category of a node is an index, from 0, in this list.
// A value that is no index, or whose category has no name, is kept.
func (r *jsonReader) nameCategories() {
	// c is nil if no node has the attribute.
	c := r.a.find("category")
	if c == nil {
		return
	}
	for _, p := range r.unknown {
		// Package json ignores the case of keys: the field Name has the member name.
		var categories []struct{ Name string }
		if p.key != "categories" || json.Unmarshal(p.value, &categories) != nil {
			continue
		}
		for i, value := range c.values {
			k, why := parseID([]byte(value))
			isIndex := why == "" && k < int64(len(categories))
			if isIndex && categories[k].Name != "" {
				c.values[i] = categories[k].Name
			}
		}
	}
}

// addTreeNode adds a node of a tree, the edge from its parent, and all descendants of the node. fields are the members of the node.
// parent is the id of the parent, "" for the root.
// A node without an id has its name as the id. A name that is empty, or the id of an earlier node, gets # and the number of the new node,
// from 0, as its end: #3 or a#3.
func (r *jsonReader) addTreeNode(fields []pair, parent string) {
	r.fields = r.fields[:0]
	var children json.RawMessage
	id, name := "", ""
	for _, p := range fields {
		if p.key == "children" {
			children = p.value
			continue
		}
		text, isScalar := scalar(p.value)
		if p.key == "name" && isScalar {
			name = text
		} else if p.key == "id" && isScalar {
			id, _ = idText(p.value)
		}
		// All members except the children are attributes.
		r.fields = append(r.fields, p)
	}
	// id is also "" if the member id is no id. addNode takes the last member id, so the appended member replaces the first.
	if id == "" {
		id = name
		if name == "" || r.a.hasNode(name) {
			id += "#" + strconv.Itoa(len(r.a.ids))
		}
		r.fields = append(r.fields, pair{"id", jsonText(id)})
	}
	// Line 0 is unknown. After an error the added node does no harm, because no graph is built.
	r.addNode(0)
	if parent != "" {
		r.a.deferEdge(parent, id, 0)
	}
	// Children that are not a list are ignored.
	hasChildren := len(children) > 0 && children[0] == '['
	if hasChildren && r.a.err == nil {
		inner := newJSONReader(children, r.a)
		inner.readList(func() {
			inner.readFields()
			// readFields reuses the memory of inner.fields for the next child.
			r.addTreeNode(slices.Clone(inner.fields), id)
		})
	}
}
