package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// Graphs in R follow the manual of igraph.
// A formula graph_from_literal(a--b, b-+c) has vertices, sets of vertices with colons, and edges of any number of "-".
// A "+" at an end of an edge is an arrow head. A list of ends is make_graph(c("a", "b", "b", "c")).

// formulaCalls are the functions of igraph that make a graph of their arguments.
var formulaCalls = strings.Fields("graph_from_literal graph.formula make_graph graph make_undirected_graph make_directed_graph")

// isFormula detects a call of igraph.
func isFormula(d []byte) bool { return formulaJSON(d) != nil }

// readFormula reads a call of igraph as node-link JSON.
func readFormula(f File, c *Correction) (*Found, error) {
	f.Data = formulaJSON(f.Data)
	return readJSON(f, c)
}

// formulaJSON returns the graph of a call as node-link JSON, nil for another text.
func formulaJSON(d []byte) []byte {
	d = bytes.TrimRight(bytes.TrimSpace(d), "; \t\n")
	open := bytes.IndexByte(d[:min(len(d), 200)], '(')
	if open < 0 || d[len(d)-1] != ')' {
		return nil
	}
	name := string(d[:open])
	// An assignment or a package may precede the name.
	for _, mark := range []string{"<-", "=", "::"} {
		if k := strings.LastIndex(name, mark); k >= 0 {
			name = name[k+len(mark):]
		}
	}
	if name = strings.TrimSpace(name); !slices.Contains(formulaCalls, name) {
		return nil
	}
	args, ok := splitTopLevel(string(blankComments(d[open+1:len(d)-1])), ',')
	if !ok || len(args) == 0 {
		return nil
	}
	g := graphText{directed: !strings.Contains(name, "undirected")}
	if first := strings.TrimPrefix(args[0], "~"); first != args[0] || strings.HasSuffix(name, "literal") || strings.HasSuffix(name,
		"formula") {
		g.directed = false
		args[0] = first
		for _, s := range args {
			if !g.addChain(s) {
				return nil
			}
		}
		return g.nodeLinkJSON()
	}
	for _, s := range args {
		key, value, named := strings.Cut(s, "=")
		if key = strings.TrimSpace(key); !named || strings.ContainsAny(key, `("'`) {
			key, value = "edges", s
		}
		// Without a name the argument is the list of ends.
		switch value = strings.TrimSpace(value); key {
		case "edges", "isolates":
			inner, isList := strings.CutPrefix(value, "c(")
			list, ok := splitTopLevel(strings.TrimSuffix(inner, ")"), ',')
			if !isList || !ok || key == "edges" && len(list)%2 > 0 {
				return nil
			}
			for k, id := range list {
				if list[k] = unquoted(id); list[k] == "" {
					return nil
				}
				g.addNode(list[k])
			}
			for k := 0; key == "edges" && k < len(list); k += 2 {
				g.edges = append(g.edges, [2]string{list[k], list[k+1]})
			}
		case "n":
			g.n, _ = parseID([]byte(strings.TrimSuffix(value, "L")))
		case "directed", "dir":
			g.directed = value[:min(1, len(value))] == "T"
		default:
			return nil
		}
	}
	return g.nodeLinkJSON()
}

// graphText is a graph collected from a text, with nodes by name.
type graphText struct {
	directed bool
	// n is the number of nodes where nodes are numbers from 1.
	n     int64
	nodes []string
	known map[string]bool
	edges [][2]string
}

// addNode adds a node, unless it exists.
func (g *graphText) addNode(id string) {
	if g.known == nil {
		g.known = map[string]bool{}
	}
	if !g.known[id] {
		g.known[id], g.nodes = true, append(g.nodes, id)
	}
}

// nodeLinkJSON returns the graph as node-link JSON, nil without edges. Nodes that are all integers become 1, …, max.
func (g *graphText) nodeLinkJSON() []byte {
	if len(g.edges) == 0 {
		return nil
	}
	// igraph numbers nodes from 1 to the largest.
	if top := g.n; !slices.ContainsFunc(g.nodes, func(s string) bool { return !isInteger(s) }) {
		for _, s := range g.nodes {
			v, _ := parseID([]byte(s))
			top = max(top, v)
		}
		g.nodes = g.nodes[:0]
		for v := int64(1); v <= min(top, MaxNodes+1); v++ {
			g.nodes = append(g.nodes, strconv.FormatInt(v, 10))
		}
	}
	b := []byte(`{"directed":` + strconv.FormatBool(g.directed) + `,"nodes":[`)
	for k, s := range g.nodes {
		b = append(append(b, words.Either(k > 0, ",", "")...), jsonText(s)...)
	}
	b = append(b, `],"edges":[`...)
	for k, e := range g.edges {
		b = append(append(b, words.Either(k > 0, ",[", "[")...), jsonText(e[0])...)
		b = append(append(append(b, ','), jsonText(e[1])...), ']')
	}
	return append(b, "]}"...)
}

// splitTopLevel splits a text at a mark outside brackets and quotes. ok is false where brackets or quotes are not balanced.
func splitTopLevel(s string, mark byte) (parts []string, ok bool) {
	depth, from, quote := 0, 0, byte(0)
	for k := 0; k < len(s); k++ {
		switch c := s[k]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == mark && depth == 0:
			parts, from = append(parts, strings.TrimSpace(s[from:k])), k+1
		}
	}
	if s = strings.TrimSpace(s[from:]); s != "" || len(parts) > 0 {
		parts = append(parts, s)
	}
	return parts, depth == 0 && quote == 0
}

// unquoted returns a name without its quotes, "" for a text that is no name.
func unquoted(s string) string {
	if s = strings.TrimSpace(s); len(s) > 1 && (s[0] == '"' || s[0] == '\'' || s[0] == '`') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	if strings.ContainsAny(s, "()[]{}\"'`,;\n") {
		return ""
	}
	return s
}

// addChain adds the vertices and edges of one part of a formula, a--b:c--d. It reports whether the part is valid.
func (g *graphText) addChain(s string) bool {
	var before []string
	arrow := ""
	for {
		end, quote := 0, byte(0)
		for end < len(s) && (quote != 0 || s[end] != '-' && s[end] != '+') {
			if c := s[end]; quote == 0 && (c == '"' || c == '\'' || c == '`') {
				quote = c
			} else if c == quote {
				quote = 0
			}
			end++
		}
		set, ok := splitTopLevel(s[:end], ':')
		if !ok || len(set) == 0 {
			return false
		}
		for k, id := range set {
			if set[k] = unquoted(id); set[k] == "" {
				return false
			}
			g.addNode(set[k])
		}
		// "+-" is an arrow to the left, "-+" to the right.
		left, right := strings.HasPrefix(arrow, "+"), strings.HasSuffix(arrow, "+")
		for _, a := range before {
			for _, b := range set {
				if left {
					g.edges = append(g.edges, [2]string{b, a})
				}
				if !left || right {
					g.edges = append(g.edges, [2]string{a, b})
				}
			}
		}
		if g.directed = g.directed || left || right; end == len(s) {
			return true
		}
		rest := strings.TrimLeft(s[end:], "-+")
		arrow = s[end : len(s)-len(rest)]
		before, s = set, rest
	}
}
