package graphio

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"

	"sheafscope/core/words"
)

// Readers of GraphML, GEXF and GXL, which are XML.
// The decoder reads a stream, loads no other document, and expands only the five entities of XML. Declared entities are an error.

// xmlRemedy is the remedy of errors in the XML.
const xmlRemedy = "give a GraphML or GEXF file"

// The remedy and the message for hypergraphs. The message has the name of the edges.
const (
	hyperRemedy = "write an edge for each pair of nodes that it joins"
	hyperText   = "the file is a hypergraph: it has %s, which are not read here"
)

// xmlReader is the state that the three formats share.
type xmlReader struct {
	dec *xml.Decoder
	a   *assembly
	// textBefore is the character data directly before the current start tag.
	textBefore string
	// node is the last node. inside is the open element: graph, node or edge, "" outside these.
	node   int
	inside string
	// graphs counts the elements graph; more than one is an error. directed reports that edges are directed by default.
	graphs   int
	directed bool
}

// xmlHandler handles the elements of a format. text is the character data directly before the end tag.
type xmlHandler interface {
	start(e xml.StartElement)
	end(name, text string)
}

// readXML reads GraphML, GEXF or GXL. The root element decides the format.
func readXML(f File, c *Correction) (*Found, error) {
	r := &xmlReader{dec: xml.NewDecoder(bytes.NewReader(f.Data)), a: newAssembly(f.Name, c)}
	// The text is in UTF-8 already, whatever encoding the XML declares.
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
			r.fail("the XML is damaged: %s", quote(strings.TrimPrefix(err.Error(), "XML syntax error on ")))
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				r.fail("the document type declares entities, which are not expanded here")
			}
		case xml.StartElement:
			if depth++; depth > MaxDepth {
				r.fail("the elements are nested more than %d deep", MaxDepth)
			}
			// The text of a label of yEd precedes the child elements of the label.
			r.textBefore, text = string(text), text[:0]
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
		r.a.fail(0, xmlRemedy, "the file has no element")
	}
	return r.a.finish(format)
}

// line returns the line of the last token.
func (r *xmlReader) line() int {
	line, _ := r.dec.InputPos()
	return line
}

// fail records an error in the current line.
func (r *xmlReader) fail(format string, args ...any) { r.a.fail(r.line(), xmlRemedy, format, args...) }

// attr returns an attribute of an element, "" if the element lacks it.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// requiredAttr returns an attribute of an element. A missing attribute is an error.
func (r *xmlReader) requiredAttr(e xml.StartElement, name string) string {
	v := attr(e, name)
	if v == "" {
		r.fail("the element %s has no %s", quote(e.Name.Local), name)
	}
	return v
}

// addNode adds the node of an element.
func (r *xmlReader) addNode(e xml.StartElement) {
	r.inside = "node"
	r.node = r.a.addNode(r.requiredAttr(e, "id"), r.line())
}

// addEdge adds the edge of an element. Its ends are the attributes called from and to.
// The edge is directed if the attribute called kind has the value directed. Without the attribute, the default of the graph decides.
func (r *xmlReader) addEdge(e xml.StartElement, from, to, kind, directed string) {
	value := attr(e, kind)
	r.inside, r.a.directed = "edge", value == directed || value == "" && r.directed
	r.a.deferEdge(r.requiredAttr(e, from), r.requiredAttr(e, to), r.line())
}

// handler returns the handler for a root element and the name of the format. Another root element is an error.
func (r *xmlReader) handler(root string) (h xmlHandler, format string) {
	switch root {
	case "graphml":
		return &graphmlReader{xmlReader: r, keys: map[string]graphmlKey{}}, "GraphML"
	case "gexf":
		return &gexfReader{xmlReader: r, titles: map[string]string{}, edgeTitles: map[string]string{}, defaults: map[string]string{}}, "GEXF"
	case "gxl":
		return &gxlReader{xmlReader: r}, "GXL"
	case "graph":
		r.a.fail(r.line(), "write it from Cytoscape as GraphML or Cytoscape JSON", "the file is in XGMML, which is not read here")
	case "table":
		r.a.fail(r.line(), "copy it into a spreadsheet and save that as CSV", "the file is a table of a web page (HTML), which is not read here")
	case "svg":
		r.a.fail(r.line(), "give the graph itself, not its drawing", "the file is a picture (SVG), which is not read here")
	default:
		r.fail("the root element is %s, not graphml or gexf", quote(root))
	}
	return nil, ""
}

