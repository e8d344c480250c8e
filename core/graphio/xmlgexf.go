package graphio

import (
	"cmp"
	"encoding/xml"
	"strings"

	"sheafscope/core/words"
)

// This file has the readers of GEXF and GXL. readXML calls them for each element.

// gexfReader reads GEXF 1.1 to 1.3. Nodes have their attributes in elements <attvalue for="…" value="…"/>.
// The elements <attribute> in <attributes class="node"> declare the attributes.
type gexfReader struct {
	*xmlReader
	// titles and edgeTitles are the titles of the attributes of nodes and of edges, by their ids.
	titles, edgeTitles map[string]string
	// defaults are the default values of the attributes of nodes, by title.
	// declared is the title of the open declaration of an attribute of nodes. It is "" if none is open.
	defaults map[string]string
	declared string
	// nodeClass reports that the current <attributes> declares attributes of nodes, not of edges.
	nodeClass bool
	// outer has, for each open element node, the number of the node that was current before it. For the outermost it has no meaning.
	outer []int
	// timed reports that nodes or edges have times.
	timed bool
}

// start handles the start tag of an element.
func (r *gexfReader) start(e xml.StartElement) {
	// Elements of the namespace viz describe the drawing.
	if strings.Contains(e.Name.Space, "viz") {
		return
	}
	// An element has a time if it has a start or an end, or is a spell (an interval). The mode dynamic of a graph means times, too.
	hasTime := attr(e, "start") != "" || attr(e, "end") != "" || e.Name.Local == "spell" || attr(e, "mode") == "dynamic"
	if !r.timed && hasTime {
		r.timed = true
		r.a.notes = append(r.a.notes, "The times of the file were left out: its nodes and edges are all there at once.")
	}
	switch e.Name.Local {
	case "graph":
		r.countGraph()
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
		// The program Gephi writes the id as the label of a node without a name.
		label := attr(e, "label")
		isName := label != "" && label != attr(e, "id")
		// After an error, addNode has returned 0, which is another node or none.
		if isName && r.a.err == nil {
			r.a.setAttribute(r.node, "name", label)
		}
	case "edge":
		// Attributes of edges are left out. recordEdgeAttribute records this for a note.
		if w := attr(e, "weight"); w != "" {
			r.a.recordEdgeAttribute("weight", w)
		}
		r.addEdge(e, "source", "target", "type", "directed")
	case "attvalue":
		// The attribute "for" has the id of the declaration. In some files this attribute is called "id".
		id := cmp.Or(attr(e, "for"), attr(e, "id"))
		switch r.inside {
		case "edge":
			r.a.recordEdgeAttribute(cmp.Or(r.edgeTitles[id], id), attr(e, "value"))
		case "node":
			r.a.setAttribute(r.node, cmp.Or(r.titles[id], id), strings.TrimSpace(attr(e, "value")))
		}
	}
}

// end handles the end tag of an element. text is the character data directly before it.
func (r *gexfReader) end(name, text string) {
	switch name {
	case "description":
		// In a file of this package, metaText has written the description. In any other file, the first short description becomes the
		// name of the graph.
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
	case "edge":
		r.inside = ""
	case "node":
		// After a nested node, the node around it is current again. outer is empty if start has skipped the element.
		r.inside = ""
		if last := len(r.outer) - 1; last >= 0 {
			r.node, r.outer = r.outer[last], r.outer[:last]
			r.inside = words.Either(last > 0, "node", "")
		}
	case "gexf":
		r.a.setDefaults(r.defaults)
	}
}

// gxlReader reads GXL: <node id="…"> with <attr name="…"> around a value, and <edge from="…" to="…" isdirected="…">.
// Attributes for drawing are left out.
type gxlReader struct {
	*xmlReader
	// key is the name of the open <attr>, "" outside an <attr>.
	key string
}

// start handles the start tag of an element.
func (r *gxlReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "graph":
		r.countGraph()
		// The mode is directed or defaultdirected. The word undirected contains directed.
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

// end handles the end tag of an element. text is the character data directly before it.
func (r *gxlReader) end(name, text string) {
	switch name {
	case "node", "edge":
		r.inside = ""
	case "string", "int", "float", "bool", "enum":
		// The value of an attribute. Attributes of the graph itself are left out: inside is then "".
		// isDrawingAttribute tests an attribute as a gmlValue: its key and its text.
		v := gmlValue{r.key, strings.TrimSpace(text)}
		switch {
		case r.key == "":
			// A value outside an attribute has no name, and is left out.
		// Attributes of edges are left out. recordEdgeAttribute records weights for a note, and other attributes have no note.
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
