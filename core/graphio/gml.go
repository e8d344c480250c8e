package graphio

import (
	"bytes"
	"html"
	"slices"
	"strings"
)

// GML (Himsolt) is a tree of keys and values, `key 3`, `key "text"` and
// `key [ … ]`. The graph is the list graph with the lists node (id, label and
// other attributes) and edge (source, target). Texts hold characters beyond
// ASCII as XML does.

const gmlRemedy = "a GML file is graph [ node [ id 0 ] … edge [ source 0 target 1 ] … ]"

// isGML tells GML by the key graph and a bracket, after other keys and comments.
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

// gmlScanner takes a text apart. The kinds of tokens are '[', ']', '"' for a
// text, gmlKey for a word or a number, and 0 at the end or at damage.
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
	f      File
	a      *assembly
	graphs int
	values []gmlValue
}

type gmlValue struct{ key, text string }

func readGML(f File, c *Correction) (*Result, error) {
	r := &gmlReader{gmlScanner: gmlScanner{d: f.Data, line: 1}, f: f, a: newAssembly(f.Name, c)}
	if err := r.list(0, r.top); err != nil {
		return nil, err
	}
	for k := range r.a.pending {
		r.a.pending[k].oneWay = r.a.directed // which may stand behind the edges
	}
	return r.a.finish("GML")
}

func (r *gmlReader) bad(format string, args ...any) error {
	return fault(r.f.Name, r.line, gmlRemedy, format, args...)
}

// list reads keys and values to the closing bracket, at depth 0 to the end. f
// is told of every key; kind is '[' for a list, which f must read.
func (r *gmlReader) list(depth int, f func(key, text string, kind byte) error) error {
	if depth > MaxDepth {
		return r.bad("the lists are nested more than %d deep", MaxDepth)
	}
	for {
		key, kind := r.next()
		switch {
		case kind == ']' && depth > 0:
			return nil
		case kind == 0 && depth == 0 && r.pos == len(r.d):
			return nil
		case kind != gmlKey:
			return r.bad("there is no key where one belongs, or the file ends too early")
		}
		text, kind := r.next()
		if kind == 0 || kind == ']' {
			return r.bad("the key %s has no value", quote(key))
		}
		if err := f(strings.ToLower(key), text, kind); err != nil {
			return err
		}
	}
}

// skip reads a list and leaves it out.
func (r *gmlReader) skip(depth int) error {
	return r.list(depth, func(key, text string, kind byte) error {
		if kind == '[' {
			return r.skip(depth + 1)
		}
		return nil
	})
}

func (r *gmlReader) top(key, text string, kind byte) error {
	if kind != '[' {
		return nil
	}
	if key != "graph" {
		return r.skip(1)
	}
	if r.graphs++; r.graphs > 1 {
		return r.bad("there is more than one graph in the file")
	}
	return r.list(1, r.graph)
}

func (r *gmlReader) graph(key, text string, kind byte) error {
	switch {
	case kind == '[' && (key == "node" || key == "edge"):
		return r.element(key == "node")
	case kind == '[':
		return r.skip(2)
	case key == "directed":
		r.a.directed = text == "1"
	case (key == "name" || key == "label") && kind == '"':
		r.a.name = html.UnescapeString(text)
	}
	return nil
}

// element reads a node or an edge.
func (r *gmlReader) element(node bool) error {
	line := r.line
	r.values = r.values[:0]
	err := r.list(2, func(key, text string, kind byte) error {
		switch kind {
		case '[':
			return r.skip(3)
		case '"':
			text = html.UnescapeString(text)
		}
		// NetworkX writes a list as a key that repeats, and marks a short one.
		k := slices.IndexFunc(r.values, func(v gmlValue) bool { return v.key == key })
		switch {
		case k < 0 && text == "_networkx_list_start":
			r.values = append(r.values, gmlValue{key, "["})
		case k < 0:
			r.values = append(r.values, gmlValue{key, text})
		case node && key != "id" && isNumber(text):
			r.values[k].text += " " + text
		}
		return nil
	})
	if err != nil {
		return err
	}
	get := func(key string) string {
		for _, v := range r.values {
			if v.key == key {
				return v.text
			}
		}
		return ""
	}
	if !node {
		s, t := get("source"), get("target")
		if s == "" || t == "" {
			return fault(r.f.Name, line, gmlRemedy, "the edge has no source or no target")
		}
		r.a.weighted = r.a.weighted || len(r.values) > 2
		return r.a.later(s, t, line)
	}
	id := get("id")
	if id == "" {
		return fault(r.f.Name, line, gmlRemedy, "the node has no id")
	}
	i, err := r.a.node(id, line)
	if err != nil {
		return err
	}
	for _, v := range r.values {
		key := v.key
		if key == "id" {
			continue
		}
		// M. Newman's files keep the class of a node as its value.
		if _, why := parseID([]byte(v.text)); key == "value" && why == "" {
			key = "class"
		}
		if key == "label" && v.text == "" {
			continue
		}
		if err := r.a.set(i, key, v.text); err != nil {
			return err
		}
	}
	return nil
}
