package graphio

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file reads a text that is one call of a function of igraph, a package of R. The call makes a graph.
// The text becomes node-link JSON (jsonread.go), which lists nodes and edges. There are two kinds of calls.
//   - A formula is graph_from_literal(a--b, b-+c:d). An edge operator is a run of "-" and "+"; a "+" at either end is an arrow head.
//     Colons join nodes to a set, and an operator between two sets joins all pairs of their nodes.
//   - A list of ends is make_graph(c("a", "b", "b", "c")). Elements 1 and 2 are the ends of the first edge, 3 and 4 those of the second.

// formulaCalls are the functions of igraph that are read.
var formulaCalls = strings.Fields("graph_from_literal graph.formula make_graph graph make_undirected_graph make_directed_graph")

// isFormula detects a call that formulaJSON converts.
func isFormula(d []byte) bool { return formulaJSON(d) != nil }

// readFormula reads a call of igraph, which isFormula has detected, as node-link JSON.
func readFormula(f File, c *Correction) (*Found, error) {
	f.Data = formulaJSON(f.Data)
	return readJSON(f, c)
}

// maxCallPrefix limits the bytes up to and with the opening bracket: an assignment, a package and the name of the function.
const maxCallPrefix = 200

// formulaJSON returns the graph of a call as node-link JSON. It returns nil if the text is not a call of formulaCalls,
// if addFormula or addArguments refuses its arguments, and if the graph has no edges.
func formulaJSON(d []byte) []byte {
	d = bytes.TrimRight(bytes.TrimSpace(d), "; \t\n")
	opening := bytes.IndexByte(d[:min(len(d), maxCallPrefix)], '(')
	if opening < 0 || d[len(d)-1] != ')' {
		return nil
	}
	name := string(d[:opening])
	// An assignment or a package may precede the name, as in g <- igraph::make_graph.
	for _, mark := range []string{"<-", "=", "::"} {
		if k := strings.LastIndex(name, mark); k >= 0 {
			name = name[k+len(mark):]
		}
	}
	name = strings.TrimSpace(name)
	if !slices.Contains(formulaCalls, name) {
		return nil
	}
	// blankComments empties the comment lines such as "# people". A line such as "#people" stays (isComment).
	args, ok := splitTopLevel(string(blankComments(d[opening+1:len(d)-1])), ',')
	if !ok || len(args) == 0 {
		return nil
	}
	// R marks a formula with "~". The mark is optional in the two functions that only take formulas.
	first, hasTilde := strings.CutPrefix(args[0], "~")
	takesFormula := strings.HasSuffix(name, "literal") || strings.HasSuffix(name, "formula")
	g := graphText{}
	if hasTilde || takesFormula {
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

// graphText is a graph that is collected from a text. Its nodes have names.
type graphText struct {
	// directed reports that all edges lead from their source to their target.
	directed bool
	// numbered reports that the nodes are the numbers from 1 to n, or to the largest name if it is larger. n is 0 if the text states no n.
	numbered bool
	n        int64
	// nodes are the names in order of appearance. known is the set of these names.
	nodes []string
	known map[string]bool
	// edges are pairs of names, source first.
	edges [][2]string
}

// addFormula adds the parts of a formula. It reports whether all parts are valid.
// The argument simplify of igraph is no part of the formula. It concerns repeated edges, which become one edge in any case.
func (g *graphText) addFormula(parts []string) bool {
	for _, part := range parts {
		before, _, hasEquals := strings.Cut(part, "=")
		isSimplify := hasEquals && strings.TrimSpace(before) == "simplify"
		if !isSimplify && !g.addChain(part) {
			return false
		}
	}
	return true
}

// addArguments adds the arguments of a call with a list of ends, such as make_graph.
// It reports whether the names of all arguments are known, all lists of nodes are valid, and n is a number of nodes.
// Other values are not checked.
func (g *graphText) addArguments(args []string) bool {
	// unnamed are the parameters of arguments without a name, in the order of igraph.
	unnamed := []string{"edges", "n", "directed"}
	for _, arg := range args {
		before, after, hasEquals := strings.Cut(arg, "=")
		// After a bracket or a quotation mark, "=" is a part of the value.
		hasName := hasEquals && !strings.ContainsAny(before, `("'`)
		name, value := "", strings.TrimSpace(arg)
		switch {
		case hasName:
			name, value = strings.TrimSpace(before), strings.TrimSpace(after)
		case len(unnamed) > 0:
			name, unnamed = unnamed[0], unnamed[1:]
		}
		switch name {
		case "edges":
			ends, ok := g.addNames(value)
			// Integers are the numbers of nodes, but integers in quotes are names.
			g.numbered = allIntegers(ends) && !strings.ContainsAny(value, "\"'`")
			if !ok || len(ends)%2 > 0 {
				return false
			}
			for k := 0; k < len(ends); k += 2 {
				g.edges = append(g.edges, [2]string{ends[k], ends[k+1]})
			}
		// Isolates are nodes without an edge.
		case "isolates":
			if _, ok := g.addNames(value); !ok {
				return false
			}
		case "n":
			number, why := parseNumber(strings.TrimSuffix(value, "L"))
			if why != "" || number < 0 || number != math.Trunc(number) {
				return false
			}
			// One node beyond the limit is enough for the error of the reader of JSON.
			g.n = int64(min(number, MaxNodes+1))
		case "directed", "dir":
			// R has the values TRUE and T.
			g.directed = strings.HasPrefix(value, "T")
		case "simplify": // as in addFormula
		default:
			return false
		}
	}
	return true
}

// addNames adds the nodes of a vector such as c("a", "b") and returns their names.
// ok is false if the text is not a vector of names. The suffix L of an integer in R, as in c(1L, 2L), is removed.
func (g *graphText) addNames(vector string) (names []string, ok bool) {
	inner, isVector := strings.CutPrefix(vector, "c(")
	elements, isBalanced := splitTopLevel(strings.TrimSuffix(inner, ")"), ',')
	if !isVector || !isBalanced {
		return nil, false
	}
	for k, element := range elements {
		number, hasSuffix := strings.CutSuffix(element, "L")
		if hasSuffix && isInteger(number) {
			elements[k] = number
		}
	}
	return g.addElements(elements)
}

// addElements adds nodes and returns their names. The elements are the names, possibly in quotes.
// ok is false if an element is not a name.
func (g *graphText) addElements(elements []string) (names []string, ok bool) {
	names = make([]string, len(elements))
	for k, element := range elements {
		name := unquoted(element)
		if name == "" {
			return nil, false
		}
		g.addNode(name)
		names[k] = name
	}
	return names, true
}

// addNode adds a node, unless g has a node with this name.
func (g *graphText) addNode(name string) {
	if g.known == nil {
		g.known = map[string]bool{}
	}
	if !g.known[name] {
		g.known[name] = true
		g.nodes = append(g.nodes, name)
	}
}

// allIntegers reports whether every text is an integer that parseID parses.
func allIntegers(texts []string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { _, why := parseID([]byte(s)); return why != "" })
}

// nodeLinkJSON returns the graph as node-link JSON, such as {"directed":false,"nodes":["a","b"],"edges":[["a","b"]]}.
// It returns nil for a graph without edges.
// If g.numbered, the nodes become 1, 2, … up to the maximum of the names and n, as in igraph's make_graph(c(1, 3), n = 5).
func (g *graphText) nodeLinkJSON() []byte {
	if len(g.edges) == 0 {
		return nil
	}
	if g.numbered {
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

// splitTopLevel splits a text at every mark outside brackets and quotes, and trims the parts.
// ok is false if a quote is not closed, or if the numbers of opening and closing brackets differ. Kinds of brackets are not compared.
func splitTopLevel(s string, mark byte) (parts []string, ok bool) {
	// depth is the number of open brackets, and start the index at which the current part begins.
	depth, start := 0, 0
	// openQuote is the quote that is open at index k. It is 0 outside quotes.
	openQuote := byte(0)
	for k := 0; k < len(s); k++ {
		switch c := s[k]; {
		case openQuote != 0:
			if c == openQuote {
				openQuote = 0
			}
		case isQuote(c):
			openQuote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == mark && depth == 0:
			parts = append(parts, strings.TrimSpace(s[start:k]))
			start = k + 1
		}
	}
	// A blank text has no parts. After a mark an empty last part counts.
	last := strings.TrimSpace(s[start:])
	if last != "" || len(parts) > 0 {
		parts = append(parts, last)
	}
	return parts, depth == 0 && openQuote == 0
}

// isQuote reports whether c opens and closes a name: a double quote, an apostrophe or a backtick.
func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// unquoted returns a name without its quotes. It returns "" if the text is not a name.
// A name is not empty, and a name without quotes has neither brackets nor commas, semicolons, quotes or line ends.
func unquoted(text string) string {
	s := strings.TrimSpace(text)
	isQuoted := len(s) > 1 && isQuote(s[0]) && s[len(s)-1] == s[0]
	if isQuoted {
		return s[1 : len(s)-1]
	}
	if strings.ContainsAny(s, "()[]{}\"'`,;\n") {
		return ""
	}
	return s
}

// addChain adds the nodes and edges of one part of a formula, such as a--b:c-+d. It reports whether the part is valid.
func (g *graphText) addChain(part string) bool {
	// operator is the edge operator before the current set, such as "-+". previous is the set of nodes before the operator.
	var previous []string
	operator := ""
	rest := part
	for {
		end := operatorIndex(rest)
		elements, ok := splitTopLevel(rest[:end], ':')
		if !ok || len(elements) == 0 {
			return false
		}
		set, ok := g.addElements(elements)
		if !ok {
			return false
		}
		// Before the first set previous is empty, so no edge is added.
		g.joinSets(previous, set, operator)
		if end == len(rest) {
			return true
		}
		afterOperator := strings.TrimLeft(rest[end:], "-+")
		operator = rest[end : len(rest)-len(afterOperator)]
		previous, rest = set, afterOperator
	}
}

// joinSets adds the edges of an operator between every node of left and every node of right. An arrow makes the whole graph directed.
// The operator "+-" is an arrow to the left, "-+" is an arrow to the right, and "+-+" gives one edge in each direction.
// An operator without "+" gives one edge, from left to right.
func (g *graphText) joinSets(left, right []string, operator string) {
	toLeft, toRight := strings.HasPrefix(operator, "+"), strings.HasSuffix(operator, "+")
	for _, l := range left {
		for _, r := range right {
			if toLeft {
				g.edges = append(g.edges, [2]string{r, l})
			}
			if !toLeft || toRight {
				g.edges = append(g.edges, [2]string{l, r})
			}
		}
	}
	g.directed = g.directed || toLeft || toRight
}

// operatorIndex returns the index of the first "-" or "+" outside quotes. Without an operator it returns the length of the text.
func operatorIndex(s string) int {
	// openQuote is the quote that is open at index k. It is 0 outside quotes.
	openQuote := byte(0)
	for k := 0; k < len(s); k++ {
		switch c := s[k]; {
		case openQuote != 0:
			if c == openQuote {
				openQuote = 0
			}
		case c == '-' || c == '+':
			return k
		case isQuote(c):
			openQuote = c
		}
	}
	return len(s)
}
