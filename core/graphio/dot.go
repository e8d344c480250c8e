package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/words"
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
	s := dotScanner{d: d}
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

// readDOT reads the first graph of a DOT file. A damaged graph is an error. Text after the graph gives a note, semicolons do not.
func readDOT(f File, c *Correction) (*Found, error) {
	r := &dotReader{dotScanner: dotScanner{d: f.Data}, a: newAssembly(f.Name, c), named: map[string][]int32{}}
	// isDOT has checked the head, but of the text without surrounding space.
	word, _ := r.next()
	if strings.EqualFold(word, "strict") {
		word, _ = r.next()
	}
	r.a.directed = strings.EqualFold(word, "digraph")
	name, kind := r.next()
	if isDOTName(kind) {
		r.a.name = name
		_, kind = r.next()
	}
	if kind != '{' {
		r.fail("there is no brace where the statements begin")
	}
	// After an error readStatements returns at once, and finish returns the error.
	r.readStatements(&dotScope{}, 0)
	word, kind = r.next()
	for kind == ';' {
		word, kind = r.next()
	}
	// A further graph begins like the first one. The kind 0 means that no token follows.
	isGraph := slices.Contains([]string{"strict", "graph", "digraph"}, strings.ToLower(word))
	r.a.notes = appendNote(r.a.notes, kind != 0, words.Either(isGraph, severalNote, "Text after the graph was left out."))
	return r.a.finish("DOT")
}

// fail records an error in the current line.
func (r *dotReader) fail(format string, args ...any) { r.a.fail(r.line, dotRemedy, format, args...) }

// readStatements reads the statements of a scope up to its closing brace. depth is the number of subgraphs around the statements.
// A depth above MaxDepth and a token in a wrong place are errors.
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
			r.readChain(scope, text, kind, depth)
		case !isDOTName(kind):
			r.fail("the file is damaged or ends too early")
		case r.peek() == '=':
			r.readValue() // the statement key = value is an attribute of the graph
		default:
			r.readChain(scope, text, kind, depth)
		}
	}
}

// maxDefaults limits the default attributes of a scope, because every node of the scope stores all of them.
const maxDefaults = 16

// addDefaults sets default attributes of nodes in a scope, without the attributes for drawing. A key has its last value.
// More than maxDefaults keys are an error.
func (r *dotReader) addDefaults(scope *dotScope, values []gmlValue) {
	// The outer scope shares the list.
	scope.defaults = slices.Clone(scope.defaults)
	for _, v := range values {
		k := slices.IndexFunc(scope.defaults, func(d gmlValue) bool { return d.key == v.key })
		switch {
		case k >= 0:
			scope.defaults[k] = v
		case isDrawingAttribute(v):
			// A drawing attribute is left out. A plain label only replaces another label.
		case len(scope.defaults) == maxDefaults:
			r.fail("the nodes have more than %d default attributes", maxDefaults)
			return
		default:
			scope.defaults = append(scope.defaults, v)
		}
	}
}

// readChain reads a statement that is a node, a subgraph or a chain of edges. text and kind are its first token.
func (r *dotReader) readChain(scope *dotScope, text string, kind byte, depth int) {
	isSubgraph := kind == '{' || startsSubgraph(text, kind)
	// The operands of a chain are groups of nodes: one node, or all nodes of a subgraph.
	group := r.readOperand(scope, text, kind, depth)
	isEdge := r.peek() == dotEdge
	for r.a.err == nil && r.peek() == dotEdge {
		r.next()
		text, kind = r.next()
		previous := group
		group = r.readOperand(scope, text, kind, depth)
		r.joinGroups(previous, group)
	}
	// The attributes of a single node belong to the node. All others count as attributes of edges.
	values := r.readAttributes()
	switch {
	case r.a.err != nil:
	case isSubgraph || isEdge:
		r.recordWeights(values)
	default:
		r.setAttributes(int(group[0]), values)
	}
}

// startsSubgraph reports whether a token is the word subgraph.
func startsSubgraph(text string, kind byte) bool {
	return kind == dotWord && strings.EqualFold(text, "subgraph")
}

// freeProducts is a number of edges between subgraphs that even a short file may have. TestMemoryAndTimeAreBounded reads as many.
const freeProducts = 1_000_000

