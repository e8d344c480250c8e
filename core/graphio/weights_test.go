package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// weighted are the formats whose edges may have a weight: a ring of six nodes, # for the weight of the edge 0–1.
var weighted = map[string]string{
	"table":       "0,1,#\n1,2,0.5\n2,3,0.5\n3,4,0.5\n4,5,0.5\n5,0,0.5\n",
	"third":       "0 1 #\n1 2 1\n2 3 1\n3 4 1\n4 5 1\n5 0 1\n",
	"header":      "source,target,note,edge_weight\n0,1,,#\n1,2,,1\n2,3,,1\n3,4,,1\n4,5,,1\n5,0,,1\n",
	"seventh":     "source,target,a,b,c,d,e,weight\n0,1,,,,,,#\n1,2,,,,,,1\n2,3,,,,,,1\n3,4,,,,,,1\n4,5,,,,,,1\n5,0,,,,,,1\n",
	"dictionary":  "0 1 {'weight': #}\n1 2 {'weight': 1}\n2 3 {'weight': 1}\n3 4 {}\n4 5 {}\n5 0 {}\n",
	"matrix":      "0 # 0 0 0 1\n# 0 1 0 0 0\n0 1 0 1 0 0\n0 0 1 0 1 0\n0 0 0 1 0 1\n1 0 0 0 1 0\n",
	"GML":         "graph [\n" + gmlNodes + "edge [ source 0 target 1 weight # ]\nedge [ source 1 target 2 ]\nedge [ source 3 target 4 ]\n]",
	"DOT":         "graph { 0 -- 1 [weight=#]; 1 -- 2; 2 -- 3; 3 -- 4; 4 -- 5 }",
	"DOT default": "graph { edge [weight=#]; 0 -- 1; 1 -- 2; 2 -- 3; 3 -- 4; 4 -- 5 }",
	"JSON":        `{"nodes":[{"id":0},{"id":1},{"id":2}],"links":[{"source":0,"target":1,"value":#},{"source":1,"target":2}]}`,
	"JSON text":   `{"nodes":[{"id":0},{"id":1},{"id":2}],"links":[{"source":0,"target":1,"weight":"#"},{"source":1,"target":2}]}`,
	"JSON inner":  `{"graph":{"nodes":[{"id":"0"},{"id":"1"}],"edges":[{"source":"0","target":"1","metadata":{"weight":#}}]}}`,
	"JSON pairs":  `{"nodes":[{"id":0},{"id":1},{"id":2}],"edges":[[0,1,#],[1,2,1]]}`,
	"JSON adjacent": `{"directed":false,"multigraph":false,"nodes":[{"id":0},{"id":1}],` +
		`"adjacency":[[{"id":1,"weight":#}],[{"id":0,"weight":#}]]}`,
	"JSON object": `{"0":{"1":{"weight":#}},"1":{"0":{"weight":#}}}`,
	"GraphML": `<graphml><key id="d0" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="undirected">` +
		`<node id="0"/><node id="1"/><node id="2"/><edge source="0" target="1"><data key="d0">#</data></edge></graph></graphml>`,
	"GEXF": `<gexf><graph defaultedgetype="undirected"><nodes><node id="0"/><node id="1"/></nodes>` +
		`<edges><edge id="0" source="0" target="1" weight="#"/></edges></graph></gexf>`,
	"GEXF attribute": `<gexf><graph defaultedgetype="undirected"><attributes class="edge"><attribute id="0" title="weight" type="float"/>` +
		`</attributes><nodes><node id="0"/><node id="1"/></nodes><edges><edge id="0" source="0" target="1"><attvalues>` +
		`<attvalue for="0" value="#"/></attvalues></edge></edges></graph></gexf>`,
	"GXL": `<gxl><graph id="g"><node id="a"/><node id="b"/><edge from="a" to="b"><attr name="weight"><float>#</float></attr>` +
		`</edge></graph></gxl>`,
	"Pajek":        "*Vertices 3\n1 a\n2 b\n3 c\n*Edges\n1 2 #\n2 3 1\n",
	"Pajek matrix": "*Vertices 3\n1 a\n2 b\n3 c\n*Matrix\n0 # 0\n# 0 1\n0 1 0\n",
	"Market":       "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 #\n3 2 1\n",
	"Market array": "%%MatrixMarket matrix array real general\n3 3\n0\n#\n0\n#\n0\n1\n0\n1\n0\n",
	"DIMACS":       "p sp 3 2\na 1 2 #\na 2 3 1\n",
}

const gmlNodes = "node [ id 0 ]\nnode [ id 1 ]\nnode [ id 2 ]\nnode [ id 3 ]\nnode [ id 4 ]\nnode [ id 5 ]\n"

// Weights below zero are doubted in every format, and no others; the graph is the same.
func TestNegativeWeights(t *testing.T) {
	for name, text := range weighted {
		var edges []int
		for _, w := range []string{"-2", "-0.25", "-0.001", "2", "0.25"} {
			r := readText(t, "", strings.ReplaceAll(text, "#", w))
			if doubted := slices.Contains(names(r), negativeRule); doubted != (w[0] == '-') {
				t.Errorf("%s with the weight %s: %v", name, w, r.Recognition.Doubts)
			}
			edges = append(edges, len(r.Graph.Edges))
		}
		if slices.Min(edges) != slices.Max(edges) || edges[0] == 0 {
			t.Errorf("%s: the edges are %v", name, edges)
		}
	}
	// Attributes of edges that are no weights, or of nodes, and what the user said.
	for _, c := range []struct{ text, as string }{
		{`{"nodes":[{"id":0,"weight":-1},{"id":1}],"links":[{"source":0,"target":1,"curvature":-1}]}`, ""},
		{"source,target,time\n0,1,-1\n1,2,1\n2,0,1\n", ""},
		{"source,target,weight\n0,1,-1\n1,2,1\n2,0,1\n", "edges.weight=3"},
		{"source,target,weight\n0,1,-1\n1,2,1\n2,0,1\n", "edges.ignored=3"},
	} {
		if r := readText(t, c.as, c.text); slices.Contains(names(r), negativeRule) {
			t.Errorf("%s as %q: %v", c.text, c.as, r.Recognition.Doubts)
		}
	}
}

