package graphio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
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
		// The format's edges have a direction unless it says otherwise; the links of node-link JSON within have none.
		links := slices.ContainsFunc(membersOf(v), func(p pair) bool { return p.key == "links" })
		r.directed, r.said = inner.directed || !inner.said && !inner.keyed && !links, true
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
