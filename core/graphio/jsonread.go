package graphio

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// This file reads node-link JSON, and chooses the readers of its relatives.
// Node-link JSON is an object with a list "nodes", and a list "links" or "edges" of objects with "source" and "target".
// The ends are ids of nodes (NetworkX, d3 since version 4). If some end is no id, all are names, or positions in the list (d3 version 3).
// jsontopkeys.go reads the members of the object, jsonforms.go the relatives with other keys.

// jsonRemedy is the remedy for a file whose members do not describe a graph.
const jsonRemedy = `node-link JSON is {"nodes": [{"id": 0}, …], "links": [{"source": 0, "target": 1}, …]}`

// jsonReader reads one file, or a value within a file, as a stream. Only values that are kept need memory.
type jsonReader struct {
	// dec decodes the text d of the value. a receives the nodes and edges.
	d   []byte
	dec *json.Decoder
	a   *assembly
	// format is the name of the format for the user. It becomes Found.Format.
	format string
	// hasIDs reports whether the last node had an id. hasNodes and hasEdges report whether the file has a member for nodes and for edges.
	hasIDs, hasNodes, hasEdges bool
	// nodesFromEdges reports that the nodes are the ends of the edges, since the file has no list of nodes.
	nodesFromEdges bool
	// directed reports whether the edges without a direction of their own are directed.
	// directionGiven reports whether the file or its format decides directed. graphologyKeys reports whether ids are under "key", as in
	// graphology.
	directed, directionGiven, graphologyKeys bool
	// count counts the lines of the text, to find the line of a node or an edge.
	count lineCounter
	// fields are the members of the node or edge that was read last.
	fields []pair
	// adjacency holds the lists of neighbours of adjacency JSON, in the order of the nodes. It is nil if there are none.
	adjacency []json.RawMessage
	// unknown are the members of the object whose meaning in node-link JSON is not known, or depends on the rest of the file.
	unknown  []pair
	graphviz bool // the file is Graphviz JSON
	// parents are pairs of ids: a parent and its child, for every node that names its parent.
	parents [][2]string
	// innerLists are the members of nodes that may list their neighbours.
	innerLists []innerList
	// readKeys are the unknown keys whose members were read as nodes or edges.
	readKeys []string
	// symmetric reports that both ends of an edge may list the edge: mergeDirections then decides the direction.
	symmetric bool
	// edgesElsewhere is a text in place of the edges, such as a path, or "".
	edgesElsewhere string
	nodeCount      int64 // the number of nodes that the file states, or 0
	table          *File // the content of a file that is a table, nil for a graph
	// sheets are the other tables of a file that is a spreadsheet.
	sheets []File
}

// newJSONReader returns a reader of the value d that adds nodes and edges to a.
func newJSONReader(d []byte, a *assembly) *jsonReader {
	r := &jsonReader{d: d, dec: json.NewDecoder(bytes.NewReader(d)), a: a, count: lineCounter{d: d, line: 1}, format: "node-link JSON"}
	// Numbers stay texts, so that ids keep all digits.
	r.dec.UseNumber()
	return r
}

// readJSON reads a graph in one of the recognised forms of JSON. If the file is a table, it returns the result of readTables.
// Values that are nested more than MaxDepth deep are an error, and so is a text after the value. c is the user's correction.
func readJSON(f File, c *Correction) (*Found, error) {
	a := newAssembly(f.Name, c)
	// The decoder is recursive, so the depth is checked before it runs.
	if line := tooDeep(f.Data); line > 0 {
		a.fail(line, jsonRemedy, "the values are nested more than %d deep", MaxDepth)
		return nil, a.err
	}
	r := newJSONReader(unwrapJSON(normaliseJSON(f.Data)), a)
	// The text is not blank: its opening bracket was recognised, or this package has made it.
	if bytes.TrimSpace(r.d)[0] == '[' {
		r.readElementList()
	} else {
		r.readObject(r.readTopKey)
	}
	_, err := r.dec.Token()
	// After an earlier error the decoder is not at the end, but fail keeps the earlier error.
	if err != io.EOF {
		r.fail("something follows after the end of the graph")
	}
	if a.err == nil {
		r.interpret()
	}
	if r.table != nil && a.err == nil {
		return readTables(append([]File{*r.table}, r.sheets...), nil, c)
	}
	if r.symmetric {
		r.mergeDirections()
	}
	// Edges that do not state a direction get the direction of the file.
	for k, e := range a.pending {
		if !e.directionGiven {
			a.pending[k].oneWay = r.directed
		}
	}
	// After an error above, finish returns the error and no graph.
	return a.finish(r.format)
}

