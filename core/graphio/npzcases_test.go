package graphio

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// textArray returns a one-dimensional array of texts.
func textArray(name string, v ...string) Array {
	return Array{Name: name, Shape: []int{len(v)}, Text: v}
}

// intMatrix returns an array of integers with rows of the width columns.
func intMatrix(name string, columns int, v ...int64) Array {
	return Array{Name: name, Shape: []int{len(v) / columns, columns}, Int: v}
}

// TestWrittenFeaturesOfAnyRatioAreRead: a file of WriteGraphNPZ is read again, also if its features are an identity matrix, whose zeros
// compress beyond MaxRatio.
func TestWrittenFeaturesOfAnyRatioAreRead(t *testing.T) {
	const n = 1000
	g, _ := graph.Build("one-hot", n, []graph.Edge{{I: 0, J: 1}})
	g.X = &linalg.CSR{Rows: n, Cols: n, Ptr: []int32{0}}
	for i := range int32(n) {
		g.X.Col, g.X.Val, g.X.Ptr = append(g.X.Col, i), append(g.X.Val, 1), append(g.X.Ptr, i+1)
	}
	var b bytes.Buffer
	if err := WriteGraphNPZ(&b, g, nil); err != nil {
		t.Fatal(err)
	}
	if 8*n*n < MaxRatio*b.Len()+RatioFloor {
		t.Fatalf("the file has %d bytes, too many for a ratio above %d", b.Len(), MaxRatio)
	}
	r, err := Read([]File{{Name: "g.npz", Data: b.Bytes()}})
	if err != nil {
		t.Fatal(err)
	}
	if x := r.Graph.X; x.Cols != n || !slices.Equal(x.Ptr, g.X.Ptr) || !slices.Equal(x.Col, g.X.Col) || !slices.Equal(x.Val, g.X.Val) {
		t.Errorf("the features are not the identity matrix of %d rows", n)
	}
}

// TestLongNamesAreNotWritten: WriteGraphNPZ refuses arrays that Read would refuse: one name of 1000 characters among 150 000 nodes is an
// array of 600 MB.
func TestLongNamesAreNotWritten(t *testing.T) {
	const n = 150_000
	g, _ := graph.Build("long", n, []graph.Edge{{I: 0, J: 1}})
	g.X = &linalg.CSR{Rows: n, Ptr: make([]int32, n+1)}
	g.NodeNames = make([]string, n)
	g.NodeNames[7] = strings.Repeat("ä", 1000)
	var b bytes.Buffer
	if err := WriteGraphNPZ(&b, g, nil); err == nil || !strings.Contains(err.Error(), "over the limit of 512") {
		t.Errorf("the error is %v, want one with the limit", err)
	}
}

