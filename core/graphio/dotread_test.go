package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// joinedNames returns the edges of a graph with names, as words a-b in order.
func joinedNames(g *graph.Graph) string {
	var out []string
	for _, e := range g.Edges {
		a, b := g.NodeNames[e.I], g.NodeNames[e.J]
		out = append(out, min(a, b)+"-"+max(a, b))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestDOTStatementsGiveEdges: statements with joined names, reopened subgraphs, comments and final semicolons have the edges of Graphviz.
func TestDOTStatementsGiveEdges(t *testing.T) {
	for text, want := range map[string]string{
		"graph { subgraph s {a} subgraph s {b} subgraph s -- c }":               "a-c b-c",
		"graph { subgraph s {a} subgraph s {b} -- c }":                          "a-c b-c",
		"graph { subgraph s {a} subgraph t {d} subgraph s {b} subgraph s -- c}": "a-c b-c",
		`graph "a" + "b" { c -- d };`:                                           "c-d",
		`graph { "a" + "b" = 3; "x" -- "y" + /* comment */ "z" }`:               "x-yz",
		`graph { a [ "x" + "y" = "p" + "q" ]; a:p:n -- b:q }`:                   "a-b",
		`graph { "" + "a" -- b }`:                                               "a-b",
		" # hello\ngraph { c -- d }":                                            "c-d",
		"graph {\n  # one -- two\n c -- d }\n;":                                 "c-d",
		"graph { -1 -- -.5; -1 -- c.d [len=-2] }":                               "-.5--1 -1-c.d",
		"graph { {a b} -- {c d} -- e }":                                         "a-c a-d b-c b-d c-e d-e",
	} {
		r := readText(t, "", text)
		if got := joinedNames(r.Graph); got != want {
			t.Errorf("%s has the edges %s, want %s", text, got, want)
		}
		if slices.ContainsFunc(r.Graph.Notes, func(s string) bool { return s == severalNote || strings.HasPrefix(s, "Text after") }) {
			t.Errorf("%s has the notes %q, want none about text after the graph", text, r.Graph.Notes)
		}
	}
	for text, want := range map[string]string{
		"graph { a -- b } graph { c -- d }":    severalNote,
		"graph { a -- b }; strict digraph { }": severalNote,
		"graph { a -- b } c -- d":              "Text after the graph was left out.",
	} {
		if r := readText(t, "", text); !slices.Contains(r.Graph.Notes, want) {
			t.Errorf("%s has the notes %q, want %q", text, r.Graph.Notes, want)
		}
	}
}

// TestDamagedDOTNamesTheLine: a minus sign or punctuation alone, an empty name and a missing part are errors in their line.
func TestDamagedDOTNamesTheLine(t *testing.T) {
	for _, statement := range []string{"a - b", "a-b", "a | b", "a ) b", `a -- ""`, `"" -- a`, `"" + "" -- a`, `a + ; b`, `a [ - = 1 ]`} {
		text := "graph {\n" + statement + "\n; c -- d }"
		_, err := Read([]File{{Name: "g.dot", Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), "g.dot:2: ") {
			t.Errorf("%q gives the error %v, want one in line 2", text, err)
		}
	}
	// A node alone in line 2 has a bad feature. The tokens after the node are in later lines.
	_, err := Read([]File{{Name: "g.dot", Data: []byte("graph {\na\nb\na -- b\nb [features=\"1 2\"] a [features=\"1 x\"] }")}})
	if err == nil || !strings.Contains(err.Error(), "g.dot:2: ") {
		t.Errorf("a bad feature gives the error %v, want one in line 2", err)
	}
}

// TestDOTSubgraphsNestToTheLimit: MaxDepth nested subgraphs are read, one more is refused.
func TestDOTSubgraphsNestToTheLimit(t *testing.T) {
	for depth := MaxDepth; depth <= MaxDepth+1; depth++ {
		text := "graph { " + strings.Repeat("{", depth) + "a -- b" + strings.Repeat("}", depth) + "}"
		_, err := Read(fileOf(text))
		if (err == nil) != (depth == MaxDepth) {
			t.Errorf("%d nested subgraphs give the error %v, want one beyond %d", depth, err, MaxDepth)
		}
	}
}

// TestDOTProductsOfSubgraphs: an edge between subgraphs of m and n nodes joins each of the m nodes with each of the n, up to freeProducts.
func TestDOTProductsOfSubgraphs(t *testing.T) {
	group := func(letter string, n int) string {
		var names []string
		for k := range n {
			names = append(names, fmt.Sprint(letter, k))
		}
		return "{" + strings.Join(names, " ") + "}"
	}
	for _, c := range [][2]int{{14, 14}, {1, 300}, {90, 7}, {200, 200}} {
		r := readText(t, "", "graph {"+group("a", c[0])+" -- "+group("b", c[1])+"}")
		if r.Graph.N != c[0]+c[1] || len(r.Graph.Edges) != c[0]*c[1] {
			t.Errorf("groups of %v nodes have %d nodes and %d edges", c, r.Graph.N, len(r.Graph.Edges))
		}
	}
	_, err := Read(fileOf("graph {" + group("a", 3000) + " -- " + group("b", 3000) + "}"))
	if err == nil || !strings.Contains(err.Error(), "edges between subgraphs") {
		t.Errorf("9 million edges give the error %v", err)
	}
}

// TestDOTDefaultsHaveTheLastValue: a node has the last value that its scope or an outer scope gave before the node.
// A key counts once, and an own label of the node, even one that repeats the name, replaces the default.
func TestDOTDefaultsHaveTheLastValue(t *testing.T) {
	// The nodes n1 to n40 have the classes 1 to 40. The inner scope ends with its brace.
	var b strings.Builder
	b.WriteString("graph { ")
	for k := 1; k <= 40; k++ {
		fmt.Fprintf(&b, "node [class=c%d]; n%d; { node [class=inner%d] m%d }; o%d; ", k, k, k, k, k)
	}
	g := readText(t, "", b.String()+"n1 -- n2 }").Graph
	class := map[string]string{}
	for i := range g.N {
		class[g.NodeNames[i]] = g.ClassNames[g.Labels[i]]
	}
	for k := 1; k <= 40; k++ {
		for name, want := range map[string]string{"n": "c", "m": "inner", "o": "c"} {
			if got := class[fmt.Sprint(name, k)]; got != fmt.Sprint(want, k) {
				t.Errorf("node %s%d has the class %s, want %s%d", name, k, got, want, k)
			}
		}
	}
	for text, want := range map[string]string{
		`graph { node [label="city"]; a [label="a"]; b; a -- b }`:                       "a city",
		`graph { node [label="city"]; a [label=""]; b; node [label="\N"]; c; b -- c }`:  "a city c",
		`graph { node [label="city"]; a; { node [label=""] b }; c [label="\N"] }`:       "city b c",
		`graph { a [label="New\nYork"]; b [label=<Los<BR/>Angeles>]; a -- b }`:          "New York,Los Angeles",
		`graph { a [label="left\l"]; b [label="C:\\new"]; c [label="\N of <\N>"] }`:     `left,C:\new,c of <c>`,
		`graph { a [label=<<table><tr><td>x</td><td>y</td></tr></table>>]; b; a -- b }`: "x y,b",
		`graph { a [label=< <b>x</b><br/> y&amp;z<br align="left"/>>]; b; a -- b }`:     "x y&z,b",
	} {
		g := readText(t, "", text).Graph
		separator := ","
		if !strings.Contains(want, ",") {
			separator = " "
		}
		if got := strings.Join(g.NodeNames, separator); got != want {
			t.Errorf("%s has the names %s, want %s", text, got, want)
		}
	}
}
