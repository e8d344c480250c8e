package graphio

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestFormatsGiveExpectedGraphs: small tables and small files of JSON, GraphML, GEXF, Pajek and graph6 give the expected graph.
// The files compressed by gzip give the same result.
func TestFormatsGiveExpectedGraphs(t *testing.T) {
	// edges returns the edges whose ends follow one another in pairs.
	edges := func(pairs ...int32) []graph.Edge {
		var out []graph.Edge
		for k := 0; k < len(pairs); k += 2 {
			out = append(out, graph.Edge{I: pairs[k], J: pairs[k+1]})
		}
		return out
	}
	cases := []struct {
		title, format string
		files         []string
		n             int
		edges         []graph.Edge
		labels        []int    // nil: not compared
		names         []string // of the nodes; nil: the nodes have no names
		columns       int      // number of features
	}{
		{"edge list", "table", []string{"0,1\n1,2\n2,0\n"}, 3, edges(0, 1, 0, 2, 1, 2), nil, nil, 0},
		{"header, CRLF, BOM", "table", []string{"\ufeffsource,target,weight\r\n0,1,0.5\r\n1,3,2\r\n"}, 3, edges(0, 1, 1, 2), nil,
			[]string{"0", "1", "3"}, 0},
		{"lone CR", "table", []string{"0;1\r1;2\r"}, 3, edges(0, 1, 1, 2), nil, nil, 0},
		{"tabs and names", "table", []string{"anna\tbert\ncarl\tanna\n"}, 3, edges(0, 1, 0, 2), nil, []string{"anna", "bert", "carl"}, 0},
		{"spaces, comments", "table", []string{"# nodes 4\n% x\n3   1\n 1 2\n"}, 3, edges(0, 1, 0, 2), nil, []string{"1", "2", "3"}, 0},
		{"target before source", "table", []string{"w,to,from\n9,1,0\n"}, 2, edges(0, 1), nil, nil, 0},
		{"node table with header", "table", []string{"u,v\na,b\nb,c\n", "id,label,age,height\na,red,3,1.5\nb,blue,4,1.25\nc,red,5,\nd,red,6,2\n"},
			4, edges(0, 1, 1, 2), []int{0, 1, 0, 0}, []string{"a", "b", "c", "d"}, 2},
		{"node table without header", "table", []string{"0,1,0.5\n1,1,1\n2,0,7\n", "0,1\n0,2\n1,2\n"}, 3, edges(0, 1, 0, 2, 1, 2), []int{1, 1, 0},
			nil, 1},
		{"node table, quoted", "table", []string{"id;name;class\n1;\"x; y\";0\n0;\"q\"\"z\";1\n", "0;1\n"}, 2, edges(0, 1), []int{1, 0},
			[]string{`q"z`, "x; y"}, 0},
		{"other delimiters in names", "table", []string{"id,name,class\n0,;;;;,1\n1,\"a,b,c,d\",0\n", "0,1\n"}, 2, edges(0, 1), []int{1, 0},
			[]string{";;;;", "a,b,c,d"}, 0},
		{"NetworkX JSON", "node-link JSON", []string{`{"directed": false, "graph": {"name": "Z"}, "nodes": [{"club": "Mr. Hi", "id": 0}, ` +
			`{"club": "Officer", "id": 1}, {"id": 2}], "links": [{"weight": 4, "source": 0, "target": 1}]}`},
			3, edges(0, 1), []int{0, 1, -1}, nil, 0},
		{"NetworkX JSON, edges", "node-link JSON", []string{`{"edges": [{"source": "b", "target": "a"}], "nodes": [{"id": "a", "x": [1, 0, ` +
			`2.5], "y": 1}, {"id": "b", "x": [0, 0, 1], "y": 0}]}`},
			2, edges(0, 1), nil, []string{"a", "b"}, 3},
		{"d3 by position", "node-link JSON", []string{`{"nodes": [{"name": "Myriel", "group": 1}, {"name": "Napoleon", "group": 1}, {"name": ` +
			`"Valjean", "group": 2}], "links": [{"source": 1, "target": 0, "value": 1}, {"source": 2, "target": 0}]}`},
			3, edges(0, 1, 0, 2), []int{0, 0, 1}, []string{"Myriel", "Napoleon", "Valjean"}, 0},
		{"d3 by id", "node-link JSON", []string{`{"nodes": [{"id": "Myriel", "group": 1}, {"id": "Napoleon", "group": 2}], "links": ` +
			`[{"source": "Napoleon", "target": "Myriel"}]}`},
			2, edges(0, 1), []int{0, 1}, []string{"Myriel", "Napoleon"}, 0},
		{"d3 by name", "node-link JSON", []string{`{"nodes": [{"name": "p"}, {"name": "q"}], "links": [{"source": "p", "target": "q"}]}`}, 2,
			edges(0, 1), nil, []string{"p", "q"}, 0},
		{"GraphML", "GraphML", []string{`<?xml version='1.0' encoding='utf-8'?><!-- by hand --><graphml ` +
			`xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="club" attr.type="string"><default>officer</default></key><key id="d1" for="node" attr.name="age" ` +
			`attr.type="double"/>
<graph edgedefault="directed"><edge source="n1" target="n0"/><edge source="n0" target="n1"><data key="d9">3</data></edge>
<node id="n0"><data key="d0">hi</data><data key="d1">1.5</data></node><node id="n1"/></graph></graphml>`}, 2, edges(0, 1), []int{0, 1},
			[]string{"n0", "n1"}, 1},
		{"GEXF 1.2", "GEXF", []string{`<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" ` +
			`version="1.2"><graph mode="static" defaultedgetype="directed">
<attributes class="node"><attribute id="modularity_class" title="Modularity Class" type="integer"/></attributes><attributes ` +
			`class="edge"><attribute id="modularity_class" title="w" type="float"/></attributes>
<nodes><node id="0" label="Myriel"><attvalues><attvalue for="modularity_class" value="0"/></attvalues><viz:size value="3"/></node><node ` +
			`id="1" label="Napoléon"><attvalues><attvalue for="modularity_class" value="1"/></attvalues></node></nodes>
<edges><edge id="0" source="1" target="0"><attvalues><attvalue for="modularity_class" ` +
			`value="9"/></attvalues></edge></edges></graph></gexf>`}, 2, edges(0, 1), []int{0, 1}, []string{"Myriel", "Napoléon"}, 0},
		{"Pajek", "Pajek", []string{"*Network t\r\n*Vertices 4\r\n1 \"a b\" 0.1 0.2 0.5\r\n2 \"c\"\r\n3 \"d\"\r\n*Arcs\r\n1 2 1\r\n2 1 " +
			"1\r\n*Edgeslist\r\n3 1 4\r\n"}, 4, edges(0, 1, 0, 2, 2, 3), nil, []string{"a b", "c", "d", "4"}, 0},
		{"Pajek matrix", "Pajek", []string{"*Vertices 3\n*Matrix\n0 1 0\n1 0 1\n0 1 0\n"}, 3, edges(0, 1, 1, 2), nil, []string{"1", "2", "3"}, 0},
		{"Pajek matrices of two relations", "Pajek", []string{"*Vertices 3\n*Matrix :1 \"friends\"\n0 1 0\n1 0 0\n0 0 0\n" +
			"*Matrix :2 \"kin\"\n0 0 0\n0 0 1\n0 1 0\n"}, 3, edges(0, 1, 1, 2), nil, []string{"1", "2", "3"}, 0},
		// DQc is the example in the definition of graph6.
		{"graph6", "graph6", []string{"DQc\n"}, 5, edges(0, 2, 0, 4, 1, 3, 3, 4), nil, nil, 0},
		{"graph6 with header", "graph6", []string{">>graph6<<A_\n"}, 2, edges(0, 1), nil, nil, 0},
	}
	for _, c := range cases {
		var files []File
		for k, s := range c.files {
			files = append(files, File{Name: "file" + string(rune('0'+k)), Data: []byte(s)})
		}
		r, err := Read(files)
		if err != nil {
			t.Errorf("%s: refused with %v", c.title, err)
			continue
		}
		g := r.Graph
		if r.Format != c.format || g.X.Cols != c.columns {
			t.Errorf("%s: read as %s with %d features, want %s with %d", c.title, r.Format, g.X.Cols, c.format, c.columns)
		}
		if g.N != c.n || !reflect.DeepEqual(g.Edges, c.edges) {
			t.Errorf("%s: read as %d nodes with the edges %v, want %d with %v", c.title, g.N, g.Edges, c.n, c.edges)
		}
		if !reflect.DeepEqual(g.NodeNames, c.names) {
			t.Errorf("%s: the names are %q, want %q", c.title, g.NodeNames, c.names)
		}
		if c.labels != nil && !reflect.DeepEqual(g.Labels, c.labels) {
			t.Errorf("%s: labels %v, want %v", c.title, g.Labels, c.labels)
		}
		// The compressed files give the same result.
		for k := range files {
			files[k].Data = zipped(files[k].Data)
		}
		if z, err := Read(files); err != nil || !reflect.DeepEqual(z, r) {
			t.Errorf("%s: compressed by gzip, it gives another result (error %v)", c.title, err)
		}
	}
}

