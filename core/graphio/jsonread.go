package graphio

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Node-link JSON is an object with a list "nodes" and a list "links" or
// "edges" of objects with "source" and "target". The ends are the nodes' "id"
// (NetworkX, d3 since version 4) or, when no node has an id, their positions
// (d3 version 3) or names. Relatives of it call things otherwise: jsonforms.go.

const jsonRemedy = `node-link JSON is {"nodes": [{"id": 0}, …], "links": [{"source": 0, "target": 1}, …]}`

// jsonReader reads one file as a stream, so that only what is kept takes
// memory.
type jsonReader struct {
	f   File
	dec *json.Decoder
	a   *assembly
	// format names the relative of node-link JSON.
	format string
	// named is true when a node has an id; nodes and edges that the file has such lists.
	named, nodes, edges bool
	// directed reports whether edges that do not say otherwise are; said whether the file
	// says so, keyed whether the nodes have graphology's key.
	directed, said, keyed bool
	count                 lineCounter
	// fields are those of the object being read.
	fields []pair
	// adjacent holds the neighbours of the nodes by position (adjacency JSON).
	adjacent []json.RawMessage
	// others are the members of the object that mean nothing in node-link JSON.
	others []pair
	// graphviz tells of Graphviz JSON.
	graphviz bool
	// parents are the nodes of a list that name another one, with it.
	parents [][2]string
}

func newJSONReader(f File, a *assembly) *jsonReader {
	r := &jsonReader{f: f, dec: json.NewDecoder(bytes.NewReader(f.Data)), a: a, count: lineCounter{d: f.Data, line: 1},
		format: "node-link JSON"}
	r.dec.UseNumber()
	return r
}

func readJSON(f File, c *Correction) (*Result, error) {
	if line := tooDeep(f.Data); line > 0 {
		return nil, fault(f.Name, line, jsonRemedy, "the values are nested more than %d deep", MaxDepth)
	}
	r := newJSONReader(File{Name: f.Name, Data: plainJSON(f.Data)}, newAssembly(f.Name, c))
	var err error
	if bytes.TrimSpace(r.f.Data)[0] == '[' {
		err = r.elementList()
	} else {
		err = r.object(r.topKey)
	}
	if err != nil {
		return nil, err
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return nil, r.bad("something follows after the end of the graph")
	}
	if err := r.complete(); err != nil {
		return nil, err
	}
	for k, e := range r.a.pending {
		r.a.pending[k].oneWay = e.said && e.oneWay || !e.said && r.directed
	}
	return r.a.finish(r.format)
}

