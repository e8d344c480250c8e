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

// Node-link JSON is an object with a list "nodes" and a list "links" or "edges" of objects with "source" and "target". The ends are the
// nodes' "id" (NetworkX, d3 since version 4) or, without ids, their positions (d3 version 3) or names. Relatives of it call things
// otherwise: jsonforms.go.

const jsonRemedy = `node-link JSON is {"nodes": [{"id": 0}, …], "links": [{"source": 0, "target": 1}, …]}`

// jsonReader reads one file as a stream, so that only what is kept takes memory.
type jsonReader struct {
	d                   []byte
	dec                 *json.Decoder
	a                   *assembly
	format              string // format names the relative of node-link JSON.
	named, nodes, edges bool   // named is true when a node has an id; nodes and edges that the file has such lists.
	// directed reports whether edges are unless they say otherwise; said whether the file says it, keyed whether the nodes have graphology's
	// key.
	directed, said, keyed bool
	count                 lineCounter
	fields                []pair            // fields are those of the object being read.
	adjacent              []json.RawMessage // adjacent holds the neighbours of the nodes by position (adjacency JSON).
	others                []pair            // others are the members of the object that mean nothing in node-link JSON.
	graphviz              bool              // graphviz marks Graphviz JSON.
	parents               [][2]string       // parents are the nodes of a list that name another one, with it.
	// elsewhere is the text that stands in place of the edges, "" for none.
	// inside are lists that nodes hold, as they may be their neighbours; asRead are the members under other keys that were read; symmetric
	// reports whether both ends of an edge may list it.
	inside    []innerList
	asRead    []string
	symmetric bool
	elsewhere string
	counted   int64 // counted is the number of nodes that the file gives, 0 for none.
	table     *File // table is what the file holds instead of a graph, nil for none.
}

func newJSONReader(d []byte, a *assembly) *jsonReader {
	r := &jsonReader{d: d, dec: json.NewDecoder(bytes.NewReader(d)), a: a, count: lineCounter{d: d, line: 1}, format: "node-link JSON"}
	r.dec.UseNumber()
	return r
}

func readJSON(f File, c *Correction) (*Found, error) {
	a := newAssembly(f.Name, c)
	if line := tooDeep(f.Data); line > 0 {
		a.bad(line, jsonRemedy, "the values are nested more than %d deep", MaxDepth)
		return nil, a.err
	}
	r := newJSONReader(plainJSON(f.Data), a)
	if bytes.TrimSpace(r.d)[0] == '[' {
		r.elementList()
	} else {
		r.object(r.topKey)
	}
	if _, err := r.dec.Token(); err != io.EOF {
		r.bad("something follows after the end of the graph")
	}
	if a.err == nil {
		r.complete()
	}
	if r.table != nil && a.err == nil {
		return readTables([]File{*r.table}, nil, c)
	}
	if r.symmetric {
		r.bothWays()
	}
	for k, e := range a.pending {
		a.pending[k].oneWay = e.said && e.oneWay || !e.said && r.directed
	}
	return a.finish(r.format)
}

