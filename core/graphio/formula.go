package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// Calls of R's igraph that make a graph. They are converted to node-link JSON.
// A formula is graph_from_literal(a--b, b-+c:d). An edge is any number of "-"; a "+" at an end of an edge is an arrow head.
// Colons join vertices to a set, and an edge between two sets joins all pairs.
// A list of ends is make_graph(c("a", "b", "b", "c")): elements 1 and 2 are an edge, then 3 and 4.

// formulaCalls are the functions of igraph that are read.
var formulaCalls = strings.Fields("graph_from_literal graph.formula make_graph graph make_undirected_graph make_directed_graph")

// isFormula detects a call of igraph.
func isFormula(d []byte) bool { return formulaJSON(d) != nil }

// readFormula reads a call of igraph as node-link JSON.
func readFormula(f File, c *Correction) (*Found, error) {
	f.Data = formulaJSON(f.Data)
	return readJSON(f, c)
}

// maxCallPrefix limits the bytes before the opening bracket: an assignment, a package and the name of the function.
const maxCallPrefix = 200

// formulaJSON returns the graph of a call as node-link JSON. It returns nil if the text is not a call of formulaCalls.
func formulaJSON(d []byte) []byte {
	d = bytes.TrimRight(bytes.TrimSpace(d), "; \t\n")
	open := bytes.IndexByte(d[:min(len(d), maxCallPrefix)], '(')
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
	// Other functions are not read.
	if name = strings.TrimSpace(name); !slices.Contains(formulaCalls, name) {
		return nil
	}
	args, ok := splitTopLevel(string(blankComments(d[open+1:len(d)-1])), ',')
	if !ok || len(args) == 0 {
		return nil
	}
	// R marks a formula with "~", which is optional in the two functions of formulas.
	first, hasTilde := strings.CutPrefix(args[0], "~")
	g := graphText{}
	if hasTilde || strings.HasSuffix(name, "literal") || strings.HasSuffix(name, "formula") {
		args[0] = first
		ok = g.addFormula(args)
	} else {
		g.directed = !strings.Contains(name, "undirected")
		ok = g.addArguments(args)
	}
	if !ok {
		return nil
	}
	return g.nodeLinkJSON()
}

// graphText is a graph collected from a text, with nodes by name.
type graphText struct {
	directed bool
	// n is the number of nodes of a graph whose nodes are the numbers from 1.
	n int64
	// nodes are the names in order of appearance. known is the set of these names.
	nodes []string
	known map[string]bool
	// edges are pairs of names, source first.
	edges [][2]string
}

// addFormula adds the parts of a formula. It reports whether all parts are valid.
func (g *graphText) addFormula(parts []string) bool {
	for _, part := range parts {
		if !g.addChain(part) {
			return false
		}
	}
	return true
}

// addArguments adds the arguments of a call with a list of ends, such as make_graph. It reports whether all arguments are known and valid.
func (g *graphText) addArguments(args []string) bool {
	for _, arg := range args {
		key, value, hasName := strings.Cut(arg, "=")
		key = strings.TrimSpace(key)
		// An argument without a name is the list of ends. After a bracket or a quotation mark, "=" does not end a name.
		if !hasName || strings.ContainsAny(key, `("'`) {
			key, value = "edges", arg
		}
		value = strings.TrimSpace(value)
		switch key {
		case "edges":
			ends, ok := g.addNames(value)
			if !ok || len(ends)%2 > 0 {
				return false
			}
			for k := 0; k < len(ends); k += 2 {
				g.edges = append(g.edges, [2]string{ends[k], ends[k+1]})
			}
		case "isolates":
			if _, ok := g.addNames(value); !ok {
				return false
			}
		case "n":
			// The suffix L marks an integer in R.
			g.n, _ = parseID([]byte(strings.TrimSuffix(value, "L")))
		case "directed", "dir":
			// R has the values TRUE and T.
			g.directed = strings.HasPrefix(value, "T")
		default:
			return false
		}
	}
	return true
}

// addNames adds the nodes of a vector such as c("a", "b") and returns their names. ok is false for another expression.
func (g *graphText) addNames(vector string) (names []string, ok bool) {
	inner, isVector := strings.CutPrefix(vector, "c(")
	names, ok = splitTopLevel(strings.TrimSuffix(inner, ")"), ',')
	if !isVector || !ok {
		return nil, false
	}
	for k, id := range names {
		if names[k] = unquoted(id); names[k] == "" {
			return nil, false
		}
		g.addNode(names[k])
	}
	return names, true
}

