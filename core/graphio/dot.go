package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// DOT is the language of Graphviz: graph or digraph with statements in braces.
// A statement is a node with attributes in brackets, or a chain of edges a -- b -- c or a -> b.
// An end of an edge may be a subgraph: then all of its nodes have the edge.
// Attributes that only draw are left out.

const dotRemedy = "a DOT file is graph { a -- b } or digraph { a -> b }"

// dotDrawing are the attributes of nodes that Graphviz itself reads or writes for drawing.
var dotDrawing = strings.Fields(`height width pos shape style color fillcolor fontname fontsize fontcolor rects bb penwidth tooltip url href
	fixedsize margin peripheries sides image xlabel rank ordering orientation regular _draw_ _ldraw_ layer labelloc vertices pin distortion
	skew z lwidth lheight lp`)

// severalNote is the note of a file with several graphs.
const severalNote = "The file holds several graphs; the first one was read."

// isDOT detects DOT by its first words and a brace.
func isDOT(d []byte) bool {
	if d = bytes.TrimSpace(d); len(d) == 0 || strings.IndexByte("gGdDsS/#", d[0]) < 0 {
		return false
	}
	s := dotScanner{d: d, line: 1}
	word, kind := s.next()
	if kind == dotWord && strings.EqualFold(word, "strict") {
		word, kind = s.next()
	}
	if kind != dotWord || !strings.EqualFold(word, "graph") && !strings.EqualFold(word, "digraph") {
		return false
	}
	// A name may precede the brace.
	if _, kind = s.next(); kind != '{' {
		_, kind = s.next()
	}
	return kind == '{'
}

// dotReader reads one DOT file.
type dotReader struct {
	dotScanner
	a *assembly
	// named maps the name of a subgraph to its nodes.
	named map[string][]int32
	// products counts edges between subgraphs. Two sets of nodes give the product of their sizes.
	products int
}

// dotScope holds the default attributes of nodes that a subgraph inherits, and collects the nodes of the subgraph.
type dotScope struct {
	defaults []gmlValue
	members  []int32
}

// readDOT reads the first graph of a DOT file.
func readDOT(f File, c *Correction) (*Found, error) {
	r := &dotReader{dotScanner: dotScanner{d: f.Data, line: 1}, a: newAssembly(f.Name, c), named: map[string][]int32{}}
	word, _ := r.next()
	if strings.EqualFold(word, "strict") {
		word, _ = r.next()
	}
	r.a.directed = strings.EqualFold(word, "digraph")
	name, kind := r.next()
	if kind == dotWord || kind == dotText {
		r.a.name = name
		_, kind = r.next()
	}
	if kind != '{' {
		r.fail("there is no brace where the statements begin")
	}
	r.readStatements(&dotScope{}, 1)
	if _, kind := r.next(); kind != 0 {
		r.a.notes = append(r.a.notes, severalNote)
	}
	return r.a.finish("DOT")
}

// fail records an error in the current line.
func (r *dotReader) fail(format string, args ...any) { r.a.fail(r.line, dotRemedy, format, args...) }

// readStatements reads statements up to the closing brace. depth counts nested subgraphs.
func (r *dotReader) readStatements(scope *dotScope, depth int) {
	if depth > MaxDepth {
		r.fail("the subgraphs are nested more than %d deep", MaxDepth)
	}
	for r.a.err == nil {
		text, kind := r.next()
		lower := strings.ToLower(text)
		switch {
		case kind == '}':
			return
		case kind == ';' || kind == ',':
		case kind == dotWord && (lower == "graph" || lower == "edge" || lower == "node"):
			switch values := r.readAttributes(); lower {
			case "node":
				r.addDefaults(scope, values)
			case "edge":
				r.recordWeights(values)
			}
		// readOperand reads the subgraph from its first token.
		case kind == '{' || kind == dotWord && lower == "subgraph":
			r.unread()
			r.readChain(scope, "", depth)
		case kind != dotWord && kind != dotText:
			r.fail("the file is damaged or ends too early")
		case text == "":
			r.fail("a node has the empty name")
		default:
			if _, next := r.next(); next == '=' {
				r.next()
				continue
			}
			// readChain reads the token after the name again.
			r.readChain(scope, text, depth)
		}
	}
}

// maxDefaults limits inherited attributes, since every node holds all of them.
const maxDefaults = 16

// addDefaults adds default attributes of nodes to a scope, without those that draw.
func (r *dotReader) addDefaults(scope *dotScope, values []gmlValue) {
	for _, v := range values {
		if isDrawingAttribute(v) {
			continue
		}
		if len(scope.defaults) == maxDefaults {
			r.fail("the nodes have more than %d default attributes", maxDefaults)
			return
		}
		// The cut capacity makes append copy: the outer scope keeps its own list.
		scope.defaults = append(scope.defaults[:len(scope.defaults):len(scope.defaults)], v)
	}
}

