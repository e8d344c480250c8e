package graphio

import (
	"bytes"
	"strings"

	"sheafscope/core/graph"
)

// DOT is the language of Graphviz: graph or digraph, statements between braces,
// nodes with attributes in brackets, edges as chains a -- b -- c or a -> b of
// nodes and of subgraphs, whose nodes all take part. Attributes that only draw
// are left out.

const dotRemedy = "a DOT file is graph { a -- b } or digraph { a -> b }"

// dotDrawing are the attributes of nodes that Graphviz itself reads or writes.
var dotDrawing = map[string]bool{"height": true, "width": true, "pos": true, "shape": true, "style": true, "color": true, "fillcolor": true,
	"fontname": true, "fontsize": true, "fontcolor": true, "rects": true, "bb": true, "penwidth": true, "tooltip": true, "url": true,
	"href": true, "fixedsize": true, "margin": true, "peripheries": true, "sides": true, "image": true, "xlabel": true, "rank": true,
	"ordering": true, "orientation": true, "regular": true, "_draw_": true, "_ldraw_": true, "layer": true, "labelloc": true,
	"vertices": true, "pin": true, "distortion": true, "skew": true, "z": true, "lwidth": true, "lheight": true, "lp": true}

// isDOT tells DOT by its first words and a brace.
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
	f File
	a *assembly
	// named holds the nodes of the subgraphs that have names.
	named map[string][]int32
	// products counts the edges that subgraphs multiply.
	products int
}

// dotScope is what a subgraph inherits: the defaults of nodes. members collects
// its nodes.
type dotScope struct {
	defaults []gmlValue
	members  []int32
}

func readDOT(f File, c *Correction) (*Result, error) {
	r := &dotReader{dotScanner: dotScanner{d: f.Data, line: 1}, f: f, a: newAssembly(f.Name, c), named: map[string][]int32{}}
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
		return nil, r.bad("there is no brace where the statements begin")
	}
	if err := r.statements(&dotScope{}, 1); err != nil {
		return nil, err
	}
	if _, kind := r.next(); kind != 0 {
		r.a.notes = append(r.a.notes, "The file holds several graphs; the first one was read.")
	}
	return r.a.finish("DOT")
}

func (r *dotReader) bad(format string, args ...any) error {
	return fault(r.f.Name, r.line, dotRemedy, format, args...)
}

// statements reads to the closing brace.
func (r *dotReader) statements(scope *dotScope, depth int) error {
	if depth > MaxDepth {
		return r.bad("the subgraphs are nested more than %d deep", MaxDepth)
	}
	for {
		text, kind := r.next()
		lower := strings.ToLower(text)
		switch {
		case kind == '}':
			return nil
		case kind == ';' || kind == ',':
		case kind == dotWord && (lower == "graph" || lower == "edge" || lower == "node"):
			values, err := r.attributes()
			if err != nil {
				return err
			}
			if lower == "node" {
				if err := r.inherit(scope, values); err != nil {
					return err
				}
			}
		case kind == dotWord || kind == dotText || kind == '{':
			if kind != '{' && lower != "subgraph" {
				if text == "" {
					return r.bad("a node has the empty name")
				}
				if _, next := r.next(); next == '=' {
					r.next()
					continue
				}
				// The token after the name is read again; the name is kept here.
				if err := r.chain(scope, text, depth); err != nil {
					return err
				}
				continue
			}
			r.back()
			if err := r.chain(scope, "", depth); err != nil {
				return err
			}
		default:
			return r.bad("the file is damaged or ends too early")
		}
	}
}

// maxDefaults limits the attributes that nodes inherit: every node has them all.
const maxDefaults = 16

// inherit adds default attributes of nodes, but for those that draw.
func (r *dotReader) inherit(scope *dotScope, values []gmlValue) error {
	for _, v := range values {
		if dotDraws(v) {
			continue
		}
		if len(scope.defaults) == maxDefaults {
			return r.bad("the nodes have more than %d default attributes", maxDefaults)
		}
		scope.defaults = append(scope.defaults[:len(scope.defaults):len(scope.defaults)], v)
	}
	return nil
}

