package graphio

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"sheafscope/core/graphio/content"
)

// A list of calls has one edge a line: edge(a, b). in Prolog, G.add_edge("a", "b") in a program.
// The first two arguments are the ends of the edge.

// call is a line of a list of calls: the name before the brackets, and the arguments.
type call struct {
	name string
	args []string
}

// parseCall splits a line into the name and the arguments of a call. ok is false for other lines.
func parseCall(s string) (c call, ok bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".; ")
	open := strings.IndexByte(s, '(')
	if open < 1 || s[len(s)-1] != ')' {
		return c, false
	}
	c.name = s[:open]
	c.args, ok = splitTopLevel(s[open+1:len(s)-1], ',')
	odd := func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return c, ok && !strings.ContainsFunc(c.name, odd)
}

// isCallList reports whether every line is a call, and all calls with two arguments have one name.
// A single call is a list only under a name of edges: print(a, b) is none.
func isCallList(d []byte) bool {
	name, edges := "", 0
	for _, s := range contentLines(d, "#%") {
		c, ok := parseCall(string(s))
		if !ok || len(c.args) == 0 || len(s) > 4*MaxName {
			return false
		}
		// A call with one argument adds a node.
		if len(c.args) == 1 || c.isNode() {
			continue
		}
		if name == "" {
			name = c.name
		}
		if edges++; c.name != name || unquoted(c.args[0]) == "" || unquoted(c.args[1]) == "" {
			return false
		}
	}
	// One call could be any function.
	return edges > 0 && (edges > 1 || isEdgeWord(name))
}

// isNode reports whether the call adds a node.
func (c call) isNode() bool {
	w := content.Word(c.name)
	return strings.HasSuffix(w, "node") || strings.HasSuffix(w, "vertex")
}

// readCallList reads a list of calls as node-link JSON.
func readCallList(f File, c *Correction) (*Found, error) {
	g := graphText{}
	named := ""
	for _, s := range contentLines(f.Data, "#%") {
		switch c, _ := parseCall(string(s)); {
		case len(c.args) > 1 && !c.isNode():
			a, b := unquoted(c.args[0]), unquoted(c.args[1])
			g.addNode(a)
			g.addNode(b)
			g.edges, named = append(g.edges, [2]string{a, b}), c.name
		case c.isNode() && unquoted(c.args[0]) != "":
			g.addNode(unquoted(c.args[0]))
		}
	}
	if whole := !slices.ContainsFunc(g.nodes, func(s string) bool { return !isInteger(s) }); whole {
		// Edges declare the nodes: numbers need not run from 1 without a gap.
		g.nodes = nil
	}
	f.Data = g.callListJSON()
	r, err := readJSON(f, c)
	if err == nil && !isEdgeWord(named) {
		r.assembly.addDoubt("edges-key", "The lines "+quote(named)+"(…) were taken as edges between their first two arguments.")
	}
	return r, err
}

// callListJSON returns the graph as JSON, without the list of nodes where edges declare them.
func (g *graphText) callListJSON() []byte {
	d := g.nodeLinkJSON()
	if g.nodes == nil {
		return bytes.Replace(d, []byte(`"nodes":[],`), nil, 1)
	}
	return d
}