// countGraph records an error for a second graph in the file.
func (r *xmlReader) countGraph() {
	if r.graphs++; r.graphs > 1 {
		r.fail("there is more than one graph in the file")
	}
}

// graphmlReader reads GraphML (Brandes et al. 2002). Nodes and edges have elements <data key="…">; the keys are declared above them.
type graphmlReader struct {
	*xmlReader
	keys map[string]graphmlKey
	// key is the key of the current <data>, declaredKey the last declared key, whose default may follow.
	key, declaredKey string
	// nested reports that <data> contains elements, labelOpen that a label of yEd is open.
	nested, labelOpen bool
}

// graphmlKey is the name of an attribute and its default value.
type graphmlKey struct {
	name, def string
	// node reports that nodes may have the attribute.
	node bool
}

// start handles the begin of an element.
func (r *graphmlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "key":
		id, of := attr(e, "id"), attr(e, "for")
		r.keys[id] = graphmlKey{name: cmp.Or(attr(e, "attr.name"), id), node: of == "node" || of == "all" || of == ""}
		r.declaredKey = id
	case "graph":
		if r.graphs > 0 && r.inside == "node" {
			r.a.fail(r.line(), "ungroup the nodes in the program that wrote it, such as yEd, and save it again",
				"the file has groups: nodes that hold a graph of their own, which are not read here")
		}
		r.countGraph()
		r.inside = "graph"
		r.directed = attr(e, "edgedefault") == "directed"
	case "node":
		r.addNode(e)
	case "edge":
		r.addEdge(e, "source", "target", "directed", "true")
	case "hyperedge":
		r.a.fail(r.line(), hyperRemedy, hyperText, "edges of more than two nodes")
	case "data":
		r.key, r.nested = attr(e, "key"), false
	case "NodeLabel":
		r.nested, r.labelOpen = true, true
	default:
		// Another element ends the text of a label of yEd.
		r.nested = true
		r.setLabel(r.textBefore)
	}
}

// setLabel makes the text of an open label of yEd the name of the node.
func (r *graphmlReader) setLabel(text string) {
	if text = strings.TrimSpace(text); r.labelOpen && text != "" && r.inside == "node" {
		r.labelOpen = false
		r.a.setAttribute(r.node, "name", text)
	}
}

// end handles the end of an element.
func (r *graphmlReader) end(name, text string) {
	switch name {
	case "default":
		k := r.keys[r.declaredKey]
		k.def = strings.TrimSpace(text)
		r.keys[r.declaredKey] = k
	case "NodeLabel":
		r.setLabel(text)
		r.labelOpen = false
	case "node", "edge":
		r.inside = "graph"
	case "data":
		key := cmp.Or(r.keys[r.key].name, r.key)
		switch r.inside {
		case "edge":
			r.a.recordEdgeAttribute(key, text)
		case "node":
			// Elements within <data> describe drawings.
			if !r.nested {
				r.a.setAttribute(r.node, key, strings.TrimSpace(text))
			}
		case "graph":
			if m := parseMeta(text); m != nil {
				r.a.meta = m
			} else if key == "name" || key == "label" {
				r.a.name = text
			}
		}
	case "graphml":
		// Two keys may have the same name and different defaults. The smaller default is used: the result does not depend on the map order.
		defaults := map[string]string{}
		for _, k := range r.keys {
			if d := defaults[k.name]; k.def != "" && k.node && (d == "" || k.def < d) {
				defaults[k.name] = k.def
			}
		}
		r.a.setDefaults(defaults)
	}
}

