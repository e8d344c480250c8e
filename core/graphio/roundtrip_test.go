package graphio

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// unusualGraph returns a graph with content that formats could lose.
// It has unusual names, isolated nodes, unknown labels, an empty class and an empty column of features.
func unusualGraph() *graph.Graph {
	g := graph.New(`Ödd "graph" <&>`, 7, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 5}, {I: 2, J: 5}})
	g.NodeNames = []string{"é, ü", `<img src=x onerror="alert(1)">`, "javascript:alert(1)", "日本語", "\u202eright to left", "", "a\"b;c|d&e'"}
	g.Labels = []int{0, 2, -1, 2, 0, -1, 2}
	g.Classes, g.ClassNames = 3, []string{"null", "", "zwei, drei"}
	g.X = &linalg.CSR{Rows: 7, Cols: 4, Ptr: []int32{0, 2, 2, 3, 4, 4, 4, 5}, Col: []int32{0, 2, 2, 0, 2},
		Val: []float64{1, -0.1, 1e-300, 12345678.9, 1.0 / 3}}
	g.FeatureNames = []string{"class", "empty", "Größe, m", "name"}
	return g
}

// checkSameGraph fails if two graphs differ in anything but notes and self-loops.
// If names is false, got must have no names, and the names of want are not compared.
func checkSameGraph(t *testing.T, got, want *graph.Graph, names bool) {
	t.Helper()
	a, b := *got, *want
	a.Notes, b.Notes, a.Loops, b.Loops = nil, nil, 0, 0
	if !names {
		a.Name, b.Name = "", ""
		b.NodeNames, b.ClassNames, b.FeatureNames = nil, nil, nil
	}
	// Empty lists equal nil.
	for _, g := range []*graph.Graph{&a, &b} {
		if g.X.NNZ() == 0 {
			g.X = &linalg.CSR{Rows: g.X.Rows, Cols: g.X.Cols, Ptr: g.X.Ptr}
		}
		if len(g.Edges) == 0 {
			g.Edges = nil
		}
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("read\n%+v %+v\nwant\n%+v %+v", a, a.X, b, b.X)
	}
}

// TestWrittenGraphsRoundTrip: graphs that are written and read again keep everything that their format stores.
// Writing a graph twice gives the same bytes.
// The inputs are an unusual graph, graphs without features or edges, built-in graphs and a generated one.
func TestWrittenGraphsRoundTrip(t *testing.T) {
	plain := graph.New("plain", 5, []graph.Edge{{I: 0, J: 4}, {I: 1, J: 4}})
	lone := graph.New("lone", 1, nil)
	graphs := []*graph.Graph{unusualGraph(), plain, lone, graph.Karate(), graph.Florentine(), graph.LesMiserables()}
	if g, err := graph.Generate("sbm:n=80,features=5"); err == nil {
		graphs = append(graphs, g)
	}
	for _, g := range graphs {
		for _, format := range WriteFormats() {
			files, err := WriteWith(g, nil, format)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Read(files)
			if err != nil {
				t.Errorf("%s written as %s is refused: %v\n%.600s", g.Name, format, err, files[len(files)-1].Data)
				continue
			}
			switch format {
			case "geom-gcn":
				// These files have no names.
				checkSameGraph(t, r.Graph, g, false)
			case "csv", "npz":
				// The graph's name is not in these files.
				r.Graph.Name = g.Name
				checkSameGraph(t, r.Graph, g, true)
			default:
				checkSameGraph(t, r.Graph, g, true)
			}
			again, err := WriteWith(g, nil, format)
			if err != nil || !reflect.DeepEqual(files, again) {
				t.Errorf("writing %s as %s twice gives different bytes, or the error %v", g.Name, format, err)
			}
			if t.Failed() {
				t.Fatalf("%s was written as %s:\n%.1200s", g.Name, format, files[len(files)-1].Data)
			}
		}
	}
}

// TestUnknownFormatIsAnError: writing a graph as DOT, which this package only reads, is an error.
func TestUnknownFormatIsAnError(t *testing.T) {
	if _, err := WriteWith(graph.Karate(), nil, "dot"); err == nil {
		t.Error("an unknown format was written")
	}
}

