package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file reads DOT, the language of Graphviz. A text in DOT has the word graph or digraph, then statements in braces.
// Most statements are a node with attributes in brackets, or a chain of edges such as a -- b -- c or a -> b.
// An end of an edge may be a subgraph; every node of the subgraph is then an end.
// dotscan.go splits the text into tokens.

// dotRemedy is the remedy for a damaged DOT file.
const dotRemedy = "a DOT file is graph { a -- b } or digraph { a -> b }"

// dotDrawing are the attributes of nodes with which Graphviz draws, in lower case. They are left out.
var dotDrawing = strings.Fields(`height width pos shape style color fillcolor fontname fontsize fontcolor rects bb penwidth tooltip url href
	fixedsize margin peripheries sides image xlabel rank ordering orientation regular _draw_ _ldraw_ layer labelloc vertices pin distortion
	skew z lwidth lheight lp`)

// severalNote is the note of a file with several graphs.
const severalNote = "The file holds several graphs; the first one was read."

// isDOT detects DOT by its head: the optional word strict, the word graph or digraph, an optional name, and an opening brace.
func isDOT(d []byte) bool {
	d = bytes.TrimSpace(d)
	if len(d) == 0 {
		return false
	}
	// DOT begins with graph, digraph, strict or a comment. This test excludes most other texts at low cost.
	if strings.IndexByte("gGdDsS/#", d[0]) < 0 {
		return false
	}
	s := dotScanner{d: d, line: 1}
	word, kind := s.next()
	if kind == dotWord && strings.EqualFold(word, "strict") {
		word, kind = s.next()
	}
	isGraphWord := strings.EqualFold(word, "graph") || strings.EqualFold(word, "digraph")
	if kind != dotWord || !isGraphWord {
		return false
	}
	_, kind = s.next()
	// A token before the brace is the name of the graph.
	if kind != '{' {
		_, kind = s.next()
	}
	return kind == '{'
}

// dotReader reads one DOT file. It collects the nodes and edges in the assembly a.
type dotReader struct {
	dotScanner
	a *assembly
	// named maps the name of a subgraph to its nodes.
	named map[string][]int32
	// products counts the edges between two operands of a chain, if one of the operands has several nodes.
	products int
}

// dotScope is a graph or a subgraph while it is read.
type dotScope struct {
	// defaults are the default attributes of nodes. The defaults of the outer scopes come first.
	// members are the nodes read in the scope, with repetitions.
	defaults []gmlValue
	members  []int32
}

// readDOT reads the first graph of a DOT file. A damaged graph is an error. Text after the graph gives the note severalNote.
func readDOT(f File, c *Correction) (*Found, error) {
	r := &dotReader{dotScanner: dotScanner{d: f.Data, line: 1}, a: newAssembly(f.Name, c), named: map[string][]int32{}}
	// isDOT has checked the head, but of the text without surrounding space.
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
	// After an error readStatements returns at once, and finish returns the error.
	r.readStatements(&dotScope{}, 1)
	// Any token after the closing brace counts as a further graph. The kind 0 means that no token follows.
	if _, kind := r.next(); kind != 0 {
		r.a.notes = append(r.a.notes, severalNote)
	}
	return r.a.finish("DOT")
}

// fail records an error in the current line.
func (r *dotReader) fail(format string, args ...any) { r.a.fail(r.line, dotRemedy, format, args...) }

// readStatements reads the statements of a scope up to its closing brace. depth is the number of open braces.
// A depth above MaxDepth, a statement that begins with an empty name, and a token in a wrong place are errors.
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
			// A separator ends a statement.
		case keyword == "graph":
			r.readAttributes() // attributes of the graph are left out
		case keyword == "node":
			r.addDefaults(scope, r.readAttributes())
		case keyword == "edge":
			// Default attributes of edges are left out, like all attributes of edges.
			r.recordWeights(r.readAttributes())
		case kind == '{' || keyword == "subgraph":
			r.unread() // readChain reads a subgraph from its first token
			r.readChain(scope, "", depth)
		case kind != dotWord && kind != dotText:
			r.fail("the file is damaged or ends too early")
		case text == "":
			r.fail("a node has the empty name")
		default:
			// The statement key = value is an attribute of the graph.
			_, kindAfterName := r.next()
			if kindAfterName == '=' {
				r.unread() // readValue reads the sign, too
				r.readValue()
				continue
			}
			r.readChain(scope, text, depth)
		}
	}
}

// maxDefaults limits the default attributes of a scope, because every node of the scope stores all of them.
const maxDefaults = 16

// addDefaults adds default attributes of nodes to a scope, without the attributes for drawing. More than maxDefaults are an error.
func (r *dotReader) addDefaults(scope *dotScope, values []gmlValue) {
	for _, v := range values {
		if isDrawingAttribute(v) {
			continue
		}
		if len(scope.defaults) == maxDefaults {
			r.fail("the nodes have more than %d default attributes", maxDefaults)
			return
		}
		// The outer scope shares the list. The limited capacity makes append copy it.
		shared := scope.defaults[:len(scope.defaults):len(scope.defaults)]
		scope.defaults = append(shared, v)
	}
}

// readChain reads a statement that is a node, a subgraph or a chain of edges. If the statement begins with a subgraph, first is "".
// Otherwise first is the name of the first node, and the last token that was read is the token after this name.
func (r *dotReader) readChain(scope *dotScope, first string, depth int) {
	// The operands of a chain are groups of nodes: one node, or all nodes of a subgraph.
	var previous []int32
	for k := 0; r.a.err == nil; k++ {
		isNamedNode := k == 0 && first != ""
		var group []int32
		if isNamedNode {
			r.unread()
			group = r.readPort(first, scope)
		} else {
			group = r.readOperand(scope, depth)
		}
		// Before the first operand previous is empty, so no edge is added.
		if !r.joinGroups(previous, group) {
			return
		}
		previous = group
		_, kind := r.next()
		if kind == dotEdge {
			continue
		}
		r.unread()
		// The attributes of a single node belong to the node. All others count as attributes of edges.
		values := r.readAttributes()
		// After an error group[0] can be 0, the number of another node.
		if isNamedNode && r.a.err == nil {
			r.setAttributes(int(group[0]), values)
		} else {
			r.recordWeights(values)
		}
		return
	}
}

