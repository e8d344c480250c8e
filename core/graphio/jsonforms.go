package graphio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// This file reads attributes, nested graphs and lists in the relatives of node-link JSON (jsonread.go):
//   - Cytoscape has nodes and edges in "elements", and the attributes of both in "data".
//   - graphology has the ids of nodes under "key", and attributes under "attributes".
//   - The JSON Graph Format has the graph in "graph", and an object that maps ids to nodes.
//   - Graphviz has "objects" with "_gvid", and edges from "tail" to "head".
//   - A file may be a list of edges, which are pairs, or objects with source and target.

// attributeKeys are the keys of members in which a node or an edge has its attributes.
var attributeKeys = []string{"data", "attributes", "metadata", "properties"}

// liftAttributes appends the attributes in the members of attributeKeys to r.fields, the members of the current node or edge.
func (r *jsonReader) liftAttributes() {
	// range visits only the fields from before the loop, so attributes within attributes are not lifted.
	for _, p := range r.fields {
		if isLifted(p) {
			inner := newJSONReader(p.value, r.a)
			inner.readObject(func(key string) { r.fields = append(r.fields, pair{key, inner.readRaw()}) })
		}
	}
}

// isLifted reports whether liftAttributes reads the members of the value of p as further members.
func isLifted(p pair) bool { return slices.Contains(attributeKeys, p.key) && p.value[0] == '{' }

// readKeyedNode reads the value of a key in an object of nodes. The key is the id of the node; a member "id" of the value is a second id.
// A value that is an object has the attributes of the node. A list has its neighbours. Any other value but null is an attribute "label".
func (r *jsonReader) readKeyedNode(key string) {
	line := r.count.at(r.dec.InputOffset())
	switch r.peek() {
	case '{':
		r.readFields()
	case '[':
		r.fields = append(r.fields[:0], pair{"neighbors", r.readRaw()})
	default:
		r.fields = append(r.fields[:0], pair{"label", r.readRaw()})
	}
	second, state := r.fieldID("id")
	if state != idValid {
		second = idNumber(key) // json.dumps writes the keys of a dictionary as texts
	}
	// Of several members "id" the last one counts.
	r.fields = append(r.fields, pair{"id", jsonText(key)})
	if r.addNode(line); second != key && r.a.err == nil {
		if r.a.secondIDs == nil {
			r.a.secondIDs = map[string]int32{}
		}
		r.a.secondIDs[second] = r.a.index[key]
	}
}

// readGraphMember reads v, the value of the member "graph": the attributes of the graph, or in the JSON Graph Format the whole graph.
// It sets the description and the name of the graph. line is the line of the member.
func (r *jsonReader) readGraphMember(v json.RawMessage, line int) {
	var about struct {
		Name  json.RawMessage `json:"name"`
		Label json.RawMessage `json:"label"`
		Nodes json.RawMessage `json:"nodes"`
	}
	// If v is no object, the member "graph" is ignored.
	if json.Unmarshal(v, &about) != nil {
		return
	}
	r.a.meta = parseMeta(string(v))
	// Nodes before the member have priority over nodes within it. A file of this package has a description in the member, and no graph.
	// NetworkX writes the attributes of the graph into the member; an attribute nodes may be their number.
	hasNestedNodes := len(about.Nodes) > 0 && (about.Nodes[0] == '[' || about.Nodes[0] == '{') && !r.hasNodes
	if r.a.meta == nil && hasNestedNodes {
		r.readNestedGraph(v, line)
	}
	name, _ := scalar(about.Name)
	label, _ := scalar(about.Label)
	r.a.name = cmp.Or(name, label, r.a.name)
}

// copyState copies the format, the direction and the unread members of inner, which has read a graph within the file of r, to r.
// Nodes and pending edges need no copy, because both readers add them to one assembly.
func (r *jsonReader) copyState(inner *jsonReader) {
	r.format = inner.format
	r.hasNodes, r.hasEdges, r.hasIDs = inner.hasNodes, inner.hasEdges, inner.hasIDs
	r.graphologyKeys = inner.graphologyKeys
	// A graph without a direction of its own has the direction of the file.
	if inner.directionGiven || !r.directionGiven {
		r.directed, r.directionGiven = inner.directed, inner.directionGiven
	}
	r.edgesElsewhere = cmp.Or(inner.edgesElsewhere, r.edgesElsewhere)
	r.innerLists = append(r.innerLists, inner.innerLists...)
	r.adjacency, r.parents = append(r.adjacency, inner.adjacency...), append(r.parents, inner.parents...)
	r.unknown = append(r.unknown, inner.unknown...)
}

// readNestedGraph reads v, a graph within the member "graph". line is the line of the member.
func (r *jsonReader) readNestedGraph(v json.RawMessage, line int) {
	inner := newJSONReader(v, r.a)
	inner.format, inner.count.line = "JSON Graph Format", line
	inner.readObject(inner.readTopKey)
	r.copyState(inner)
	r.hasNodes = true
	// interpret sets the default direction of graphology.
	if !inner.graphologyKeys {
		// By default, edges of the JSON Graph Format are directed, and links of node-link JSON are undirected.
		hasLinks := slices.ContainsFunc(membersOf(v), func(p pair) bool { return p.key == "links" })
		isDirectedByDefault := !r.directionGiven && !hasLinks
		r.directed = r.directed || isDirectedByDefault
		// The default counts as stated, so that no later default replaces it.
		r.directionGiven = true
	}
}

