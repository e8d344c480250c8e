package graphio

import (
	"encoding/json"
)

// The members of the object that holds a graph.

// readTopKey reads a member of the object that holds the graph. Lists of nodes and edges are read at once.
// Members whose meaning depends on later members are kept in others.
func (r *jsonReader) readTopKey(key string) {
	// isRead reports that the value of the key was read.
	isRead := false
	switch next := r.peek(); key {
	case "nodes", "objects", "vertices":
		isRead = r.readTopNodes(key)
	case "links", "edges", "arcs":
		isRead = r.readTopEdges(key)
	case "elements":
		isRead = true
		// The elements are one list, or an object with lists of nodes and edges.
		if r.format = "Cytoscape JSON"; next == '{' {
			r.readObject(r.readTopKey)
		} else {
			r.readList(r.readElement)
		}
	case "adjacency":
		r.format, isRead = "adjacency JSON", true
		r.readList(func() { r.adjacency = append(r.adjacency, r.readRaw()) })
	case "graphs":
		isRead = true
		// The JSON Graph Format allows several graphs. Only a file with one graph is read.
		var list []json.RawMessage
		if r.dec.Decode(&list) != nil || len(list) != 1 {
			r.failWithoutNodes()
			return
		}
		r.readGraphMember(list[0], 0)
	case "hyperedges", "hypergraph", "hypergraph-data", "edge-dict":
		r.a.fail(r.line(), hyperRemedy, hyperText, "edges of more than two nodes")
		return
	case "graph":
		if next == '{' {
			// The line is taken before the value is read, because the value may have many lines.
			line := r.line()
			r.readGraphMember(r.readRaw(), line)
			isRead = true
		}
	}
	if !isRead {
		r.readTopValue(key, r.readRaw())
	}
}

// readTopNodes reads the nodes of the graph: a list, or an object that maps ids to nodes.
// It reports whether the value was read. A number of nodes is not read.
func (r *jsonReader) readTopNodes(key string) bool {
	if r.nodes {
		r.fail(`there are two lists "nodes"`)
	}
	next := r.peek()
	if next != '{' && next != '[' {
		return false
	}
	r.nodes = true
	if key == "objects" {
		r.format, r.graphviz = "Graphviz JSON", true
	}
	if next == '{' {
		r.readObject(r.readKeyedNode)
	} else {
		r.readList(r.readNode)
	}
	return true
}

// readTopEdges reads the list of the edges of the graph. It reports whether the value was read.
// Before any nodes a list of lists is not read: its elements may be pairs, or the neighbours of each node.
// An object is kept, because its meaning depends on the rest of the file. A text is kept for the error about missing edges.
func (r *jsonReader) readTopEdges(key string) bool {
	next := r.peek()
	if next == '[' && !r.nodes && r.peekAfter() == '[' {
		r.edges = true
		return false
	}
	r.edges = next == '['
	switch next {
	case '[':
		r.readList(r.readLink)
	case '{':
		r.addOther(key, r.readRaw())
	default:
		// A number counts the edges. A text says where the edges are.
		if text, ok := scalar(r.readRaw()); ok && next == '"' {
			r.edgesElsewhere = key + ": " + text
		}
	}
	return true
}

// readTopValue interprets the value of a member that is no list of nodes or edges: the name, the direction, or an unknown member.
func (r *jsonReader) readTopValue(key string, v json.RawMessage) {
	if v[0] == '[' {
		r.addOther(key, v)
		return
	}
	var about struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	switch key {
	case "name", "label":
		// The member may also be a node with that key.
		if r.a.name, _ = scalar(v); r.a.name != "" && v[0] == '"' {
			r.addOther(key, v)
		}
	case "directed":
		r.directed, r.directionGiven = string(v) == "true", true
	// Repeated edges are merged in any case.
	case "multigraph", "strict":
	// graphology has the name in attributes and the type in options.
	case "attributes":
		if json.Unmarshal(v, &about) == nil && about.Name != "" {
			r.a.name = about.Name
		}
	case "options":
		if json.Unmarshal(v, &about) == nil && about.Type != "" {
			r.directed, r.directionGiven, r.format = about.Type != "undirected", true, "graphology JSON"
		}
	default:
		r.addOther(key, v)
	}
}

// addOther keeps a member whose meaning depends on the rest of the file.
func (r *jsonReader) addOther(key string, v json.RawMessage) {
	if len(r.others) > MaxNodes {
		r.fail("more than %d members of the object", MaxNodes)
	}
	r.others = append(r.others, pair{key, v})
}