// resolveEnds tests whether the ends of all edges are ids, else ids or second ids, else values of one attribute with names, else positions
// in the list of nodes, from 0. Ids need no change. All other ends are replaced by ids.
// If none of these holds for all ends, nothing changes, and finish records an error.
func (r *jsonReader) resolveEnds() {
	a := r.a
	// allEndsAre reports whether known is true for both ends of every pending edge.
	allEndsAre := func(known func(end string) bool) bool {
		isUnknown := func(e pendingEdge) bool { return !known(e.source) || !known(e.target) }
		return !slices.ContainsFunc(a.pending, isUnknown)
	}
	allEndsIn := func(index map[string]int32) bool {
		return allEndsAre(func(end string) bool { _, ok := index[end]; return ok })
	}
	if allEndsIn(a.index) {
		return
	}
	// The ids of the ends replace the ends, because other members may name the nodes by their ids.
	replaceEnds := func(number func(end string) int32) {
		for k, e := range a.pending {
			a.pending[k].source, a.pending[k].target = a.ids[number(e.source)], a.ids[number(e.target)]
		}
	}
	// replaceNames replaces the ends by index if index has all of them, and reports whether it has.
	replaceNames := func(index map[string]int32) bool {
		hasAll := allEndsIn(index)
		if hasAll {
			replaceEnds(func(end string) int32 { return index[end] })
		}
		return hasAll
	}
	if replaceNames(a.withSecondIDs()) {
		return
	}
	for _, key := range []string{"name", "label", "title"} {
		names := a.find(key)
		if names == nil {
			continue
		}
		// If a name repeats, it refers to the last node with the name, with a doubt.
		index, repeated := map[string]int32{}, map[string]bool{}
		for i := range a.ids {
			name := names.value(i)
			if _, isKnown := index[name]; isKnown {
				repeated[name] = true
			}
			index[name] = int32(i)
		}
		isUnique := allEndsAre(func(end string) bool { return !repeated[end] })
		if replaceNames(index) {
			if !isUnique {
				a.addDoubt("names", "Several nodes have the same name: an edge with this name joins the last of them.")
			}
			return
		}
	}
	// position returns -1 for a text that is not a position.
	position := func(end string) int64 {
		k, why := parseID([]byte(end))
		if why != "" || k >= int64(len(a.ids)) {
			return -1
		}
		return k
	}
	if allEndsAre(func(end string) bool { return position(end) >= 0 }) {
		replaceEnds(func(end string) int32 { return int32(position(end)) })
	}
}

// fail records an error at the current position, unless there is an earlier error.
func (r *jsonReader) fail(format string, args ...any) {
	// Finding the line takes the time of reading the file, and a loop may fail often.
	if r.a.err != nil {
		return
	}
	r.a.fail(r.line(), jsonRemedy, format, args...)
}

// keepDecodeError records an error of the decoder with its line. For a text that ends too early, it records the line of the end.
func (r *jsonReader) keepDecodeError(err error) {
	offset := r.dec.InputOffset()
	// The decoder is before the damaged value. Offsets of its own errors do not count the brackets that Token has read.
	var value json.RawMessage
	if s, ok := json.Unmarshal(r.d[offset:], &value).(*json.SyntaxError); ok {
		offset += s.Offset - 1
	}
	message := err.Error()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		message = "it ends too early"
		offset = int64(len(r.d))
	}
	r.a.fail(lineAt(r.d, offset), "correct the file or fetch it again", "the JSON is damaged: %s", message)
}

// peek returns the first character of the next value, or 0 at the end of the text. It does not change the position.
func (r *jsonReader) peek() byte {
	rest := r.d[min(r.dec.InputOffset(), int64(len(r.d))):]
	for _, c := range rest {
		// A colon or a comma may precede the value.
		if strings.IndexByte(" \t\n:,", c) < 0 {
			return c
		}
	}
	return 0
}

