package graphio

import (
	"cmp"
	"encoding/xml"
	"strings"
)

// graphmlReader reads GraphML (Brandes et al. 2002): nodes and edges with
// <data key="…">, the keys declared at the top.
type graphmlReader struct {
	*xmlReader
	keys map[string]graphmlKey
	// key is that of the <data> being read, of a default or of a node's value.
	key, declared string
	// nested reports whether the <data> holds elements, label whether yEd's label is open.
	nested, label bool
}

// graphmlKey is the name of an attribute and its default value.
type graphmlKey struct {
	name, def string
	// node reports whether it is one of nodes.
	node bool
}

func (r *graphmlReader) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "key":
		id, of := attr(e, "id"), attr(e, "for")
		r.keys[id] = graphmlKey{name: cmp.Or(attr(e, "attr.name"), id), node: of == "node" || of == "all" || of == ""}
		r.declared = id
	case "graph":
		if r.graphs++; r.graphs > 1 {
			if r.inside == "node" {
				return fault(r.f.Name, r.line(), "ungroup the nodes in the program that wrote it, such as yEd, and save it again",
					"the file has groups: nodes that hold a graph of their own, which are not read here")
			}
			return r.bad("there is more than one graph in the file")
		}
		r.inside = "graph"
		r.directed = attr(e, "edgedefault") == "directed"
	case "node":
		return r.addNode(e)
	case "edge":
		return r.addEdge(e, "source", "target", "directed", "true")
	case "hyperedge":
		return fault(r.f.Name, r.line(), "write an edge for each pair of nodes that it joins",
			"the file is a hypergraph: it has edges of more than two nodes, which are not read here")
	case "data":
		r.key, r.nested = attr(e, "key"), false
	case "NodeLabel":
		r.nested, r.label = true, true
	default:
		// The text of yEd's label stands before the elements inside it.
		r.nested = true
		return r.takeLabel(r.before)
	}
	return nil
}

// takeLabel makes the text of yEd's label the name of the node.
func (r *graphmlReader) takeLabel(text string) error {
	if text = strings.TrimSpace(text); !r.label || text == "" || r.inside != "node" {
		return nil
	}
	r.label = false
	return r.a.set(r.node, "name", text)
}

func (r *graphmlReader) end(name, text string) error {
	switch name {
	case "default":
		k := r.keys[r.declared]
		k.def = strings.TrimSpace(text)
		r.keys[r.declared] = k
	case "NodeLabel":
		err := r.takeLabel(text)
		r.label = false
		return err
	case "node", "edge":
		r.inside = "graph"
	case "data":
		key := cmp.Or(r.keys[r.key].name, r.key)
		switch r.inside {
		case "edge":
			r.a.weighted = true
		case "node":
			if r.nested {
				return nil // a drawing
			}
			return r.a.set(r.node, key, strings.TrimSpace(text))
		case "graph":
			if m := parseMeta(text); m != nil {
				r.a.meta = m
			} else if key == "name" || key == "label" {
				r.a.name = text
			}
		}
	case "graphml":
		// Two keys of one name with different defaults are ambiguous; the smaller
		// one keeps the result independent of the order of the map.
		defaults := map[string]string{}
		for _, k := range r.keys {
			if d := defaults[k.name]; k.def != "" && k.node && (d == "" || k.def < d) {
				defaults[k.name] = k.def
			}
		}
		return r.a.setDefaults(defaults)
	}
	return nil
}
