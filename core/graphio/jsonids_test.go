package graphio

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// edgesByName reads a text as JSON and returns the edges as pairs of names, in order: "a-b a-c". A directed edge is "a>b".
// With an error it returns "error".
func edgesByName(text string) (edges string, res *Found) {
	res, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
	if err != nil {
		return "error", nil
	}
	name := func(i int32) string {
		if res.Graph.NodeNames == nil {
			return strconv.Itoa(int(i))
		}
		return res.Graph.NodeNames[i]
	}
	var list []string
	for k, e := range res.Graph.Edges {
		mark, ends := "-", []string{name(e.I), name(e.J)}
		if res.Graph.Directions != nil {
			mark = map[uint8]string{1: ">", 2: "<", 3: "-"}[uint8(res.Graph.Directions[k])]
		}
		if mark == "<" {
			mark, ends = ">", []string{ends[1], ends[0]}
		}
		list = append(list, strings.Join(ends, mark))
	}
	slices.Sort(list)
	return strings.Join(list, " "), res
}

// rules returns the rules of the doubts.
func rules(res *Found) (out string) {
	for _, d := range res.Recognition.Doubts {
		out += d.Rule
	}
	return out
}

// TestFormsOfJSONGiveTheirEdges: each text has the edges beside it, and the doubt after them, if any.
func TestFormsOfJSONGiveTheirEdges(t *testing.T) {
	for _, c := range []struct{ text, edges, doubt string }{
		// Lists of edges under names of arrays.
		{`{"nodes": ["a", "b"], "edge_list": [{"source": "a", "target": "b"}]}`, "a-b", ""},
		{`{"edge_list": [["a", "b"], ["b", "c"]]}`, "a-b b-c", ""},
		{`{"edge_list": [[0, 1], [1, 2], [2, 3], [0, 3]]}`, "0-1 0-3 1-2 2-3", ""},
		{`{"nodes": ["a", "b", "c"], "links": [{"source": "a", "target": "b"}], "edge_list": [["b", "c"]]}`, "a-b", "edges-left"},
		{`{"edges": [[0, 1], [0, 2], [0, 3], [1, 2]], "labels": ["a", "b", "a", "b"]}`, "0>1 0>2 0>3 1>2", ""},
		{`{"links": [[1, 2], [2, 3], [3, 0], [0, 1]], "labels": ["a", "b", "a", "b"]}`, "0-2 0>1 1-3 1>2 2>3 3>0", "neighbours"},
		{`{"links": [[1, 3], [0, 2], [1, 3], [0, 2]], "labels": ["a", "b", "a", "b"]}`, "0-1 0-3 1-2 2-3", ""},
		{`{"edges": [[0, 1, 0.5], [1, 2, 0.7]], "labels": ["x", "y", "x"]}`, "0>1 1>2", ""},
		{`{"edges": [[0, 1, 5], [1, 2, 7]], "labels": ["x", "y", "x"]}`, "0>1 1>2", ""},
		{`{"edges": [["a", "b"], ["b", "c"]], "labels": ["x", "y", "z"]}`, "a-b b-c", "member-left"},
		{`{"edge_index": [[0.0, 1.0], [1.0, 2.0]]}`, "0>1 1>2", ""},
		// Names that repeat in another attribute than that of the ends, and a key that repeats.
		{`{"nodes": [{"id": 1, "name": "A", "label": "B"}, {"id": 2, "name": "B", "label": "B"}], "links": [{"source": "A", "target": "B"}]}`,
			"A-B", ""},
		{`{"nodes": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}, {"id": 3, "name": "B"}], "links": [{"source": "A", "target": "B"}]}`,
			"A-B", "names"},
		{`{"nodes": ["x", "y"], "ties": [{"a": "x", "a": "y"}]}`, "", "no-edges"},
		// Ids as floating-point numbers and as lists.
		{`{"nodes": [{"id": 1.0}, {"id": 2.0}], "connections": [[1.0, 2.0]]}`, "1-2", ""},
		{`{"nodes": [{"id": [0, 0]}, {"id": [0, 1]}], "connections": [[[0, 0], [0, 1]]]}`, "(0, 0)-(0, 1)", ""},
		{`{"people": [{"id": 1.0}, {"id": 2.0}], "ties": [[1.0, 2.0]]}`, "1-2", ""},
		{`{"nodes": {"1.0": {}, "2.0": {}, "3.0": {}}, "edges": [[1.0, 2.0]]}`, "1.0-2.0", ""},
		{`{"nodes": {"a": {"id": 1}, "b": {"id": 2}, "c": {"id": 3}}, "edges": [[1, 2]]}`, "a-b", ""},
		{`{"nodes": {"a": ["b"], "b": ["a"]}}`, "a-b", ""},
		{`[{"source": "a", "target": ""}, {"source": "c", "target": ""}]`, "error", ""},
		{`{"objects": [{"_gvid": 1, "name": "a", "id": "x"}, {"_gvid": 2, "name": "b", "id": "y"}, {"_gvid": 3, "name": "c", "id": "z"}],
		  "edges": [{"_gvid": 0, "tail": 1, "head": 2}]}`, "a-b", ""},
		{`{"nodes": [{"name": "a"}, {"name": "a"}, {"name": "b"}], "links": [{"source": "a", "target": "b"}]}`, "a-b", "names"},
		{`{"nodes": [{"name": "a"}, {"name": "c"}, {"name": "c"}, {"name": "b"}], "links": [{"source": "a", "target": "b"}]}`, "a-b", ""},
		// Neighbours with ids, names, weights and values for no edge.
		{`[{"id": 1, "name": "Ann", "friends": ["Bob"]}, {"id": 2, "name": "Bob", "friends": ["Ann"]}]`, "Ann-Bob", ""},
		{`[{"id": "a", "neighbors": {"b": 0, "c": 1}}, {"id": "b", "neighbors": {"a": 0, "c": 1}}, {"id": "c", "neighbors": {"a": 1, "b": 1}}]`,
			"a-c b-c", ""},
		{`{"nodes": ["a", "b"], "adj": {"a": {"b": -2}, "b": {"a": -2}}}`, "a-b", "negative-weights"},
		{`[{"id": "a", "neighbors": [{"id": "b", "weight": -2}]}, {"id": "b"}]`, "a>b", "negative-weights"},
		{`{"directed": false, "nodes": [{"id": "a", "friends": ["b"]}, {"id": "b", "friends": []}]}`, "a-b", ""},
		{`{"nodes": ["a", "b", "c"], "adj": [[{"id": "b", "key": 0}], [{"id": "a", "key": 0}, {"id": "c", "key": 0}], [{"id": "b", "key": 0}]]}`,
			"a-b b-c", ""},
		{`{"A": [["B", 4], ["C", 2]], "B": [["A", 4]], "C": [["A", 2]]}`, "A-B A-C", ""},
		{`{"A": [{"node": "B", "weight": 4}], "B": [{"node": "A", "weight": 4}]}`, "A-B", ""},
		{`{"nodes": [{"id": 0}, {"id": 1}], "adjacency": [{"1": 1}, {"0": 1}]}`, "0-1", ""},
		{`{"nodes": ["a", "b"], "adjacency": [{"b": {"weight": 1}}, {"a": {"weight": 1}}]}`, "a-b", ""},
		{`{"edges": "weighted", "adjacency": {"a": ["b"], "b": ["a"]}}`, "a-b", ""},
		{`{"error": ["warning"], "warning": ["error"]}`, "error-warning", ""},
		{`{"researchers": [{"id": "a"}, {"id": "b"}], "coauthors": [["a", "b"]]}`, "a-b", "edges-key"},
		{`{"nodes": ["a", "b", "c"], "adjacency": [["b"], ["c"], ["a"]]}`, "a>b b>c c>a", ""},
		{`{"nodes": ["a", "b", "c"], "adj": [["b"], ["c"], ["a"]]}`, "a>b b>c c>a", ""},
		{`{"directed": false, "nodes": ["a", "b", "c"], "adjacency": [["b"], ["c"], ["a"]]}`, "a-b a-c b-c", ""},
		{`{"nodes": ["a", "b"], "ties": [["a", "b", 2, "friend"]]}`, "a-b", ""},
		{`{"nodes": [0, 1], "marks": [[0, 1, 0, 0], [1, 0, 0, 0]]}`, "", "no-edges"},
		// Matrices.
		{`{"nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "adjacency": [[0, 1, 0], [1, 0, 1], [0, 1, 0]]}`, "0-1 1-2", ""},
		{`{"nodes": [{"id": 0, "adj": [0, 1, 0]}, {"id": 1, "adj": [1, 0, 1]}, {"id": 2, "adj": [0, 1, 0]}]}`, "0-1 1-2", ""},
		{`{"nodes": [{"id": "a", "adj": [0, 1, 0]}, {"id": "b", "adj": [1, 0, 1]}, {"id": "c", "adj": [0, 1, 0]}]}`, "a-b b-c", ""},
		{`[[false, true, false], [true, false, true], [false, true, false]]`, "0-1 1-2", ""},
		{`{"a": [false, true, false], "b": [true, false, true], "c": [false, true, false]}`, "a-b b-c", ""},
		{`[[0, 1, 2], [1, 2, 3], [2, 3, 4]]`, "0-1 1-2 2-3", ""},
		{`{"a": {"a": "", "b": "1"}, "b": {"a": "1", "b": ""}, "c": {"a": "", "b": ""}}`, "a-b", "zeros"},
		{`{"features": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "A": [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]}`,
			"0-1 0-3 1-2 2-3", ""},
		{`{"X": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "A": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}`, "0-1 0-2 1-2", ""},
		{`{"labels": [0, 1, 1], "A": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}`, "0-1 0-2 1-2", ""},
		// Graphs within a member, and their direction.
		{`{"name": "g", "graph": {"nodes": [{"id": 0}, {"id": 1}], "adjacency": [[{"id": 1}], [{"id": 0}]]}}`, "0-1", ""},
		{`{"directed": true, "net": {"nodes": ["a", "b"], "edges": [["a", "b"]]}}`, "a>b", ""},
		{`{"directed": false, "graph": {"nodes": ["a", "b"], "edges": [["a", "b"]]}}`, "a-b", ""},
		{`{"directed": false, "graph": {"nodes": 3}, "nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0, "target": 1}]}`, "0-1", ""},
		{`{"graph": {"label": 7, "nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}}`, "a>b", ""},
		{`{"status": "ok", "net": {"arcs": [{"source": "a", "target": "b"}]}}`, "a-b", ""},
		// Tables and trees.
		{"\n" + `[{"person": "a", "friend": "b"}, {"person": "b", "friend": "c"}]`, "a-b b-c", ""},
		{`{"errors": [ ], "results": [{"person": "a", "friend": "b"}, {"person": "b", "friend": "c"}]}`, "a-b b-c", ""},
		{`{"results": [{"person": "a", "friend": "b"}, {"person": "b", "friend": "c"}]}`, "a-b b-c", ""},
		{`{"name": 1, "children": [{"name": 2}]}`, "1>2", ""},
		{`[{"id": "a", "parent": "#", "text": "x"}, {"id": "b", "parent": "a", "text": "y"}]`, "a>b", ""},
		{`[{"id": 1, "parent": 0}, {"id": 2, "parent": 1}]`, "1>2", ""},
		{`{"a": {"name": "A", "level": 1}, "b": {"name": "B", "level": 2, "parent": "a"}}`, "A>B", ""},
		{`{"nodes": [{"id": "root"}, {"id": "b", "parent": "root"}]}`, "root>b", ""},
		{`{"nodes": [{"id": "a"}, {"id": "b", "parent": "Mary"}]}`, "", "no-edges"},
		{`{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b", "parent": "a"}}]}}`, "", "no-edges"},
	} {
		got, res := edgesByName(c.text)
		switch {
		case got != c.edges:
			t.Errorf("%s: the edges are %q, want %q", c.text, got, c.edges)
		case res != nil && rules(res) != c.doubt:
			t.Errorf("%s: the doubts are %q, want %q", c.text, rules(res), c.doubt)
		}
	}
}

