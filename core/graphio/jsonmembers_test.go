package graphio

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// memberForms returns the forms in which members of an object can state a graph with edges and the labels of its nodes. ordered reports
// whether the form has an order of its nodes.
func memberForms(ids []string, linked [][]bool) (forms []map[string]any, ordered []bool) {
	withNodes, alone := keyedForms(ids, linked)
	var pairs [][]string
	var records []map[string]string
	for i := range ids {
		for j := range i {
			if linked[i][j] {
				pairs = append(pairs, []string{ids[i], ids[j]})
				records = append(records, map[string]string{"source": ids[i], "target": ids[j]})
			}
		}
	}
	for _, form := range slices.Sorted(maps.Keys(withNodes)) {
		forms, ordered = append(forms, map[string]any{"nodes": ids, "adjacency": withNodes[form]}), append(ordered, true)
	}
	for _, form := range slices.Sorted(maps.Keys(alone)) {
		// The nodes of a matrix without names are numbers, and no object has them as its keys.
		if form != "matrix" {
			forms, ordered = append(forms, map[string]any{"adj": alone[form]}), append(ordered, false)
		}
	}
	for _, edges := range []any{pairs, records} {
		forms = append(forms, map[string]any{"edges": edges}, map[string]any{"links": edges, "nodes": ids},
			map[string]any{"vertices": ids, "ties": edges})
		ordered = append(ordered, false, true, true)
	}
	for _, key := range []string{"matrix", "A"} {
		forms, ordered = append(forms, map[string]any{key: alone["matrix"], "names": ids}), append(ordered, true)
	}
	return forms, ordered
}

// TestLabelsBesideTheGraphAreRead: in 40 random graphs, the labels of the nodes are read from a member beside the edges, in each form of
// the edges (memberForms). The labels are an object by node, objects with attributes by node, or, if the nodes have an order, a list.
func TestLabelsBesideTheGraphAreRead(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 19))
	for range 40 {
		n := 5 + r.IntN(5)
		ids, linked, labels, byNode := make([]string, n), make([][]bool, n), make([]string, n), map[string]string{}
		attributes := map[string]map[string]any{}
		for i := range n {
			ids[i], linked[i] = "person "+string(rune('a'+i)), make([]bool, n)
			labels[i] = []string{"red", "blue"}[i%2]
			byNode[ids[i]] = labels[i]
			attributes[ids[i]] = map[string]any{"club": labels[i], "age": 20 + r.IntN(30)}
		}
		for i := range n {
			j := (i + 1) % n
			linked[i][j], linked[j][i] = true, true
		}
		linked[0][2], linked[2][0] = true, true // as many edges as nodes would leave the owner of a list open
		forms, ordered := memberForms(ids, linked)
		key := []string{"labels", "y", "target", "classes"}[r.IntN(4)]
		for k, form := range forms {
			checkLabels(t, form, key, byNode, byNode)
			checkLabels(t, form, "people", attributes, byNode)
			checkLabels(t, form, "club", byNode, byNode)
			if ordered[k] {
				checkLabels(t, form, key, labels, byNode)
				checkLabels(t, form, "club", labels, byNode)
			}
		}
	}
}

// checkLabels adds a member with labels to a form, reads the object, and compares the class of each node by its name.
func checkLabels(t *testing.T, form map[string]any, key string, value any, want map[string]string) {
	t.Helper()
	object := maps.Clone(form)
	object[key] = value
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Read([]File{{Name: "g.json", Data: text}})
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	g := res.Graph
	got := map[string]string{}
	for i, name := range g.NodeNames {
		if c := g.Labels[i]; c >= 0 && int(c) < len(g.ClassNames) {
			got[name] = g.ClassNames[c]
		}
	}
	if !maps.Equal(got, want) || len(res.Recognition.Doubts) > 0 {
		t.Errorf("the classes are %v, want %v; doubts %v\n%s", got, want, res.Recognition.Doubts, text)
	}
}

