package graphio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// Relatives of node-link JSON. Adjacency JSON (NetworkX) has beside "nodes" a list "adjacency" with a list of neighbours for each; as an
// object alone it maps a node to the list, or to an object, of its neighbours. Cytoscape wraps nodes and edges in "elements" and their
// attributes in "data", graphology calls ids "key" and attributes "attributes", the JSON Graph Format nests all in "graph" and maps ids to
// nodes, trees have "children", and Graphviz has "objects" with "_gvid" and edges from "tail" to "head". A list alone holds the edges:
// pairs, or objects with source and target.

// wrapped are the members that hold the attributes of a node or an edge.
var wrapped = []string{"data", "attributes", "metadata", "properties"}

// unwrap lifts the members of data, attributes, metadata and properties among the others.
func (r *jsonReader) unwrap() {
	for _, p := range r.fields {
		if slices.Contains(wrapped, p.key) && p.value[0] == '{' {
			inner := newJSONReader(p.value, r.a)
			inner.object(func(key string) { r.fields = append(r.fields, pair{key, inner.raw()}) })
		}
	}
}

// keyedNode reads a node of an object that maps ids to nodes.
func (r *jsonReader) keyedNode(key string) {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '{' {
		r.pairs()
	} else {
		r.raw()
		r.fields = r.fields[:0]
	}
	r.fields = append(r.fields, pair{"id", jsonText(key)})
	r.addNode(line)
}

// graphMember reads what the member "graph" holds: attributes of the graph, or all of it in the JSON Graph Format, from a line on.
func (r *jsonReader) graphMember(v json.RawMessage, at int) {
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
		inner.object(inner.topKey)
		// It is read as the object around it from here on.
		r.format, r.nodes, r.edges, r.named, r.keyed = inner.format, true, inner.edges, inner.named, inner.keyed
		r.inside, r.others = append(r.inside, inner.inside...), append(r.others, inner.others...)
		r.directed, r.said = inner.directed || !inner.said && !inner.keyed, true // the format's default
		if inner.keyed {
			r.directed, r.said = inner.directed, inner.said
		}
	}
	r.a.name = cmp.Or(about.Name, about.Label)
}

// element reads a node or an edge of a list of both, as Cytoscape has it.
func (r *jsonReader) element() {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		r.pairLink(line)
		return
	}
	if r.peek() != '{' {
		r.bad("there is no edge where one belongs")
	}
	if r.pairs(); r.edge(line) {
		return
	}
	if k := slices.IndexFunc(r.fields, func(p pair) bool { return p.key == "name" || p.key == "label" }); k >= 0 &&
		!slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(nodeIDKeys, p.key) }) {
		r.fields = append(r.fields, pair{"id", r.fields[k].value})
	}
	if slices.ContainsFunc(r.fields, func(p pair) bool { return p.key == "edge_index" }) {
		r.a.bad(line, "choose one of them", "the file is a set of graphs, one a line, of which one is read here")
		return
	}
	if !slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(nodeIDKeys, p.key) }) {
		r.a.bad(line, jsonRemedy, "the link has no source and target")
	}
	r.nodes = true
	r.addNode(line)
}

// subgraph reports whether an object of Graphviz JSON is one.
func (r *jsonReader) subgraph() bool {
	return slices.ContainsFunc(r.fields, func(p pair) bool { return p.key == "nodes" || p.key == "subgraphs" || p.key == "edges" })
}

// elementList reads a file that is a list of edges, of nodes and edges, or of nodes that name their parent.
func (r *jsonReader) elementList() {
	if m := squareMatrix(r.d); m != nil {
		r.raw()
		r.readSquare(m)
		return
	}
	if r.table = cmp.Or(r.records(), pairRows(r.a.file, bytes.TrimSpace(r.d))); r.table != nil {
		r.raw()
		return
	}
	r.edges = true
	if r.list(r.element); r.nodes && len(r.parents) == 0 {
		r.innerEdges()
	}
	switch r.format = "edge list JSON"; {
	case r.symmetric:
		r.format = "adjacency JSON"
	case r.nodes && len(r.a.pending) > 0:
		r.format = "Cytoscape JSON"
	case len(r.parents) > 0:
		r.format, r.directed = "tree JSON", true
		for _, p := range r.parents {
			r.a.later(p[0], p[1], 0)
		}
	case r.nodes:
		r.bad("the list has nodes without edges")
	}
}