// hasField reports whether a member in r.fields has one of the keys.
func (r *jsonReader) hasField(keys ...string) bool {
	return slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(keys, p.key) })
}

// readElement reads an element of a list of nodes and edges, as in Cytoscape JSON.
// A list of two ends is an edge, and so is an object with two ends. Any other object with an id, a name or a label is a node.
// Any other element is an error, and so is an object with a member edge_index, which is a whole graph.
func (r *jsonReader) readElement() {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		r.readPairLink(line)
		return
	}
	// readFields would take a text or a number as a node.
	if r.peek() != '{' {
		r.fail("there is no edge where one belongs")
	}
	r.readFields()
	// addEdge returns true also after an error.
	isEdge := r.addEdge(line)
	if isEdge {
		return
	}
	// The name or the label of a node without an id serves as its id.
	nameIndex := slices.IndexFunc(r.fields, func(p pair) bool { return p.key == "name" || p.key == "label" })
	if nameIndex >= 0 && !r.hasField(nodeIDKeys...) {
		r.fields = append(r.fields, pair{"id", r.fields[nameIndex].value})
	}
	if r.hasField("edge_index") {
		r.a.fail(line, "take one graph out of the list", "the file is a list of graphs with edge_index, and only one graph is read here")
		return
	}
	if !r.hasField(nodeIDKeys...) {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
	}
	// After the error the added node does no harm, because no graph is built.
	r.hasNodes = true
	r.addNode(line)
}

// isSubgraph reports whether r.fields are the members of a subgraph in Graphviz JSON. Subgraphs are listed among the nodes.
func (r *jsonReader) isSubgraph() bool { return r.hasField("nodes", "subgraphs", "edges") }

// readElementList reads a file that is a list: a matrix, a table (r.table), a list of edges, or a list of nodes. Beside nodes the list has
// edges, or the nodes list their neighbours or name their parents. Nodes without edges are an error.
func (r *jsonReader) readElementList() {
	// The rows of a matrix look like edges, so a matrix is tested first.
	if m := squareMatrix(r.d); m != nil {
		// m has the whole list. readRaw moves the decoder to the end of the file, where readJSON expects it.
		r.readRaw()
		r.readSquare(m)
		return
	}
	r.table = cmp.Or(r.recordsFile(), pairRows(r.a.file, bytes.TrimSpace(r.d)))
	if r.table != nil {
		r.readRaw()
		return
	}
	r.hasEdges = true
	r.format = "edge list JSON"
	r.readList(r.readElement)
	// r.parents has the nodes that name their parent. The lists of such nodes are not read as neighbours.
	if r.hasNodes && len(r.parents) == 0 {
		r.readInnerEdges()
	}
	switch {
	case r.symmetric:
		// readInnerEdges has read lists of neighbours, and has set the format.
	// Some elements are nodes and others are edges. The parents are then no edges: in Cytoscape a parent is a group of nodes.
	case r.hasNodes && len(r.a.pending) > 0:
		r.format = "Cytoscape JSON"
	// The elements are nodes only.
	case len(r.parents) > 0:
		r.readParents()
	case r.hasNodes:
		r.fail("the list has nodes without edges")
	}
	// A list without nodes keeps the format "edge list JSON".
}

// noParents are the values with which programs mark a root, such as # in jsTree, unless a node has this id.
var noParents = strings.Fields("# 0 -1 root")

// hasParents reports whether nodes name their parents, and each parent is a node or one of noParents.
func (r *jsonReader) hasParents() bool {
	isOther := func(p [2]string) bool { return !r.a.hasNode(p[0]) && !slices.Contains(noParents, p[0]) }
	return len(r.parents) > 0 && !slices.ContainsFunc(r.parents, isOther)
}

// readParents adds an edge from the parent to the node for each pair of r.parents.
func (r *jsonReader) readParents() {
	r.format, r.hasEdges = "tree JSON", true
	r.directed = r.directed || !r.directionGiven
	for _, p := range r.parents {
		if r.a.hasNode(p[0]) || !slices.Contains(noParents, p[0]) {
			r.a.deferEdge(p[0], p[1], 0) // the line is unknown
		}
	}
}

// recordsFile returns the text of r as a table, if the text is a list of flat objects (flatMembers). A flat object has two or more members,
// and neither inner objects nor lists. recordsFile returns nil for any other text, and if an object is an edge or names its parent.
func (r *jsonReader) recordsFile() *File {
	// The first element alone excludes most other lists at low cost.
	dec := json.NewDecoder(bytes.NewReader(r.d))
	bracket, err := dec.Token()
	isList := err == nil && bracket == json.Delim('[')
	isEmpty := isList && !dec.More()
	if !isList || isEmpty {
		return nil
	}
	var first json.RawMessage
	if dec.Decode(&first) != nil {
		return nil
	}
	_, isFlat := flatMembers(first)
	if !isFlat {
		return nil
	}
	list, _ := elementsOf(bytes.TrimSpace(r.d))
	for _, v := range list {
		if v[0] != '{' {
			return nil
		}
		_, isEdge := edgeEnds(v)
		if isEdge || slices.ContainsFunc(membersOf(v), isParentField) {
			return nil
		}
	}
	return r.recordTable(r.a.file, nil, list)
}

// isParentField reports whether a member of a node names its parent in a tree.
func isParentField(p pair) bool {
	return p.key == "parent" || p.key == "parentId" || p.key == "parent_id"
}
