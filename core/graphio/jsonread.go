package graphio

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Node-link JSON is an object with a list "nodes", and a list "links" or "edges" of objects with "source" and "target".
// The ends are ids of nodes (NetworkX, d3 since version 4). Without ids they are positions in the list (d3 version 3) or names.
// jsontopkeys.go reads the members of the object, jsonforms.go the relatives with other keys.

// jsonRemedy is the remedy for a file whose members are not those of a graph.
const jsonRemedy = `node-link JSON is {"nodes": [{"id": 0}, …], "links": [{"source": 0, "target": 1}, …]}`

// jsonReader reads one file, or a value within a file, as a stream. Only values that are kept need memory.
type jsonReader struct {
	d   []byte
	dec *json.Decoder
	a   *assembly
	// format is the value of Found.Format.
	format string
	// named reports that the last node had an id. nodes and edges report that the file has lists of nodes and of edges.
	named, nodes, edges bool
	// directed is the direction of edges that do not state their own. directionGiven reports that the file states it.
	// graphologyKeys reports that nodes have their ids under "key", as in graphology.
	directed, directionGiven, graphologyKeys bool
	count                                    lineCounter
	// fields are the members of the node or edge being read.
	fields []pair
	// adjacency holds the lists of neighbours of adjacency JSON, in the order of the nodes.
	adjacency []json.RawMessage
	// others are the members that have no meaning in node-link JSON.
	others []pair
	// graphviz reports that the file is Graphviz JSON.
	graphviz bool
	// parents are pairs of ids: a parent and its child, which names the parent.
	parents [][2]string
	// innerLists are the members of nodes that may list their neighbours.
	innerLists []innerList
	// readKeys are the unknown keys whose members were read as nodes or edges.
	readKeys []string
	// symmetric reports that both ends of an edge may list the edge.
	symmetric bool
	// edgesElsewhere is a text in place of the edges, such as a path. It is "" if the file has no such text.
	edgesElsewhere string
	// nodeCount is the number of nodes that the file states, 0 if it states none.
	nodeCount int64
	// table is the content of the file if it is a table and not a graph, and nil otherwise.
	table *File
}

// newJSONReader returns a reader of the value d that adds nodes and edges to a.
func newJSONReader(d []byte, a *assembly) *jsonReader {
	r := &jsonReader{d: d, dec: json.NewDecoder(bytes.NewReader(d)), a: a, count: lineCounter{d: d, line: 1}, format: "node-link JSON"}
	// Numbers stay texts, so that ids keep all digits.
	r.dec.UseNumber()
	return r
}

// readJSON reads a graph, or a table, in any form of JSON.
func readJSON(f File, c *Correction) (*Found, error) {
	a := newAssembly(f.Name, c)
	// The decoder is recursive, so the depth is checked before it runs.
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
	// The direction of an edge overrides that of the file.
	for k, e := range a.pending {
		if !e.directionGiven {
			a.pending[k].oneWay = r.directed
		}
	}
	return a.finish(r.format)
}

// resolveEnds makes the ends of all edges refer to nodes. The ends are ids, names, or positions in the list of nodes, in this order
// of priority. All ends must be of the same kind. Otherwise the ends stay, and finish records an error.
func (r *jsonReader) resolveEnds() {
	a := r.a
	allEnds := func(known func(s string) bool) bool {
		return !slices.ContainsFunc(a.pending, func(e pendingEdge) bool { return !known(e.source) || !known(e.target) })
	}
	allIn := func(index map[string]int32) bool {
		return allEnds(func(s string) bool { _, ok := index[s]; return ok })
	}
	if allIn(a.index) {
		return
	}
	// A name that repeats refers to its last node.
	for _, key := range []string{"name", "label", "title"} {
		names := a.find(key)
		index := map[string]int32{}
		for i := range a.ids {
			index[names.value(i)] = int32(i)
		}
		if names != nil && allIn(index) {
			a.index = index
			return
		}
	}
	// position returns -1 for a text that is not a position.
	position := func(s string) int64 {
		if k, why := parseID([]byte(s)); why == "" && k < int64(len(a.ids)) {
			return k
		}
		return -1
	}
	if allEnds(func(s string) bool { return position(s) >= 0 }) {
		for k, e := range a.pending {
			a.pending[k].source, a.pending[k].target = a.ids[position(e.source)], a.ids[position(e.target)]
		}
	}
}

