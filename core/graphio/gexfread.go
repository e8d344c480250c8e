package graphio

import (
	"cmp"
	"encoding/xml"
	"strings"
)

// gexfReader reads GEXF 1.1 to 1.3: nodes with <attvalue for="…" value="…"/>,
// the attributes declared under <attributes class="node">.
type gexfReader struct {
	*xmlReader
	titles map[string]string
	// defaults holds the values of attributes, by title, of nodes that give none;
	// declared is the attribute being declared.
	defaults map[string]string
	declared string
	// nodeClass is true inside the declarations for nodes.
	nodeClass bool
	// outer are the nodes around a nested one.
	outer []int
	// timed reports whether the file has times.
	timed bool
}

func (r *gexfReader) start(e xml.StartElement) error {
	if strings.Contains(e.Name.Space, "viz") {
		return nil
	}
	if !r.timed && (attr(e, "start") != "" || attr(e, "end") != "" || e.Name.Local == "spell" || attr(e, "mode") == "dynamic") {
		r.timed = true
		r.a.notes = append(r.a.notes, "The times of the file were left out: its nodes and edges are all there at once.")
	}
	switch e.Name.Local {
	case "graph":
		r.directed = attr(e, "defaultedgetype") == "directed"
	case "attributes":
		r.nodeClass = attr(e, "class") == "node"
	case "attribute":
		if r.nodeClass {
			r.declared = attr(e, "title")
			r.titles[attr(e, "id")] = r.declared
		}
	case "node":
		r.outer = append(r.outer, r.node)
		if err := r.addNode(e); err != nil {
			return err
		}
		if label := attr(e, "label"); label != "" && label != attr(e, "id") {
			return r.a.set(r.node, "name", label)
		}
	case "edge":
		r.a.weighted = r.a.weighted || attr(e, "weight") != ""
		return r.addEdge(e, "source", "target", "type", "directed")
	case "attvalue":
		r.a.weighted = r.a.weighted || r.inside == "edge"
		if r.inside == "node" {
			id := cmp.Or(attr(e, "for"), attr(e, "id"))
			return r.a.set(r.node, cmp.Or(r.titles[id], id), strings.TrimSpace(attr(e, "value")))
		}
	}
	return nil
}

func (r *gexfReader) end(name, text string) error {
	switch name {
	case "description":
		if m := parseMeta(text); m != nil {
			r.a.meta = m
		} else if r.a.name == "" && len(text) < 100 {
			r.a.name = text
		}
	case "default":
		if text = strings.TrimSpace(text); r.declared != "" && text != "" && r.nodeClass {
			r.defaults[r.declared] = text
		}
	case "attribute":
		r.declared = ""
	case "edge":
		r.inside = ""
	case "node":
		r.inside = ""
		if k := len(r.outer) - 1; k >= 0 {
			r.node, r.outer = r.outer[k], r.outer[:k]
			if k > 0 {
				r.inside = "node"
			}
		}
	case "gexf":
		return r.a.setDefaults(r.defaults)
	}
	return nil
}