// zipped returns d compressed by gzip.
func zipped(d []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(d)
	w.Close()
	return b.Bytes()
}

// smallEdges and smallNodes are the two files of a graph of three nodes in Geom-GCN.
// The edges are 0–1 (twice), 1–2 and a self-loop at 2.
const (
	smallEdges = "node_id\tnode_id\n0\t1\n1\t0\n2\t2\n1\t2\n"
	smallNodes = "node_id\tfeature\tlabel\n0\t1,0,1\t0\n2\t0,0,0\t1\n1\t0,1,1\t1\n"
)

// TestGeomGCNForms: both forms of features are read: dense rows, and lists of columns, unsorted and with repetitions.
// The file of nodes may come before the file of edges. Loops and repeated edges are counted.
func TestGeomGCNForms(t *testing.T) {
	r, err := Read([]File{{Name: "n", Data: []byte(smallNodes)}, {Name: "e", Data: []byte(smallEdges)}})
	if err != nil {
		t.Fatal(err)
	}
	g := r.Graph
	if g.N != 3 || len(g.Edges) != 2 || g.Classes != 2 || len(g.Notes) != 2 {
		t.Errorf("read as %+v, want 3 nodes, 2 edges, 2 classes, and 2 notes: about the loop and the repeated edge", g)
	}
	if want := []int32{0, 2, 1, 2}; !reflect.DeepEqual(g.X.Col, want) {
		t.Errorf("the features have the columns %v, want %v", g.X.Col, want)
	}
	if want := (graph.Tally{Given: 4, Loops: 1, DistinctLoops: 1, Merged: 1}); r.Tally != want {
		t.Errorf("the tally is %+v, want %+v", r.Tally, want)
	}
	// Lists of columns, as in the actor data: unsorted and with repetitions. The header states one column too few.
	r, err = Read([]File{{Name: "n", Data: []byte("node_id\tfeature(feature_amount:3)\tlabel\n1\t3,0,3\t0\n0\t2\t1\n")},
		{Name: "e", Data: []byte("node_id\tnode_id\n0\t1\n")}})
	if err != nil || r.Graph.X.Cols != 4 || !reflect.DeepEqual(r.Graph.X.Col, []int32{2, 0, 3}) {
		t.Errorf("lists of columns: error %v, read as %+v; want 4 features, in columns 2, 0 and 3", err, r)
	}
}

