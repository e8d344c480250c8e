package graphio

import (
	"bytes"
	"html"
	"slices"
	"strings"
)

// GML (Himsolt) is a tree of keys and values, `key 3`, `key "text"` and `key [ … ]`. The graph is the list graph with the lists node (id,
// label and other attributes) and edge (source, target). Texts hold characters beyond ASCII as XML does.

const gmlRemedy = "a GML file is graph [ node [ id 0 ] … edge [ source 0 target 1 ] … ]"

// isGML detects GML by the key graph and a bracket, after other keys and comments.
func isGML(d []byte) bool {
	s := gmlScanner{d: d, line: 1}
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

// isLetter reports whether c begins a word of ASCII letters.
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// gmlScanner takes a text apart. The kinds of tokens are '[', ']', '"' for a text, gmlKey for a word or number, 0 at the end or at damage.
type gmlScanner struct {
	d    []byte
	pos  int
	line int
}

const gmlKey = 'k'

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

// gmlReader walks through one file.
type gmlReader struct {
	gmlScanner
	a      *assembly
	graphs bool
}

type gmlValue struct{ key, text string }

func readGML(f File, c *Correction) (*Found, error) {
	r := &gmlReader{gmlScanner: gmlScanner{d: f.Data, line: 1}, a: newAssembly(f.Name, c)}
	r.list(0, r.top)
	for k := range r.a.pending {
		r.a.pending[k].oneWay = r.a.directed // which may stand behind the edges
	}
	return r.a.finish("GML")
}

func (r *gmlReader) bad(format string, args ...any) { r.a.bad(r.line, gmlRemedy, format, args...) }

// list reads keys and values to the closing bracket, at depth 0 to the end. f gets every key; kind is '[' for a list that f must read.
func (r *gmlReader) list(depth int, f func(key, text string, kind byte)) {
	if depth > MaxDepth {
		r.bad("the lists are nested more than %d deep", MaxDepth)
	}
	for r.a.err == nil {
		key, kind := r.next()
		if kind == ']' && depth > 0 || kind == 0 && depth == 0 && r.pos == len(r.d) {
			return
		}
		if kind != gmlKey {
			r.bad("there is no key where one belongs, or the file ends too early")
			return
		}
		text, kind := r.next()
		if kind == 0 || kind == ']' {
			r.bad("the key %s has no value", quote(key))
			return
		}
		f(strings.ToLower(key), text, kind)
	}
}

// skip reads a list and leaves it out.
func (r *gmlReader) skip(depth int) {
	r.list(depth, func(key, text string, kind byte) {
		if kind == '[' {
			r.skip(depth + 1)
		}
	})
}

func (r *gmlReader) top(key, text string, kind byte) {
	switch {
	case kind != '[':
	case key != "graph":
		r.skip(1)
	case r.graphs:
		r.bad("there is more than one graph in the file")
	default:
		r.graphs = true
		r.list(1, r.graph)
	}
}

func (r *gmlReader) graph(key, text string, kind byte) {
	switch {
	case kind == '[' && (key == "node" || key == "edge"):
		r.element(key == "node")
	case kind == '[':
		r.skip(2)
	case key == "directed":
		r.a.directed = text == "1"
	case (key == "name" || key == "label") && kind == '"':
		r.a.name = html.UnescapeString(text)
	}
}

// element reads a node or an edge.
func (r *gmlReader) element(node bool) {
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
			r.a.bad(line, gmlRemedy, "%s", lacking)
		}
		return text
	}
	r.list(2, func(key, text string, kind byte) {
		switch kind {
		case '[':
			r.skip(3)
		case '"':
			text = html.UnescapeString(text)
		}
		// NetworkX writes a list as a key that repeats, and marks a short one.
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
				r.a.weigh(v.key, v.text)
			}
		}
		r.a.later(get("source", lacking), get("target", lacking), line)
		return
	}
	i := r.a.node(get("id", "the node has no id"), line)
	for _, v := range values {
		// M. Newman's files keep the class of a node as its value.
		if _, why := parseID([]byte(v.text)); v.key == "value" && why == "" {
			v.key = "class"
		}
		if v.key != "id" && (v.key != "label" || v.text != "") && r.a.err == nil {
			r.a.set(i, v.key, v.text)
		}
	}
}

// dotScanner takes a text apart: words, texts in quotes or angle brackets, the two kinds of edges and single characters.
type dotScanner struct {
	d    []byte
	pos  int
	line int
	// held is a token that was put back.
	held bool
	text string
	kind byte
}

const (
	dotWord = 'w'
	dotText = '"'
	dotEdge = '-'
)

// next returns the next token, kind 0 at the end or at damage.
func (s *dotScanner) next() (string, byte) {
	if s.held {
		s.held = false
		return s.text, s.kind
	}
	s.text, s.kind = s.scan()
	return s.text, s.kind
}

func (s *dotScanner) scan() (string, byte) {
	for s.pos < len(s.d) {
		c, rest := s.d[s.pos], s.d[s.pos:]
		switch {
		case c == '\n':
			s.line++
			s.pos++
		case c == ' ' || c == '\t':
			s.pos++
		case bytes.HasPrefix(rest, []byte("//")) || c == '#' && (s.pos == 0 || s.d[s.pos-1] == '\n'):
			s.skipTo("\n", 0)
		case bytes.HasPrefix(rest, []byte("/*")):
			s.skipTo("*/", 2)
		case c == '"':
			return s.quoted()
		case c == '<':
			return s.markup()
		case bytes.HasPrefix(rest, []byte("--")) || bytes.HasPrefix(rest, []byte("->")):
			s.pos += 2
			return string(rest[:2]), dotEdge
		case strings.IndexByte("{}[]=;,:+", c) >= 0:
			s.pos++
			return "", c
		default:
			start := s.pos
			for s.pos++; s.pos < len(s.d); s.pos++ {
				// A minus sign begins a number; further on it begins an edge.
				if strings.IndexByte(" \t\n{}[]=;,:+\"<-", s.d[s.pos]) >= 0 {
					break
				}
			}
			return string(s.d[start:s.pos]), dotWord
		}
	}
	return "", 0
}

// skipTo moves behind the next mark, or to the end.
func (s *dotScanner) skipTo(mark string, add int) {
	end := bytes.Index(s.d[s.pos:], []byte(mark))
	if end < 0 {
		end = len(s.d) - s.pos - add
	}
	end = max(end, 0)
	s.line += bytes.Count(s.d[s.pos:min(s.pos+end+add, len(s.d))], []byte{'\n'})
	s.pos = min(s.pos+end+add, len(s.d))
}

// quoted reads a text in quotes; a backslash at the end of a line joins lines.
func (s *dotScanner) quoted() (string, byte) {
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

// markup reads a text of HTML between angle brackets, without its tags.
func (s *dotScanner) markup() (string, byte) {
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

func (s *dotScanner) back() { s.held = true }