// records returns a list of flat objects without known ends as a table, nil for another list.
func (r *jsonReader) records() *File {
	var first json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(r.d))
	if t, err := dec.Token(); err != nil || t != json.Delim('[') || !dec.More() || dec.Decode(&first) != nil {
		return nil
	}
	if _, ok := flat(first); !ok {
		return nil
	}
	list, _ := elementsOf(json.RawMessage(r.d))
	for _, v := range list {
		if v[0] != '{' {
			return nil
		}
		if _, ok := edgeEnds(v); ok || slices.ContainsFunc(membersOf(v), func(p pair) bool {
			return p.key == "parent" || p.key == "parentId" || p.key == "parent_id"
		}) {
			return nil
		}
	}
	return recordTable(r.a.file, list)
}

// complete makes sense of what the file has, when it is read to the end.
func (r *jsonReader) complete() {
	a := r.a
	if r.keyed && !r.said {
		r.directed, r.format = true, "graphology JSON" // whose graphs are mixed unless they say otherwise
	}
	if r.counted = r.takeCount(); r.arrays() || a.err != nil || r.format == "adjacency matrix" || r.table != nil {
		return
	}
	children := slices.ContainsFunc(r.others, func(p pair) bool { return p.key == "children" && p.value[0] == '[' })
	if r.adjacent == nil && (!children || r.nodes || r.edges) {
		r.unwrapGraph()
		r.findEdges()
		if r.nodes && len(r.parents) == 0 {
			r.innerEdges()
		}
	}
	if r.elsewhere != "" && len(a.pending) == 0 && r.adjacent == nil {
		r.bad("the edges are not in this file: in their place stands %s", quote(r.elsewhere))
	}
	if a.err != nil {
		return
	}
	switch {
	case r.adjacent != nil:
		r.neighbours()
	case children && !r.nodes && !r.edges:
		r.format, r.directed, r.named = "tree JSON", true, true
		r.child(r.others, "", 0)
	case !r.nodes && !r.edges && len(r.others) > 0:
		if r.alone(); r.table != nil || a.err != nil {
			return
		}
	case !r.nodes && (!r.edges || r.holdsObjects()):
		r.noNodes()
	}
	if !r.nodes && len(a.ids) == 0 {
		r.named = true
		for _, e := range a.pending {
			a.known(e.source, e.line, true)
			a.known(e.target, e.line, true)
		}
		r.fillCount(r.counted)
		a.sortIDs = true
	}
	r.resolve()
	r.categories()
}

// holdsObjects reports whether another member is a list of objects, which may be the nodes under a name that is not known here.
func (r *jsonReader) holdsObjects() bool {
	return slices.ContainsFunc(r.others, func(p pair) bool {
		return p.key != "categories" && !slices.Contains(r.asRead, p.key) && p.value[0] == '[' &&
			strings.HasPrefix(strings.TrimLeft(string(p.value[:min(len(p.value), 100)]), "[ \n\t"), "{")
	})
}

func (r *jsonReader) noNodes() { r.a.bad(0, jsonRemedy, `there is no list "nodes"`) }

// JSON may hold arrays of all nodes, as a Data of PyTorch Geometric or WikiCS: features or x (n×f), labels or y (n), edge_index (2×m) or
// links, the neighbours of each node, and masks (n) or (splits×n). What the arrays say of a node becomes its attributes.

