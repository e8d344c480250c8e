package graphio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Relatives of node-link JSON.
// Adjacency JSON (NetworkX) has a list "adjacency" beside "nodes", with the neighbours of each node.
// An adjacency object maps a node to a list or an object of its neighbours.
// Cytoscape wraps nodes and edges in "elements" and attributes in "data"; graphology has ids "key" and attributes "attributes".
// The JSON Graph Format nests all in "graph" and maps ids to nodes. Trees have "children".
// Graphviz has "objects" with "_gvid", and edges from "tail" to "head".
// A bare list holds edges: pairs, or objects with source and target.

// wrapped are the members with the attributes of a node or an edge.
var wrapped = []string{"data", "attributes", "metadata", "properties"}

// liftWrapped appends the members of data, attributes, metadata and properties to fields.
func (r *jsonReader) liftWrapped() {
	for _, p := range r.fields {
		if slices.Contains(wrapped, p.key) && p.value[0] == '{' {
			inner := newJSONReader(p.value, r.a)
			inner.readObject(func(key string) { r.fields = append(r.fields, pair{key, inner.readRaw()}) })
		}
	}
}

// readKeyedNode reads a node whose id is its key in an object.
func (r *jsonReader) readKeyedNode(key string) {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '{' {
		r.readFields()
	} else {
		r.readRaw()
		r.fields = r.fields[:0]
	}
	r.fields = append(r.fields, pair{"id", jsonText(key)})
	r.addNode(line)
}

// readGraphMember reads the member "graph": attributes of the graph, or the whole graph in the JSON Graph Format.
// at is the line of the member.
func (r *jsonReader) readGraphMember(v json.RawMessage, at int) {
	var about struct {
		Name  string          `json:"name"`
		Label string          `json:"label"`
		Nodes json.RawMessage `json:"nodes"`
	}
	if json.Unmarshal(v, &about) != nil {
		return
	}
	if r.a.meta = parseMeta(string(v)); r.a.meta == nil && about.Nodes != nil && !r.nodes {
		inner := newJSONReader(v, r.a)
		inner.format, inner.count.line = "JSON Graph Format", at
		inner.readObject(inner.readTopKey)
		// From here on its members count as members of the outer object.
		r.format, r.nodes, r.edges, r.named, r.graphologyKeys = inner.format, true, inner.edges, inner.named, inner.graphologyKeys
		r.innerLists, r.others = append(r.innerLists, inner.innerLists...), append(r.others, inner.others...)
		// Edges of the JSON Graph Format have a direction by default, links of nested node-link JSON have none.
		links := slices.ContainsFunc(membersOf(v), func(p pair) bool { return p.key == "links" })
		r.directed, r.directionGiven = inner.directed || !inner.directionGiven && !inner.graphologyKeys && !links, true
		if inner.graphologyKeys {
			r.directed, r.directionGiven = inner.directed, inner.directionGiven
		}
	}
	r.a.name = cmp.Or(about.Name, about.Label)
}

// readElement reads an element of a list of nodes and edges, as in Cytoscape JSON.
func (r *jsonReader) readElement() {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		r.readPairLink(line)
		return
	}
	if r.peek() != '{' {
		r.fail("there is no edge where one belongs")
	}
	if r.readFields(); r.addEdge(line) {
		return
	}
	if k := slices.IndexFunc(r.fields, func(p pair) bool { return p.key == "name" || p.key == "label" }); k >= 0 &&
		!slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(nodeIDKeys, p.key) }) {
		r.fields = append(r.fields, pair{"id", r.fields[k].value})
	}
	if slices.ContainsFunc(r.fields, func(p pair) bool { return p.key == "edge_index" }) {
		r.a.fail(line, "choose one of them", "the file is a set of graphs, one a line, of which one is read here")
		return
	}
	if !slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(nodeIDKeys, p.key) }) {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
	}
	r.nodes = true
	r.addNode(line)
}

// isSubgraph reports whether an object of Graphviz JSON is a subgraph.
func (r *jsonReader) isSubgraph() bool {
	return slices.ContainsFunc(r.fields, func(p pair) bool { return p.key == "nodes" || p.key == "subgraphs" || p.key == "edges" })
}

