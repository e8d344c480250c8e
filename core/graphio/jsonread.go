package graphio

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// Node-link JSON is an object with a list "nodes" and a list "links" or "edges" of objects with "source" and "target".
// The ends are ids of nodes (NetworkX, d3 since version 4), or without ids their positions (d3 version 3) or names.
// jsonforms.go reads relatives with other keys.

const jsonRemedy = `node-link JSON is {"nodes": [{"id": 0}, …], "links": [{"source": 0, "target": 1}, …]}`

// jsonReader reads one file as a stream, so that only kept values need memory.
type jsonReader struct {
	d   []byte
	dec *json.Decoder
	a   *assembly
	// format is the name of the relative of node-link JSON.
	format string
	// named reports that a node has an id. nodes and edges report that the file has such lists.
	named, nodes, edges bool
	// directed is the direction of edges without a mark of their own.
	// directionGiven reports that the file gives it, graphologyKeys that nodes have the key of graphology.
	directed, directionGiven, graphologyKeys bool
	count                                    lineCounter
	// fields are the members of the object being read.
	fields []pair
	// adjacency holds the neighbours of the nodes by position (adjacency JSON).
	adjacency []json.RawMessage
	// others are the members without a meaning in node-link JSON.
	others []pair
	// graphviz marks Graphviz JSON.
	graphviz bool
	// parents are pairs of a parent and the node that names it.
	parents [][2]string
	// innerLists are lists within nodes, which may be their neighbours.
	innerLists []innerList
	// readKeys are the members under unknown keys that were read.
	readKeys []string
	// symmetric reports that both ends of an edge may list it.
	symmetric bool
	// edgesElsewhere is a text in place of the edges, such as a path, "" for none.
	edgesElsewhere string
	// nodeCount is the number of nodes given by the file, 0 for none.
	nodeCount int64
	// table is a table instead of a graph, nil for none.
	table *File
}

// newJSONReader returns a reader of d that adds nodes and edges to a.
func newJSONReader(d []byte, a *assembly) *jsonReader {
	r := &jsonReader{d: d, dec: json.NewDecoder(bytes.NewReader(d)), a: a, count: lineCounter{d: d, line: 1}, format: "node-link JSON"}
	r.dec.UseNumber()
	return r
}

// readJSON reads a graph in any form of JSON.
func readJSON(f File, c *Correction) (*Found, error) {
	a := newAssembly(f.Name, c)
	// The decoder itself recurses: depth is checked before.
	if line := tooDeep(f.Data); line > 0 {
		a.fail(line, jsonRemedy, "the values are nested more than %d deep", MaxDepth)
		return nil, a.err
	}
	r := newJSONReader(normaliseJSON(f.Data), a)
	if bytes.TrimSpace(r.d)[0] == '[' {
		r.readElementList()
	} else {
		r.readObject(r.readTopKey)
	}
	if _, err := r.dec.Token(); err != io.EOF {
		r.fail("something follows after the end of the graph")
	}
	if a.err == nil {
		r.interpret()
	}
	if r.table != nil && a.err == nil {
		return readTables([]File{*r.table}, nil, c)
	}
	if r.symmetric {
		r.mergeDirections()
	}
	for k, e := range a.pending {
		a.pending[k].oneWay = e.directionGiven && e.oneWay || !e.directionGiven && r.directed
	}
	return a.finish(r.format)
}

// normaliseJSON returns nearly valid JSON as JSON.
// Python's NaN and Infinity become null, and lines of objects become a list.
func normaliseJSON(d []byte) []byte {
	if bytes.Contains(d, []byte("NaN")) || bytes.Contains(d, []byte("Infinity")) {
		out, text := make([]byte, 0, len(d)), false
		for k := 0; k < len(d); k++ {
			rest := d[k:]
			if text && d[k] == '\\' && k+1 < len(d) {
				out = append(out, d[k])
				k++
			} else if d[k] == '"' {
				text = !text
			} else if word := bytes.TrimPrefix(rest, []byte{'-'}); !text && (bytes.HasPrefix(word, []byte("NaN")) ||
				bytes.HasPrefix(word, []byte("Infinity"))) {
				out = append(out, "null"...)
				// NaN has three letters, Infinity eight.
				k += len(rest) - len(word) + 2 + 5*oneIf(word[0] == 'I')
				continue
			}
			out = append(out, d[k])
		}
		d = out
	}
	first, rest := firstLine(bytes.TrimSpace(d))
	if rest = bytes.TrimSpace(rest); len(rest) == 0 || first[0] != rest[0] || first[0] != '{' && first[0] != '[' || !json.Valid(first) {
		return d
	}
	if m := membersOf(first); len(m) == 1 && m[0].value[0] == '[' {
		if all := joinObjects(d); all != nil {
			return all
		}
	}
	out := append(make([]byte, 0, len(d)+2), '[')
	for k, s := range lines(bytes.TrimSpace(d)) {
		if s = bytes.TrimSpace(s); k > 1 && len(s) > 0 {
			out = append(out, ",\n"...)
		}
		out = append(out, s...)
	}
	return append(out, ']')
}