// joinGroups adds an edge from every node of left to every node of right.
// If left or right has several nodes, their edges count against a limit: freeProducts, and one more per byte of the file.
// Without it, the pairs of two large subgraphs could take too long. Beyond the limit joinGroups records an error and adds no edge.
func (r *dotReader) joinGroups(left, right []int32) {
	product := len(left) * len(right)
	// Edges between single nodes need no limit: the file names both ends of each.
	if product > 1 {
		r.products += product
		if limit := freeProducts + len(r.d); r.products > limit {
			r.a.fail(r.line, smallerRemedy, "more than %d edges between subgraphs", limit)
			return
		}
	}
	for _, i := range left {
		for _, j := range right {
			r.a.connect(i, j, r.line)
		}
	}
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

// readOperand reads a node or a subgraph, an operand of a chain, and returns its nodes. text and kind are its first token.
// For any other token it records an error and returns nil.
// A subgraph has statements in braces, or is the name of an earlier subgraph. An unknown name has no nodes.
func (r *dotReader) readOperand(scope *dotScope, text string, kind byte, depth int) []int32 {
	name := ""
	if startsSubgraph(text, kind) {
		name, kind = r.next()
		// The name of a subgraph is optional. For a brace at its place, name is "".
		if kind != '{' {
			// A name without a brace refers to an earlier subgraph.
			if r.peek() != '{' {
				return r.named[name]
			}
			_, kind = r.next()
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
// If earlier braces have the same name, their nodes precede. The new nodes also become members of scope, the outer scope.
func (r *dotReader) readSubgraph(scope *dotScope, name string, depth int) []int32 {
	// Defaults that the inner scope adds do not reach the outer scope.
	inner := &dotScope{defaults: scope.defaults}
	r.readStatements(inner, depth+1)
	scope.members = append(scope.members, inner.members...)
	if name == "" {
		return inner.members
	}
	r.named[name] = append(r.named[name], inner.members...)
	return r.named[name]
}

// readPort returns the node with a name, in a list of length 1, and makes it a member of the scope.
// readPort first skips the ports after the name, as in name:port:side. A new name adds a node with the default attributes of the scope.
// The empty name is an error.
func (r *dotReader) readPort(name string, scope *dotScope) []int32 {
	if name == "" {
		r.fail("a node has the empty name")
		return nil
	}
	for r.peek() == ':' {
		r.next()
		r.next()
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
	for r.peek() == '[' {
		r.next()
		extended, ok := r.appendAttributes(list)
		if !ok {
			return nil
		}
		list = extended
	}
	return list
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

// readValue reads "=" and the value of an attribute. An attribute without "=" has the value "true".
func (r *dotReader) readValue() string {
	if r.peek() != '=' {
		return "true"
	}
	r.next()
	value, _ := r.next()
	return value
}

// setAttributes sets attributes of node i. It omits the attributes for drawing.
// A label that repeats the name is no value, but replaces an earlier label such as a default.
func (r *dotReader) setAttributes(i int, values []gmlValue) {
	name := r.a.ids[i]
	for _, v := range values {
		isPlain := isDrawingAttribute(v) || v.key == "label" && v.text == name
		switch {
		case !isPlain && v.key == "label":
			r.a.setAttribute(i, v.key, labelText(v.text, name))
		case !isPlain:
			r.a.setAttribute(i, v.key, v.text)
		case v.key == "label":
			if labels := r.a.byKey[v.key]; labels != nil && labels.value(i) != "" {
				r.a.setAttribute(i, v.key, "")
			}
		}
	}
}

// labelText returns the label of the node with a name. Graphviz replaces \N by the name. \n, \l and \r end a line, and become a space.
func labelText(label, name string) string {
	// Most labels have no backslash.
	if !strings.Contains(label, `\`) {
		return label
	}
	escapes := strings.NewReplacer(`\\`, `\`, `\N`, name, `\n`, " ", `\l`, " ", `\r`, " ")
	return strings.TrimSpace(escapes.Replace(label))
}

// isDrawingAttribute reports whether an attribute only affects the drawing. Such attributes are those of dotDrawing, an empty label, and
// the label \N, which Graphviz replaces by the name of the node.
func isDrawingAttribute(v gmlValue) bool {
	if v.key == "label" {
		return v.text == `\N` || v.text == ""
	}
	return slices.Contains(dotDrawing, strings.ToLower(v.key))
}