// addNode adds a node, unless a node has that name already.
func (g *graphText) addNode(id string) {
	if g.known == nil {
		g.known = map[string]bool{}
	}
	if !g.known[id] {
		g.known[id], g.nodes = true, append(g.nodes, id)
	}
}

// hasIntegerNodes reports whether all names of nodes are integers.
func (g *graphText) hasIntegerNodes() bool { return allIntegers(g.nodes) }

// allIntegers reports whether every text is an integer, as isInteger defines it.
func allIntegers(texts []string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !isInteger(s) })
}

// nodeLinkJSON returns the graph as node-link JSON. It returns nil for a graph without edges.
// If all names are integers, the nodes become 1, 2, … up to the largest name or n, as in igraph.
func (g *graphText) nodeLinkJSON() []byte {
	if len(g.edges) == 0 {
		return nil
	}
	if g.hasIntegerNodes() {
		largest := g.n
		for _, s := range g.nodes {
			v, _ := parseID([]byte(s))
			largest = max(largest, v)
		}
		g.nodes = g.nodes[:0]
		// One node beyond the limit is enough for the error of the reader of JSON.
		for v := int64(1); v <= min(largest, MaxNodes+1); v++ {
			g.nodes = append(g.nodes, strconv.FormatInt(v, 10))
		}
	}
	b := []byte(`{"directed":` + strconv.FormatBool(g.directed) + `,"nodes":[`)
	for k, s := range g.nodes {
		if k > 0 {
			b = append(b, ',')
		}
		b = append(b, jsonText(s)...)
	}
	b = append(b, `],"edges":[`...)
	for k, e := range g.edges {
		b = append(b, words.Either(k > 0, ",[", "[")...)
		b = append(b, jsonText(e[0])...)
		b = append(b, ',')
		b = append(b, jsonText(e[1])...)
		b = append(b, ']')
	}
	return append(b, "]}"...)
}

// splitTopLevel splits a text at a mark outside brackets and quotes, and trims the parts.
// ok is false if brackets or quotes are not balanced.
func splitTopLevel(s string, mark byte) (parts []string, ok bool) {
	// quote is the quote that is open at position k, 0 outside quotes.
	depth, start, quote := 0, 0, byte(0)
	for k := 0; k < len(s); k++ {
		switch c := s[k]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case isQuote(c):
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == mark && depth == 0:
			parts, start = append(parts, strings.TrimSpace(s[start:k])), k+1
		}
	}
	// An empty text has no parts. An empty last part counts after a mark.
	if last := strings.TrimSpace(s[start:]); last != "" || len(parts) > 0 {
		parts = append(parts, last)
	}
	return parts, depth == 0 && quote == 0
}

// isQuote reports whether c opens and closes a name: a double quote, an apostrophe or a backtick.
func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// unquoted returns a name without its quotes. It returns "" if the text is no name: empty, or with brackets, commas or stray quotes.
func unquoted(s string) string {
	if s = strings.TrimSpace(s); len(s) > 1 && isQuote(s[0]) && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	if strings.ContainsAny(s, "()[]{}\"'`,;\n") {
		return ""
	}
	return s
}

// addChain adds the nodes and edges of one part of a formula, such as a--b:c-+d. It reports whether the part is valid.
// An arrow makes the whole graph directed.
func (g *graphText) addChain(s string) bool {
	// previous is the set of nodes before the edge operator, such as "-+".
	var previous []string
	operator := ""
	for {
		end := operatorIndex(s)
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
		// "+-" is an arrow to the left, "-+" an arrow to the right, "+-+" one in each direction.
		toLeft, toRight := strings.HasPrefix(operator, "+"), strings.HasSuffix(operator, "+")
		for _, left := range previous {
			for _, right := range set {
				if toLeft {
					g.edges = append(g.edges, [2]string{right, left})
				}
				if !toLeft || toRight {
					g.edges = append(g.edges, [2]string{left, right})
				}
			}
		}
		g.directed = g.directed || toLeft || toRight
		if end == len(s) {
			return true
		}
		next := strings.TrimLeft(s[end:], "-+")
		operator = s[end : len(s)-len(next)]
		previous, s = set, next
	}
}

// operatorIndex returns the index of the first "-" or "+" outside quotes, or the length of the text if there is none.
func operatorIndex(s string) int {
	quote := byte(0)
	for k := 0; k < len(s); k++ {
		switch c := s[k]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '-' || c == '+':
			return k
		case isQuote(c):
			quote = c
		}
	}
	return len(s)
}