// TestArraysGiveEdgesAndClasses: the arrays of a file give the graph and the notes in the table. The graph is a text, as summary writes it.
func TestArraysGiveEdgesAndClasses(t *testing.T) {
	path := intMatrix("edges", 2, 0, 1, 1, 2)
	matrix := []Array{intArray("data", 1, 1), intArray("indices", 1, 0), intArray("indptr", 0, 1, 2), intArray("shape", 2, 2)}
	short := Array{Name: "dst", Shape: []int{2}, Bool: []bool{true, true}}
	for _, c := range []struct {
		title, want, note string // note: words of a note, "" if there is no note
		arrays            []Array
	}{
		{"names of classes in another order", "3 nodes; 0-1 1-2; classes dog cat dog", "", []Array{path,
			textArray("labels", "dog", "cat", "dog"), textArray("class_names", "cat", "dog")}},
		{"labels that count from 1", "3 nodes; 0-1 1-2; classes cat dog cat", "", []Array{path, intArray("labels", 1, 2, 1),
			textArray("class_names", "cat", "dog")}},
		{"labels from 1, a class without nodes", "3 nodes; 0-1 1-2; classes a c c", "", []Array{path, intArray("labels", 1, 3, 3),
			textArray("class_names", "a", "b", "c")}},
		{"labels from 1 with a missing one", "3 nodes; 0-1 1-2; classes ? b a", "", []Array{path, intArray("labels", -1, 2, 1),
			textArray("label_names", "a", "b")}},
		{"labels from 1 and their number", "3 nodes; 0-1 1-2; classes 1 3 3", "", []Array{path, intArray("labels", 1, 3, 3),
			intArray("num_classes", 3)}},
		{"label_names with a class without nodes", "3 nodes; 0-1 1-2; classes a c a", "", []Array{path, intArray("labels", 0, 2, 0),
			textArray("label_names", "a", "b", "c")}},
		{"names of labels with gaps", "3 nodes; 0-1 1-2; classes a b c", "", []Array{path, intArray("labels", 0, 2, 4),
			textArray("class_names", "a", "b", "c")}},
		{"labels in texts give the nodes", "4 nodes; 0-1 1-2; classes a b a b", "", []Array{path, textArray("labels", "a", "b", "a", "b")}},
		{"labels in texts under another case", "3 nodes; 0-1 1-2; classes a b a", "", []Array{path, textArray("Y", "a", "b", "a")}},
		{"texts beside labels in numbers", "3 nodes; 0-1 1-2; classes 0 1 0", `"classes"`, []Array{path, intArray("y", 0, 1, 0),
			textArray("classes", "a", "b")}},
		{"classes beside features", "3 nodes; 0-1 1-2; 0 5 6 7", `"classes"`, []Array{path, intMatrix("x", 1, 5, 6, 7),
			textArray("classes", "a", "b")}},
		{"the name of the graph", "3 nodes; 0-1 1-2", `"label"`, []Array{path, {Name: "label", Shape: []int{}, Text: []string{"karate"}}}},
		{"source and target", "3 nodes; directed; 0>1 1>2", "", []Array{intArray("source", 0, 1), intArray("target", 1, 2)}},
		{"source, target and y", "3 nodes; directed; 0>1 1>2; classes 1 0 0", "", []Array{intArray("source", 0, 1), intArray("target", 1, 2),
			intArray("y", 1, 0, 0)}},
		{"target with edges", "3 nodes; 0-1 1-2; classes 1 0 1", "", []Array{path, intArray("source", 5, 5, 5), intArray("target", 1, 0, 1)}},
		{"ends of two types", "2 nodes; directed; 0>1", "1 self-loop", []Array{intArray("src", 0, 1), short}},
		{"Edge_index", "4 nodes; directed; 0>1 2>3", "", []Array{intMatrix("Edge_index", 2, 0, 2, 1, 3)}},
		{"Edges have priority over edge_index", "4 nodes; 0-2 1-3", "", []Array{intMatrix("edge_index", 2, 0, 0, 1, 1),
			intMatrix("Edges", 2, 0, 2, 1, 3)}},
		{"attributes of the edges in columns", "3 nodes; 0-1 1-2", "Weights", []Array{path, floats("edge_attr", 1, 2, 3)}},
		{"ids from 1", "3 nodes; 0-1 1-2", "node 1 of the file is node 0 here", []Array{intMatrix("edges", 2, 1, 2, 2, 3),
			intArray("num_nodes", 3)}},
		{"sparse features beside a matrix without a prefix", "2 nodes; 0-1; 0 0 2, 1 1 0", "", append(slices.Clone(matrix),
			intArray("attr_data", 1, 2), intArray("attr_indices", 1, 0), intArray("attr_indptr", 0, 1, 2), intArray("attr_shape", 2, 2))},
		{"a signal in texts without maps", "3 nodes; 0-1 1-2", `"signal"`, []Array{path, textArray("signal", "on")}},
	} {
		r, err := Read([]File{npzOf(t, "g.npz", c.arrays...)})
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if got := summary(r); got != c.want {
			t.Errorf("%s: read as %q, want %q", c.title, got, c.want)
		}
		notes := strings.Join(r.Graph.Notes, "|")
		if (notes != "") != (c.note != "") || !strings.Contains(notes, c.note) {
			t.Errorf("%s: the notes are %q, want %q", c.title, r.Graph.Notes, c.note)
		}
	}
	// A column without a 1 is a class without nodes, unless all rows are zeros.
	for want, rows := range map[int][]int64{4: {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}, 0: make([]int64, 12)} {
		r, err := Read([]File{npzOf(t, "g.npz", path, intMatrix("y", 4, rows...))})
		if err != nil || r.Graph.Classes != want {
			t.Errorf("rows of labels with 4 columns: error %v, want %d classes", err, want)
		}
	}
}