// peekAfter returns the first character after the opening bracket of the next value, or 0 at the end of the text.
// The next value must be a list.
func (r *jsonReader) peekAfter() byte {
	rest := r.d[r.dec.InputOffset():]
	afterBracket := rest[min(len(rest), 1+bytes.IndexByte(rest, '[')):]
	for _, c := range afterBracket {
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

// mayListNeighbours reports whether a member of a node may list the neighbours of the node.
// The member is a list that begins with a text or an object, or any list or object under a word for neighbours, but not "[]" or "{}".
func (r *jsonReader) mayListNeighbours(p pair) bool {
	// Graphviz JSON lists its edges under "edges", not in its nodes. The shortest list with an element, such as [1], has three bytes.
	if r.graphviz || len(p.value) < 3 {
		return false
	}
	isList, isObject := p.value[0] == '[', p.value[0] == '{'
	if !isList && !isObject {
		return false
	}
	if isNeighbourWord(p.key) {
		return true
	}
	inner := bytes.TrimLeft(p.value[1:], " \t\n")
	if !isList || len(inner) == 0 {
		return false
	}
	return inner[0] == '"' || inner[0] == '{'
}

// addNode adds the node in r.fields. line is the line of the node. Without ids the number of a node, counted from 0, is its id.
// An id that is empty or that idText refuses is an error, and so is a mixture of nodes with and without ids.
func (r *jsonReader) addNode(line int) {
	a := r.a
	// idKey is the first key of nodeIDKeys that the node has.
	var id, idKey string
	state := idMissing
	keys := nodeIDKeys
	if r.graphviz { // the attribute id of Graphviz is for SVG
		keys = append([]string{"_gvid"}, nodeIDKeys...)
	}
	for _, key := range keys {
		id, state = r.fieldID(key)
		if state != idMissing {
			idKey = key
			break
		}
	}
	hasID := state != idMissing
	// hasIDs describes the nodes before this node.
	earlierLackIDs := len(a.ids) > 0 && !r.hasIDs
	r.graphologyKeys = r.graphologyKeys || idKey == "key"
	// Ids beside numbers would be ambiguous. After an error below, the node does no harm, because no graph is built.
	const remedy = "give every node an id or none"
	isEmptyID := state == idValid && id == ""
	isDamaged := state == idInvalid || isEmptyID
	switch {
	case isDamaged:
		a.fail(line, jsonRemedy, "the id of a node is empty, or neither a text nor a number")
	case hasID && earlierLackIDs:
		a.fail(line, remedy, "this node has an id, earlier ones have none")
	case !hasID && r.hasIDs:
		a.fail(line, remedy, "the node has no id")
	case !hasID:
		id = strconv.Itoa(len(a.ids))
	}
	r.hasIDs = hasID
	i := a.addNode(id, line)
	for _, p := range r.fields {
		if p.key != idKey && a.err == nil {
			r.addNodeField(i, id, p)
		}
	}
}

// addNodeField sets the member p of node i as an attribute of the node. id is the id of the node.
// A member that may list the neighbours is also added to innerLists, and a parent to parents.
// A value without a text (valueText) is no attribute, and neither is an attribute of Graphviz that only affects the drawing.
func (r *jsonReader) addNodeField(i int, id string, p pair) {
	// The limit bounds the memory. Lists beyond the limit are left out.
	if r.mayListNeighbours(p) && len(r.innerLists) < MaxEdges {
		r.innerLists = append(r.innerLists, innerList{i, p.key, p.value})
	}
	if isParentField(p) {
		if parent, ok := idText(p.value); ok && parent != "" {
			r.parents = append(r.parents, [2]string{parent, id})
		}
	}
	text, ok := valueText(p.value)
	if !ok {
		return
	}
	key := p.key
	if r.graphviz {
		if isDrawingAttribute(gmlValue{key, text}) {
			return
		}
		// Graphviz shows the label as the name of the node.
		if key == "label" {
			key = "name"
		}
	}
	r.a.setAttribute(i, key, text)
}
