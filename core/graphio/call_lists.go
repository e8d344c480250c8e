package graphio

import (
	"sort"
	"strings"
	"unicode"

	"sheafscope/core/graphio/content"
)

// This file reads lists of calls. A line adds an edge, such as `edge(a, b).` in Prolog or `G.add_edge("a", "b")` in a program.
// The first two arguments are the ends of the edge. Other lines may add a node.

// call is a line of a list of calls. name is the name of the function.
type call struct {
	name string
	args []string
}

// parseCall parses a line such as `edge(a, b).`. ok is false if the line is not a call.
func parseCall(s string) (c call, ok bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".; ")
	open := strings.IndexByte(s, '(')
	// The name has at least one byte.
	if open < 1 || s[len(s)-1] != ')' {
		return c, false
	}
	c.name = s[:open]
	// ok is false if a quote or a bracket of the arguments is not closed.
	c.args, ok = splitTopLevel(s[open+1:len(s)-1], ',')
	// A dot belongs to the name: G.add_edge is a method of G.
	isForeign := func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return c, ok && !strings.ContainsFunc(c.name, isForeign)
}

// isCallList detects a list of calls. Every line, except comments, must be a call with an argument and at most maxCallLength bytes.
// All calls that add an edge must have the same function. Their first two arguments must be names (unquoted).
// At least two edges are necessary, or one whose call has a word for edges as its name: print(a, b) is no edge.
func isCallList(d []byte) bool {
	// name is the name of the calls that add an edge. edges counts these calls.
	name, edges := "", 0
	// Comments begin with # in Python and with % in Prolog.
	for _, s := range contentLines(d, "#%") {
		c, ok := parseCall(string(s))
		isCall := ok && len(s) <= maxCallLength
		if !isCall || len(c.args) == 0 {
			return false
		}
		// A call with one argument, or with a name such as add_node, adds no edge.
		if len(c.args) == 1 || c.addsNode() {
			continue
		}
		if name == "" {
			name = c.name
		}
		edges++
		hasEnds := unquoted(c.args[0]) != "" && unquoted(c.args[1]) != ""
		if c.name != name || !hasEnds {
			return false
		}
	}
	if edges == 1 {
		return isEdgeWord(name)
	}
	return edges > 1
}

// maxCallLength limits the bytes of a call. Two names of MaxName bytes and further arguments fit.
const maxCallLength = 4 * MaxName

// addsNode reports whether the name of the function ends with node or vertex, as the name add_node does.
func (c call) addsNode() bool {
	word := content.Word(c.name)
	return strings.HasSuffix(word, "node") || strings.HasSuffix(word, "vertex")
}

// readCallList reads a list of calls, which it converts to node-link JSON (jsonread.go).
// If the name of the function that adds the edges is no word for edges, readCallList adds a doubt, a reason to ask the user.
func readCallList(f File, c *Correction) (*Found, error) {
	g := graphText{} // the nodes by name, and the edges as pairs of names
	edgeCall := ""   // the name of the function that adds the edges
	// edges only counts the attributes of the edges. hasAttributes reports that a node has attributes.
	edges, hasAttributes := assembly{}, false
	for _, s := range contentLines(f.Data, "#%") {
		// isCallList has checked every line.
		line, _ := parseCall(string(s))
		switch {
		case len(line.args) > 1 && !line.addsNode():
			source, target := unquoted(line.args[0]), unquoted(line.args[1])
			g.addNode(source)
			g.addNode(target)
			g.edges = append(g.edges, [2]string{source, target})
			edgeCall = line.name
			edges.recordArguments(line.args[2:])
		// A call such as add_node(a) adds a node if a is a name. All remaining calls are ignored.
		case line.addsNode() && unquoted(line.args[0]) != "":
			g.addNode(unquoted(line.args[0]))
			hasAttributes = hasAttributes || len(line.args) > 1
		}
	}
	f.Data = g.callListJSON()
	r, err := readJSON(f, c)
	if err != nil {
		return nil, err
	}
	r.negative += edges.negative
	r.Graph.Notes = appendNote(r.Graph.Notes, edges.weighted, weightNote)
	r.Graph.Notes = appendNote(r.Graph.Notes, hasAttributes, "Attributes of the nodes were left out.")
	if !isEdgeWord(edgeCall) {
		r.assembly.addDoubt("edges-key", "The lines "+quote(edgeCall)+"(…) were taken as edges between their first two arguments.")
	}
	return r, nil
}

// recordArguments records that the arguments of a call after the ends of an edge are left out. An argument is a value without a name,
// a value with its name, such as weight=3, or a dictionary.
func (a *assembly) recordArguments(list []string) {
	for _, s := range list {
		key, text, hasName := strings.Cut(strings.TrimSpace(s), "=")
		if !hasName {
			key, text = "", key
		}
		a.recordEdgeAttribute(strings.TrimSpace(key), strings.Trim(text, " '\""))
		if strings.HasPrefix(text, "{") {
			a.recordEdgeAttributes(text)
		}
	}
}

// callListJSON returns the graph as node-link JSON. If all names are integers, the nodes are in ascending order.
func (g *graphText) callListJSON() []byte {
	if allIntegers(g.nodes) {
		sort.Slice(g.nodes, func(a, b int) bool {
			// All names are integers, so parseID finds no fault.
			x, _ := parseID([]byte(g.nodes[a]))
			y, _ := parseID([]byte(g.nodes[b]))
			return x < y
		})
	}
	return g.nodeLinkJSON()
}