// classed are formats whose nodes may have a class: a path of nine nodes, each with the class # and the number %d.
func classed() map[string]string {
	nodes := func(form, between string, first int) string {
		var all []string
		for i := range 9 {
			all = append(all, strings.ReplaceAll(form, "%d", fmt.Sprint(i+first)))
		}
		return strings.Join(all, between)
	}
	return map[string]string{
		"GML":       "graph [\n" + nodes("node [ id %d class \"#\" ]\n", "", 0) + "edge [ source 0 target 1 ]\n]",
		"GML value": "graph [\n" + nodes("node [ id %d value 3 ]\n", "", 0) + "edge [ source 0 target 1 ]\n]",
		"JSON":      `{"nodes":[` + nodes(`{"id":%d,"group":"#"}`, ",", 0) + `],"links":[{"source":0,"target":1}]}`,
		"GraphML": `<graphml><key id="d0" for="node" attr.name="label" attr.type="string"/><graph edgedefault="undirected">` +
			nodes(`<node id="%d"><data key="d0">#</data></node>`, "", 0) + `<edge source="0" target="1"/></graph></graphml>`,
		"GEXF": `<gexf><graph defaultedgetype="undirected"><attributes class="node"><attribute id="0" title="community" type="string"/>` +
			`</attributes><nodes>` + nodes(`<node id="%d"><attvalues><attvalue for="0" value="#"/></attvalues></node>`, "", 0) +
			`</nodes><edges><edge id="0" source="0" target="1"/></edges></graph></gexf>`,
		"DOT": "graph {" + nodes(`%d [class="#"];`, " ", 0) + " 0 -- 1 }",
	}
}

// A class that all nodes share is one class in every format, with a doubt, and communities take its place nowhere.
func TestOneClass(t *testing.T) {
	check := func(name string, r *Found) {
		t.Helper()
		if g := r.Graph; g.Classes != 1 || slices.Max(g.Labels) != 0 || slices.Min(g.Labels) != 0 {
			t.Errorf("%s: %d classes, labels %v", name, g.Classes, g.Labels)
		}
	}
	for name, text := range classed() {
		for _, class := range []string{"red", "7"} {
			r := readText(t, "", strings.ReplaceAll(text, "#", class))
			check(name, r)
			if !slices.Contains(names(r), "one-class") {
				t.Errorf("%s: no doubt in %v", name, names(r))
			}
		}
	}
	check("table", readText(t, "", "0,1\n1,2\n", "id,class\n0,a\n1,a\n2,a\n"))
	// Pajek keeps the classes in a file of its own.
	r, err := Read([]File{{Name: "a.net", Data: []byte("*Vertices 3\n1 a\n2 b\n3 c\n*Edges\n1 2\n2 3\n")},
		{Name: "a.clu", Data: []byte("*Vertices 3\n4\n4\n4\n")}})
	if err != nil {
		t.Fatal(err)
	}
	check("Pajek", r)
	// Another column with several values goes first.
	if r := readText(t, "", "0,1\n1,2\n2,3\n", "id,class,subject\n0,a,x\n1,a,y\n2,a,x\n3,a,y\n"); r.Graph.Classes != 2 {
		t.Errorf("%d classes beside a column with two", r.Graph.Classes)
	}
	if r := readText(t, "", "0,1\n1,2\n2,3\n", "id,type\n0,node\n1,node\n2,node\n3,node\n"); r.Graph.Classes != 0 {
		t.Errorf("a type that all nodes share is a class")
	}
}

// Arrays of weights beside the edges of an npz file, and the entries of a sparse matrix, are doubted alike.
func TestNegativeWeightsNPZ(t *testing.T) {
	ends := Array{Name: "edge_index", Shape: []int{2, 3}, Int: []int64{0, 1, 2, 1, 2, 3}}
	sparse := func(w float64) []Array {
		return []Array{{Name: "row", Shape: []int{3}, Int: []int64{0, 1, 2}}, {Name: "col", Shape: []int{3}, Int: []int64{1, 2, 3}},
			{Name: "data", Shape: []int{3}, Float: []float64{1, w, 1}}, {Name: "shape", Shape: []int{2}, Int: []int64{4, 4}}}
	}
	for _, w := range []float64{-2, 2} {
		for name, arrays := range map[string][]Array{
			"weights": {ends, {Name: "edge_weight", Shape: []int{3}, Float: []float64{1, w, 1}}},
			"column":  {ends, {Name: "edge_attr", Shape: []int{3, 1}, Float: []float64{1, w, 1}}},
			"sparse":  sparse(w),
		} {
			r, err := Read([]File{npzOf(t, "a.npz", arrays...)})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Graph.Edges) != 3 || !slices.Contains(r.Graph.Notes, weightNote) || slices.Contains(names(r), negativeRule) != (w < 0) {
				t.Errorf("%s with %v: %d edges, notes %q, doubts %v", name, w, len(r.Graph.Edges), r.Graph.Notes, names(r))
			}
		}
	}
}