// TestMembersWithoutAValueForEachNode: labels that fit no node raise a doubt, and a list with a number for each edge is no attribute.
func TestMembersWithoutAValueForEachNode(t *testing.T) {
	for text, doubt := range map[string]string{
		`{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]], "labels": ["x", "y"]}`:                "member-left",
		`{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]], "labels": {"a": "x", "z": "y"}}`:      "member-left",
		`{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"], ["a", "c"]], "club": ["x", "y", "x"]}`: "",
		`{"edges": [["a", "b"], ["b", "c"]], "about": {"a": "x"}}`:                                           "",
	} {
		res, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		for _, d := range res.Recognition.Doubts {
			got += d.Rule
		}
		if got != doubt || res.Graph.Classes > 0 {
			t.Errorf("%s: the doubts are %q, want %q; %d classes, want 0", text, got, doubt, res.Graph.Classes)
		}
	}
}

// TestValuesByNode: the members beside the edges give each node its class or its features, as listed in the order of the nodes.
func TestValuesByNode(t *testing.T) {
	for _, c := range []struct{ text, values, doubt string }{
		// Names and second ids are keys, and so are texts of floating-point numbers.
		{`{"nodes": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "edges": [["a", "b"]], "labels": {"1": "x", "2": "y"}}`, "x y", ""},
		{`{"nodes": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "edges": [[1, 2]], "labels": {"a": "x", "b": "y"}}`, "x y", ""},
		{`{"nodes": {"a": {"id": 1}, "b": {"id": 2}}, "edges": [[1, 2]], "labels": {"1": "x", "2": "y"}}`, "x y", ""},
		{`{"edges": [[1.0, 2.0]], "labels": {"1.0": "x", "2.0": "y"}}`, "x y", ""},
		{`{"nodes": ["a", "b"], "edges": [["a", "b"]], "labels": {"a": "x", "b": "y", "z": "w"}}`, "- -", "its key \"z\" is no node"},
		// A list needs an order of the nodes, which an object lacks.
		{`{"adjacency": {"0": [2], "2": [0, 1], "1": [2]}, "labels": ["x", "y", "z"]}`, "- - -", "the file states no order of the nodes"},
		{`{"adjacency": {"0": [2], "1": [2], "2": [0, 1]}, "labels": ["x", "y", "z"]}`, "x y z", ""},
		{`{"edges": [["a", "b"]], "labels": ["x", "y"]}`, "- -", "the file states no order of the nodes"},
		// Objects have the attributes of the nodes. The attributes in the nodes have priority.
		{`{"nodes": [{"id": "a", "club": "red"}, {"id": "b", "club": "blue"}], "edges": [["a", "b"]],
		  "people": {"a": {"club": "X"}, "b": {"club": "Y"}}}`, "red blue", ""},
		{`{"nodes": ["a", "b"], "edges": [["a", "b"]], "labels": [{"club": "red"}, {"club": "blue"}]}`, "red blue", ""},
		{`{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}], "categories": [{"name": "A"}, {"name": "B"}]}`,
			"- -", ""},
		{`{"nodes": {"a": "red", "b": "blue", "c": "red"}, "edges": [["a", "b"], ["b", "c"]]}`, "red blue red", ""},
		{`{"name": "M", "attributes": {"club": "x"}, "children": [{"name": "N", "attributes": {"club": "y"}}]}`, "x y", ""},
		// Features of all nodes are one matrix.
		{`{"edges": [["a", "b"], ["b", "c"]], "x": {"a": [1, 2], "b": [3, 4], "c": [5, 6]}}`, "1,2 3,4 5,6", ""},
		{`{"edges": [["a", "b"], ["b", "c"]], "node_features": {"a": 1, "b": 3, "c": 5}}`, "1 3 5", ""},
	} {
		res, err := Read([]File{{Name: "g.json", Data: []byte(c.text)}})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		g, doubt, values := res.Graph, "", []string{}
		for _, d := range res.Recognition.Doubts {
			doubt += d.Text
		}
		for i := range g.N {
			var row []string
			for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
				row = append(row, fmt.Sprint(g.X.Val[k]))
			}
			value := strings.Join(row, ",")
			if g.Labels[i] >= 0 {
				value = g.ClassNames[g.Labels[i]]
			}
			values = append(values, cmp.Or(value, "-"))
		}
		if got := strings.Join(values, " "); got != c.values || !strings.Contains(doubt, c.doubt) || (doubt == "") != (c.doubt == "") {
			t.Errorf("%s: the values are %q, want %q; doubts %q, want %q", c.text, got, c.values, doubt, c.doubt)
		}
	}
}
