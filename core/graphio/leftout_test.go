package graphio

import (
	"slices"
	"strings"
	"testing"
)

// TestLeftOutValuesAreNoted: notes name the values that a graph cannot have, and a doubt counts the weights below zero.
func TestLeftOutValuesAreNoted(t *testing.T) {
	const nodeNote, valueNote = "Attributes of the nodes were left out.", "The values of nodes in lines n were left out."
	for _, c := range []struct {
		text     string
		notes    []string
		negative string // the number of weights below zero in the doubt
	}{
		{"edge(a,b).\nedge(b,c).\n", nil, ""},
		{"G.add_edge('a', 'b', weight=-1)\nG.add_edge('b', 'c', weight=3)\n", []string{weightNote}, "1"},
		{"e(a, b, -1).\ne(b, c, {'weight': -3, 'x': -1}).\n", []string{weightNote}, "2"},
		{"G.add_node('a', label='x')\nG.add_edge('a', 'b', since=-1)\nG.add_edge('b', 'c')\n", []string{weightNote, nodeNote}, ""},
		{"p col 2 1\nn 1 5\nn 2 7\ne 1 2\n", []string{valueNote}, ""},
		{"p col 2 1\ne 1 2\n", nil, ""},
		{"a;b;-0,5\nb;c;1,5\nc;a;2,5\n", nil, "1"},
		{"source,target,weight\na,b,−5\nb,c,2\nc,a,－1\n", nil, "2"},
		{"source,target,weight\na,b,−\nb,c,2\nc,a,1\n", nil, ""},
	} {
		r := readText(t, "", c.text)
		for _, note := range []string{weightNote, nodeNote, valueNote} {
			if slices.Contains(r.Graph.Notes, note) != slices.Contains(c.notes, note) {
				t.Errorf("%q: notes %q, want %q", c.text, r.Graph.Notes, c.notes)
			}
		}
		k := slices.Index(ruleNames(r), negativeRule)
		if hasDoubt := k >= 0; hasDoubt != (c.negative != "") {
			t.Errorf("%q: doubts %+v, want %q weights below zero", c.text, r.Recognition.Doubts, c.negative)
		} else if hasDoubt && !strings.HasPrefix(r.Recognition.Doubts[k].Text, c.negative+" ") {
			t.Errorf("%q: doubt %q, want %s weights below zero", c.text, r.Recognition.Doubts[k].Text, c.negative)
		}
	}
}

// TestDIMACSCountsLinesOfEdges: the doubt about the line p says whether the file has fewer or more edges. The error of too many nodes has
// the remedy of a large graph.
func TestDIMACSCountsLinesOfEdges(t *testing.T) {
	for text, want := range map[string]string{
		"p edge 3 1\ne 1 2\ne 2 3\ne 1 3\n": "says 1 edge, but there are 3: the number in the line is wrong",
		"p edge 3 9\ne 1 2\ne 2 3\n":        "says 9 edges, but there are 2: the file may be cut short",
	} {
		if doubts := readText(t, "", text).Recognition.Doubts; len(doubts) != 1 || !strings.Contains(doubts[0].Text, want) {
			t.Errorf("%q: doubts %+v, want %q", text, doubts, want)
		}
	}
	for text, remedy := range map[string]string{"p sp 264346 1\na 1 2 3\n": smallerRemedy, "p sp 0 1\na 1 2 3\n": dimacsRemedy} {
		_, err := Read([]File{{Name: "g.gr", Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), remedy) {
			t.Errorf("%q: error %v, want the remedy %q", text, err, remedy)
		}
	}
}
