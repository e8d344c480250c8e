package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// The reader of DOT, the language of Graphviz. A file is graph or digraph with statements in braces.
// A statement is a node with attributes in brackets, or a chain of edges such as a -- b -- c or a -> b.
// An end of an edge may be a subgraph; then every node of the subgraph is an end.
// Attributes for drawing are left out. dotscan.go splits the text into tokens.

// dotRemedy is the remedy for a damaged DOT file.
const dotRemedy = "a DOT file is graph { a -- b } or digraph { a -> b }"

// dotDrawing are the attributes of nodes with which Graphviz draws.
var dotDrawing = strings.Fields(`height width pos shape style color fillcolor fontname fontsize fontcolor rects bb penwidth tooltip url href
	fixedsize margin peripheries sides image xlabel rank ordering orientation regular _draw_ _ldraw_ layer labelloc vertices pin distortion
	skew z lwidth lheight lp`)

// severalNote is the note of a file with several graphs.
const severalNote = "The file holds several graphs; the first one was read."

// isDOT detects DOT by its first words and the first brace: an optional strict, graph or digraph, and an optional name.
func isDOT(d []byte) bool {
	// The first character excludes most other texts at low cost.
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
	// products counts the edges between sets of nodes. An edge between two subgraphs gives the product of their sizes.
	products int
}

// dotScope is a graph or a subgraph while it is read.
// defaults are the attributes of its nodes, also those of outer scopes. members collects the nodes.
type dotScope struct {
	defaults []gmlValue
	members  []int32
}

// readDOT reads the first graph of a DOT file. A note informs the user about further graphs.
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

// readStatements reads statements up to the closing brace. depth counts the open braces.
func (r *dotReader) readStatements(scope *dotScope, depth int) {
	if depth > MaxDepth {
		r.fail("the subgraphs are nested more than %d deep", MaxDepth)
	}
	for r.a.err == nil {
		text, kind := r.next()
		keyword := ""
		if kind == dotWord {
			keyword = strings.ToLower(text)
		}
		switch {
		case kind == '}':
			return
		case kind == ';' || kind == ',':
		// Attributes of the graph are skipped.
		case keyword == "graph":
			r.readAttributes()
		case keyword == "node":
			r.addDefaults(scope, r.readAttributes())
		case keyword == "edge":
			r.recordWeights(r.readAttributes())
		// readOperand reads a subgraph from its first token.
		case kind == '{' || keyword == "subgraph":
			r.unread()
			r.readChain(scope, "", depth)
		case kind != dotWord && kind != dotText:
			r.fail("the file is damaged or ends too early")
		case text == "":
			r.fail("a node has the empty name")
		default:
			// The statement key = value is an attribute of the graph.
			if _, next := r.next(); next == '=' {
				r.next()
				continue
			}
			// readChain reads the token after the name again.
			r.readChain(scope, text, depth)
		}
	}
}

// maxDefaults limits the default attributes of a scope, because every node of the scope stores all of them.
const maxDefaults = 16

// addDefaults adds default attributes of nodes to a scope, without those for drawing.
func (r *dotReader) addDefaults(scope *dotScope, values []gmlValue) {
	for _, v := range values {
		if isDrawingAttribute(v) {
			continue
		}
		if len(scope.defaults) == maxDefaults {
			r.fail("the nodes have more than %d default attributes", maxDefaults)
			return
		}
		// The limited capacity makes append copy the list, which the outer scope shares.
		shared := scope.defaults[:len(scope.defaults):len(scope.defaults)]
		scope.defaults = append(shared, v)
	}
}

// readChain reads a statement of a node, or of a chain of edges.
// first is the name of a node that was read together with the token after it. Otherwise first is "".
func (r *dotReader) readChain(scope *dotScope, first string, depth int) {
	var previous []int32
	for k := 0; r.a.err == nil; k++ {
		var group []int32
		if k == 0 && first != "" {
			r.unread()
			group = r.readPort(first, scope)
		} else {
			group = r.readOperand(scope, depth)
		}
		if !r.joinGroups(previous, group) {
			return
		}
		previous = group
		if _, kind := r.next(); kind == dotEdge {
			continue
		}
		r.unread()
		values := r.readAttributes()
		if k == 0 && first != "" && r.a.err == nil {
			// A statement without an edge sets the attributes of a node.
			r.setAttributes(int(group[0]), values)
			return
		}
		r.recordWeights(values)
		return
	}
}