// readChain reads a statement of nodes and edges.
// first is the name of a node already read together with the token after it, "" for none.
func (r *dotReader) readChain(scope *dotScope, first string, depth int) {
	var last []int32
	for k := 0; r.a.err == nil; k++ {
		var group []int32
		if k == 0 && first != "" {
			r.unread()
			group = r.readPort(first, scope)
		} else {
			group = r.readOperand(scope, depth)
		}
		if k > 0 && len(last)*len(group) > 1 {
			// A few nested subgraphs could otherwise give more edges than memory holds.
			if r.products += len(last) * len(group); r.products > 100+len(r.d) {
				r.fail("the edges between subgraphs are more than the file has characters")
				return
			}
		}
		// Every node of the left operand is joined to every node of the right one.
		for _, i := range last {
			for _, j := range group {
				r.a.connect(i, j, r.line)
			}
		}
		last = group
		if _, kind := r.next(); kind == dotEdge {
			continue
		}
		r.unread()
		values := r.readAttributes()
		if k == 0 && first != "" && r.a.err == nil {
			r.setAttributes(int(group[0]), values)
			return
		}
		r.recordWeights(values)
		return
	}
}

// recordWeights counts the weights among attributes of edges.
func (r *dotReader) recordWeights(values []gmlValue) {
	for _, v := range values {
		if v.key == "len" || isWeight(v.key) {
			r.a.recordEdgeAttribute(v.key, v.text)
		}
	}
}

// readOperand reads a node or a subgraph and returns its nodes.
func (r *dotReader) readOperand(scope *dotScope, depth int) []int32 {
	text, kind := r.next()
	name := ""
	if kind == dotWord && strings.EqualFold(text, "subgraph") {
		// A name alone refers to an earlier subgraph.
		if name, kind = r.next(); kind != '{' {
			if _, kind = r.next(); kind != '{' {
				r.unread()
				return r.named[name]
			}
		}
	}
	switch kind {
	case '{':
		// Defaults of the inner scope end with it.
		inner := &dotScope{defaults: scope.defaults}
		r.readStatements(inner, depth+1)
		if name != "" {
			r.named[name] = inner.members
		}
		scope.members = append(scope.members, inner.members...)
		if len(scope.members) > len(r.d) {
			r.fail("the subgraphs repeat more nodes than the file has characters")
		}
		return inner.members
	case dotWord, dotText:
		return r.readPort(text, scope)
	}
	r.fail("there is no node where one belongs")
	return nil
}

// readPort reads the port behind a node, name:port, and returns the node of the name, a new one where needed.
func (r *dotReader) readPort(name string, scope *dotScope) []int32 {
	for {
		_, kind := r.next()
		if kind != '+' && kind != ':' {
			r.unread()
			break
		}
		// "a" + "b" is one name.
		if more, _ := r.next(); kind == '+' {
			name += more
		}
	}
	i, ok := r.a.index[name]
	if !ok {
		i = int32(r.a.addNode(name, r.line))
		r.setAttributes(int(i), scope.defaults)
	}
	scope.members = append(scope.members, i)
	return []int32{i}
}

// readAttributes reads attribute lists in brackets, none or several.
func (r *dotReader) readAttributes() (out []gmlValue) {
	for {
		if _, kind := r.next(); kind != '[' {
			r.unread()
			return out
		}
		for {
			key, kind := r.next()
			if kind == ']' {
				break
			}
			if kind == ';' || kind == ',' {
				continue
			}
			if kind != dotWord && kind != dotText {
				r.fail("the attributes are damaged or the file ends too early")
				return nil
			}
			value, sign := "", byte('=')
			_, next := r.next()
			// Parts of a text may be joined by "+".
			for ; next == sign; _, next = r.next() {
				more, _ := r.next()
				value, sign = value+more, '+'
			}
			r.unread()
			out = append(out, gmlValue{key, words.Either(sign == '=', "true", value)})
		}
	}
}

// setAttributes sets attributes of a node, without those that draw.
func (r *dotReader) setAttributes(i int, values []gmlValue) {
	for _, v := range values {
		if isDrawingAttribute(v) || v.key == "label" && v.text == r.a.ids[i] {
			continue
		}
		if v.key == "label" {
			// \N is the name of the node.
			v.text = strings.ReplaceAll(v.text, `\N`, r.a.ids[i])
		}
		r.a.setAttribute(i, v.key, v.text)
	}
}

// isDrawingAttribute reports whether an attribute only draws. A label that repeats the name is one.
func isDrawingAttribute(v gmlValue) bool {
	return slices.Contains(dotDrawing, strings.ToLower(v.key)) || v.key == "label" && (v.text == `\N` || v.text == "")
}