// plainJSON makes JSON of what is nearly so: NaN and Infinity, which Python writes,
// become null, and an object a line becomes a list of them.
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
	if rest = bytes.TrimSpace(rest); len(rest) == 0 || first[0] != '{' || rest[0] != '{' || !json.Valid(first) {
		return d
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

// resolve finds out what the links call the nodes: their ids, their names or, when
// neither fits, their positions.
func (r *jsonReader) resolve() {
	a := r.a
	all := func(known func(s string) bool) bool {
		return !slices.ContainsFunc(a.pending, func(e pendingEdge) bool { return !known(e.source) || !known(e.target) })
	}
	if all(func(s string) bool { _, ok := a.index[s]; return ok }) {
		return
	}
	if names := a.find("name", "title", "label"); names != nil {
		index := map[string]int32{}
		for i := range a.ids {
			index[names.value(i)] = int32(i)
		}
		if all(func(s string) bool { _, ok := index[s]; return ok }) || !r.named {
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
func (r *jsonReader) bad(format string, args ...any) error {
	return fault(r.f.Name, lineAt(r.f.Data, r.dec.InputOffset()), jsonRemedy, format, args...)
}

// wrap turns an error of the decoder into one with a line.
func (r *jsonReader) wrap(err error) error {
	at := r.dec.InputOffset()
	if s, ok := err.(*json.SyntaxError); ok {
		at = s.Offset
	}
	msg := err.Error()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		msg, at = "it ends too early", int64(len(r.f.Data))
	}
	return fault(r.f.Name, lineAt(r.f.Data, at), "correct the file or fetch it again; NaN and Infinity are not JSON",
		"the JSON is damaged: %s", msg)
}

func (r *jsonReader) topKey(key string) error {
	switch key {
	case "nodes", "objects", "vertices":
		if r.nodes {
			return r.bad(`there are two lists "nodes"`)
		}
		if r.nodes = true; key == "objects" {
			r.format, r.graphviz = "Graphviz JSON", true
		}
		if r.peek() == '{' {
			return r.object(r.keyedNode)
		}
		return r.list(r.node)
	case "graphs":
		v, err := r.raw()
		var list []json.RawMessage
		if err != nil || json.Unmarshal(v, &list) != nil || len(list) != 1 {
			return r.noNodes()
		}
		return r.graphMember(list[0], 0)
	case "links", "edges", "arcs":
		r.edges = true
		if r.peek() == '[' && !r.nodes && r.peekAfter() == '[' {
			v, err := r.raw()
			if err != nil {
				return err
			}
			return r.other(key, v) // pairs, or the neighbours of each node
		}
		return r.list(r.link)
	case "elements":
		r.format = "Cytoscape JSON"
		if r.peek() == '{' {
			return r.object(r.topKey)
		}
		return r.list(r.element)
	case "adjacency":
		r.format = "adjacency JSON"
		return r.list(func() error {
			v, err := r.raw()
			r.adjacent = append(r.adjacent, v)
			return err
		})
	case "hyperedges", "hypergraph", "hypergraph-data", "edge-dict":
		return fault(r.f.Name, lineAt(r.f.Data, r.dec.InputOffset()), "write an edge for each pair of nodes that it joins",
			"the file is a hypergraph: it has edges of more than two nodes, which are not read here")
	case "graph":
		if r.peek() == '{' {
			return r.graphObject()
		}
	}
	v, err := r.raw()
	if err != nil {
		return err
	}
	if v[0] == '[' {
		return r.other(key, v)
	}
	switch key {
	case "name", "label":
		if r.a.name, _ = scalar(v); r.a.name != "" && v[0] == '"' {
			return r.other(key, v)
		}
	case "directed":
		r.directed, r.said = string(v) == "true", true
	case "multigraph", "strict", "data":
	case "attributes":
		var about struct {
			Name string `json:"name"`
		}
		if json.Unmarshal(v, &about) == nil && about.Name != "" {
			r.a.name = about.Name
		}
	case "options":
		var options struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(v, &options) == nil && options.Type != "" {
			r.directed, r.said, r.format = options.Type != "undirected", true, "graphology JSON"
		}
	default:
		return r.other(key, v)
	}
	return nil
}

// other keeps a member whose meaning depends on what else there is.
func (r *jsonReader) other(key string, v json.RawMessage) error {
	if len(r.others) > MaxNodes {
		return r.bad("more than %d members of the object", MaxNodes)
	}
	r.others = append(r.others, pair{key, v})
	return nil
}

// peek returns the first character of the next value, 0 at the end.
func (r *jsonReader) peek() byte {
	d := r.f.Data
	for k := r.dec.InputOffset(); k < int64(len(d)); k++ {
		if strings.IndexByte(" \t\n:,", d[k]) < 0 {
			return d[k]
		}
	}
	return 0
}

// peekAfter returns the first character within the list that follows.
func (r *jsonReader) peekAfter() byte {
	d := r.f.Data[r.dec.InputOffset():]
	d = bytes.TrimLeft(d[min(len(d), 1+bytes.IndexByte(d, '[')):], " \t\n")
	if len(d) == 0 {
		return 0
	}
	return d[0]
}

func (r *jsonReader) node() error {
	line := r.count.at(r.dec.InputOffset())
	if err := r.pairs(); err != nil {
		return err
	}
	if r.graphviz && r.subgraph() {
		return nil
	}
	return r.addNode(line)
}

// nodeIDKeys are the members that hold the id of a node.
var nodeIDKeys = []string{"id", "key", "_gvid", "@id", "_id", "uid", "identity", "node_id", "nodeId"}

// addNode adds the node whose members are in fields.
func (r *jsonReader) addNode(line int) error {
	a := r.a
	var id, key string
	var there, ok bool
	for _, k := range nodeIDKeys {
		for _, p := range r.fields {
			if p.key == k {
				key, there = k, true
				id, ok = idText(p.value)
			}
		}
		if there {
			r.keyed = r.keyed || k == "key"
			break
		}
	}
	switch {
	case there && (!ok || id == ""):
		return fault(r.f.Name, line, jsonRemedy, "the id of a node is not a text or a number")
	case there && len(a.ids) > 0 && !r.named:
		return fault(r.f.Name, line, "give every node an id or none", "this node has an id, earlier ones have none")
	case !there && r.named:
		return fault(r.f.Name, line, "give every node an id or none", "the node has no id")
	case !there:
		id = strconv.Itoa(len(a.ids))
	}
	r.named = there
	i, err := a.node(id, line)
	if err != nil {
		return err
	}
	for _, p := range r.fields {
		if p.key == key {
			continue
		}
		text, ok := scalar(p.value)
		if !ok {
			text, ok = listText(p.value)
		}
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
		if err := a.set(i, p.key, text); err != nil {
			return err
		}
	}
	return nil
}

// lineCounter finds the lines of ascending offsets without starting anew.
type lineCounter struct {
	d    []byte
	done int64
	line int
}

func (c *lineCounter) at(offset int64) int {
	// White space and the comma before the element belong to it.
	for offset < int64(len(c.d)) && strings.IndexByte(" \t\n,", c.d[offset]) >= 0 {
		offset++
	}
	if offset > c.done {
		c.line += bytes.Count(c.d[c.done:offset], []byte{'\n'})
		c.done = offset
	}
	return c.line
}

// tooDeep returns the line where brackets nest deeper than MaxDepth, or 0.
func tooDeep(d []byte) int {
	depth, text := 0, false
	for i := 0; i < len(d); i++ {
		switch c := d[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return lineAt(d, int64(i))
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return 0
}
