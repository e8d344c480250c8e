package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file reads GML (Himsolt 1997). A text in GML is a tree of keys and values: `key 3`, `key "text"` and `key [ … ]`.
// The graph is the value of the key graph, a list with the keys node (id, label, other attributes) and edge (source, target).
// Entities such as &auml; may stand for characters beyond ASCII.

// gmlRemedy is the remedy for a damaged GML file.
const gmlRemedy = "a GML file is graph [ node [ id 0 ] … edge [ source 0 target 1 ] … ]"

// gmlPreamble is the number of keys that isGML examines to find the key graph.
const gmlPreamble = 50

// isGML detects GML by the key graph, an opening bracket after the key, and a closing bracket in the rest of the file.
// Comments and fewer than gmlPreamble keys with numbers or texts may precede the key graph.
func isGML(d []byte) bool {
	s := gmlScanner{d: d, line: 1}
	for range gmlPreamble {
		key, keyKind := s.next()
		if keyKind != gmlKey || !isLetter(key[0]) {
			return false
		}
		isGraph := strings.EqualFold(key, "graph")
		value, valueKind := s.next()
		// The first list of a GML file is the graph.
		if valueKind == '[' {
			return isGraph && bytes.IndexByte(d[s.pos:], ']') >= 0
		}
		isText := valueKind == '"'
		isNumeric := valueKind == gmlKey && isNumber(value)
		isScalar := isText || isNumeric
		if isGraph || !isScalar {
			return false
		}
	}
	return false
}

// isLetter reports whether c is an ASCII letter or an underscore.
func isLetter(c byte) bool {
	isSmall, isCapital := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z'
	return isSmall || isCapital || c == '_'
}

// gmlScanner splits GML into tokens. The kind of a token is '[', ']', '"' for a text in quotes, or gmlKey for a word or a number.
// The kind 0 is the end of the file, or a text whose closing quote is missing.
type gmlScanner struct {
	// d is the file. pos is the index of the next byte, line the number of its line, counted from 1.
	d    []byte
	pos  int
	line int
}

// gmlKey is the kind of a word or a number.
const gmlKey = 'k'

// next returns the next token. The text of a bracket, and of a token of kind 0, is "".
// If the closing quote of a text is missing, the position stays at the opening quote.
func (s *gmlScanner) next() (text string, kind byte) {
	for s.pos < len(s.d) {
		c := s.d[s.pos]
		switch {
		case c == '\n':
			s.line++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		case c == '#':
			// A comment extends to the end of the line.
			for s.pos < len(s.d) && s.d[s.pos] != '\n' {
				s.pos++
			}
		case c == '[' || c == ']':
			s.pos++
			return "", c
		case c == '"':
			// GML has no escapes: the next quote closes the text.
			length := bytes.IndexByte(s.d[s.pos+1:], '"')
			if length < 0 {
				return "", 0
			}
			inner := s.d[s.pos+1 : s.pos+1+length] // the text between the quotes
			s.pos += length + 2
			s.line += bytes.Count(inner, []byte{'\n'})
			return string(inner), '"'
		default:
			start := s.pos
			for s.pos < len(s.d) && strings.IndexByte(" \t\n[]\"", s.d[s.pos]) < 0 {
				s.pos++
			}
			return string(s.d[start:s.pos]), gmlKey
		}
	}
	return "", 0
}

// gmlReader reads one GML file.
type gmlReader struct {
	gmlScanner
	// a collects the nodes and edges.
	a *assembly
	// hasGraph reports whether the list of the key graph was entered.
	hasGraph bool
}

// gmlValue is an attribute of a node or an edge, in GML or DOT.
type gmlValue struct{ key, text string }

// readGML reads a GML file.
func readGML(f File, c *Correction) (*Found, error) {
	r := &gmlReader{gmlScanner: gmlScanner{d: f.Data, line: 1}, a: newAssembly(f.Name, c)}
	r.readList(0, r.readTopKey)
	// pending are the edges. The key directed states the direction of all edges. It may follow the edges, so it is applied at the end.
	for k := range r.a.pending {
		r.a.pending[k].oneWay = r.a.directed
	}
	return r.a.finish("GML")
}

// fail records an error in the current line.
func (r *gmlReader) fail(format string, args ...any) { r.a.fail(r.line, gmlRemedy, format, args...) }

// readList calls f for each key, in lower case, and its value, up to the closing bracket of the list. depth is the number of open brackets.
// The list of depth 0 is the whole file. kind is the kind of the value; if it is '[', f must read the inner list.
// A missing key, a missing value, and a depth above MaxDepth are errors.
func (r *gmlReader) readList(depth int, f func(key, text string, kind byte)) {
	if depth > MaxDepth {
		r.fail("the lists are nested more than %d deep", MaxDepth)
	}
	// After an error the loop reads nothing.
	for r.a.err == nil {
		key, keyKind := r.next()
		listEnds := keyKind == ']' && depth > 0
		// After a text that is never closed, the position is before the end.
		fileEnds := keyKind == 0 && depth == 0 && r.pos == len(r.d)
		if listEnds || fileEnds {
			return
		}
		if keyKind != gmlKey {
			r.fail("there is no key where one belongs, or the file ends too early")
			return
		}
		text, valueKind := r.next()
		if valueKind == 0 && r.pos < len(r.d) {
			r.fail("the quotation mark after the key %s is never closed", quote(key))
			return
		}
		if valueKind == 0 || valueKind == ']' {
			r.fail("the key %s has no value", quote(key))
			return
		}
		f(strings.ToLower(key), text, valueKind)
	}
}

