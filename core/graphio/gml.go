package graphio

import (
	"bytes"
	"html"
	"slices"
	"strings"
)

// GML (Himsolt) is a tree of keys and values: `key 3`, `key "text"` and `key [ … ]`.
// The graph is the list graph, with lists node (id, label, other attributes) and edge (source, target).
// Texts hold characters beyond ASCII as XML entities.

const gmlRemedy = "a GML file is graph [ node [ id 0 ] … edge [ source 0 target 1 ] … ]"

// isGML detects GML by the key graph and a bracket, after other keys and comments.
func isGML(d []byte) bool {
	s := gmlScanner{d: d, line: 1}
	// Other keys precede the graph, but never many.
	for range 50 {
		key, kind := s.next()
		if kind != gmlKey || !isLetter(key[0]) {
			return false
		}
		value, kind := s.next()
		switch {
		case kind == '[':
			return strings.EqualFold(key, "graph") && bytes.IndexByte(d[s.pos:], ']') >= 0
		case kind == 0 || kind == ']':
			return false
		case strings.EqualFold(key, "graph"):
			return false
		case kind == gmlKey && !isNumber(value):
			return false
		}
	}
	return false
}

// isLetter reports whether c is an ASCII letter or an underscore.
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// gmlScanner splits a text into tokens.
// The kind of a token is '[', ']', '"' for a text, gmlKey for a word or number, and 0 at the end or at damage.
type gmlScanner struct {
	d    []byte
	pos  int
	line int
}

// gmlKey is the kind of a word or a number.
const gmlKey = 'k'

// next returns the next token. The text of a bracket is "".
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
			for s.pos < len(s.d) && s.d[s.pos] != '\n' {
				s.pos++
			}
		case c == '[' || c == ']':
			s.pos++
			return "", c
		case c == '"':
			end := bytes.IndexByte(s.d[s.pos+1:], '"')
			if end < 0 {
				return "", 0
			}
			text := s.d[s.pos+1 : s.pos+1+end]
			s.pos += end + 2
			s.line += bytes.Count(text, []byte{'\n'})
			return string(text), '"'
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

// gmlReader reads one GML file. graphs reports that the graph was read.
type gmlReader struct {
	gmlScanner
	a      *assembly
	graphs bool
}

// gmlValue is an attribute of a node or an edge.
type gmlValue struct{ key, text string }

// readGML reads a GML file.
func readGML(f File, c *Correction) (*Found, error) {
	r := &gmlReader{gmlScanner: gmlScanner{d: f.Data, line: 1}, a: newAssembly(f.Name, c)}
	r.readList(0, r.readTopKey)
	for k := range r.a.pending {
		// The key directed may follow the edges.
		r.a.pending[k].oneWay = r.a.directed
	}
	return r.a.finish("GML")
}

// fail records an error in the current line.
func (r *gmlReader) fail(format string, args ...any) { r.a.fail(r.line, gmlRemedy, format, args...) }

// readList reads keys and values up to the closing bracket, at depth 0 to the end, and calls f for each.
// For kind '[' f must read the list.
func (r *gmlReader) readList(depth int, f func(key, text string, kind byte)) {
	if depth > MaxDepth {
		r.fail("the lists are nested more than %d deep", MaxDepth)
	}
	for r.a.err == nil {
		key, kind := r.next()
		if kind == ']' && depth > 0 || kind == 0 && depth == 0 && r.pos == len(r.d) {
			return
		}
		if kind != gmlKey {
			r.fail("there is no key where one belongs, or the file ends too early")
			return
		}
		text, kind := r.next()
		if kind == 0 || kind == ']' {
			r.fail("the key %s has no value", quote(key))
			return
		}
		f(strings.ToLower(key), text, kind)
	}
}

// skipList reads a list without using it.
func (r *gmlReader) skipList(depth int) {
	r.readList(depth, func(key, text string, kind byte) {
		if kind == '[' {
			r.skipList(depth + 1)
		}
	})
}

// readTopKey reads a key outside the graph.
func (r *gmlReader) readTopKey(key, text string, kind byte) {
	switch {
	case kind != '[':
	case key != "graph":
		r.skipList(1)
	case r.graphs:
		r.fail("there is more than one graph in the file")
	default:
		r.graphs = true
		r.readList(1, r.readGraphKey)
	}
}

// readGraphKey reads a key of the graph.
func (r *gmlReader) readGraphKey(key, text string, kind byte) {
	switch {
	case kind == '[' && (key == "node" || key == "edge"):
		r.readElement(key == "node")
	case kind == '[':
		r.skipList(2)
	case key == "directed":
		r.a.directed = text == "1"
	case (key == "name" || key == "label") && kind == '"':
		r.a.name = html.UnescapeString(text)
	}
}

