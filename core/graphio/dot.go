package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// DOT is the language of Graphviz: graph or digraph, statements between braces, nodes with attributes in brackets, edges as chains a -- b
// -- c or a -> b of nodes and of subgraphs, whose nodes all take part. Attributes that only draw are left out.

const dotRemedy = "a DOT file is graph { a -- b } or digraph { a -> b }"

// dotDrawing are the attributes of nodes that Graphviz itself reads or writes.
var dotDrawing = strings.Fields(`height width pos shape style color fillcolor fontname fontsize fontcolor rects bb penwidth tooltip url href
	fixedsize margin peripheries sides image xlabel rank ordering orientation regular _draw_ _ldraw_ layer labelloc vertices pin distortion
	skew z lwidth lheight lp`)

// severalNote is the note where a file holds more than what is read.
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
	if _, kind = s.next(); kind != '{' {
		_, kind = s.next()
	}
	return kind == '{'
}

// dotReader walks through one file.
type dotReader struct {
	dotScanner
	a        *assembly
	named    map[string][]int32 // named holds the nodes of the subgraphs that have names.
	products int                // products counts the edges that subgraphs multiply.
}

// dotScope is what a subgraph inherits: the defaults of nodes. members collects its nodes.
type dotScope struct {
	defaults []gmlValue
	members  []int32
}

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
		r.bad("there is no brace where the statements begin")
	}
	r.statements(&dotScope{}, 1)
	if _, kind := r.next(); kind != 0 {
		r.a.notes = append(r.a.notes, severalNote)
	}
	return r.a.finish("DOT")
}

func (r *dotReader) bad(format string, args ...any) { r.a.bad(r.line, dotRemedy, format, args...) }

// statements reads to the closing brace.
func (r *dotReader) statements(scope *dotScope, depth int) {
	if depth > MaxDepth {
		r.bad("the subgraphs are nested more than %d deep", MaxDepth)
	}
	for r.a.err == nil {
		text, kind := r.next()
		lower := strings.ToLower(text)
		switch {
		case kind == '}':
			return
		case kind == ';' || kind == ',':
		case kind == dotWord && (lower == "graph" || lower == "edge" || lower == "node"):
			switch values := r.attributes(); lower {
			case "node":
				r.inherit(scope, values)
			case "edge":
				r.weigh(values)
			}
		case kind == '{' || kind == dotWord && lower == "subgraph":
			r.back()
			r.chain(scope, "", depth)
		case kind != dotWord && kind != dotText:
			r.bad("the file is damaged or ends too early")
		case text == "":
			r.bad("a node has the empty name")
		default:
			if _, next := r.next(); next == '=' {
				r.next()
				continue
			}
			// The token after the name is read again; the name is kept here.
			r.chain(scope, text, depth)
		}
	}
}

// maxDefaults limits the attributes that nodes inherit: every node has them all.
const maxDefaults = 16

// inherit adds default attributes of nodes, but for those that draw.
func (r *dotReader) inherit(scope *dotScope, values []gmlValue) {
	for _, v := range values {
		if dotDraws(v) {
			continue
		}
		if len(scope.defaults) == maxDefaults {
			r.bad("the nodes have more than %d default attributes", maxDefaults)
			return
		}
		scope.defaults = append(scope.defaults[:len(scope.defaults):len(scope.defaults)], v)
	}
}

// chain reads a statement of nodes and edges. first is the name of a node that has been read, with the token after it; "" when nothing has.
func (r *dotReader) chain(scope *dotScope, first string, depth int) {
	var last []int32
	for k := 0; r.a.err == nil; k++ {
		var group []int32
		if k == 0 && first != "" {
			r.back()
			group = r.port(first, scope)
		} else {
			group = r.operand(scope, depth)
		}
		if k > 0 && len(last)*len(group) > 1 {
			if r.products += len(last) * len(group); r.products > 100+len(r.d) {
				r.bad("the edges between subgraphs are more than the file has characters")
				return
			}
		}
		for _, i := range last {
			for _, j := range group {
				r.a.join(i, j, r.line)
			}
		}
		last = group
		if _, kind := r.next(); kind == dotEdge {
			continue
		}
		r.back()
		values := r.attributes()
		if k == 0 && first != "" && r.a.err == nil {
			r.set(int(group[0]), values)
			return
		}
		r.weigh(values)
		return
	}
}

// weigh records the weights among the attributes of edges.
func (r *dotReader) weigh(values []gmlValue) {
	for _, v := range values {
		if v.key == "len" || isWeight(v.key) {
			r.a.weigh(v.key, v.text)
		}
	}
}

// operand reads a node or a subgraph and returns its nodes.
func (r *dotReader) operand(scope *dotScope, depth int) []int32 {
	text, kind := r.next()
	name := ""
	if kind == dotWord && strings.EqualFold(text, "subgraph") {
		if name, kind = r.next(); kind != '{' {
			if _, kind = r.next(); kind != '{' {
				r.back()
				return r.named[name]
			}
		}
	}
	switch kind {
	case '{':
		inner := &dotScope{defaults: scope.defaults}
		r.statements(inner, depth+1)
		if name != "" {
			r.named[name] = inner.members
		}
		scope.members = append(scope.members, inner.members...)
		if len(scope.members) > len(r.d) {
			r.bad("the subgraphs repeat more nodes than the file has characters")
		}
		return inner.members
	case dotWord, dotText:
		return r.port(text, scope)
	}
	r.bad("there is no node where one belongs")
	return nil
}

// port makes or finds the node of a name, reading :port behind it.
func (r *dotReader) port(name string, scope *dotScope) []int32 {
	for {
		_, kind := r.next()
		if kind != '+' && kind != ':' {
			r.back()
			break
		}
		if more, _ := r.next(); kind == '+' {
			name += more
		}
	}
	i, ok := r.a.index[name]
	if !ok {
		i = int32(r.a.node(name, r.line))
		r.set(int(i), scope.defaults)
	}
	scope.members = append(scope.members, i)
	return []int32{i}
}

// attributes reads lists in brackets, none or several.
func (r *dotReader) attributes() (out []gmlValue) {
	for {
		if _, kind := r.next(); kind != '[' {
			r.back()
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
				r.bad("the attributes are damaged or the file ends too early")
				return nil
			}
			value, sign := "", byte('=')
			_, next := r.next()
			for ; next == sign; _, next = r.next() {
				more, _ := r.next()
				value, sign = value+more, '+'
			}
			r.back()
			out = append(out, gmlValue{key, words.Either(sign == '=', "true", value)})
		}
	}
}

// set gives a node attributes, but for those that draw.
func (r *dotReader) set(i int, values []gmlValue) {
	for _, v := range values {
		if dotDraws(v) || v.key == "label" && v.text == r.a.ids[i] {
			continue
		}
		if v.key == "label" {
			v.text = strings.ReplaceAll(v.text, `\N`, r.a.ids[i])
		}
		r.a.set(i, v.key, v.text)
	}
}

// dotDraws reports whether an attribute says only how a node is drawn.
func dotDraws(v gmlValue) bool {
	return slices.Contains(dotDrawing, strings.ToLower(v.key)) || v.key == "label" && (v.text == `\N` || v.text == "")
}