// arrays reads a file of arrays; it reports whether it is one. Pairs of edges that stand alone are read here, too.
func (r *jsonReader) arrays() bool {
	member := func(names ...string) (string, []json.RawMessage) {
		for _, name := range names {
			for _, p := range r.others {
				var list []json.RawMessage
				if p.key == name && p.value[0] == '[' && json.Unmarshal(p.value, &list) == nil {
					return name, list
				}
			}
		}
		return "", nil
	}
	_, x := member(featureNames...)
	_, y := member(labelNames...)
	key, edges := member("edge_index", "links", "edges", "arcs", "edge_list")
	n := max(len(x), len(y))
	if key == "edge_index" && r.counted > 0 && n == 0 {
		n = int(r.counted)
	}
	if edges == nil || r.nodes || key != "edge_index" && n == 0 {
		if k := slices.IndexFunc(r.others, func(p pair) bool { return p.key == key }); edges != nil && !r.nodes && key != "edge_index" {
			if r.table = pairRows(r.a.file, r.others[k].value); r.table != nil {
				return true
			}
		}
		for _, v := range edges {
			if key != "edge_index" {
				newJSONReader(v, r.a).pairLink(1)
			}
		}
		return false
	}
	r.format, r.nodes, r.named = "adjacency JSON", true, true
	list := make([][]int32, len(edges))
	top := int64(n) - 1
	for k, v := range edges {
		var ids []json.Number
		if json.Unmarshal(v, &ids) != nil {
			r.bad("the member %s holds something else than lists of numbers", quote(key))
		}
		for _, id := range ids {
			v, why := parseID([]byte(id))
			if why != "" || v >= MaxNodes || n > 0 && v >= int64(n) {
				r.bad("the member %s has the node %s, which does not exist", quote(key), quote(string(id)))
			}
			list[k], top = append(list[k], int32(v)), max(top, v)
		}
	}
	if r.a.err != nil {
		return true
	}
	r.a.numbered(-1, top, 0)
	for _, p := range r.others {
		r.column(p, int(top)+1)
	}
	var entries matrixEntries
	two := key == "edge_index" && len(list) == 2
	if two && len(list[0]) != len(list[1]) {
		r.bad("the two lists of edge_index differ in length")
		return true
	}
	for i, row := range list {
		for k := range row {
			switch {
			case two && i == 0:
				entries.put(r.a, row[k], list[1][k], 0)
			case two:
			case len(list) == n && key != "edge_index":
				entries.put(r.a, int32(i), row[k], 0)
			case len(row) != 2:
				r.bad("the member %s has a list of %d nodes that is no pair", quote(key), len(row))
			case k == 0:
				entries.put(r.a, row[0], row[1], 0)
			}
		}
	}
	entries.into(r.a, false)
	return true
}

// column sets an attribute of all nodes from a member with an element for each, or a list of them for each of several splits.
func (r *jsonReader) column(p pair, n int) {
	var rows []json.RawMessage
	if p.value[0] != '[' || json.Unmarshal(p.value, &rows) != nil || slices.Contains([]string{"links", "edges", "edge_index"}, p.key) {
		return
	}
	texts := make([]string, n)
	switch {
	case len(rows) == n:
		for i, v := range rows {
			texts[i], _ = valueText(v)
		}
	case len(rows) > 0 && rows[0][0] == '[':
		for _, v := range rows {
			var of []json.RawMessage
			if json.Unmarshal(v, &of) != nil || len(of) != n {
				return
			}
			for i, b := range of {
				text, _ := scalar(b)
				texts[i] += text + " "
			}
		}
	default:
		return
	}
	key := p.key
	if slices.Contains(featureNames, key) && r.a.byKey[featureKeys[0]] == nil {
		key = featureKeys[0]
	}
	for i, text := range texts {
		r.a.set(i, key, text)
	}
}

