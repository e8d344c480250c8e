package graphio

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"

	"sheafscope/core/words"
)

// GraphML, GEXF and GXL are XML. The decoder streams, never fetches anything and knows no entities but the five of XML: a document type
// with entities of its own is refused.

const xmlRemedy = "give a GraphML or GEXF file"

// What is said of hypergraphs, with the name of their edges.
const (
	hyperRemedy = "write an edge for each pair of nodes that it joins"
	hyperText   = "the file is a hypergraph: it has %s, which are not read here"
)

// xmlReader walks through the elements of one file.
type xmlReader struct {
	dec    *xml.Decoder
	a      *assembly
	before string // before is the character data directly before the element that starts.
	// node is the node read last; inside names the element of the graph that is open.
	node   int
	inside string
	// graphs counts graph elements, of which there may be one; directed is true when the edges that do not say otherwise are.
	graphs   int
	directed bool
}

// xmlHandler receives elements; text is the character data directly before an end tag.
type xmlHandler interface {
	start(e xml.StartElement)
	end(name, text string)
}

// readXML detects GraphML or GEXF by the root element.
func readXML(f File, c *Correction) (*Found, error) {
	r := &xmlReader{dec: xml.NewDecoder(bytes.NewReader(f.Data)), a: newAssembly(f.Name, c)}
	// What is not UTF-8 has become it when the file was opened (decode).
	r.dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return in, nil }
	var h xmlHandler
	format, depth := "", 0
	var text []byte
	for r.a.err == nil {
		t, err := r.dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			r.bad("the XML is damaged: %s", quote(strings.TrimPrefix(err.Error(), "XML syntax error on ")))
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				r.bad("the document type declares entities, which are not expanded here")
			}
		case xml.StartElement:
			if depth++; depth > MaxDepth {
				r.bad("the elements are nested more than %d deep", MaxDepth)
			}
			r.before, text = string(text), text[:0]
			if h == nil {
				h, format = r.handler(t.Name.Local)
			}
			if r.a.err == nil {
				h.start(t)
			}
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			depth--
			h.end(t.Name.Local, string(text))
			text = text[:0]
		}
	}
	if h == nil {
		r.a.bad(0, xmlRemedy, "the file has no element")
	}
	return r.a.finish(format)
}

// line returns the line of the token just read.
func (r *xmlReader) line() int {
	line, _ := r.dec.InputPos()
	return line
}

func (r *xmlReader) bad(format string, args ...any) { r.a.bad(r.line(), xmlRemedy, format, args...) }

// attr returns an attribute of an element.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// need returns an attribute that must be there.
func (r *xmlReader) need(e xml.StartElement, name string) string {
	v := attr(e, name)
	if v == "" {
		r.bad("the element %s has no %s", quote(e.Name.Local), name)
	}
	return v
}

// addNode adds the node of an element.
func (r *xmlReader) addNode(e xml.StartElement) {
	r.inside = "node"
	r.node = r.a.node(r.need(e, "id"), r.line())
}

// addEdge adds the edge of an element whose attributes from and to name its ends; it is directed when the attribute kind is directed, or
// missing where the graph's edges are.
func (r *xmlReader) addEdge(e xml.StartElement, from, to, kind, directed string) {
	own := attr(e, kind)
	r.inside, r.a.directed = "edge", own == directed || own == "" && r.directed
	r.a.later(r.need(e, from), r.need(e, to), r.line())
}

// handler returns what reads the elements within a root element, and the name of the format.
func (r *xmlReader) handler(root string) (h xmlHandler, format string) {
	switch root {
	case "graphml":
		return &graphmlReader{xmlReader: r, keys: map[string]graphmlKey{}}, "GraphML"
	case "gexf":
		return &gexfReader{xmlReader: r, titles: map[string]string{}, ofEdge: map[string]string{}, defaults: map[string]string{}}, "GEXF"
	case "gxl":
		return &gxlReader{xmlReader: r}, "GXL"
	case "graph":
		r.a.bad(r.line(), "write it from Cytoscape as GraphML or Cytoscape JSON", "the file is in XGMML, which is not read here")
	case "table":
		r.a.bad(r.line(), "copy it into a spreadsheet and save that as CSV", "the file is a table of a web page (HTML), which is not read here")
	case "svg":
		r.a.bad(r.line(), "give the graph itself, not its drawing", "the file is a picture (SVG), which is not read here")
	default:
		r.bad("the root element is %s, not graphml or gexf", quote(root))
	}
	return nil, ""
}

// oneGraph counts the graphs of a file, of which there may be one.
func (r *xmlReader) oneGraph() {
	if r.graphs++; r.graphs > 1 {
		r.bad("there is more than one graph in the file")
	}
}

// graphmlReader reads GraphML (Brandes et al. 2002): nodes and edges with <data key="…">, the keys declared at the top.
type graphmlReader struct {
	*xmlReader
	keys          map[string]graphmlKey
	key, declared string // key is that of the <data> being read, of a default or of a node's value.
	nested, label bool   // nested reports whether the <data> holds elements, label whether yEd's label is open.
}

// graphmlKey is the name of an attribute and its default value.
type graphmlKey struct {
	name, def string
	node      bool // node reports whether it is one of nodes.
}

