package graphio

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"
)

// This file has the parts that the readers of GraphML, GEXF and GXL share, and the reader of GraphML. The three formats are XML.
// The decoder reads a stream, loads no other document, and expands only the five entities of XML. Declared entities are an error.

// xmlRemedy is the remedy of errors in the XML.
const xmlRemedy = "give a GraphML or GEXF file"

// The remedy and the message of the error about a hypergraph. The placeholder of the message is the description of the edges.
const (
	hyperRemedy = "write an edge for each pair of nodes that it joins"
	hyperText   = "the file is a hypergraph: it has %s, which are not read here"
)

// xmlReader is the state that the three formats share.
type xmlReader struct {
	dec *xml.Decoder
	// a collects the nodes, attributes and edges, and the first error (assemble.go).
	a *assembly
	// textBefore is the character data directly before the current start tag.
	textBefore string
	// node is the current or the last node. inside is the open element: node or edge, and in GraphML also graph.
	// It is "" outside these elements.
	node   int
	inside string
	// graphs is the number of elements graph so far. directed reports that edges are directed by default.
	graphs   int
	directed bool
}

// xmlHandler handles the elements of a format. text is the character data directly before the end tag.
type xmlHandler interface {
	start(e xml.StartElement)
	end(name, text string)
}

// readXML reads GraphML, GEXF or GXL. The root element decides the format. Damaged XML, declared entities, deep nesting and an unknown root
// element are errors.
func readXML(f File, c *Correction) (*Found, error) {
	r := &xmlReader{dec: xml.NewDecoder(bytes.NewReader(f.Data)), a: newAssembly(f.Name, c)}
	// The text is in UTF-8 already, whatever encoding the XML declares.
	r.dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return in, nil }
	// h is the handler of the format. It is nil before the root element.
	var h xmlHandler
	format, depth := "", 0
	var text []byte
	// The first error ends the reading.
	for r.a.err == nil {
		t, err := r.dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			// After this error t is nil, and no case of the switch below applies.
			r.fail("the XML is damaged: %s", quote(strings.TrimPrefix(err.Error(), "XML syntax error on ")))
		}
		switch t := t.(type) {
		case xml.Directive:
			// Nested entities can multiply a small file to any size.
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				r.fail("the document type declares entities, which are not expanded here")
			}
		case xml.StartElement:
			depth++
			if depth > MaxDepth {
				r.fail("the elements are nested more than %d deep", MaxDepth)
			}
			// In a label of yEd, an editor of graphs, the text precedes the child elements of the label.
			r.textBefore = string(text)
			text = text[:0]
			// The root element decides the format.
			if h == nil {
				h, format = r.handler(t.Name.Local)
			}
			// After an error, h may be nil.
			if r.a.err == nil {
				h.start(t)
			}
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			// An end tag follows its start tag, which has set h.
			depth--
			h.end(t.Name.Local, string(text))
			text = text[:0]
		}
	}
	// After an earlier error, such as an unknown root element, fail has no effect.
	if h == nil {
		r.a.fail(0, xmlRemedy, "the file has no element")
	}
	return r.a.finish(format)
}

// line returns the line of the last token, from 1.
func (r *xmlReader) line() int {
	line, _ := r.dec.InputPos()
	return line
}

// fail records an error in the current line.
func (r *xmlReader) fail(format string, args ...any) { r.a.fail(r.line(), xmlRemedy, format, args...) }

// attr returns the value of an attribute of an element. It returns "" if the element has no such attribute.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// requiredAttr returns the value of an attribute of an element. If the attribute is missing or empty, requiredAttr records an error and
// returns "". Because of the error, readXML stops after this tag.
func (r *xmlReader) requiredAttr(e xml.StartElement, name string) string {
	v := attr(e, name)
	if v == "" {
		r.fail("the element %s has no %s", quote(e.Name.Local), name)
	}
	return v
}

// addNode adds the node of an element with the attribute id, and makes it the current node.
// A missing id, a repeated id, and a node beyond MaxNodes are errors.
func (r *xmlReader) addNode(e xml.StartElement) {
	r.inside = "node"
	r.node = r.a.addNode(r.requiredAttr(e, "id"), r.line())
}