// joinGroups adds an edge from every node of left to every node of right. It reports whether the edges are within the limit.
func (r *dotReader) joinGroups(left, right []int32) bool {
	// A few nested subgraphs could otherwise give more edges than fit into memory.
	if n := len(left) * len(right); n > 1 {
		if r.products += n; r.products > 100+len(r.d) {
			r.fail("the edges between subgraphs are more than the file has characters")
			return false
		}
	}
	for _, i := range left {
		for _, j := range right {
			r.a.connect(i, j, r.line)
		}
	}
	return true
}

// recordWeights records the weights among attributes of edges. They are left out.
func (r *dotReader) recordWeights(values []gmlValue) {
	for _, v := range values {
		// Graphviz calls the preferred length of an edge len.
		if v.key == "len" || isWeight(v.key) {
			r.a.recordEdgeAttribute(v.key, v.text)
		}
	}
}

// readOperand reads an operand of a chain, a node or a subgraph, and returns its nodes.
func (r *dotReader) readOperand(scope *dotScope, depth int) []int32 {
	text, kind := r.next()
	name := ""
	if kind == dotWord && strings.EqualFold(text, "subgraph") {
		// A name without a brace refers to an earlier subgraph.
		if name, kind = r.next(); kind != '{' {
			if _, kind = r.next(); kind != '{' {
				r.unread()
				return r.named[name]
			}
		}
	}
	switch kind {
	case '{':
		return r.readSubgraph(scope, name, depth)
	case dotWord, dotText:
		return r.readPort(text, scope)
	}
	r.fail("there is no node where one belongs")
	return nil
}

// readSubgraph reads a subgraph after its opening brace and returns its nodes. An anonymous subgraph has the name "".
func (r *dotReader) readSubgraph(scope *dotScope, name string, depth int) []int32 {
	// Defaults that the inner scope adds end with the scope.
	inner := &dotScope{defaults: scope.defaults}
	r.readStatements(inner, depth+1)
	if name != "" {
		r.named[name] = inner.members
	}
	scope.members = append(scope.members, inner.members...)
	// Nested subgraphs could otherwise repeat nodes without a limit.
	if len(scope.members) > len(r.d) {
		r.fail("the subgraphs repeat more nodes than the file has characters")
	}
	return inner.members
}

// readPort reads the optional ports behind the name of a node, as in name:port:side, and returns the node.
// It adds the node if the name is new.
func (r *dotReader) readPort(name string, scope *dotScope) []int32 {
	for {
		_, kind := r.next()
		if kind != '+' && kind != ':' {
			r.unread()
			break
		}
		// "a" + "b" is one name. The text after a colon is a port, which is skipped.
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

// readAttributes reads consecutive lists of attributes in brackets. Without a list it returns nil.
func (r *dotReader) readAttributes() (list []gmlValue) {
	for {
		if _, kind := r.next(); kind != '[' {
			r.unread()
			return list
		}
		var ok bool
		if list, ok = r.appendAttributes(list); !ok {
			return nil
		}
	}
}

// appendAttributes appends the attributes of a list after its opening bracket. ok is false after an error.
func (r *dotReader) appendAttributes(list []gmlValue) (out []gmlValue, ok bool) {
	for {
		key, kind := r.next()
		switch kind {
		case ']':
			return list, true
		case ';', ',':
			continue
		case dotWord, dotText:
			list = append(list, gmlValue{key, r.readValue()})
		default:
			r.fail("the attributes are damaged or the file ends too early")
			return nil, false
		}
	}
}

// readValue reads "=" and the value of an attribute, whose parts may be joined by "+".
// An attribute without a value has the value "true".
func (r *dotReader) readValue() string {
	value, sign := "", byte('=')
	_, next := r.next()
	for ; next == sign; _, next = r.next() {
		part, _ := r.next()
		value, sign = value+part, '+'
	}
	r.unread()
	if sign == '=' {
		return "true"
	}
	return value
}

// setAttributes sets attributes of node i, without those for drawing and without a label that repeats the name.
func (r *dotReader) setAttributes(i int, values []gmlValue) {
	name := r.a.ids[i]
	for _, v := range values {
		isLabel := v.key == "label"
		if isDrawingAttribute(v) || isLabel && v.text == name {
			continue
		}
		if isLabel {
			// Graphviz replaces \N by the name of the node.
			v.text = strings.ReplaceAll(v.text, `\N`, name)
		}
		r.a.setAttribute(i, v.key, v.text)
	}
}

// isDrawingAttribute reports whether an attribute only affects the drawing. An empty label, or one that is the name, also does.
func isDrawingAttribute(v gmlValue) bool {
	return slices.Contains(dotDrawing, strings.ToLower(v.key)) || v.key == "label" && (v.text == `\N` || v.text == "")
}
