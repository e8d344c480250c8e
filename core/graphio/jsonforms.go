package graphio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

// Relatives of node-link JSON, with other keys or another nesting:
//   - Adjacency JSON (NetworkX) has a list "adjacency" beside "nodes", with the neighbours of each node.
//   - An adjacency object maps a node to a list or an object of its neighbours.
//   - Cytoscape puts nodes and edges into "elements", and their attributes into "data".
//   - graphology has the ids of nodes under "key", and attributes under "attributes".
//   - The JSON Graph Format puts the graph into "graph", and maps ids to nodes.
//   - A tree has "children". Graphviz has "objects" with "_gvid", and edges from "tail" to "head".
//   - A list holds edges: pairs, or objects with source and target.

// wrapped are the members of a node or an edge that hold its attributes.
var wrapped = []string{"data", "attributes", "metadata", "properties"}

// liftWrapped appends the attributes in members of wrapped to fields.
func (r *jsonReader) liftWrapped() {
	for _, p := range r.fields {
		if slices.Contains(wrapped, p.key) && p.value[0] == '{' {
			inner := newJSONReader(p.value, r.a)
			inner.readObject(func(key string) { r.fields = append(r.fields, pair{key, inner.readRaw()}) })
		}
	}
}

// readKeyedNode reads the value of a key in an object of nodes. The key is the id of the node; only an object has attributes.
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

// readGraphMember reads the value of the member "graph": attributes of the graph, or the whole graph in the JSON Graph Format.
// line is the line of the member.
func (r *jsonReader) readGraphMember(v json.RawMessage, line int) {
	var about struct {
		Name  string          `json:"name"`
		Label string          `json:"label"`
		Nodes json.RawMessage `json:"nodes"`
	}
	if json.Unmarshal(v, &about) != nil {
		return
	}
	r.a.meta = parseMeta(string(v))
	if r.a.meta == nil && about.Nodes != nil && !r.nodes {
		r.readNestedGraph(v, line)
	}
	r.a.name = cmp.Or(about.Name, about.Label)
}

// readNestedGraph reads a graph within the member "graph", and takes over the state of the inner reader.
func (r *jsonReader) readNestedGraph(v json.RawMessage, line int) {
	inner := newJSONReader(v, r.a)
	inner.format, inner.count.line = "JSON Graph Format", line
	inner.readObject(inner.readTopKey)
	r.format, r.nodes, r.edges, r.named, r.graphologyKeys = inner.format, true, inner.edges, inner.named, inner.graphologyKeys
	r.innerLists, r.others = append(r.innerLists, inner.innerLists...), append(r.others, inner.others...)
	r.directed, r.directionGiven = inner.directed, inner.directionGiven
	if !inner.graphologyKeys {
		// Edges of the JSON Graph Format are directed by default. Links of nested node-link JSON are undirected by default.
		hasLinks := slices.ContainsFunc(membersOf(v), func(p pair) bool { return p.key == "links" })
		r.directed, r.directionGiven = inner.directed || !inner.directionGiven && !hasLinks, true
	}
}

// hasField reports whether fields have one of the keys.
func (r *jsonReader) hasField(keys ...string) bool {
	return slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(keys, p.key) })
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
	r.readFields()
	if isEdge := r.addEdge(line); isEdge {
		return
	}
	// The name of a node serves as its id.
	nameIndex := slices.IndexFunc(r.fields, func(p pair) bool { return p.key == "name" || p.key == "label" })
	if nameIndex >= 0 && !r.hasField(nodeIDKeys...) {
		r.fields = append(r.fields, pair{"id", r.fields[nameIndex].value})
	}
	if r.hasField("edge_index") {
		r.a.fail(line, "choose one of them", "the file is a set of graphs, one a line, of which one is read here")
		return
	}
	if !r.hasField(nodeIDKeys...) {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
	}
	r.nodes = true
	r.addNode(line)
}

// isSubgraph reports whether fields are a subgraph of Graphviz JSON, not a node.
func (r *jsonReader) isSubgraph() bool { return r.hasField("nodes", "subgraphs", "edges") }

// readElementList reads a file that is a list: a matrix, a table, edges, nodes and edges, or nodes with their parent.
func (r *jsonReader) readElementList() {
	// The rows of a matrix look like edges, so a matrix is tested first.
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

// recordsFile returns a list of flat objects as a table. It returns nil for other lists, and if an object is an edge or names its parent.
func (r *jsonReader) recordsFile() *File {
	// Only the first element is parsed before most other lists are excluded.
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
		if _, isEdge := edgeEnds(v); isEdge || slices.ContainsFunc(membersOf(v), isParentField) {
			return nil
		}
	}
	return recordTable(r.a.file, list)
}

// isParentField reports whether a member of a node names its parent in a tree.
func isParentField(p pair) bool {
	return p.key == "parent" || p.key == "parentId" || p.key == "parent_id"
}