// TestNotesOfWeightsInJSON: a note of lost weights needs attributes of the edges, and a negative weight counts once.
func TestNotesOfWeightsInJSON(t *testing.T) {
	cytoscape := `{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}],
		"edges": [{"data": {"source": "a", "target": "b"%s}}]}}`
	for _, c := range []struct {
		text    string
		noted   bool
		doubted string
	}{
		{fmt.Sprintf(cytoscape, ""), false, ""},
		{fmt.Sprintf(cytoscape, `, "weight": -3`), true, "1 edge weight is"},
		{`{"edge_index": [[0, 1, 2], [1, 2, 0]], "edge_attr": [0.5, 0.2, 0.1]}`, true, ""},
		{`{"nodes": ["a", "b"], "edges": [{"from": "a", "to": "b", "arrows": "to"}]}`, false, ""},
		{`{"nodes": ["a", "b"], "adj": [[{"id": "b"}], [{"id": "a"}]]}`, false, ""},
		{`{"nodes": ["a", "b"], "adj": [[{"id": "b", "weight": 2}], [{"id": "a", "weight": 2}]]}`, true, ""},
	} {
		_, res := edgesByName(c.text)
		if res == nil {
			t.Errorf("%s: refused", c.text)
			continue
		}
		doubt := ""
		for _, d := range res.Recognition.Doubts {
			doubt += d.Text
		}
		noted := slices.Contains(res.Graph.Notes, weightNote)
		if noted != c.noted || !strings.HasPrefix(doubt, c.doubted) || (doubt == "") != (c.doubted == "") || res.Graph.X.NNZ() > 0 {
			t.Errorf("%s: note of weights %v, doubts %q, want %v, %q and no features", c.text, noted, doubt, c.noted, c.doubted)
		}
	}
}

