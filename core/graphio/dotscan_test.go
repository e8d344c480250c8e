package graphio

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDOTIsScannedAsByGraphviz: a comment does not end with the star that begins it, and a backslash after a backslash does not escape the
// quote that ends a text. As the scanner of Graphviz does, a text keeps both characters of a pair of backslashes.
func TestDOTIsScannedAsByGraphviz(t *testing.T) {
	for text, want := range map[string][]string{
		"graph { a -- b /*/ -- x */ -- c }":               {"a", "b", "c"},
		"graph { a -- b /**/ -- c }":                      {"a", "b", "c"},
		`graph { "C:\\" -- "D:\\" -- e }`:                 {`C:\\`, `D:\\`, "e"},
		`graph { "a\"b" -- "c\\\"d" -- "e\f" -- "g\\h" }`: {`a"b`, `c\\"d`, `e\f`, `g\\h`},
		"graph { \"long \\\nname\" -- b }":                {"long name", "b"},
	} {
		r := readText(t, "", text)
		if !slices.Equal(r.Graph.NodeNames, want) {
			t.Errorf("%s has the nodes %q, want %q", text, r.Graph.NodeNames, want)
		}
	}
}

// TestSecondNamesOfManyNodes: names that were guessed from a title are doubted beside a column of labels, whatever the number of nodes is.
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
