package graphio

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
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