// chain reads a statement of nodes and edges. first is the name of a node that
// has been read, with the token after it; "" when nothing has.
func (r *dotReader) chain(scope *dotScope, first string, depth int) error {
	var last []int32
	for k := 0; ; k++ {
		var group []int32
		var err error
		if k == 0 && first != "" {
			r.back()
			group, err = r.port(first, scope)
		} else {
			group, err = r.operand(scope, depth)
		}
		if err != nil {
			return err
		}
		if k > 0 {
			if len(last)*len(group) > 1 {
				if r.products += len(last) * len(group); r.products > 100+len(r.d) {
					return r.bad("the edges between subgraphs are more than the file has characters")
				}
			}
			for _, i := range last {
				for _, j := range group {
					if len(r.a.edges) == MaxEdges {
						return r.bad("more than %d edges", MaxEdges)
					}
					r.a.edges, r.a.oneWay = append(r.a.edges, graph.Edge{I: i, J: j}), append(r.a.oneWay, r.a.directed)
				}
			}
		}
		last = group
		if _, kind := r.next(); kind == dotEdge {
			continue
		}
		r.back()
		values, err := r.attributes()
		switch {
		case err != nil:
			return err
		case k == 0 && first != "":
			return r.set(int(group[0]), values)
		}
		for _, v := range values {
			r.a.weighted = r.a.weighted || v.key == "weight" || v.key == "len"
		}
		return nil
	}
}

// operand reads a node or a subgraph and returns its nodes.
func (r *dotReader) operand(scope *dotScope, depth int) ([]int32, error) {
	text, kind := r.next()
	name := ""
	if kind == dotWord && strings.EqualFold(text, "subgraph") {
		if name, kind = r.next(); kind != '{' {
			if _, kind = r.next(); kind != '{' {
				r.back()
				return r.named[name], nil
			}
		}
	}
	switch kind {
	case '{':
		inner := &dotScope{defaults: scope.defaults}
		if err := r.statements(inner, depth+1); err != nil {
			return nil, err
		}
		if name != "" {
			r.named[name] = inner.members
		}
		scope.members = append(scope.members, inner.members...)
		if len(scope.members) > len(r.d) {
			return nil, r.bad("the subgraphs repeat more nodes than the file has characters")
		}
		return inner.members, nil
	case dotWord, dotText:
		return r.port(text, scope)
	}
	return nil, r.bad("there is no node where one belongs")
}

// port makes or finds the node of a name, reading :port behind it.
func (r *dotReader) port(name string, scope *dotScope) ([]int32, error) {
	for {
		_, kind := r.next()
		if kind == '+' {
			more, _ := r.next()
			name += more
			continue
		}
		if kind != ':' {
			r.back()
			break
		}
		r.next()
	}
	i, ok := r.a.index[name]
	if !ok {
		n, err := r.a.node(name, r.line)
		if err != nil {
			return nil, err
		}
		i = int32(n)
		if err := r.set(n, scope.defaults); err != nil {
			return nil, err
		}
	}
	scope.members = append(scope.members, i)
	return []int32{i}, nil
}

// attributes reads lists in brackets, none or several.
func (r *dotReader) attributes() (out []gmlValue, err error) {
	for {
		if _, kind := r.next(); kind != '[' {
			r.back()
			return out, nil
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
				return nil, r.bad("the attributes are damaged or the file ends too early")
			}
			value := "true"
			if _, kind := r.next(); kind == '=' {
				value, _ = r.next()
				for {
					if _, kind := r.next(); kind != '+' {
						break
					}
					more, _ := r.next()
					value += more
				}
			}
			r.back()
			out = append(out, gmlValue{key, value})
		}
	}
}

// set gives a node attributes, but for those that draw.
func (r *dotReader) set(i int, values []gmlValue) error {
	for _, v := range values {
		if dotDraws(v) || v.key == "label" && v.text == r.a.ids[i] {
			continue
		}
		text := v.text
		if v.key == "label" {
			text = strings.ReplaceAll(text, `\N`, r.a.ids[i])
		}
		if err := r.a.set(i, v.key, text); err != nil {
			return err
		}
	}
	return nil
}

// dotDraws reports whether an attribute says only how a node is drawn.
func dotDraws(v gmlValue) bool {
	return dotDrawing[strings.ToLower(v.key)] || v.key == "label" && (v.text == `\N` || v.text == "")
}
