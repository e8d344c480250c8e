package graphio

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// Relatives of node-link JSON. Adjacency JSON (NetworkX) has beside "nodes" a
// list "adjacency" with a list of neighbours for each; as an object alone it
// maps a node to the list, or to an object, of its neighbours. Cytoscape wraps
// nodes and edges in "elements" and their attributes in "data", graphology calls
// ids "key" and attributes "attributes", the JSON Graph Format nests all in
// "graph" and maps ids to nodes, trees have "children", and Graphviz has
// "objects" with "_gvid" and edges from "tail" to "head". A list alone holds the
// edges: pairs, or objects with source and target.

// wrapped are the members that hold the attributes of a node or an edge.
var wrapped = []string{"data", "attributes", "metadata", "properties"}

// unwrap lifts the members of data, attributes, metadata and properties among the others.
func (r *jsonReader) unwrap() error {
	own := len(r.fields)
	for k := range own {
		p := r.fields[k]
		for _, key := range wrapped {
			if p.key != key || len(p.value) == 0 || p.value[0] != '{' {
				continue
			}
			inner := newJSONReader(File{Name: r.f.Name, Data: p.value}, r.a)
			err := inner.object(func(key string) error {
				v, err := inner.raw()
				r.fields = append(r.fields, pair{key, v})
				return err
			})
			if err != nil {
				return r.bad("the member %s is damaged", quote(key))
			}
		}
	}
	return nil
}

// keyedNode reads a node of an object that maps ids to nodes.
func (r *jsonReader) keyedNode(key string) error {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() != '{' {
		if _, err := r.raw(); err != nil {
			return err
		}
		r.fields = r.fields[:0]
	} else if err := r.pairs(); err != nil {
		return err
	}
	id, err := json.Marshal(key)
	r.fields = append(r.fields, pair{"id", id})
	if err != nil {
		return err
	}
	return r.addNode(line)
}

// graphObject reads the member "graph": attributes of the graph, or all of it
// in the JSON Graph Format.
func (r *jsonReader) graphObject() error {
	at := lineAt(r.f.Data, r.dec.InputOffset())
	v, err := r.raw()
	if err != nil {
		return err
	}
	return r.graphMember(v, at)
}

// graphMember reads what the member "graph" holds, from a line on.
func (r *jsonReader) graphMember(v json.RawMessage, at int) error {
	var about struct {
		Name  string          `json:"name"`
		Label string          `json:"label"`
		Nodes json.RawMessage `json:"nodes"`
	}
	if json.Unmarshal(v, &about) != nil {
		return nil
	}
	if r.a.meta = parseMeta(string(v)); r.a.meta == nil && about.Nodes != nil && !r.nodes {
		inner := newJSONReader(File{Name: r.f.Name, Data: v}, r.a)
		inner.format, inner.count.line = "JSON Graph Format", at
		if err := inner.object(inner.topKey); err != nil {
			return err
		}
		// It is read as the object around it from here on.
		r.format, r.nodes, r.edges, r.named, r.keyed = inner.format, true, inner.edges, inner.named, inner.keyed
		r.directed, r.said = inner.directed || !inner.said && !inner.keyed, true // the format's default
		if inner.keyed {
			r.directed, r.said = inner.directed, inner.said
		}
	}
	r.a.name = cmp.Or(about.Name, about.Label)
	return nil
}

// element reads a node or an edge of a list of both, as Cytoscape has it.
func (r *jsonReader) element() error {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		return r.pairLink(line)
	}
	if c := r.peek(); c != '{' {
		return r.bad("there is no edge where one belongs")
	}
	if err := r.pairs(); err != nil {
		return err
	}
	if is, err := r.edge(line); is || err != nil {
		return err
	}
	if !slices.ContainsFunc(r.fields, func(p pair) bool { return slices.Contains(nodeIDKeys, p.key) }) {
		return fault(r.f.Name, line, jsonRemedy, "the link has no source and target")
	}
	r.nodes = true
	return r.addNode(line)
}

// subgraph reports whether an object of Graphviz JSON is one.
func (r *jsonReader) subgraph() bool {
	return slices.ContainsFunc(r.fields, func(p pair) bool { return p.key == "nodes" || p.key == "subgraphs" || p.key == "edges" })
}

// elementList reads a file that is a list of edges, of nodes and edges, or of nodes
// that name their parent.
func (r *jsonReader) elementList() error {
	r.edges = true
	if err := r.list(r.element); err != nil {
		return err
	}
	switch r.format = "edge list JSON"; {
	case r.nodes && len(r.a.pending) > 0:
		r.format = "Cytoscape JSON"
	case len(r.parents) > 0:
		r.format, r.directed = "tree JSON", true
		for _, p := range r.parents {
			if err := r.a.later(p[0], p[1], 0); err != nil {
				return err
			}
		}
	case r.nodes:
		return r.noLinks()
	}
	return nil
}

// noLinks refuses a list of nodes without edges.
func (r *jsonReader) noLinks() error { return r.bad("the list has nodes without edges") }

// complete makes sense of what the file has, when it is read to the end.
func (r *jsonReader) complete() error {
	a := r.a
	if r.keyed && !r.said {
		r.directed, r.format = true, "graphology JSON" // whose graphs are mixed unless they say otherwise
	}
	if done, err := r.arrays(); done || err != nil {
		return err
	}
	children := false
	for _, p := range r.others {
		children = children || p.key == "children" && len(p.value) > 0 && p.value[0] == '['
	}
	switch {
	case r.adjacent != nil:
		if err := r.neighbours(); err != nil {
			return err
		}
	case children && !r.nodes && !r.edges:
		r.format, r.directed, r.named = "tree JSON", true, true
		if err := r.child(r.others, "", 0); err != nil {
			return err
		}
	case !r.nodes && !r.edges && len(r.others) > 0:
		if err := r.adjacencyObject(); err != nil {
			return err
		}
	case !r.nodes && (!r.edges || r.holdsObjects()):
		return r.noNodes()
	}
	if !r.nodes && len(a.ids) == 0 {
		r.named = true
		for _, e := range a.pending {
			for _, id := range []string{e.source, e.target} {
				if _, ok := a.index[id]; ok {
					continue
				}
				if _, err := a.node(strings.Clone(id), e.line); err != nil {
					return err
				}
			}
		}
		a.sortIDs = true
	}
	r.resolve()
	r.categories()
	return nil
}

// holdsObjects reports whether another member is a list of objects, which may be
// the nodes under a name that is not known here.
func (r *jsonReader) holdsObjects() bool {
	return slices.ContainsFunc(r.others, func(p pair) bool {
		return p.key != "categories" && p.value[0] == '[' &&
			strings.HasPrefix(strings.TrimLeft(string(p.value[:min(len(p.value), 100)]), "[ \n\t"), "{")
	})
}

func (r *jsonReader) noNodes() error {
	return fault(r.f.Name, 0, jsonRemedy, `there is no list "nodes"`)
}