func (r *graphmlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "key":
		id, of := attr(e, "id"), attr(e, "for")
		r.keys[id] = graphmlKey{name: cmp.Or(attr(e, "attr.name"), id), node: of == "node" || of == "all" || of == ""}
		r.declared = id
	case "graph":
		if r.graphs > 0 && r.inside == "node" {
			r.a.bad(r.line(), "ungroup the nodes in the program that wrote it, such as yEd, and save it again",
				"the file has groups: nodes that hold a graph of their own, which are not read here")
		}
		r.oneGraph()
		r.inside = "graph"
		r.directed = attr(e, "edgedefault") == "directed"
	case "node":
		r.addNode(e)
	case "edge":
		r.addEdge(e, "source", "target", "directed", "true")
	case "hyperedge":
		r.a.bad(r.line(), hyperRemedy, hyperText, "edges of more than two nodes")
	case "data":
		r.key, r.nested = attr(e, "key"), false
	case "NodeLabel":
		r.nested, r.label = true, true
	default:
		// The text of yEd's label stands before the elements inside it.
		r.nested = true
		r.takeLabel(r.before)
	}
}

// takeLabel makes the text of yEd's label the name of the node.
func (r *graphmlReader) takeLabel(text string) {
	if text = strings.TrimSpace(text); r.label && text != "" && r.inside == "node" {
		r.label = false
		r.a.set(r.node, "name", text)
	}
}

func (r *graphmlReader) end(name, text string) {
	switch name {
	case "default":
		k := r.keys[r.declared]
		k.def = strings.TrimSpace(text)
		r.keys[r.declared] = k
	case "NodeLabel":
		r.takeLabel(text)
		r.label = false
	case "node", "edge":
		r.inside = "graph"
	case "data":
		key := cmp.Or(r.keys[r.key].name, r.key)
		switch r.inside {
		case "edge":
			r.a.weigh(key, text)
		case "node":
			if !r.nested { // else it is a drawing
				r.a.set(r.node, key, strings.TrimSpace(text))
			}
		case "graph":
			if m := parseMeta(text); m != nil {
				r.a.meta = m
			} else if key == "name" || key == "label" {
				r.a.name = text
			}
		}
	case "graphml":
		// Two keys of one name with different defaults are ambiguous; the smaller one keeps the result independent of the order of the map.
		defaults := map[string]string{}
		for _, k := range r.keys {
			if d := defaults[k.name]; k.def != "" && k.node && (d == "" || k.def < d) {
				defaults[k.name] = k.def
			}
		}
		r.a.setDefaults(defaults)
	}
}

// gexfReader reads GEXF 1.1 to 1.3: nodes with <attvalue for="…" value="…"/>, the attributes declared under <attributes class="node">.
type gexfReader struct {
	*xmlReader
	titles, ofEdge map[string]string // ofEdge holds the titles of attributes of edges, by id.
	// defaults holds the values of attributes, by title, of nodes that give none; declared is the attribute being declared.
	defaults  map[string]string
	declared  string
	nodeClass bool  // nodeClass is true inside the declarations for nodes.
	outer     []int // outer are the nodes around a nested one.
	timed     bool  // timed reports whether the file has times.
}

func (r *gexfReader) start(e xml.StartElement) {
	if strings.Contains(e.Name.Space, "viz") {
		return
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
		} else {
			r.ofEdge[attr(e, "id")] = attr(e, "title")
		}
	case "node":
		r.outer = append(r.outer, r.node)
		r.addNode(e)
		if label := attr(e, "label"); label != "" && label != attr(e, "id") && r.a.err == nil {
			r.a.set(r.node, "name", label)
		}
	case "edge":
		if w := attr(e, "weight"); w != "" {
			r.a.weigh("weight", w)
		}
		r.addEdge(e, "source", "target", "type", "directed")
	case "attvalue":
		switch id := cmp.Or(attr(e, "for"), attr(e, "id")); r.inside {
		case "edge":
			r.a.weigh(cmp.Or(r.ofEdge[id], id), attr(e, "value"))
		case "node":
			r.a.set(r.node, cmp.Or(r.titles[id], id), strings.TrimSpace(attr(e, "value")))
		}
	}
}

func (r *gexfReader) end(name, text string) {
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
			r.inside = words.Either(k > 0, "node", "")
		}
	case "gexf":
		r.a.setDefaults(r.defaults)
	}
}

// gxlReader reads GXL: <node id="…"> with <attr name="…"> around a value, and <edge from="…" to="…" isdirected="…">. Those that only draw
// are left out.
type gxlReader struct {
	*xmlReader
	key string
}

func (r *gxlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "graph":
		r.oneGraph()
		mode := attr(e, "edgemode")
		r.directed = strings.Contains(mode, "directed") && !strings.Contains(mode, "undirected")
		r.a.name = cmp.Or(attr(e, "id"), r.a.name)
	case "node":
		r.addNode(e)
	case "edge":
		r.addEdge(e, "from", "to", "isdirected", "true")
	case "rel":
		r.a.bad(r.line(), hyperRemedy, hyperText, "relations of several nodes")
	case "attr":
		r.key = attr(e, "name")
	}
}

func (r *gxlReader) end(name, text string) {
	switch name {
	case "node", "edge":
		r.inside = ""
	case "string", "int", "float", "bool", "enum":
		v := gmlValue{r.key, strings.TrimSpace(text)}
		switch {
		case r.key == "":
		case r.inside == "edge":
			if isWeight(r.key) {
				r.a.weigh(r.key, text)
			}
		case r.inside == "node" && !dotDraws(v):
			r.a.set(r.node, v.key, v.text)
		}
	case "attr":
		r.key = ""
	}
}
