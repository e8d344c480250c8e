package graphio

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// TestFormatsAgreeOnRepeatedEdgesAndLoops: four nodes and seven edges give the same graph and tally in every format that can hold them.
// The edges are 0→1 and 1→0, 1→2 three times, and a self-loop at 2 twice; node 3 has no edge.
// The notes name self-loops and repeated edges. They name lost directions and weights only where the file has them.
func TestFormatsAgreeOnRepeatedEdgesAndLoops(t *testing.T) {
	pairs := [][2]int{{0, 1}, {1, 0}, {1, 2}, {1, 2}, {1, 2}, {2, 2}, {2, 2}}
	// lines returns a line per edge. form formats the two ends, which are numbered from first.
	lines := func(form string, first int) string {
		s := ""
		for _, p := range pairs {
			s += fmt.Sprintf(form, p[0]+first, p[1]+first)
		}
		return s
	}
	// ids are the ends as little-endian integers of 32 bits.
	ids := ""
	for _, p := range pairs {
		ids += fmt.Sprintf("%c\x00\x00\x00%c\x00\x00\x00", p[0], p[1])
	}
	// A small set in Planetoid: features, classes and the list of test nodes.
	x, y, _, index := smallPlanetoid()
	// nodes returns a line per node, formatted by form.
	nodes := func(form string) string {
		s := ""
		for i := range 4 {
			s += fmt.Sprintf(form, i)
		}
		return s
	}
	wholeTally := graph.Tally{Given: 7, Loops: 2, DistinctLoops: 1, Merged: 3}
	// Words of the notes about lost directions and lost weights.
	directed, weights := "without direction", "Weights"
	for _, c := range []struct {
		format string
		files  []File
		tally  graph.Tally
		// notes are words of the notes, besides the notes about loops and repeated edges.
		notes []string
	}{
		{"Geom-GCN", geomPair("node_id\tnode_id\n"+lines("%d\t%d\n", 0), "node_id\tfeature\tlabel\n"+nodes("%d\t1,0\t0\n")), wholeTally, nil},
		{"table", []File{{Name: "e.csv", Data: []byte("source,target,w\n" + lines("%d,%d,2\n", 0))},
			{Name: "n.csv", Data: []byte("id,label\n" + nodes("%d,a\n"))}},
			wholeTally, []string{"weights"}},
		{"node-link JSON", fileOf(`{"directed": true, "multigraph": true, "nodes": [{"id": 0}, {"id": 1}, {"id": 2}, {"id": 3}], "links": [` +
			strings.TrimSuffix(lines(`{"source": %d, "target": %d, "weight": 2, "key": 0},`, 0), ",") + "]}"), wholeTally,
			[]string{directed, weights}},
		{"GraphML", fileOf(`<graphml><graph edgedefault="directed">` + nodes(`<node id="%d"/>`) +
			lines(`<edge source="%d" target="%d"><data key="w">2</data></edge>`, 0) + "</graph></graphml>"), wholeTally,
			[]string{directed, weights}},
		{"GraphML", fileOf(`<graphml><graph edgedefault="undirected">` + nodes(`<node id="%d"/>`) + lines(`<edge source="%d" target="%d"/>`,
			0) + "</graph></graphml>"), wholeTally, nil},
		{"GEXF", fileOf(`<gexf version="1.2"><graph defaultedgetype="directed"><nodes>` + nodes(`<node id="%d"/>`) + `</nodes><edges>` +
			lines(`<edge source="%d" target="%d" weight="2"/>`, 0) + "</edges></graph></gexf>"), wholeTally, []string{directed, weights}},
		{"GEXF", fileOf(`<gexf version="1.3"><graph defaultedgetype="directed"><nodes>` + nodes(`<node id="%d"/>`) + `</nodes><edges>` +
			lines(`<edge source="%d" target="%d" type="undirected"/>`, 0) + "</edges></graph></gexf>"), wholeTally, nil},
		{"Pajek", fileOf("*Vertices 4\n*Arcs\n" + lines("%d %d 2\n", 1)), wholeTally, []string{directed, weights}},
		{"Pajek", fileOf("*Vertices 4\n*Edges\n" + lines("%d %d\n", 1)), wholeTally, nil},
		{"npz", []File{archive("edges.npy", npyBytes("<i4", "7, 2", ids), "node_labels.npy", npyBytes("|i1", "4,", "\x00\x00\x00\x00"))},
			wholeTally, nil},
		// A dictionary holds each edge at both its ends; every entry counts.
		{"Planetoid", []File{{Name: "ind.t.allx", Data: x}, {Name: "ind.t.ally", Data: y}, {Name: "ind.t.tx", Data: x},
			{Name: "ind.t.ty", Data: y}, {Name: "ind.t.test.index", Data: index},
			{Name: "ind.t.graph", Data: pickleGraph(map[int][]int{0: {1}, 1: {0, 2, 2, 2}, 2: {2, 2}, 3: {}})}}, wholeTally, nil},
	} {
		r, err := Read(c.files)
		if err != nil {
			t.Errorf("%s is refused: %v", c.format, err)
			continue
		}
		if g := r.Graph; r.Format != c.format || g.N != 4 || !reflect.DeepEqual(g.Edges, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}) {
			t.Errorf("%s: read as %d nodes with the edges %v as %s, want 4 nodes with 0–1 and 1–2", c.format, g.N, g.Edges, r.Format)
		}
		if r.Tally != c.tally {
			t.Errorf("%s: the tally is %+v, want %+v", c.format, r.Tally, c.tally)
		}
		notes := strings.Join(r.Graph.Notes, "\n")
		for _, words := range append([]string{"2 self-loops dropped (at 1 node)", "3 repeated edges merged"}, c.notes...) {
			if !strings.Contains(notes, words) {
				t.Errorf("%s: the notes do not say %q:\n%s", c.format, words, notes)
			}
		}
		isLoss := strings.Contains(notes, directed) || strings.Contains(notes, weights)
		if c.notes == nil && isLoss {
			t.Errorf("%s: the notes name directions or weights, but the file has none:\n%s", c.format, notes)
		}
	}
}