// TestUnfitArraysAreRefused: arrays that are no graph are refused with an *Error. It has the words in the table and a remedy.
func TestUnfitArraysAreRefused(t *testing.T) {
	path := intMatrix("edges", 2, 0, 1, 1, 2)
	coo := []Array{path, intArray("attr_data", 1), intArray("attr_row", 0), intArray("attr_col", 1), intArray("attr_shape", 3, 2)}
	tall := []Array{path, intArray("attr_data", 1), intArray("attr_indices", 0), intArray("attr_indptr", 0, 1), intArray("attr_shape", 1, 2),
		intArray("y", 0, 1, 0)}
	for want, arrays := range map[string][]Array{
		"the archive is empty":                        {},
		"the graph has no nodes":                      {{Name: "edges", Shape: []int{0, 2}, Int: []int64{}}},
		"there are 2 labels and 3 nodes":              {path, floats("x", 0, 3, 1), textArray("labels", "a", "b")},
		"src.npy: its elements are not":               {textArray("src", "a", "b"), textArray("dst", "b", "c")},
		"X.npy: its elements are not":                 {path, textArray("X", "a", "b", "c")},
		"numbers that are no integers":                {{Name: "edges", Shape: []int{2, 2}, Float: []float64{0, 1, 1, 2.5}}},
		"not in csr (call .tocsr() before saving)":    coo,
		"the features have 1 rows, the graph 3 nodes": tall,
		"the features have 0 rows, the graph 2 nodes": {intMatrix("edges", 2, 0, 1), {Name: "x_indices", Int: []int64{}, Shape: []int{0}},
			intArray("x_indptr", 0), intArray("x_shape", 0, 3)},
		"the matrix has 0 rows and 2 columns": {intArray("row", 0), intArray("col", 1), intArray("shape", -1, 2)},
	} {
		_, err := Read([]File{npzOf(t, "g.npz", arrays...)})
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || e.Remedy == "" {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
	// The element type is a complex number of eight bytes.
	complexLabels := npyBytes("<c8", "2,", strings.Repeat("\x00", 16))
	_, err := Read([]File{archive("edges.npy", npyBytes("|i1", "1, 2", "\x00\x01"), "y.npy", complexLabels)})
	if err == nil || !strings.Contains(err.Error(), "elements that are not read here") {
		t.Errorf("complex labels: the error is %v", err)
	}
}

// TestDataBesideMasksAreNoted: a file with masks and without edges adds its splits to another graph. A note names the file if it also has
// features or labels, which are left out.
func TestDataBesideMasksAreNoted(t *testing.T) {
	mask := func(name string, node int) Array {
		a := Array{Name: name, Shape: []int{3}, Bool: make([]bool, 3)}
		a.Bool[node] = true
		return a
	}
	masks := []Array{mask("train_mask", 0), mask("val_mask", 1), mask("test_mask", 2)}
	for _, more := range [][]Array{nil, {intMatrix("x", 1, 1, 2, 3)}, {intArray("y", 0, 1, 0)}, {textArray("y", "a", "b", "a")}} {
		r, err := Read([]File{{Name: "e.csv", Data: []byte("0,1\n1,2\n")}, npzOf(t, "masks.npz", slices.Concat(masks, more)...)})
		if err != nil {
			t.Fatal(err)
		}
		isNoted := strings.Contains(strings.Join(r.Graph.Notes, "|"), `Of "masks.npz", only the sets of nodes were read`)
		if len(r.Splits) != 1 || isNoted != (more != nil) {
			t.Errorf("masks beside %v: %d splits, the notes are %q", more, len(r.Splits), r.Graph.Notes)
		}
	}
}

// TestFortranTextsAreReadByRows: ReadNPZ returns texts in Fortran order row by row, and numbers with any number of axes.
func TestFortranTextsAreReadByRows(t *testing.T) {
	head := "{'descr': '|S1', 'fortran_order': True, 'shape': (2, 2), }\n"
	npy := []byte("\x93NUMPY\x01\x00" + string(rune(len(head))) + "\x00" + head + "acbd")
	cube := floats("cube", 0, 2, 3, 2)
	list, err := ReadNPZ("t.npz", archive("cube.npy", fortran(cube), "t.npy", npy).Data)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(list[0].Float, cube.Float) || !slices.Equal(list[1].Text, []string{"a", "b", "c", "d"}) {
		t.Errorf("read as %v, want 0 to 11 and a b c d", list)
	}
}