// fail records an error at the current position.
func (r *jsonReader) fail(format string, args ...any) {
	r.a.fail(r.line(), jsonRemedy, format, args...)
}

// keepDecodeError records an error of the decoder with its line. At an early end the line is the last one.
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

// peek returns the first character of the next value, or 0 at the end of the text.
func (r *jsonReader) peek() byte {
	for _, c := range r.d[min(r.dec.InputOffset(), int64(len(r.d))):] {
		if strings.IndexByte(" \t\n:,", c) < 0 {
			return c
		}
	}
	return 0
}

// peekAfter returns the first character within the list that is the next value, or 0 at the end of the text.
func (r *jsonReader) peekAfter() byte {
	d := r.d[r.dec.InputOffset():]
	for _, c := range d[min(len(d), 1+bytes.IndexByte(d, '[')):] {
		if strings.IndexByte(" \t\n", c) < 0 {
			return c
		}
	}
	return 0
}

// readNode reads an element of a list of nodes. Subgraphs of Graphviz JSON are skipped.
func (r *jsonReader) readNode() {
	line := r.count.at(r.dec.InputOffset())
	r.readFields()
	if r.graphviz && r.isSubgraph() {
		return
	}
	r.addNode(line)
}

// nodeIDKeys are the keys of the id of a node. Earlier keys have priority.
var nodeIDKeys = []string{"id", "key", "_gvid", "@id", "_id", "uid", "identity", "node_id", "nodeId", "node"}

// mayListNeighbours reports whether a member of a node may list its neighbours:
// a list of texts or objects, or any list or object under a word for neighbours.
func (r *jsonReader) mayListNeighbours(p pair) bool {
	if len(p.value) < 3 || p.value[0] != '[' && p.value[0] != '{' || r.graphviz {
		return false
	}
	if isNeighbourWord(p.key) {
		return true
	}
	inner := bytes.TrimLeft(p.value[1:], " \t\n")
	return p.value[0] == '[' && len(inner) > 0 && (inner[0] == '"' || inner[0] == '{')
}

// addNode adds the node in fields. Either all nodes have an id, or none has: then the number of the node is its id.
func (r *jsonReader) addNode(line int) {
	a := r.a
	// The first key of nodeIDKeys that the node has is the key of its id.
	var id, idKey string
	var hasID, isValid bool
	for _, k := range nodeIDKeys {
		if id, hasID, isValid = r.fieldID(k); hasID {
			idKey, r.graphologyKeys = k, r.graphologyKeys || k == "key"
			break
		}
	}
	// A mixture of ids and numbers would be ambiguous.
	const remedy = "give every node an id or none"
	switch {
	case hasID && (!isValid || id == ""):
		a.fail(line, jsonRemedy, "the id of a node is not a text or a number")
	case hasID && len(a.ids) > 0 && !r.named:
		a.fail(line, remedy, "this node has an id, earlier ones have none")
	case !hasID && r.named:
		a.fail(line, remedy, "the node has no id")
	case !hasID:
		id = strconv.Itoa(len(a.ids))
	}
	r.named = hasID
	i := a.addNode(id, line)
	for _, p := range r.fields {
		if p.key != idKey && a.err == nil {
			r.addNodeField(i, id, p)
		}
	}
}

// addNodeField sets a member of node i as its attribute. It also keeps a list of neighbours, and the name of the parent.
func (r *jsonReader) addNodeField(i int, id string, p pair) {
	if r.mayListNeighbours(p) && len(r.innerLists) < MaxEdges {
		r.innerLists = append(r.innerLists, innerList{i, p.key, p.value})
	}
	if isParentField(p) {
		if parent, ok := idText(p.value); ok && parent != "" {
			r.parents = append(r.parents, [2]string{parent, id})
		}
	}
	text, ok := valueText(p.value)
	if !ok || r.graphviz && isDrawingAttribute(gmlValue{p.key, text}) {
		return
	}
	// Graphviz shows the label as the name of the node.
	if r.graphviz && p.key == "label" {
		p.key = "name"
	}
	r.a.setAttribute(i, p.key, text)
}