// gexfReader reads GEXF 1.1 to 1.3. Nodes have elements <attvalue for="…" value="…"/>; <attributes class="node"> declares them.
type gexfReader struct {
	*xmlReader
	// titles and edgeTitles are the titles of the attributes of nodes and of edges, by id.
	titles, edgeTitles map[string]string
	// defaults are the default values of the attributes of nodes, by title. declared is the title of the open declaration.
	defaults map[string]string
	declared string
	// nodeClass reports that the open declarations are for nodes.
	nodeClass bool
	// outer are the nodes that contain the current node.
	outer []int
	// timed reports that nodes or edges have times.
	timed bool
}

// start handles the begin of an element.
func (r *gexfReader) start(e xml.StartElement) {
	// Elements of the namespace viz describe the drawing.
	if strings.Contains(e.Name.Space, "viz") {
		return
	}
	hasTime := attr(e, "start") != "" || attr(e, "end") != "" || e.Name.Local == "spell" || attr(e, "mode") == "dynamic"
	if !r.timed && hasTime {
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
			r.edgeTitles[attr(e, "id")] = attr(e, "title")
		}
	case "node":
		r.outer = append(r.outer, r.node)
		r.addNode(e)
		if label := attr(e, "label"); label != "" && label != attr(e, "id") && r.a.err == nil {
			r.a.setAttribute(r.node, "name", label)
		}
	case "edge":
		if w := attr(e, "weight"); w != "" {
			r.a.recordEdgeAttribute("weight", w)
		}
		r.addEdge(e, "source", "target", "type", "directed")
	case "attvalue":
		switch id := cmp.Or(attr(e, "for"), attr(e, "id")); r.inside {
		case "edge":
			r.a.recordEdgeAttribute(cmp.Or(r.edgeTitles[id], id), attr(e, "value"))
		case "node":
			r.a.setAttribute(r.node, cmp.Or(r.titles[id], id), strings.TrimSpace(attr(e, "value")))
		}
	}
}

// end handles the end of an element.
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
		// After a nested node, its outer node is current again.
		r.inside = ""
		if k := len(r.outer) - 1; k >= 0 {
			r.node, r.outer = r.outer[k], r.outer[:k]
			r.inside = words.Either(k > 0, "node", "")
		}
	case "gexf":
		r.a.setDefaults(r.defaults)
	}
}

// gxlReader reads GXL: <node id="…"> with <attr name="…"> around a value, and <edge from="…" to="…" isdirected="…">.
// Attributes for drawing are left out. key is the name of the open <attr>.
type gxlReader struct {
	*xmlReader
	key string
}

// start handles the begin of an element.
func (r *gxlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "graph":
		r.countGraph()
		mode := attr(e, "edgemode")
		r.directed = strings.Contains(mode, "directed") && !strings.Contains(mode, "undirected")
		r.a.name = cmp.Or(attr(e, "id"), r.a.name)
	case "node":
		r.addNode(e)
	case "edge":
		r.addEdge(e, "from", "to", "isdirected", "true")
	case "rel":
		r.a.fail(r.line(), hyperRemedy, hyperText, "relations of several nodes")
	case "attr":
		r.key = attr(e, "name")
	}
}

// end handles the end of an element.
func (r *gxlReader) end(name, text string) {
	switch name {
	case "node", "edge":
		r.inside = ""
	case "string", "int", "float", "bool", "enum":
		v := gmlValue{r.key, strings.TrimSpace(text)}
		switch {
		case r.key == "":
			// A value outside an attribute has no name.
		case r.inside == "edge":
			if isWeight(r.key) {
				r.a.recordEdgeAttribute(r.key, text)
			}
		case r.inside == "node" && !isDrawingAttribute(v):
			r.a.setAttribute(r.node, v.key, v.text)
		}
	case "attr":
		r.key = ""
	}
}
