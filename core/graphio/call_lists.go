package graphio

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"sheafscope/core/graphio/content"
)

// A list of calls has an edge in every line: edge(a, b). of Prolog, G.add_edge("a", "b") of a program. The first two arguments are the
// ends.

// call is a line of such a list: the name before the brackets and the arguments.
type call struct {
	name string
	args []string
}

// callOf divides a line into a name and arguments; ok is false for another line.
func callOf(s string) (c call, ok bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".; ")
	open := strings.IndexByte(s, '(')
	if open < 1 || s[len(s)-1] != ')' {
		return c, false
	}
	c.name = s[:open]
	c.args, ok = divide(s[open+1:len(s)-1], ',')
	odd := func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return c, ok && !strings.ContainsFunc(c.name, odd)
}

// isFacts reports whether all lines are calls, those of edges with one name.
func isFacts(d []byte) bool {
	name, edges := "", 0
	for _, s := range filled(d, "#%") {
		c, ok := callOf(string(s))
		if !ok || len(c.args) == 0 || len(s) > 4*MaxName {
			return false
		}
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
	return edges > 0 && (edges > 1 || isEdgeWord(name))
}

// isNode reports whether a call adds a node.
func (c call) isNode() bool {
	w := content.Word(c.name)
	return strings.HasSuffix(w, "node") || strings.HasSuffix(w, "vertex")
}

// readFacts reads such a list as node-link JSON.
func readFacts(f File, c *Correction) (*Found, error) {
	g := graphText{}
	named := ""
	for _, s := range filled(f.Data, "#%") {
		switch c, _ := callOf(string(s)); {
		case len(c.args) > 1 && !c.isNode():
			a, b := unquoted(c.args[0]), unquoted(c.args[1])
			g.node(a)
			g.node(b)
			g.edges, named = append(g.edges, [2]string{a, b}), c.name
		case c.isNode() && unquoted(c.args[0]) != "":
			g.node(unquoted(c.args[0]))
		}
	}
	if whole := !slices.ContainsFunc(g.nodes, func(s string) bool { return !isWhole(s) }); whole {
		g.nodes = nil // which the numbers from 1 need not be
	}
	f.Data = g.facts()
	r, err := readJSON(f, c)
	if err == nil && !isEdgeWord(named) {
		r.made.doubt("edges-key", "The lines "+quote(named)+"(…) were taken as edges between their first two arguments.")
	}
	return r, err
}

// facts writes the graph as JSON, without nodes where the edges name them.
func (g *graphText) facts() []byte {
	d := g.json()
	if g.nodes == nil {
		return bytes.Replace(d, []byte(`"nodes":[],`), nil, 1)
	}
	return d
}