// addEdge adds the edge of an element. from and to are the names of the attributes with the two ends.
// direction is the name of the attribute with the direction. The edge is directed if the value of this attribute is ifDirected.
// If the element has no attribute for the direction, the default of the graph decides.
// The ends are resolved at the end of the file, because an edge may precede its nodes.
func (r *xmlReader) addEdge(e xml.StartElement, from, to, direction, ifDirected string) {
	r.inside = "edge"
	// deferEdge reads the direction of the edge from a.directed.
	value := attr(e, direction)
	r.a.directed = value == ifDirected
	if value == "" {
		r.a.directed = r.directed
	}
	r.a.deferEdge(r.requiredAttr(e, from), r.requiredAttr(e, to), r.line())
}

// handler returns the handler for a root element and the name of the format. For an unknown root element it records an error
// and returns nil.
func (r *xmlReader) handler(root string) (h xmlHandler, format string) {
	switch root {
	case "graphml":
		return &graphmlReader{xmlReader: r, keys: map[string]graphmlKey{}}, "GraphML"
	case "gexf":
		return &gexfReader{xmlReader: r, titles: map[string]string{}, edgeTitles: map[string]string{}, defaults: map[string]string{}}, "GEXF"
	case "gxl":
		return &gxlReader{xmlReader: r}, "GXL"
	// Known kinds of XML without a reader have errors with a remedy.
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

// countGraph counts the graphs in the file. A second graph is an error.
func (r *xmlReader) countGraph() {
	r.graphs++
	if r.graphs > 1 {
		r.fail("there is more than one graph in the file")
	}
}

// graphmlReader reads GraphML (Brandes et al. 2002).
// Nodes and edges have their attributes in elements <data key="…">. Elements <key> above the nodes declare the attributes.
type graphmlReader struct {
	*xmlReader
	// keys are the declared attributes, by the id of their key.
	keys map[string]graphmlKey
	// key is the key of the current <data>. declaredKey is the last declared key, whose default value may follow.
	key, declaredKey string
	// nested reports that the current <data> contains elements. labelOpen reports that a label of yEd is open.
	nested, labelOpen bool
}

// graphmlKey is the name of an attribute and its default value (def), "" if the attribute has no default.
type graphmlKey struct {
	name, def string
	// node reports that nodes may have the attribute.
	node bool
}

// start handles the start tag of an element.
func (r *graphmlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "key":
		id, owner := attr(e, "id"), attr(e, "for")
		// A key without an owner belongs to all elements.
		isOfNodes := owner == "node" || owner == "all" || owner == ""
		r.keys[id] = graphmlKey{name: cmp.Or(attr(e, "attr.name"), id), node: isOfNodes}
		r.declaredKey = id
	case "graph":
		// A graph within a node of another graph. After this error, the error of countGraph has no effect.
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

// setLabel makes the text of an open label of yEd the name of the node, and closes the label.
// An empty text has no effect, and neither has a text outside a label or outside a node.
func (r *graphmlReader) setLabel(text string) {
	label := strings.TrimSpace(text)
	isNodeLabel := r.labelOpen && r.inside == "node"
	if isNodeLabel && label != "" {
		r.labelOpen = false
		r.a.setAttribute(r.node, "name", label)
	}
}

// end handles the end tag of an element. text is the character data directly before it.
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
		// Attributes of edges are left out. recordEdgeAttribute records this for a note.
		case "edge":
			r.a.recordEdgeAttribute(key, text)
		case "node":
			// Elements within <data> describe drawings.
			if !r.nested {
				r.a.setAttribute(r.node, key, strings.TrimSpace(text))
			}
		case "graph":
			// In a file of this package, metaText has written the description of the graph. Other programs write at most its name.
			if m := parseMeta(text); m != nil {
				r.a.meta = m
			} else if key == "name" || key == "label" {
				r.a.name = text
			}
		}
	case "graphml":
		// Two keys may have the same name and different defaults. The default that sorts first is used, so that the order
		// of the map has no effect.
		defaults := map[string]string{}
		for _, k := range r.keys {
			if !k.node || k.def == "" {
				continue
			}
			earlier := defaults[k.name]
			if earlier == "" || k.def < earlier {
				defaults[k.name] = k.def
			}
		}
		r.a.setDefaults(defaults)
	}
}