// TestDamagedJSONNamesItsLine: damage in the line of a node has this line in the error.
func TestDamagedJSONNamesItsLine(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 1))
	for _, damage := range []string{`{"id": x}`, `{"id" 1}`, `{"id": 1 2}`, `{"id": 1,,}`, `]`} {
		lines := []string{`{"nodes": [`}
		for i := range 100 {
			lines = append(lines, fmt.Sprintf(`{"id": "node %d", "list": [1, 2]},`, i))
		}
		line := 1 + r.IntN(100)
		lines[line] = damage + ","
		text := strings.Join(append(lines, `{"id": "last"}], "links": []}`), "\n")
		_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		var e *Error
		if !errors.As(err, &e) || e.Line != line+1 {
			t.Errorf("%s in line %d: the error is %v", damage, line+1, err)
		}
	}
}

// TestLinesOfValuesCountBlankLines: a repeated node in a file with one value per line has its line, also after blank lines.
func TestLinesOfValuesCountBlankLines(t *testing.T) {
	for blanks := range 4 {
		text := strings.Repeat("\n", blanks) + `{"id": 1, "k": "a", "l": []}` + strings.Repeat("\n", 1+blanks) + `{"id": 1, "k": "b", "l": []}`
		_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		var e *Error
		if want := 2 + 2*blanks; !errors.As(err, &e) || e.Line != want {
			t.Errorf("%q: the error is %v, want one in line %d", text, err, want)
		}
	}
}

