package graphio

import (
	"encoding/xml"
	"strings"
)

// graphmlReader reads GraphML (Brandes et al. 2002): nodes and edges with
// <data key="…">, the keys declared at the top.
type graphmlReader struct {
	*xmlReader
	keys map[string]graphmlKey
	// graphs counts graph elements; only the first one is read.
	graphs int
	// key is that of the <data> being read, of a default or of a node's value.
	key, declared string
	node          int
	inside        string
	// directed is true when the edges that do not say otherwise are.
	directed bool
}

// graphmlKey is the name of an attribute and its default value.
type graphmlKey struct{ name, def string }

func (r *graphmlReader) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "key":
		id := attr(e, "id")
		name := attr(e, "attr.name")
		if name == "" {
			name = id
		}
		r.keys[id] = graphmlKey{name: name}
		r.declared = id
	case "graph":
		if r.graphs++; r.graphs > 1 {
			return r.bad("there is more than one graph in the file")
		}
		r.inside = "graph"
		r.directed = attr(e, "edgedefault") == "directed"
	case "node":
		id, err := r.need(e, "id")
		if err != nil {
			return err
		}
		r.inside = "node"
		if r.node, err = r.a.node(id, r.line()); err != nil {
			return err
		}
	case "edge":
		r.inside = "edge"
		own := attr(e, "directed")
		r.a.directed = own == "true" || own == "" && r.directed
		return r.pair(e)
	case "data":
		r.key = attr(e, "key")
	}
	return nil
}

func (r *graphmlReader) end(name, text string) error {
	switch name {
	case "default":
		k := r.keys[r.declared]
		k.def = strings.TrimSpace(text)
		r.keys[r.declared] = k
	case "node":
		r.inside = "graph"
	case "edge":
		r.inside = "graph"
	case "data":
		key := r.keys[r.key].name
		if key == "" {
			key = r.key
		}
		switch r.inside {
		case "edge":
			r.a.weighted = true
		case "node":
			return r.a.set(r.node, key, strings.TrimSpace(text))
		case "graph":
			if m := parseMeta(text); m != nil {
				r.a.meta = m
			} else if key == "name" || key == "label" {
				r.a.name = text
			}
		}
	case "graphml":
		// A default stands for every node without a value. Two keys of one name
		// with different defaults are ambiguous; the smaller one keeps the result
		// independent of the order of the map.
		defaults := map[string]string{}
		for _, k := range r.keys {
			if d := defaults[k.name]; k.def != "" && (d == "" || k.def < d) {
				defaults[k.name] = k.def
			}
		}
		for _, c := range r.a.columns {
			for i := 0; defaults[c.key] != "" && i < len(r.a.ids); i++ {
				if c.value(i) != "" {
					continue
				}
				if err := r.a.set(i, c.key, defaults[c.key]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