// readElement reads a node or an edge.
func (r *gmlReader) readElement(node bool) {
	line := r.line
	var values []gmlValue
	find := func(key string) int {
		return slices.IndexFunc(values, func(v gmlValue) bool { return v.key == key })
	}
	get := func(key, lacking string) (text string) {
		if k := find(key); k >= 0 {
			text = values[k].text
		}
		if text == "" {
			r.a.fail(line, gmlRemedy, "%s", lacking)
		}
		return text
	}
	r.readList(2, func(key, text string, kind byte) {
		switch kind {
		case '[':
			r.skipList(3)
		case '"':
			text = html.UnescapeString(text)
		}
		// NetworkX writes a list as a repeated key, and marks a list of one or none.
		k := find(key)
		switch {
		case k < 0 && text == "_networkx_list_start":
			values = append(values, gmlValue{key, "["})
		case k < 0 && kind != '[':
			values = append(values, gmlValue{key, text})
		case k >= 0 && node && key != "id" && isNumber(text):
			values[k].text += " " + text
		}
	})
	if !node {
		const lacking = "the edge has no source or no target"
		for _, v := range values {
			if v.key != "source" && v.key != "target" {
				r.a.recordEdgeAttribute(v.key, v.text)
			}
		}
		r.a.deferEdge(get("source", lacking), get("target", lacking), line)
		return
	}
	i := r.a.addNode(get("id", "the node has no id"), line)
	for _, v := range values {
		// The collection of M. Newman stores the class of a node as its value.
		if _, why := parseID([]byte(v.text)); v.key == "value" && why == "" {
			v.key = "class"
		}
		if v.key != "id" && (v.key != "label" || v.text != "") && r.a.err == nil {
			r.a.setAttribute(i, v.key, v.text)
		}
	}
}

// dotScanner splits DOT into tokens: words, texts in quotes or angle brackets, edges, and single characters.
type dotScanner struct {
	d    []byte
	pos  int
	line int
	// held reports that next returns the last token, text and kind, again.
	held bool
	text string
	kind byte
}

// The kinds of tokens beside single characters. A text is never a keyword.
const (
	dotWord = 'w'
	dotText = '"'
	dotEdge = '-'
)

// next returns the next token. The kind is 0 at the end or at damage.
func (s *dotScanner) next() (string, byte) {
	if s.held {
		s.held = false
		return s.text, s.kind
	}
	s.text, s.kind = s.scan()
	return s.text, s.kind
}

// scan reads a token from the text, past white space and comments.
func (s *dotScanner) scan() (string, byte) {
	for s.pos < len(s.d) {
		c, rest := s.d[s.pos], s.d[s.pos:]
		switch {
		case c == '\n':
			s.line++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		// "#" begins a comment only at the begin of a line, as in the preprocessor of C.
		case bytes.HasPrefix(rest, []byte("//")) || c == '#' && (s.pos == 0 || s.d[s.pos-1] == '\n'):
			s.skipTo("\n", 0)
		case bytes.HasPrefix(rest, []byte("/*")):
			s.skipTo("*/", 2)
		case c == '"':
			return s.scanQuoted()
		case c == '<':
			return s.scanMarkup()
		case bytes.HasPrefix(rest, []byte("--")) || bytes.HasPrefix(rest, []byte("->")):
			s.pos += 2
			return string(rest[:2]), dotEdge
		case strings.IndexByte("{}[]=;,:+", c) >= 0:
			s.pos++
			return "", c
		default:
			start := s.pos
			for s.pos++; s.pos < len(s.d); s.pos++ {
				// A leading minus sign belongs to a number. A later one begins an edge.
				if strings.IndexByte(" \t\n{}[]=;,:+\"<-", s.d[s.pos]) >= 0 {
					break
				}
			}
			return string(s.d[start:s.pos]), dotWord
		}
	}
	return "", 0
}

// skipTo moves to the next mark plus add bytes, or to the end.
func (s *dotScanner) skipTo(mark string, add int) {
	end := bytes.Index(s.d[s.pos:], []byte(mark))
	if end < 0 {
		end = len(s.d) - s.pos - add
	}
	end = max(end, 0)
	s.line += bytes.Count(s.d[s.pos:min(s.pos+end+add, len(s.d))], []byte{'\n'})
	s.pos = min(s.pos+end+add, len(s.d))
}

// scanQuoted reads a text in quotes. A backslash before a line end joins the lines.
func (s *dotScanner) scanQuoted() (string, byte) {
	var b []byte
	for k := s.pos + 1; k < len(s.d); k++ {
		switch c := s.d[k]; {
		case c == '"':
			s.pos = k + 1
			return string(b), dotText
		case c == '\\' && k+1 < len(s.d) && s.d[k+1] == '"':
			k++
			b = append(b, '"')
		case c == '\\' && k+1 < len(s.d) && s.d[k+1] == '\n':
			k++
			s.line++
		default:
			s.line += oneIf(c == '\n')
			b = append(b, c)
		}
	}
	s.pos = len(s.d)
	return "", 0
}

// scanMarkup reads an HTML text in angle brackets and drops its tags.
func (s *dotScanner) scanMarkup() (string, byte) {
	depth := 0
	var b []byte
	for k := s.pos; k < len(s.d); k++ {
		switch c := s.d[k]; {
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				s.pos = k + 1
				return html.UnescapeString(string(b)), dotText
			}
		case depth == 1:
			b = append(b, c)
		}
		s.line += oneIf(s.d[k] == '\n')
	}
	s.pos = len(s.d)
	return "", 0
}

// unread makes next return the last token again.
func (s *dotScanner) unread() { s.held = true }
