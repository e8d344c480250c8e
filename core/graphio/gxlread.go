package graphio

import (
	"encoding/xml"
	"strings"
)

// gxlReader reads GXL: <node id="…"> with <attr name="…"> around a value, and
// <edge from="…" to="…" isdirected="…">. Attributes that only draw are left out.
type gxlReader struct {
	*xmlReader
	key string
}

func (r *gxlReader) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "graph":
		if r.graphs++; r.graphs > 1 {
			return r.bad("there is more than one graph in the file")
		}
		r.directed = strings.Contains(attr(e, "edgemode"), "directed") && !strings.Contains(attr(e, "edgemode"), "undirected")
		if name := attr(e, "id"); name != "" {
			r.a.name = name
		}
	case "node":
		return r.addNode(e)
	case "edge":
		return r.addEdge(e, "from", "to", "isdirected", "true")
	case "rel":
		return fault(r.f.Name, r.line(), "write an edge for each pair of nodes that it joins",
			"the file is a hypergraph: it has relations of several nodes, which are not read here")
	case "attr":
		r.key = attr(e, "name")
	}
	return nil
}

func (r *gxlReader) end(name, text string) error {
	switch name {
	case "node", "edge":
		r.inside = ""
	case "string", "int", "float", "bool", "enum":
		if r.key == "" {
			return nil
		}
		if r.inside == "edge" {
			r.a.weighted = r.a.weighted || r.key == "weight"
			return nil
		}
		v := gmlValue{r.key, strings.TrimSpace(text)}
		if r.inside == "node" && !dotDraws(v) {
			return r.a.set(r.node, v.key, v.text)
		}
	case "attr":
		r.key = ""
	}
	return nil
}