// readElementList reads a file that is a list: of edges, of nodes and edges, of nodes with their parent, or a matrix.
func (r *jsonReader) readElementList() {
	// A matrix is tested first: its rows are lists like edges.
	if m := squareMatrix(r.d); m != nil {
		r.readRaw()
		r.readSquare(m)
		return
	}
	if r.table = cmp.Or(r.recordsFile(), pairRows(r.a.file, bytes.TrimSpace(r.d))); r.table != nil {
		r.readRaw()
		return
	}
	r.edges = true
	if r.readList(r.readElement); r.nodes && len(r.parents) == 0 {
		r.readInnerEdges()
	}
	switch r.format = "edge list JSON"; {
	case r.symmetric:
		r.format = "adjacency JSON"
	case r.nodes && len(r.a.pending) > 0:
		r.format = "Cytoscape JSON"
	case len(r.parents) > 0:
		r.format, r.directed = "tree JSON", true
		for _, p := range r.parents {
			r.a.deferEdge(p[0], p[1], 0)
		}
	case r.nodes:
		r.fail("the list has nodes without edges")
	}
}

// recordsFile returns a list of flat objects without ends of edges as a table, nil for other lists.
func (r *jsonReader) recordsFile() *File {
	var first json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(r.d))
	if t, err := dec.Token(); err != nil || t != json.Delim('[') || !dec.More() || dec.Decode(&first) != nil {
		return nil
	}
	if _, ok := flatMembers(first); !ok {
		return nil
	}
	list, _ := elementsOf(json.RawMessage(r.d))
	for _, v := range list {
		if v[0] != '{' {
			return nil
		}
		// Records with known ends are edges, not rows.
		if _, ok := edgeEnds(v); ok || slices.ContainsFunc(membersOf(v), func(p pair) bool {
			return p.key == "parent" || p.key == "parentId" || p.key == "parent_id"
		}) {
			return nil
		}
	}
	return recordTable(r.a.file, list)
}

// interpret reads the members kept so far, once the whole file is known.
func (r *jsonReader) interpret() {
	a := r.a
	if r.graphologyKeys && !r.directionGiven {
		// graphology allows directed edges unless the file sets a type.
		r.directed, r.format = true, "graphology JSON"
	}
	// Arrays, tables and matrices are complete: nothing else is read.
	if r.nodeCount = r.removeCount(); r.readArrays() || a.err != nil || r.format == "adjacency matrix" || r.table != nil {
		return
	}
	children := slices.ContainsFunc(r.others, func(p pair) bool { return p.key == "children" && p.value[0] == '[' })
	if r.adjacency == nil && (!children || r.nodes || r.edges) {
		r.unwrapGraph()
		r.findEdges()
		if r.nodes && len(r.parents) == 0 {
			r.readInnerEdges()
		}
	}
	if r.edgesElsewhere != "" && len(a.pending) == 0 && r.adjacency == nil {
		r.fail("the edges are not in this file: in their place stands %s", quote(r.edgesElsewhere))
	}
	if a.err != nil {
		return
	}
	// The order goes from certain forms to guesses.
	switch {
	case r.adjacency != nil:
		r.readAdjacency()
	case children && !r.nodes && !r.edges:
		r.format, r.directed, r.named = "tree JSON", true, true
		r.addTreeNode(r.others, "", 0)
	case !r.nodes && !r.edges && len(r.others) > 0:
		if r.readBareObject(); r.table != nil || a.err != nil {
			return
		}
	case !r.nodes && (!r.edges || r.holdsObjects()):
		r.failWithoutNodes()
	}
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

// holdsObjects reports whether an unread member is a list of objects, which may be nodes under an unknown key.
func (r *jsonReader) holdsObjects() bool {
	return slices.ContainsFunc(r.others, func(p pair) bool {
		return p.key != "categories" && !slices.Contains(r.readKeys, p.key) && p.value[0] == '[' &&
			strings.HasPrefix(strings.TrimLeft(string(p.value[:min(len(p.value), 100)]), "[ \n\t"), "{")
	})
}

// failWithoutNodes records the error of an object without nodes.
func (r *jsonReader) failWithoutNodes() { r.a.fail(0, jsonRemedy, `there is no list "nodes"`) }

// nameCategories replaces numbers of categories by the names in a list beside the nodes (ECharts).
func (r *jsonReader) nameCategories() {
	c := r.a.find("category")
	for _, p := range r.others {
		var list []struct{ Name string }
		if p.key != "categories" || c == nil || json.Unmarshal(p.value, &list) != nil {
			continue
		}
		for i, v := range c.values {
			if k, why := parseID([]byte(v)); why == "" && k < int64(len(list)) && list[k].Name != "" {
				c.values[i] = list[k].Name
			}
		}
	}
}

// addTreeNode adds a node of a tree, the edge from its parent, and its children.
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
		r.fields = append(r.fields, p)
	}
	if id == "" {
		// Names of a tree may repeat. A number makes the id unique.
		if _, taken := r.a.index[name]; taken || name == "" {
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
			r.addTreeNode(slices.Clone(inner.fields), id, depth+1)
		})
	}
}