// joinObjects returns lines of objects with one member each as one object, nil for other lines.
func joinObjects(d []byte) []byte {
	out := []byte{'{'}
	for _, s := range contentLines(d, "") {
		if s[0] != '{' || s[len(s)-1] != '}' || len(membersOf(s)) != 1 {
			return nil
		}
		if len(out) > 1 {
			out = append(out, ",\n"...)
		}
		out = append(out, s[1:len(s)-1]...)
	}
	return append(out, '}')
}

// resolveEnds replaces ends of edges by ids: the ends are ids, names or, where neither fits, positions.
func (r *jsonReader) resolveEnds() {
	a := r.a
	all := func(known func(s string) bool) bool {
		return !slices.ContainsFunc(a.pending, func(e pendingEdge) bool { return !known(e.source) || !known(e.target) })
	}
	in := func(index map[string]int32) bool { return all(func(s string) bool { _, ok := index[s]; return ok }) }
	// Ids have priority over names, names over positions.
	if in(a.index) {
		return
	}
	for _, key := range []string{"name", "label", "title"} {
		names := a.find(key)
		index := map[string]int32{}
		for i := range a.ids {
			index[names.value(i)] = int32(i)
		}
		if names != nil && in(index) {
			a.index = index
			return
		}
	}
	position := func(s string) int64 {
		if k, why := parseID([]byte(s)); why == "" && k < int64(len(a.ids)) {
			return k
		}
		return -1
	}
	if all(func(s string) bool { return position(s) >= 0 }) {
		for k, e := range a.pending {
			a.pending[k].source, a.pending[k].target = a.ids[position(e.source)], a.ids[position(e.target)]
		}
	}
}

// fail records an error at the current position.
func (r *jsonReader) fail(format string, args ...any) {
	r.a.fail(r.line(), jsonRemedy, format, args...)
}

// keepDecodeError records an error of the decoder with its line.
func (r *jsonReader) keepDecodeError(err error) {
	at := r.dec.InputOffset()
	if s, ok := err.(*json.SyntaxError); ok {
		at = s.Offset
	}
	msg := err.Error()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		msg, at = "it ends too early", int64(len(r.d))
	}
	r.a.fail(lineAt(r.d, at), "correct the file or fetch it again; NaN and Infinity are not JSON", "the JSON is damaged: %s", msg)
}

