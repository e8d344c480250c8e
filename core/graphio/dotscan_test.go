package graphio

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDOTIsScannedAsByGraphviz: comments and quoted texts of DOT are read as the scanner of Graphviz reads them.
// A comment does not end with the star that begins it. In a text, \" becomes a quote, and a backslash before a line end is removed with it.
// Two backslashes, and a backslash before another character, stay. A quote after two backslashes ends the text.
func TestDOTIsScannedAsByGraphviz(t *testing.T) {
	for text, want := range map[string][]string{
		"graph { a -- b /*/ -- x */ -- c }":                {"a", "b", "c"},
		"graph { a -- b /**/ -- c }":                       {"a", "b", "c"},
		`graph { "C:\\" -- "D:\\" -- e }`:                  {`C:\\`, `D:\\`, "e"},
		`graph { "a\"b" -- "c\\\"d" -- "e\f" -- "g\\h" }`:  {`a"b`, `c\\"d`, `e\f`, `g\\h`},
		"graph { \"long \\\nname\" -- b }":                 {"long name", "b"},
		"graph { a -- b// a comment\nb -- c/* x */ -- d }": {"a", "b", "c", "d"},
		`graph { label = "a" + "b"; x -- y }`:              {"x", "y"},
	} {
		r := readText(t, "", text)
		if !slices.Equal(r.Graph.NodeNames, want) {
			t.Errorf("%s has the nodes %q, want %q", text, r.Graph.NodeNames, want)
		}
	}
}

// TestSecondNamesOfManyNodes: names that were guessed from a column title are doubted beside a column label, by the rule two-names.
// This holds for few nodes, for numbers of nodes around MaxClasses (the limit for classes), and for more.
func TestSecondNamesOfManyNodes(t *testing.T) {
	for _, n := range []int{12, MaxClasses, MaxClasses + 1, MaxClasses + 2, 300} {
		rows := []string{"id,label,title"}
		edges := []string{"0,1", "1,2", "2,0"}
		for k := range n {
			rows = append(rows, strings.ReplaceAll("#,10#,about #", "#", strconv.Itoa(k)))
		}
		r := readText(t, "", strings.Join(edges, "\n")+"\n", strings.Join(rows, "\n")+"\n")
		if !slices.Contains(ruleNames(r), "two-names") {
			t.Errorf("of %d nodes the second names are not doubted; the doubts are %q", n, ruleNames(r))
		}
	}
}