// skipList reads a list and ignores its content. depth is the number of open brackets.
func (r *gmlReader) skipList(depth int) {
	r.readList(depth, func(key, text string, kind byte) {
		if kind == '[' {
			r.skipList(depth + 1)
		}
	})
}

// readTopKey reads a key at the top level of the file. Only the key graph is used. A second graph is an error.
func (r *gmlReader) readTopKey(key, text string, kind byte) {
	// A number or a text describes the file, such as the key Creator.
	if kind != '[' {
		return
	}
	switch {
	case key != "graph":
		r.skipList(1)
	case r.hasGraph:
		r.fail("there is more than one graph in the file")
	default:
		r.hasGraph = true
		r.readList(1, r.readGraphKey)
	}
}

// readGraphKey reads a key of the graph: a node, an edge, the direction or the name. Other keys are ignored.
func (r *gmlReader) readGraphKey(key, text string, kind byte) {
	isName := key == "name" || key == "label"
	switch {
	case kind == '[' && key == "node":
		r.readNode()
	case kind == '[' && key == "edge":
		r.readEdge()
	case kind == '[':
		// A list such as the settings of a drawing is ignored.
		r.skipList(2)
	case key == "directed":
		r.a.directed = text == "1"
	case isName && kind == '"':
		r.a.name = unescaped(text)
	}
}

// gmlElement holds the attributes of a node or an edge, in the order of the file.
type gmlElement []gmlValue

// find returns the index of the attribute with a key, or -1 if the element lacks it.
func (e gmlElement) find(key string) int {
	return slices.IndexFunc(e, func(v gmlValue) bool { return v.key == key })
}

// text returns the value of the attribute with a key, or "" if the element lacks it.
func (e gmlElement) text(key string) string {
	k := e.find(key)
	if k < 0 {
		return ""
	}
	return e[k].text
}

// readElement reads the attributes of a node or an edge. Inner lists, such as graphics, are skipped.
// If a key is repeated, accumulates decides for each further value: true appends it to the first value, after a space; false drops it.
// An inner list counts as the value "", for which accumulates must return false.
func (r *gmlReader) readElement(accumulates func(key, text string) bool) (e gmlElement) {
	// Two brackets are open, as in graph [ node [.
	r.readList(2, func(key, text string, kind byte) {
		value := text
		switch kind {
		case '[':
			r.skipList(3)
		case '"':
			value = unescaped(text)
		}
		// first is the index in e of an earlier value of the key, -1 if there is none.
		first := e.find(key)
		switch {
		// NetworkX writes a list as a repeated key, and begins a list of one element with a mark.
		// The mark becomes "[", so that featureColumn recognises the list: the elements are appended, as in "[ 3".
		case first < 0 && value == "_networkx_list_start":
			e = append(e, gmlValue{key, "["})
		case first < 0 && kind != '[':
			e = append(e, gmlValue{key, value})
		case first >= 0 && accumulates(key, value):
			e[first].text += " " + value
		// A text is no element of such a list: the first text is the value.
		case first >= 0 && e[first].text == "[" && kind != '[':
			e[first].text = value
		}
	})
	return e
}

// readEdge reads an edge after its opening bracket. It records that attributes other than source and target are left out.
// An edge without source or target is an error.
func (r *gmlReader) readEdge() {
	line := r.line
	e := r.readElement(func(key, text string) bool { return false })
	for _, v := range e {
		if v.key != "source" && v.key != "target" {
			r.a.recordEdgeAttribute(v.key, v.text)
		}
	}
	source, target := e.text("source"), e.text("target")
	if source == "" || target == "" {
		r.a.fail(line, gmlRemedy, "the edge has no source or no target")
	}
	// After an error the edge does no harm, because no graph is built.
	r.a.deferEdge(source, target, line)
}

// readNode reads a node after its opening bracket, and sets its attributes. A node without an id is an error.
func (r *gmlReader) readNode() {
	line := r.line
	// A repeated key with numbers is a list of NetworkX (readElement). Of a repeated id, or of repeated texts, the first value counts.
	e := r.readElement(func(key, text string) bool { return key != "id" && isNumber(text) })
	id := e.text("id")
	if id == "" {
		r.a.fail(line, gmlRemedy, "the node has no id")
	}
	// After an error i is no number of this node, and the loop sets no attribute.
	i := r.a.addNode(id, line)
	for _, v := range e {
		isEmptyLabel := v.key == "label" && v.text == ""
		isSkipped := v.key == "id" || isEmptyLabel
		if isSkipped || r.a.err != nil {
			continue
		}
		key := v.key
		// The graphs in the collection of M. Newman store the class of a node under the key value.
		_, why := parseID([]byte(v.text))
		isClassNumber := why == ""
		if key == "value" && isClassNumber {
			key = "class"
		}
		r.a.setAttribute(i, key, v.text)
	}
}