// categories names the classes of nodes whose category is a number of a list beside them (ECharts).
func (r *jsonReader) categories() {
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

// neighbours adds the edges of adjacency JSON, whose lists go by position. Without directions both ends of an edge name it.
func (r *jsonReader) neighbours() {
	a := r.a
	if len(r.adjacent) != len(a.ids) {
		a.bad(0, jsonRemedy, `the list "adjacency" has %d elements for %d nodes`, len(r.adjacent), len(a.ids))
		return
	}
	var entries matrixEntries
	for i, v := range r.adjacent {
		inner := newJSONReader(v, a)
		inner.list(func() {
			inner.pairs()
			id, ok := inner.field("id")
			j, known := a.index[id]
			if !ok || !known {
				a.bad(a.lines[i], jsonRemedy, "node %s has the neighbour %s, which does not exist", quote(a.ids[i]), quote(id))
				return
			}
			for _, p := range inner.fields {
				if p.key != "id" && p.key != "key" {
					a.weighJSON(p.key, p.value)
				}
			}
			entries.put(a, int32(i), j, 0)
		})
	}
	entries.into(a, !r.directed)
}

// child adds a node of a tree and its children.
func (r *jsonReader) child(fields []pair, parent string, depth int) {
	if depth > MaxDepth {
		r.bad("the values are nested more than %d deep", MaxDepth)
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
		if _, taken := r.a.index[name]; taken || name == "" {
			name += "#" + strconv.Itoa(len(r.a.ids))
		}
		id = name
		r.fields = append(r.fields, pair{"id", jsonText(id)})
	}
	if r.addNode(0); parent != "" {
		r.a.later(parent, id, 0)
	}
	if len(children) > 0 && children[0] == '[' && r.a.err == nil {
		inner := newJSONReader(children, r.a)
		inner.list(func() {
			inner.pairs()
			r.child(slices.Clone(inner.fields), id, depth+1)
		})
	}
}

// adjacencyObject reads an object that maps every node to its neighbours.
func (r *jsonReader) adjacencyObject() {
	a := r.a
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' && p.value[0] != '{' {
			r.noNodes()
			return
		}
		a.node(p.key, 0)
	}
	r.format, r.nodes, r.named, a.sortIDs = "adjacency JSON", true, true, true
	if r.bitRows() {
		return
	}
	var entries matrixEntries
	zeros, members := 0, 0
	for _, p := range r.others {
		inner := newJSONReader(p.value, a)
		add := func(id string) { entries.put(a, a.index[p.key], a.known(id, 0, true), 0) }
		if p.value[0] == '{' {
			inner.object(func(key string) {
				v := inner.raw()
				members++
				if noEdge(v) {
					zeros++
					a.known(key, 0, true)
					return
				}
				a.weighJSON("weight", v)
				if v[0] == '{' {
					a.weighAll(string(v))
				}
				add(key)
			})
			continue
		}
		inner.list(func() {
			id, ok := scalar(inner.raw())
			if !ok || id == "" {
				a.bad(0, jsonRemedy, "a neighbour of node %s is not a text or a number", quote(p.key))
				return
			}
			add(id)
		})
	}
	if zeros > 0 {
		r.format = "adjacency matrix"
		if members < len(r.others)*len(a.ids) {
			a.doubt("zeros", words.Count(zeros, "neighbour")+" with the value 0, false or null: no edge was made of them.")
		}
		if !entries.symmetric() {
			a.doubt("direction", "The matrix is not symmetric: its outer members were taken as the first ends of the edges; pandas has columns "+
				"there.")
		}
	}
	entries.into(a, false)
}

// noEdge reports whether the entry of a matrix says that there is no edge.
func noEdge(v json.RawMessage) bool {
	text, ok := scalar(v)
	if !ok {
		return false
	}
	x, why := parseNumber(text)
	_, listed := noWords[strings.ToLower(text)]
	return why == "" && x == 0 || listed || v[0] == 'n'
}

// bitRows reads an object whose members are the rows of a square matrix of 0 and 1: neighbours do not occur twice in a list. It reports
// whether the object is one.
func (r *jsonReader) bitRows() bool {
	n := len(r.others)
	m := make([][]float64, n)
	again := false
	for k, p := range r.others {
		if p.value[0] != '[' || json.Unmarshal(p.value, &m[k]) != nil || len(m[k]) != n {
			return false
		}
		seen := map[float64]bool{}
		for _, x := range m[k] {
			again = again || seen[x]
			seen[x] = true
			if x != 0 && x != 1 {
				return false
			}
		}
	}
	if again {
		r.readSquare(m)
	}
	return again
}