// freeProducts is a number of edges between subgraphs that even a short file may have.
const freeProducts = 100

// joinGroups adds an edge from every node of left to every node of right.
// If left or right has several nodes, their edges count against a limit: freeProducts, and one more per byte of the file.
// Without it, the pairs of two large subgraphs could take too long. Beyond the limit joinGroups records an error, adds no edge and returns
// false.
func (r *dotReader) joinGroups(left, right []int32) bool {
	product := len(left) * len(right)
	// Edges between single nodes need no limit: the file names both ends of each.
	if product > 1 {
		r.products += product
		if r.products > freeProducts+len(r.d) {
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

// recordWeights records that the weights among the attributes of an edge are left out.
func (r *dotReader) recordWeights(values []gmlValue) {
	for _, v := range values {
		// Graphviz calls the preferred length of an edge len.
		if v.key == "len" || isWeight(v.key) {
			r.a.recordEdgeAttribute(v.key, v.text)
		}
	}
}

// readOperand reads a node or a subgraph, an operand of a chain, and returns its nodes. For any other token it records an error and
// returns nil.
// A subgraph has statements in braces, or is the name of an earlier subgraph. An unknown name has no nodes.
func (r *dotReader) readOperand(scope *dotScope, depth int) []int32 {
	text, kind := r.next()
	name := ""
	if kind == dotWord && strings.EqualFold(text, "subgraph") {
		name, kind = r.next()
		// The name of a subgraph is optional. For a brace at its place, name is "".
		if kind != '{' {
			_, kind = r.next()
		}
		// A name without a brace refers to an earlier subgraph.
		if kind != '{' {
			r.unread()
			return r.named[name]
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

// readSubgraph reads a subgraph after its opening brace and returns its nodes. A subgraph without a name has the name "".
// The nodes also become members of scope, the outer scope. More members than bytes of the file are an error.
func (r *dotReader) readSubgraph(scope *dotScope, name string, depth int) []int32 {
	// Defaults that the inner scope adds do not reach the outer scope.
	inner := &dotScope{defaults: scope.defaults}
	r.readStatements(inner, depth+1)
	if name != "" {
		r.named[name] = inner.members
	}
	scope.members = append(scope.members, inner.members...)
	// Each member has its own name in the text, so this limit is a safeguard that no file exceeds.
	if len(scope.members) > len(r.d) {
		r.fail("the subgraphs repeat more nodes than the file has characters")
	}
	return inner.members
}

// readPort returns the node with a name, in a list of length 1, and makes it a member of the scope.
// readPort first reads the tokens after the name: ports, as in name:port:side, and further parts of the name after "+".
// A new name adds a node with the default attributes of the scope.
func (r *dotReader) readPort(name string, scope *dotScope) []int32 {
	for {
		_, kind := r.next()
		if kind != '+' && kind != ':' {
			r.unread()
			break
		}
		text, _ := r.next()
		// "a" + "b" is the name ab. A port, after a colon, is skipped.
		if kind == '+' {
			name += text
		}
	}
	i, exists := r.a.index[name]
	if !exists {
		i = int32(r.a.addNode(name, r.line))
		r.setAttributes(int(i), scope.defaults)
	}
	scope.members = append(scope.members, i)
	return []int32{i}
}

// readAttributes reads consecutive lists of attributes in brackets, such as [a=1, b=2][c=3].
// It returns nil if no list follows, and after an error.
func (r *dotReader) readAttributes() (list []gmlValue) {
	for {
		_, kind := r.next()
		if kind != '[' {
			r.unread()
			return list
		}
		extended, ok := r.appendAttributes(list)
		if !ok {
			return nil
		}
		list = extended
	}
}

// appendAttributes reads a list of attributes after its opening bracket and appends them to list. ok is false after an error.
func (r *dotReader) appendAttributes(list []gmlValue) (extended []gmlValue, ok bool) {
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
// An attribute without "=" has the value "true".
func (r *dotReader) readValue() string {
	_, kind := r.next()
	if kind != '=' {
		r.unread()
		return "true"
	}
	value, _ := r.next()
	_, kind = r.next()
	for kind == '+' {
		part, _ := r.next()
		value += part
		_, kind = r.next()
	}
	r.unread()
	return value
}

// setAttributes sets attributes of node i. It omits the attributes for drawing, and a label that repeats the name.
func (r *dotReader) setAttributes(i int, values []gmlValue) {
	name := r.a.ids[i]
	for _, v := range values {
		isLabel := v.key == "label"
		repeatsName := isLabel && v.text == name
		if isDrawingAttribute(v) || repeatsName {
			continue
		}
		text := v.text
		if isLabel {
			// Graphviz replaces \N by the name of the node.
			text = strings.ReplaceAll(text, `\N`, name)
		}
		r.a.setAttribute(i, v.key, text)
	}
}

// isDrawingAttribute reports whether an attribute only affects the drawing. Such attributes are those of dotDrawing, an empty label, and
// the label \N, which Graphviz replaces by the name of the node.
func isDrawingAttribute(v gmlValue) bool {
	if v.key == "label" {
		return v.text == `\N` || v.text == ""
	}
	return slices.Contains(dotDrawing, strings.ToLower(v.key))
}