// TestWideFeaturesRoundTrip: formats that list the columns of the features keep a graph with 100 000 features. Each node has two features
// or none. The files have at most 20 000 bytes in all. The values of the two features are 1 and 1, or 1 and −1/3.
func TestWideFeaturesRoundTrip(t *testing.T) {
	const n, f = 60, 100_000
	for _, values := range [][2]float64{{1, 1}, {1, -1.0 / 3}} {
		g := graph.New("wide", n, []graph.Edge{{I: 0, J: n - 1}, {I: 3, J: 4}})
		x := &linalg.CSR{Rows: n, Cols: f, Ptr: make([]int32, n+1)}
		for i := range n {
			if i != 7 { // Row 7 has no features.
				x.Col, x.Val = append(x.Col, int32(i*i), f-1), append(x.Val, values[:]...)
			}
			x.Ptr[i+1] = int32(len(x.Val))
		}
		g.X, g.Classes = x, 2
		for i := range g.Labels {
			g.Labels[i] = i % 2
		}
		for _, format := range WriteFormats() {
			// Dense formats would write 100 000 values for each node: npz, and geom-gcn unless all values are 1.
			isDenseGeomGCN := format == "geom-gcn" && values[1] != 1
			if format == "npz" || isDenseGeomGCN {
				continue
			}
			files, err := WriteWith(g, nil, format)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Read(files)
			if err != nil {
				t.Fatalf("%s is refused: %v", format, err)
			}
			want := storedGraph(g, format)
			if want.Name == "" { // the format does not hold the name of the graph
				r.Graph.Name = ""
			}
			for _, w := range differences(r.Graph, want) {
				t.Errorf("%s: %.200s", format, w)
			}
			size := 0
			for _, file := range files {
				size += len(file.Data)
			}
			if size > 20_000 {
				t.Errorf("%s: %d bytes for 118 non-zero features, want at most 20000", format, size)
			}
		}
	}
}

// TestSetColumnIsSplit: a column called split whose cells are names of the three sets gives the split, and is no feature. A node without
// a label is in no set, and there is a note. A column with other cells, or without a training node, gives no split and a note.
func TestSetColumnIsSplit(t *testing.T) {
	// read reads a path of four nodes beside the table of nodes with the given rows.
	read := func(rows string) *Found {
		t.Helper()
		r, err := Read([]File{{Name: "e.csv", Data: []byte("source,target\na,b\nb,c\nc,d\n")}, {Name: "n.csv", Data: []byte(rows)}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := read("id,label,Split,age\na,x,Training,1\nb,y,validation,2\nc,x,TEST,3\nd,y,,4\n")
	if s := r.Splits; len(s) != 1 || s[0].Name != "n.csv" || fmt.Sprint(s[0].Train, s[0].Val, s[0].Test) != "[0] [1] [2]" ||
		r.Graph.X.Cols != 1 {
		t.Errorf("the splits are %+v with %d features, want one split of one node in each set and 1 feature", s, r.Graph.X.Cols)
	}
	r = read("id,class,split\na,x,train\nb,,train\nc,x,test\nd,y,\n")
	if s := r.Splits; len(s) != 1 || fmt.Sprint(s[0].Train, s[0].Test) != "[0] [2]" || len(r.Graph.Notes) != 1 {
		t.Errorf("node 1 has no label: the splits are %+v, the notes %q; want node 0 to train on, node 2 to test, and a note",
			s, r.Graph.Notes)
	}
	for _, rows := range []string{"id,label,split\na,x,left\nb,y,right\nc,x,train\nd,y,\n",
		"id,label,set\na,x,test\nb,y,test\nc,x,val\nd,y,\n"} {
		if r = read(rows); r.Splits != nil || len(r.Graph.Notes) != 1 || !strings.Contains(r.Graph.Notes[0], "left out") {
			t.Errorf("the splits are %+v, the notes %q; want no split and a note about it, for\n%s", r.Splits, r.Graph.Notes, rows)
		}
	}
}
