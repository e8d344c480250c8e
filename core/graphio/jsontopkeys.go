package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// This file reads the members of the object that holds a graph. Nodes and edges are read at once, unless their meaning depends on other
// members: jsoninterpret.go reads such members after all others.

// readTopKey reads the value of a key in the object that holds the graph.
// A member with an unknown key, or with a meaning that depends on other members, is added to r.unknown.
// A hypergraph is an error, and so is a list "graphs" that has not exactly one graph.
func (r *jsonReader) readTopKey(key string) {
	// next is the first character of the value.
	next := r.peek()
	switch key {
	case "nodes", "objects", "vertices":
		if r.readTopNodes(key) {
			return
		}
	case "links", "edges", "arcs":
		if r.readTopEdges(key) {
			return
		}
	case "elements":
		r.format = "Cytoscape JSON"
		// The elements are one list, or an object with lists of nodes and edges.
		if next == '{' {
			r.readObject(r.readTopKey)
		} else {
			r.readList(r.readElement)
		}
		return
	case "adjacency":
		if next == '[' {
			r.format = "adjacency JSON"
			r.readList(func() { r.adjacency = append(r.adjacency, r.readRaw()) })
			return
		}
	case "graphs":
		if next != '[' {
			break
		}
		// The JSON Graph Format allows several graphs. Only a file with one graph is read.
		list, _ := elementsOf(r.readRaw())
		if len(list) == 0 {
			r.failWithoutNodes()
			return
		}
		if len(list) > 1 {
			r.a.fail(0, "choose one of them", "the file has %d graphs, of which one is read here", len(list))
			return
		}
		// The decoder is at the end of the list, so the last occurrence of the text list[0] is the graph itself.
		// Its line is needed for errors.
		begin := bytes.LastIndex(r.d[:r.dec.InputOffset()], list[0])
		r.readGraphMember(list[0], lineAt(r.d, int64(begin)))
		return
	case "hyperedges", "hypergraph", "hypergraph-data", "edge-dict":
		r.a.fail(r.line(), hyperRemedy, hyperText, "edges of more than two nodes")
		return
	case "graph":
		if next == '{' {
			v := r.readRaw()
			r.readGraphMember(v, lineAt(r.d, r.dec.InputOffset()-int64(len(v))))
			return
		}
	}
	// No case has read the value: the key is unknown, the value is of another kind, or its meaning depends on other members.
	r.readTopValue(key, r.readRaw())
}

// readTopNodes reads the nodes of the graph. The value is a list, or an object that maps ids to nodes.
// Any other value is not read, and readTopNodes returns false. If nodes were read before, any value is an error.
func (r *jsonReader) readTopNodes(key string) bool {
	// A number or a text is no list of nodes.
	next := r.peek()
	if next != '{' && next != '[' {
		return false
	}
	// After an error the readers below stop at once.
	if r.hasNodes {
		r.fail(`there are two lists "nodes"`)
	}
	r.hasNodes = true
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

// readTopEdges reads the edges of the graph. It reports whether the value was read.
//   - A list of lists before the nodes is not read, so that readTopKey adds it to r.unknown: an inner list may be an edge, or the
//     neighbours of a node.
//   - Any other list is read at once.
//   - An object is added to r.unknown, because its meaning depends on the rest of the file.
//   - A text, such as a path, is kept in edgesElsewhere for an error message.
//   - Any other value, such as the number of the edges, is skipped.
func (r *jsonReader) readTopEdges(key string) bool {
	next := r.peek()
	isListOfLists := next == '[' && r.peekAfter() == '['
	if isListOfLists && !r.hasNodes {
		r.hasEdges = true
		return false
	}
	// Without a list here, the edges may be in another member.
	r.hasEdges = r.hasEdges || next == '['
	switch next {
	case '[':
		r.readList(r.readLink)
	case '{':
		r.keepUnknown(key, r.readRaw())
	default:
		text, isScalar := scalar(r.readRaw())
		if isScalar && next == '"' {
			r.edgesElsewhere = key + ": " + text
		}
	}
	return true
}

// readTopValue interprets the value v of a member that readTopKey has not read as nodes or edges. The switch below has the keys of the name
// and of the direction of the graph, and keys without effect. Any other member is added to r.unknown, and so is a list or an object without
// such a meaning.
func (r *jsonReader) readTopValue(key string, v json.RawMessage) {
	mayHoldAbout := v[0] == '{' && (key == "attributes" || key == "options")
	isContainer := v[0] == '[' || v[0] == '{'
	if isContainer && !mayHoldAbout {
		r.keepUnknown(key, v)
		return
	}
	var about struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	switch key {
	case "name", "label":
		r.a.name, _ = scalar(v)
		// In a tree the text is the name of the root. addTreeNode reads it from r.unknown.
		if r.a.name != "" && v[0] == '"' {
			r.keepUnknown(key, v)
		}
	case "directed":
		// Null states nothing.
		if text, _ := scalar(v); text != "" {
			r.directed, r.directionGiven = text == "1" || strings.EqualFold(text, "true"), true
		}
	case "multigraph", "strict":
		// Repeated edges are merged in any case, so the value is ignored.
	case "attributes":
		// In graphology the attributes of the graph contain its name.
		if json.Unmarshal(v, &about) == nil && about.Name != "" {
			r.a.name = about.Name
		} else {
			r.keepUnknown(key, v)
		}
	case "options":
		// In graphology the options of the graph contain its type.
		hasType := json.Unmarshal(v, &about) == nil && slices.Contains([]string{"directed", "undirected", "mixed"}, about.Type)
		if hasType {
			r.directed, r.directionGiven = about.Type != "undirected", true
			r.format = "graphology JSON"
		} else {
			r.keepUnknown(key, v)
		}
	default:
		r.keepUnknown(key, v)
	}
}

// keepUnknown adds a member to r.unknown. More than MaxNodes members are an error, because each may be a node.
func (r *jsonReader) keepUnknown(key string, v json.RawMessage) {
	if len(r.unknown) >= MaxNodes {
		r.fail("more than %d members of the object", MaxNodes)
	}
	r.unknown = append(r.unknown, pair{key, v})
}