// readTopKey reads a member of the object that holds the graph.
func (r *jsonReader) readTopKey(key string) {
	switch next := r.peek(); key {
	case "nodes", "objects", "vertices":
		if r.nodes {
			r.fail(`there are two lists "nodes"`)
		}
		if next != '{' && next != '[' {
			break // their number
		}
		if r.nodes = true; key == "objects" {
			r.format, r.graphviz = "Graphviz JSON", true
		}
		if next == '{' {
			r.readObject(r.readKeyedNode)
		} else {
			r.readList(r.readNode)
		}
		return
	case "graphs":
		var list []json.RawMessage
		if r.dec.Decode(&list) != nil || len(list) != 1 {
			r.failWithoutNodes()
			return
		}
		r.readGraphMember(list[0], 0)
		return
	case "links", "edges", "arcs":
		if r.edges = true; next == '[' && !r.nodes && r.peekAfter() == '[' {
			break // pairs, or the neighbours of each node
		}
		switch {
		case next == '{': // by key
			r.edges = false
			v := r.readRaw()
			r.addOther(key, v)
			return
		case next != '[': // their number
			r.edges = false
			if text, ok := scalar(r.readRaw()); ok && next == '"' {
				r.edgesElsewhere = key + ": " + text
			}
			return
		}
		r.readList(r.readLink)
		return
	case "elements":
		if r.format = "Cytoscape JSON"; next == '{' {
			r.readObject(r.readTopKey)
		} else {
			r.readList(r.readElement)
		}
		return
	case "adjacency":
		r.format = "adjacency JSON"
		r.readList(func() { r.adjacency = append(r.adjacency, r.readRaw()) })
		return
	case "hyperedges", "hypergraph", "hypergraph-data", "edge-dict":
		r.a.fail(r.line(), hyperRemedy, hyperText, "edges of more than two nodes")
		return
	case "graph":
		if next == '{' {
			at := r.line()
			r.readGraphMember(r.readRaw(), at)
			return
		}
	}
	v := r.readRaw()
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
		if r.a.name, _ = scalar(v); r.a.name != "" && v[0] == '"' {
			r.addOther(key, v)
		}
	case "directed":
		r.directed, r.directionGiven = string(v) == "true", true
	case "multigraph", "strict":
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

// peek returns the first character of the next value, 0 at the end.
func (r *jsonReader) peek() byte {
	for _, c := range r.d[min(r.dec.InputOffset(), int64(len(r.d))):] {
		if strings.IndexByte(" \t\n:,", c) < 0 {
			return c
		}
	}
	return 0
}

// peekAfter returns the first character within the following list, 0 at the end.
func (r *jsonReader) peekAfter() byte {
	d := r.d[r.dec.InputOffset():]
	for _, c := range d[min(len(d), 1+bytes.IndexByte(d, '[')):] {
		if strings.IndexByte(" \t\n", c) < 0 {
			return c
		}
	}
	return 0
}

// readNode reads a node of a list.
func (r *jsonReader) readNode() {
	line := r.count.at(r.dec.InputOffset())
	if r.readFields(); !r.graphviz || !r.isSubgraph() {
		r.addNode(line)
	}
}

// nodeIDKeys are the members with the id of a node. Earlier keys have priority.
var nodeIDKeys = []string{"id", "key", "_gvid", "@id", "_id", "uid", "identity", "node_id", "nodeId", "node"}

// mayListNeighbours reports whether a member of a node may list its neighbours.
// It is a list of texts or objects, or any list under a word for neighbours.
func (r *jsonReader) mayListNeighbours(p pair) bool {
	if len(p.value) < 3 || p.value[0] != '[' && p.value[0] != '{' || r.graphviz {
		return false
	}
	known := slices.Contains(neighbourWords, content.Word(p.key))
	inner := bytes.TrimLeft(p.value[1:], " \t\n")
	return known || p.value[0] == '[' && len(inner) > 0 && (inner[0] == '"' || inner[0] == '{')
}

// addNode adds the node in fields. Without an id its number is the id, and then no node may have one.
func (r *jsonReader) addNode(line int) {
	a := r.a
	var id, key string
	var there, ok bool
	for _, k := range nodeIDKeys {
		if id, there, ok = r.fieldID(k); there {
			key, r.graphologyKeys = k, r.graphologyKeys || k == "key"
			break
		}
	}
	const each = "give every node an id or none"
	switch {
	case there && (!ok || id == ""):
		a.fail(line, jsonRemedy, "the id of a node is not a text or a number")
	// Mixed ids and positions would be ambiguous.
	case there && len(a.ids) > 0 && !r.named:
		a.fail(line, each, "this node has an id, earlier ones have none")
	case !there && r.named:
		a.fail(line, each, "the node has no id")
	case !there:
		id = strconv.Itoa(len(a.ids))
	}
	r.named = there
	i := a.addNode(id, line)
	for _, p := range r.fields {
		if p.key == key || a.err != nil {
			continue
		}
		if r.mayListNeighbours(p) && len(r.innerLists) < MaxEdges {
			r.innerLists = append(r.innerLists, innerList{i, p.key, p.value})
		}
		text, ok := valueText(p.value)
		if p.key == "parent" || p.key == "parentId" || p.key == "parent_id" {
			if up, ok := idText(p.value); ok && up != "" {
				r.parents = append(r.parents, [2]string{up, id})
			}
		}
		if !ok || r.graphviz && isDrawingAttribute(gmlValue{p.key, text}) {
			continue
		}
		if r.graphviz && p.key == "label" {
			p.key = "name" // what is shown
		}
		a.setAttribute(i, p.key, text)
	}
}