// plainJSON makes JSON of what is nearly so: Python's NaN and Infinity become null, and an object a line becomes a list of them.
func plainJSON(d []byte) []byte {
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
		if all := oneObject(d); all != nil {
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

// oneObject returns lines of objects with one member each as one object, nil for other lines.
func oneObject(d []byte) []byte {
	out := []byte{'{'}
	for _, s := range filled(d, "") {
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

// resolve finds out what the links call the nodes: their ids, their names or, when neither fits, their positions.
func (r *jsonReader) resolve() {
	a := r.a
	all := func(known func(s string) bool) bool {
		return !slices.ContainsFunc(a.pending, func(e pendingEdge) bool { return !known(e.source) || !known(e.target) })
	}
	in := func(index map[string]int32) bool { return all(func(s string) bool { _, ok := index[s]; return ok }) }
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

// bad reports an error at the present position.
func (r *jsonReader) bad(format string, args ...any) { r.a.bad(r.line(), jsonRemedy, format, args...) }

// wrap keeps an error of the decoder as one with a line.
func (r *jsonReader) wrap(err error) {
	at := r.dec.InputOffset()
	if s, ok := err.(*json.SyntaxError); ok {
		at = s.Offset
	}
	msg := err.Error()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		msg, at = "it ends too early", int64(len(r.d))
	}
	r.a.bad(lineAt(r.d, at), "correct the file or fetch it again; NaN and Infinity are not JSON", "the JSON is damaged: %s", msg)
}

func (r *jsonReader) topKey(key string) {
	switch next := r.peek(); key {
	case "nodes", "objects", "vertices":
		if r.nodes {
			r.bad(`there are two lists "nodes"`)
		}
		if next != '{' && next != '[' {
			break // their number
		}
		if r.nodes = true; key == "objects" {
			r.format, r.graphviz = "Graphviz JSON", true
		}
		if next == '{' {
			r.object(r.keyedNode)
		} else {
			r.list(r.node)
		}
		return
	case "graphs":
		var list []json.RawMessage
		if r.dec.Decode(&list) != nil || len(list) != 1 {
			r.noNodes()
			return
		}
		r.graphMember(list[0], 0)
		return
	case "links", "edges", "arcs":
		if r.edges = true; next == '[' && !r.nodes && r.peekAfter() == '[' {
			break // pairs, or the neighbours of each node
		}
		switch {
		case next == '{': // by key
			r.edges = false
			v := r.raw()
			r.other(key, v)
			return
		case next != '[': // their number
			r.edges = false
			if text, ok := scalar(r.raw()); ok && next == '"' {
				r.elsewhere = key + ": " + text
			}
			return
		}
		r.list(r.link)
		return
	case "elements":
		if r.format = "Cytoscape JSON"; next == '{' {
			r.object(r.topKey)
		} else {
			r.list(r.element)
		}
		return
	case "adjacency":
		r.format = "adjacency JSON"
		r.list(func() { r.adjacent = append(r.adjacent, r.raw()) })
		return
	case "hyperedges", "hypergraph", "hypergraph-data", "edge-dict":
		r.a.bad(r.line(), hyperRemedy, hyperText, "edges of more than two nodes")
		return
	case "graph":
		if next == '{' {
			at := r.line()
			r.graphMember(r.raw(), at)
			return
		}
	}
	v := r.raw()
	if v[0] == '[' {
		r.other(key, v)
		return
	}
	var about struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	switch key {
	case "name", "label":
		if r.a.name, _ = scalar(v); r.a.name != "" && v[0] == '"' {
			r.other(key, v)
		}
	case "directed":
		r.directed, r.said = string(v) == "true", true
	case "multigraph", "strict":
	case "attributes":
		if json.Unmarshal(v, &about) == nil && about.Name != "" {
			r.a.name = about.Name
		}
	case "options":
		if json.Unmarshal(v, &about) == nil && about.Type != "" {
			r.directed, r.said, r.format = about.Type != "undirected", true, "graphology JSON"
		}
	default:
		r.other(key, v)
	}
}

// other keeps a member whose meaning depends on what else there is.
func (r *jsonReader) other(key string, v json.RawMessage) {
	if len(r.others) > MaxNodes {
		r.bad("more than %d members of the object", MaxNodes)
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

// peekAfter returns the first character within the list that follows.
func (r *jsonReader) peekAfter() byte {
	d := r.d[r.dec.InputOffset():]
	for _, c := range d[min(len(d), 1+bytes.IndexByte(d, '[')):] {
		if strings.IndexByte(" \t\n", c) < 0 {
			return c
		}
	}
	return 0
}

func (r *jsonReader) node() {
	line := r.count.at(r.dec.InputOffset())
	if r.pairs(); !r.graphviz || !r.subgraph() {
		r.addNode(line)
	}
}

// nodeIDKeys are the members that hold the id of a node.
var nodeIDKeys = []string{"id", "key", "_gvid", "@id", "_id", "uid", "identity", "node_id", "nodeId", "node"}

// lists reports whether a member of a node may be a list of its neighbours: of texts or objects, or of anything under such a word.
func (r *jsonReader) lists(p pair) bool {
	if len(p.value) < 3 || p.value[0] != '[' && p.value[0] != '{' || r.graphviz {
		return false
	}
	known := slices.Contains(neighbourWords, content.Word(p.key))
	inner := bytes.TrimLeft(p.value[1:], " \t\n")
	return known || p.value[0] == '[' && len(inner) > 0 && (inner[0] == '"' || inner[0] == '{')
}

// addNode adds the node whose members are in fields.
func (r *jsonReader) addNode(line int) {
	a := r.a
	var id, key string
	var there, ok bool
	for _, k := range nodeIDKeys {
		if id, there, ok = r.id(k); there {
			key, r.keyed = k, r.keyed || k == "key"
			break
		}
	}
	const each = "give every node an id or none"
	switch {
	case there && (!ok || id == ""):
		a.bad(line, jsonRemedy, "the id of a node is not a text or a number")
	case there && len(a.ids) > 0 && !r.named:
		a.bad(line, each, "this node has an id, earlier ones have none")
	case !there && r.named:
		a.bad(line, each, "the node has no id")
	case !there:
		id = strconv.Itoa(len(a.ids))
	}
	r.named = there
	i := a.node(id, line)
	for _, p := range r.fields {
		if p.key == key || a.err != nil {
			continue
		}
		if r.lists(p) && len(r.inside) < MaxEdges {
			r.inside = append(r.inside, innerList{i, p.key, p.value})
		}
		text, ok := valueText(p.value)
		if p.key == "parent" || p.key == "parentId" || p.key == "parent_id" {
			if up, ok := idText(p.value); ok && up != "" {
				r.parents = append(r.parents, [2]string{up, id})
			}
		}
		if !ok || r.graphviz && dotDraws(gmlValue{p.key, text}) {
			continue
		}
		if r.graphviz && p.key == "label" {
			p.key = "name" // what is shown
		}
		a.set(i, p.key, text)
	}
}
