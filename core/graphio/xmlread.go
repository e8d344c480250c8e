package graphio

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strings"
)

// This file reads the XML formats GraphML, GEXF and GXL, and has the handler of GraphML.
// For safety, no other document is loaded, and only the five predefined entities of XML are expanded.

// xmlRemedy is the advice in most errors of the XML formats.
const xmlRemedy = "give a GraphML or GEXF file"

// The remedy and the message of the error about a hypergraph. The placeholder receives a name for the edges of the hypergraph.
const (
	hyperRemedy = "write an edge for each pair of nodes that it joins"
	hyperText   = "the file is a hypergraph: it has %s, which are not read here"
)

// xmlReader is the state that the handlers of the three formats share.
type xmlReader struct {
	dec *xml.Decoder
	// a collects the nodes, attributes and edges, and the first error (assemble.go).
	a *assembly
	// textBefore is the character data directly before the current start tag.
	textBefore string
	// node is the number of the current or the last node, from 0. inside is the name of the open element: "node" or "edge", and in
	// GraphML also "graph". It is "" outside these elements.
	node   int
	inside string
	// graphs is the number of elements <graph> so far. directed reports that an edge without a direction of its own is directed.
	graphs   int
	directed bool
}

// xmlHandler handles the tags of a format. text is the character data directly before the end tag.
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
	var h xmlHandler // nil before the root element
	format, depth := "", 0
	var text []byte
	for r.a.err == nil {
		t, err := r.dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			// t is then nil, and no case of the switch applies.
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
			// The handler of GraphML needs the text between two start tags.
			r.textBefore = string(text)
			text = text[:0]
			if h == nil {
				h, format = r.handler(t.Name.Local)
			}
			if r.a.err == nil { // after an error, h may be nil
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

// requiredAttr is attr for an attribute that must not be missing or empty. Otherwise it records an error and returns "".
// The error makes readXML stop after this tag.
func (r *xmlReader) requiredAttr(e xml.StartElement, name string) string {
	v := attr(e, name)
	if v == "" {
		r.fail("the element %s has no %s", quote(e.Name.Local), name)
	}
	return v
}

// addNode adds a node with the id of element e, and makes it the current node.
// A missing or repeated id, and a node beyond MaxNodes, are errors.
func (r *xmlReader) addNode(e xml.StartElement) {
	r.inside = "node"
	r.node = r.a.addNode(r.requiredAttr(e, "id"), r.line())
}

// addEdge adds the edge of element e. from, to and direction are the names of the attributes with the two ends and the direction.
// The edge is directed if the direction is ifDirected. Without a direction, the default of the graph decides.
// The ends are resolved at the end of the file, because an edge may precede its nodes. A missing end is an error, and so is an edge
// beyond MaxEdges.
func (r *xmlReader) addEdge(e xml.StartElement, from, to, direction, ifDirected string) {
	r.inside = "edge"
	// deferEdge reads the direction of the edge from a.directed. In XML, 1 is another spelling of true.
	value := attr(e, direction)
	isTrue := ifDirected == "true" && value == "1"
	r.a.directed = value == ifDirected || isTrue
	if value == "" {
		r.a.directed = r.directed
	}
	r.a.deferEdge(r.requiredAttr(e, from), r.requiredAttr(e, to), r.line())
}

// noteOnce adds a note, unless the graph already has it.
func (r *xmlReader) noteOnce(text string) {
	r.a.notes = appendNote(r.a.notes, !slices.Contains(r.a.notes, text), text)
}

// handler returns the handler for a root element and the name of the format. For an unknown root element it records an error and
// returns nil and "".
func (r *xmlReader) handler(root string) (h xmlHandler, format string) {
	switch root {
	case "graphml":
		return &graphmlReader{xmlReader: r, keys: map[string]graphmlKey{}}, "GraphML"
	case "gexf":
		return &gexfReader{xmlReader: r, titles: map[string]string{}, edgeTitles: map[string]string{}, defaults: map[string]string{}}, "GEXF"
	case "gxl":
		return &gxlReader{xmlReader: r}, "GXL"
	// These kinds of XML have no handler, but remedies of their own.
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
// Nodes and edges have their attributes in elements <data key="…">. Elements <key> declare the attributes.
type graphmlReader struct {
	*xmlReader
	// keys maps the id of each <key> to its attribute.
	keys map[string]graphmlKey
	// key is the id of the key of the current <data>. declaredKey is the id of the last <key>, whose default value may follow.
	key, declaredKey string
	// nested reports that the current or last <data> contains elements. labelOpen reports that a label of yEd, an editor of graphs, is
	// open and has had no text yet.
	nested, labelOpen bool
	// labelled is the number of the last node with a label of yEd, from 1. It is 0 before the first label.
	labelled int
}

// graphmlKey is the name of an attribute and its default value (def), "" if the attribute has no default.
type graphmlKey struct {
	name, def string
	node      bool // whether nodes may have the attribute
}

// start handles a start tag.
func (r *graphmlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "key":
		id, owner := attr(e, "id"), attr(e, "for")
		// A key without an owner is for all elements.
		isOfNodes := owner == "node" || owner == "all" || owner == ""
		r.keys[id] = graphmlKey{name: cmp.Or(attr(e, "attr.name"), id), node: isOfNodes}
		r.declaredKey = id
	case "graph":
		// A graph within a node of another graph. Only this first error counts, not the error of countGraph.
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
		// A child element ends the text of a label of yEd.
		r.nested = true
		r.setLabel(r.textBefore)
	}
}

// setLabel makes text the name of the node, if text is the first non-empty text of an open label of yEd, and the node has no earlier label.
func (r *graphmlReader) setLabel(text string) {
	label := strings.TrimSpace(text)
	isNodeLabel := r.labelOpen && r.inside == "node"
	if isNodeLabel && label != "" {
		r.labelOpen = false
		if r.labelled != r.node+1 {
			r.labelled = r.node + 1
			r.a.setAttribute(r.node, "name", label)
		}
	}
}

// end handles an end tag. text is the character data directly before the tag.
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
		// Attributes of edges are left out, and recorded for a note to the user.
		case "edge":
			r.a.recordEdgeAttribute(key, text)
		case "node":
			if !r.nested { // elements within <data> describe drawings
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
		// Two keys may have the same name and different defaults. The default that sorts first is used, so that the order of
		// the map has no effect.
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