// TestNamesAreCleaned: a name of more than MaxName bytes is cut at a character. Control characters and broken characters are replaced by
// U+FFFD, and a line end by a space. The graph then has a note. The message of an error cleans the name of its file in the same way.
func TestNamesAreCleaned(t *testing.T) {
	long := strings.Repeat("ü", 10_000)
	r, err := Read([]File{{Name: "g.json", Data: []byte(`{"nodes": [{"name": "` + long +
		`"}, {"name": "a\u0000b\nc\ud800"}], "links": [{"source": 0, "target": 1}]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	names := r.Graph.NodeNames
	if len(names[0]) > MaxName || !strings.HasPrefix(long, names[0]) {
		t.Errorf("the long name becomes %q, want its first characters in at most %d bytes", names[0], MaxName)
	}
	if want := "a\ufffdb c\ufffd"; names[1] != want {
		t.Errorf("the second name is %q, want %q", names[1], want)
	}
	if len(r.Graph.Notes) == 0 {
		t.Error("there is no note about the changed names")
	}
	e := &Error{File: "<b>\x00\n", Line: 3, Msg: "m", Remedy: "r"}
	if want := "<b>\ufffd:3: m (r)"; e.Error() != want {
		t.Errorf("the message is %q, want %q", e.Error(), want)
	}
}
