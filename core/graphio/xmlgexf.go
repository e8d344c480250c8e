package graphio

import (
	"cmp"
	"encoding/xml"
	"strings"

	"sheafscope/core/words"
)

// This file has the handlers of GEXF and GXL for readXML.

// gexfReader reads GEXF 1.1 to 1.3. Nodes have their attributes in elements <attvalue for="…" value="…"/>.
// The elements <attribute> in <attributes class="node"> declare these attributes: their ids, titles and default values.
type gexfReader struct {
	*xmlReader
	// titles and edgeTitles map the ids of the attributes of nodes and of edges to their titles.
	titles, edgeTitles map[string]string
	// defaults maps titles of attributes of nodes to their default values.
	// declared is the title in the open <attribute>, if it declares an attribute of nodes. Otherwise declared is "".
	defaults map[string]string
	declared string
	// nodeClass reports that the last <attributes> declares attributes of nodes, not of edges.
	nodeClass bool
	// outer has an element for each open <node>: the value of xmlReader.node before this <node>. Element 0 has no meaning.
	outer []int
}

// start handles a start tag.
func (r *gexfReader) start(e xml.StartElement) {
	// Elements of the namespace viz describe the drawing.
	if strings.Contains(e.Name.Space, "viz") {
		return
	}
	// A spell is an interval of time. A graph of the mode dynamic has times.
	hasTime := attr(e, "start") != "" || attr(e, "end") != "" || e.Name.Local == "spell" || attr(e, "mode") == "dynamic"
	if hasTime {
		r.noteOnce("The times of the file were left out: its nodes and edges are all there at once, with the last values of the file.")
	}
	switch e.Name.Local {
	case "graph":
		r.countGraph()
		r.directed = attr(e, "defaultedgetype") == "directed"
	case "attributes":
		r.nodeClass = attr(e, "class") == "node"
	case "attribute":
		if r.nodeClass {
			r.declare(attr(e, "id"), attr(e, "title"))
		} else {
			r.edgeTitles[attr(e, "id")] = attr(e, "title")
		}
	case "node":
		if len(r.outer) > 0 || attr(e, "pid") != "" {
			r.noteOnce("The groups of the file were left out: its nodes are not in one another.")
		}
		r.outer = append(r.outer, r.node)
		r.addNode(e)
		// The program Gephi writes the id as the label of a node without a name.
		label := attr(e, "label")
		isName := label != "" && label != attr(e, "id")
		// After an error, addNode has returned 0, which is another node or none.
		if isName && r.a.err == nil {
			r.a.setAttribute(r.node, "name", label)
		}
	case "edge":
		// Attributes of edges are left out, and recorded for a note to the user.
		if w := attr(e, "weight"); w != "" {
			r.a.recordEdgeAttribute("weight", w)
		}
		r.addEdge(e, "source", "target", "type", "directed")
	case "attvalue":
		// The id of the declaration. Some files write it in the attribute "id" instead of "for".
		id := cmp.Or(attr(e, "for"), attr(e, "id"))
		switch r.inside {
		case "edge":
			r.a.recordEdgeAttribute(cmp.Or(r.edgeTitles[id], id), attr(e, "value"))
		case "node":
			r.a.setAttribute(r.node, cmp.Or(r.titles[id], id), strings.TrimSpace(attr(e, "value")))
		}
	}
}

// end handles an end tag. text is the character data directly before the tag.
func (r *gexfReader) end(name, text string) {
	switch name {
	case "description":
		// In a file of this package, metaText has written the description. In other files, the first short description becomes the name.
		if m := parseMeta(text); m != nil {
			r.a.meta = m
		} else if r.a.name == "" && len(text) < 100 { // 100 bytes or more are no name
			r.a.name = text
		}
	case "default":
		value := strings.TrimSpace(text)
		isOfNodes := r.nodeClass && r.declared != ""
		if isOfNodes && value != "" {
			r.defaults[r.declared] = value
		}
	case "attribute":
		r.declared = ""
	case "node", "edge":
		// After a nested node or edge, the node around it is current again.
		last := len(r.outer) - 1
		if name == "node" && last >= 0 { // -1 for a <node> of the namespace viz, which start has skipped
			r.node, r.outer = r.outer[last], r.outer[:last]
		}
		r.inside = words.Either(len(r.outer) > 0, "node", "")
	case "gexf":
		r.a.setDefaults(r.defaults)
	}
}

// declare declares an attribute of nodes. Values that precede the declaration have the id as their key, which becomes the title.
func (r *gexfReader) declare(id, title string) {
	r.declared = title
	r.titles[id] = title
	c := r.a.byKey[id]
	if c == nil || title == "" || r.a.byKey[title] != nil {
		return
	}
	delete(r.a.byKey, id)
	r.a.byKey[title] = c
	c.key, c.userRole = title, r.a.userRoles[title]
}

// gxlReader reads GXL: <node id="…"> with <attr name="…"> around a value, and <edge from="…" to="…" isdirected="…">.
// Attributes for drawing are left out.
type gxlReader struct {
	*xmlReader
	open []gxlAttr // the open elements <attr>, the outermost first
}

// gxlAttr is an element <attr> with its values so far. A list or set of GXL has several values.
type gxlAttr struct {
	name   string
	values []string
}

// start handles a start tag.
func (r *gxlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "graph":
		r.countGraph()
		// The mode is directed, defaultdirected, undirected or defaultundirected. The default of GXL is directed.
		r.directed = !strings.Contains(attr(e, "edgemode"), "undirected")
		r.a.name = cmp.Or(attr(e, "id"), r.a.name)
	case "node":
		r.addNode(e)
	case "edge":
		r.addEdge(e, "from", "to", "isdirected", "true")
	case "rel":
		r.a.fail(r.line(), hyperRemedy, hyperText, "relations of several nodes")
	case "attr":
		r.open = append(r.open, gxlAttr{name: attr(e, "name")})
	}
}

// end handles an end tag. text is the character data directly before the tag.
func (r *gxlReader) end(name, text string) {
	switch name {
	case "node", "edge":
		r.inside = ""
	case "string", "int", "float", "bool", "enum":
		// A value outside an <attr> is left out.
		if last := len(r.open) - 1; last >= 0 {
			r.open[last].values = append(r.open[last].values, strings.TrimSpace(text))
		}
	case "attr":
		last := len(r.open) - 1
		attribute := r.open[last]
		r.open = r.open[:last]
		v := gmlValue{attribute.name, strings.Join(attribute.values, " ")}
		switch {
		case v.key == "" || len(attribute.values) == 0 || isDrawingAttribute(v):
		case r.inside == "edge": // left out, and recorded for a note to the user
			r.a.recordEdgeAttribute(v.key, v.text)
		case r.inside == "node": // an attribute of the graph itself is left out
			r.a.setAttribute(r.node, v.key, v.text)
		}
	}
}