// TestNPZArraysRoundTrip: arrays of real numbers, integers, truth values and a scalar are read as they were written.
// An array whose shape does not fit its elements is not written.
func TestNPZArraysRoundTrip(t *testing.T) {
	in := []Array{{Name: "w", Shape: []int{2, 3}, Float: []float64{1, 2, 3, 4, 5, -6e-7}},
		{Name: "n", Shape: []int{4}, Int: []int64{-1, 0, 1, 1 << 62}},
		{Name: "b", Shape: []int{2}, Bool: []bool{true, false}}, {Name: "scalar", Shape: []int{}, Float: []float64{7}}}
	var b bytes.Buffer
	if err := WriteNPZ(&b, in); err != nil {
		t.Fatal(err)
	}
	out, err := ReadNPZ("a.npz", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	// A scalar may be read with the shape nil, which reflect.DeepEqual would distinguish from an empty shape.
	out[3].Shape = []int{}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("read %+v, want %+v", out, in)
	}
	if WriteNPZ(&b, []Array{{Name: "x", Shape: []int{3}, Int: []int64{1}}}) == nil {
		t.Error("a wrong shape was written")
	}
}

// TestSplitNPZRoundTrip: a split written as three masks is read as the same split, called after its file.
// A split for another number of nodes is refused. The file of a graph with two splits, beside a separate split, gives three splits.
// Karate has 34 nodes.
func TestSplitNPZRoundTrip(t *testing.T) {
	s, err := graph.ParseSplit(graph.Karate(), "random:0.5,0.2,0.2", 1)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	var masks []Array
	for set, name := range [3]string{"train_mask", "val_mask", "test_mask"} {
		m := Array{Name: name, Shape: []int{34}, Bool: make([]bool, 34)}
		for _, i := range [3][]int{s.Train, s.Val, s.Test}[set] {
			m.Bool[i] = true
		}
		masks = append(masks, m)
	}
	if err := WriteNPZ(&b, masks); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSplitNPZ("dir/s.npz", b.Bytes(), 34)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name = "s.npz"; !reflect.DeepEqual(s, got) {
		t.Errorf("read %+v, want %+v", got, s)
	}
	if _, err := ReadSplitNPZ("s.npz", b.Bytes(), 35); err == nil {
		t.Error("a split of another graph was accepted")
	}
	// The separate split comes first. The splits in the file of the graph are numbered from 0.
	var z bytes.Buffer
	if err := WriteGraphNPZ(&z, graph.Karate(), []graph.Split{s, {Train: []int{3}, Val: []int{2}, Test: []int{1}}}); err != nil {
		t.Fatal(err)
	}
	r, err := Read([]File{{Name: "k.npz", Data: z.Bytes()}, {Name: "s.npz", Data: b.Bytes()}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Splits) != 3 || !reflect.DeepEqual(r.Splits[0].Train, s.Train) || r.Splits[2].Name != "k.npz #1" || r.Splits[2].Train[0] != 3 {
		t.Errorf("the splits are %+v, want the split of s.npz, then the two of k.npz", r.Splits)
	}
}

// TestLostNamesOfFeaturesAreListed: WriteSplits lists the names of the features as lost exactly if the tables of CSV, read again, have
// other names. Tables beyond maxTableCells lose them.
func TestLostNamesOfFeaturesAreListed(t *testing.T) {
	const n = 1999 // 2000 rows with the header
	for _, cols := range []int{maxTableCells / (n + 1), maxTableCells/(n+1) + 1} {
		g, _ := graph.Build("g", n, []graph.Edge{{I: 0, J: 1}})
		g.X = &linalg.CSR{Rows: n, Cols: cols, Ptr: make([]int32, n+1)}
		for i := range n { // node i has the feature i mod cols
			g.X.Col, g.X.Val = append(g.X.Col, int32(i%cols)), append(g.X.Val, 0.5)
			g.X.Ptr[i+1] = int32(i + 1)
		}
		for k := range cols {
			g.FeatureNames = append(g.FeatureNames, fmt.Sprintf("word%d", k))
		}
		files, lost, err := WriteSplits(g, nil, Extra{}, "csv")
		if err != nil {
			t.Fatal(err)
		}
		r, err := Read(files)
		if err != nil {
			t.Fatalf("the files with %d features are refused: %v", cols, err)
		}
		isLost := slices.Contains(lost, "the names of the features")
		if isLost == slices.Equal(r.Graph.FeatureNames, g.FeatureNames) || r.Graph.X.Cols != cols {
			t.Errorf("%d features: lost are %q, but %d names are read", cols, lost, len(r.Graph.FeatureNames))
		}
	}
}