// TestArraysBeyondTheLimits: many wrong ids, and a list of more values than there may be nodes, are an error at once.
func TestArraysBeyondTheLimits(t *testing.T) {
	ids, ones := strings.Repeat("999999,", 300_000)+"0", strings.Repeat("1,", MaxNodes)+"1"
	for title, text := range map[string]string{
		"ids beyond the nodes": `{"edge_index": [[` + ids + `], [` + ids + `]]}`,
		"triples":              `{"edges": [` + strings.Repeat("[0, 1, 2, 3],", 100_000) + `[0, 1]], "labels": [1, 2, 3, 4]}`,
		"more values":          `{"edge_index": [[0], [1]], "x": [` + ones + `]}`,
	} {
		start := time.Now()
		_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		var e *Error
		if took := time.Since(start); !errors.As(err, &e) || took > 20*time.Second {
			t.Errorf("%s: error %v after %v, want an error at once", title, err, took)
		}
	}
}

// TestIDsInJSONAreOneFunction: 60 random graphs whose ids are texts, integers, floating-point numbers or lists are read with all edges,
// whether the edges are pairs, objects, lists of neighbours or neighbours with weights.
func TestIDsInJSONAreOneFunction(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 2))
	for k := range 60 {
		n := 4 + r.IntN(5)
		ids, names := make([]string, n), make([]string, n)
		for i := range n {
			number := 10 * (i + 1)
			ids[i] = []string{fmt.Sprintf(`"p%d"`, number), strconv.Itoa(number), fmt.Sprintf("%d.0", number), fmt.Sprintf("[%d, 1]", number)}[k%4]
			names[i] = []string{fmt.Sprintf("p%d", number), strconv.Itoa(number), strconv.Itoa(number), fmt.Sprintf("(%d, 1)", number)}[k%4]
		}
		var pairs, records, want []string
		lists, objects := make([][]string, n), make([][]string, n)
		for i := range n {
			for j := range i {
				if j != i-1 && r.IntN(3) > 0 {
					continue
				}
				pairs = append(pairs, "["+ids[j]+", "+ids[i]+"]")
				records = append(records, `{"source": `+ids[j]+`, "target": `+ids[i]+"}")
				want = append(want, names[j]+"-"+names[i])
				for _, ends := range [][2]int{{i, j}, {j, i}} {
					lists[ends[0]] = append(lists[ends[0]], ids[ends[1]])
					objects[ends[0]] = append(objects[ends[0]], `{"id": `+ids[ends[1]]+`, "weight": 2}`)
				}
			}
		}
		slices.Sort(want)
		join := func(lists [][]string) string {
			var out []string
			for _, list := range lists {
				out = append(out, "["+strings.Join(list, ", ")+"]")
			}
			return "[" + strings.Join(out, ", ") + "]"
		}
		var inner []string
		for i := range n {
			inner = append(inner, `{"id": `+ids[i]+`, "friends": [`+strings.Join(lists[i], ", ")+"]}")
		}
		nodes := `{"nodes": [{"id": ` + strings.Join(ids, `}, {"id": `) + "}]"
		for _, text := range []string{
			nodes + `, "links": [` + strings.Join(pairs, ", ") + "]}", nodes + `, "ties": [` + strings.Join(records, ", ") + "]}",
			nodes + `, "connections": [` + strings.Join(pairs, ", ") + "]}", nodes + `, "neighbors": ` + join(lists) + "}",
			nodes + `, "adj": ` + join(objects) + "}", `{"nodes": [` + strings.Join(inner, ", ") + "]}",
		} {
			if !json.Valid([]byte(text)) {
				t.Fatal(text)
			}
			got, _ := edgesByName(text)
			if got != strings.Join(want, " ") {
				t.Errorf("the edges are %q, want %q\n%s", got, want, text)
			}
		}
	}
}
