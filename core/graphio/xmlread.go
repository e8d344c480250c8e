package graphio

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
)

// GraphML, GEXF and GXL are XML. The decoder streams, never fetches anything and
// knows no entities but the five of XML: a document type with entities of its
// own is refused.

const xmlRemedy = "give a GraphML or GEXF file"

// xmlReader walks through the elements of one file.
type xmlReader struct {
	f     File
	dec   *xml.Decoder
	a     *assembly
	depth int
	// before is the character data directly before the element that starts.
	before string
	// node is the node read last; inside names the element of the graph that is open.
	node   int
	inside string
	// graphs counts graph elements, of which there may be one; directed is true
	// when the edges that do not say otherwise are.
	graphs   int
	directed bool
}

// xmlHandler is told of elements; text is the character data directly before
// an end tag.
type xmlHandler interface {
	start(e xml.StartElement) error
	end(name, text string) error
}

// readXML tells GraphML from GEXF by the root element.
func readXML(f File, c *Correction) (*Result, error) {
	r := &xmlReader{f: f, dec: xml.NewDecoder(bytes.NewReader(f.Data)), a: newAssembly(f.Name, c)}
	// What is not UTF-8 has become it when the file was opened (decode).
	r.dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return in, nil }
	var h xmlHandler
	format := ""
	var text []byte
	for {
		t, err := r.dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			if e, ok := err.(*Error); ok {
				return nil, e
			}
			msg := strings.TrimPrefix(err.Error(), "XML syntax error on ")
			return nil, r.bad("the XML is damaged: %s", quote(msg))
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				return nil, r.bad("the document type declares entities, which are not expanded here")
			}
		case xml.StartElement:
			if r.depth++; r.depth > MaxDepth {
				return nil, r.bad("the elements are nested more than %d deep", MaxDepth)
			}
			r.before, text = string(text), text[:0]
			if h == nil {
				switch t.Name.Local {
				case "graphml":
					h, format = &graphmlReader{xmlReader: r, keys: map[string]graphmlKey{}}, "GraphML"
				case "gexf":
					h, format = &gexfReader{xmlReader: r, titles: map[string]string{}, defaults: map[string]string{}}, "GEXF"
				case "gxl":
					h, format = &gxlReader{xmlReader: r}, "GXL"
				case "svg":
					return nil, fault(f.Name, r.line(), "give the graph itself, not its drawing", "the file is a picture (SVG), which is not read here")
				default:
					return nil, r.bad("the root element is %s, not graphml or gexf", quote(t.Name.Local))
				}
			}
			if err := h.start(t); err != nil {
				return nil, err
			}
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			r.depth--
			if err := h.end(t.Name.Local, string(text)); err != nil {
				return nil, err
			}
			text = text[:0]
		}
	}
	if h == nil {
		return nil, fault(f.Name, 0, xmlRemedy, "the file has no element")
	}
	return r.a.finish(format)
}

// line returns the line of the token just read.
func (r *xmlReader) line() int {
	line, _ := r.dec.InputPos()
	return line
}

func (r *xmlReader) bad(format string, args ...any) error {
	return fault(r.f.Name, r.line(), xmlRemedy, format, args...)
}

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
func (r *xmlReader) need(e xml.StartElement, name string) (string, error) {
	v := attr(e, name)
	if v == "" {
		return "", r.bad("the element %s has no %s", quote(e.Name.Local), name)
	}
	return v, nil
}

// addNode adds the node of an element.
func (r *xmlReader) addNode(e xml.StartElement) error {
	id, err := r.need(e, "id")
	if err != nil {
		return err
	}
	r.inside = "node"
	r.node, err = r.a.node(id, r.line())
	return err
}

// addEdge adds the edge of an element whose attributes from and to name its
// ends; it is directed when the attribute kind is directed, or missing where
// the graph's edges are.
func (r *xmlReader) addEdge(e xml.StartElement, from, to, kind, directed string) error {
	own := attr(e, kind)
	r.inside, r.a.directed = "edge", own == directed || own == "" && r.directed
	s, err := r.need(e, from)
	if err != nil {
		return err
	}
	t, err := r.need(e, to)
	if err != nil {
		return err
	}
	return r.a.later(s, t, r.line())
}
