package graphio

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// The interpretation of a JSON object after its last member: the form of the graph is decided, and the remaining members are read.

// interpret reads the members whose meaning depends on the rest of the file. It runs when the whole file was read.
func (r *jsonReader) interpret() {
	a := r.a
	// graphology allows directed edges, unless the file states a type.
	if r.graphologyKeys && !r.directionGiven {
		r.directed, r.format = true, "graphology JSON"
	}
	// Arrays, tables and matrices are complete graphs: no other member is read.
	r.nodeCount = r.removeCount()
	if r.readArrays() || a.err != nil || r.format == "adjacency matrix" || r.table != nil {
		return
	}
	hasChildren := slices.ContainsFunc(r.others, func(p pair) bool { return p.key == "children" && p.value[0] == '[' })
	isTree := hasChildren && !r.nodes && !r.edges
	if r.adjacency == nil && !isTree {
		r.unwrapGraph()
		r.findEdges()
		if r.nodes && len(r.parents) == 0 {
			r.readInnerEdges()
		}
	}
	// A text in place of the edges is an error only if no other member has edges.
	if r.edgesElsewhere != "" && len(a.pending) == 0 && r.adjacency == nil {
		r.fail("the edges are not in this file: in their place stands %s", quote(r.edgesElsewhere))
	}
	if a.err != nil {
		return
	}
	// Forms with unmistakable keys come before forms that are guessed.
	switch {
	case r.adjacency != nil:
		r.readAdjacency()
	case isTree:
		r.format, r.directed, r.named = "tree JSON", true, true
		r.addTreeNode(r.others, "", 0)
	case !r.nodes && !r.edges && len(r.others) > 0:
		if r.readBareObject(); r.table != nil || a.err != nil {
			return
		}
	case !r.nodes && (!r.edges || r.holdsObjects()):
		r.failWithoutNodes()
	}
	// Without a list of nodes the edges declare the nodes.
	if !r.nodes && len(a.ids) == 0 {
		r.named = true
		for _, e := range a.pending {
			a.nodeOrNew(e.source, e.line)
			a.nodeOrNew(e.target, e.line)
		}
		r.addCountedNodes(r.nodeCount)
		a.sortIDs = true
	}
	r.resolveEnds()
	r.nameCategories()
}

// holdsObjects reports whether an unread member is a list of objects. These objects may be the nodes, under an unknown key.
func (r *jsonReader) holdsObjects() bool {
	return slices.ContainsFunc(r.others, func(member pair) bool {
		wasRead := member.key == "categories" || slices.Contains(r.readKeys, member.key)
		isList := member.value[0] == '['
		if wasRead || !isList {
			return false
		}
		// After the brackets of one or more lists, the first byte shows the kind of the first element.
		head := string(member.value[:min(len(member.value), 100)])
		return strings.HasPrefix(strings.TrimLeft(head, "[ \n\t"), "{")
	})
}

// failWithoutNodes records the error of an object without nodes.
func (r *jsonReader) failWithoutNodes() { r.a.fail(0, jsonRemedy, `there is no list "nodes"`) }

// nameCategories replaces the numbers in the attribute category by names, which ECharts lists beside the nodes.
func (r *jsonReader) nameCategories() {
	// A category is the index of its name in the list.
	c := r.a.find("category")
	for _, p := range r.others {
		var categories []struct{ Name string }
		if p.key != "categories" || c == nil || json.Unmarshal(p.value, &categories) != nil {
			continue
		}
		for i, v := range c.values {
			if k, why := parseID([]byte(v)); why == "" && k < int64(len(categories)) && categories[k].Name != "" {
				c.values[i] = categories[k].Name
			}
		}
	}
}

// addTreeNode adds a node of a tree, the edge from its parent, and its children. parent is the id of the parent, "" for the root.
// depth is the number of ancestors.
func (r *jsonReader) addTreeNode(fields []pair, parent string, depth int) {
	if depth > MaxDepth {
		r.fail("the values are nested more than %d deep", MaxDepth)
	}
	r.fields = r.fields[:0]
	var children json.RawMessage
	id, name := "", ""
	for _, p := range fields {
		if p.key == "children" {
			children = p.value
			continue
		}
		if text, ok := scalar(p.value); p.key == "name" && ok {
			name = text
		} else if p.key == "id" && ok {
			id, _ = idText(p.value)
		}
		// All members except the children are attributes.
		r.fields = append(r.fields, p)
	}
	// Without an id the name is the id. A repeated name gets the number of the node.
	if id == "" {
		if r.a.hasNode(name) || name == "" {
			name += "#" + strconv.Itoa(len(r.a.ids))
		}
		id = name
		r.fields = append(r.fields, pair{"id", jsonText(id)})
	}
	if r.addNode(0); parent != "" {
		r.a.deferEdge(parent, id, 0)
	}
	if len(children) > 0 && children[0] == '[' && r.a.err == nil {
		inner := newJSONReader(children, r.a)
		inner.readList(func() {
			inner.readFields()
			// The recursion overwrites the fields.
			r.addTreeNode(slices.Clone(inner.fields), id, depth+1)
		})
	}
}
