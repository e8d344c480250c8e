package graphio

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestNPZNamesGiveOneGraph: the path 0–1–2 is read as the same graph under each set of names that npz graphs have.
// The features are the rows 0 1, 2 0 and 0 0, dense or sparse. The labels 2 0 1 are numbers or rows with a single 1.
// An array of labels without a column gives no labels. Label rows other than zeros with one 1, and labels with three axes, are refused.
func TestNPZNamesGiveOneGraph(t *testing.T) {
	// ints returns an array of integers of one byte. v has its elements, row by row.
	ints := func(shape string, v string) []byte { return npyBytes("|i1", shape, v) }
	edges := ints("2, 2", "\x00\x01\x01\x02")
	dense, numbers := ints("3, 2", "\x00\x01\x02\x00\x00\x00"), ints("3,", "\x02\x00\x01")
	rows := ints("3, 3", "\x00\x00\x01\x01\x00\x00\x00\x01\x00")
	// sparse returns the names and the arrays of the features in CSR form, with a prefix before each name.
	sparse := func(prefix string) []any {
		return []any{prefix + "data.npy", ints("2,", "\x01\x02"), prefix + "indices.npy", ints("2,", "\x01\x00"),
			prefix + "indptr.npy", ints("4,", "\x00\x01\x02\x02"), prefix + "shape.npy", ints("2,", "\x03\x02")}
	}
	adjacency := []any{"adj_data.npy", ints("2,", "\x01\x01"), "adj_indices.npy", ints("2,", "\x01\x02"),
		"adj_indptr.npy", ints("4,", "\x00\x01\x02\x02"), "adj_shape.npy", ints("2,", "\x03\x03")}
	// By the name of a case: the names and the arrays beside edges.npy, in turn. An adjacency matrix takes the place of edges.npy.
	for name, more := range map[string][]any{
		"MUSAE":               {"features.npy", dense, "target.npy", numbers},
		"singular":            {"feature.npy", dense, "label.npy", numbers},
		"of nodes":            {"node_feat.npy", dense, "node_label.npy", ints("3, 1", "\x02\x00\x01")},
		"rows of labels":      {"node_features.npy", dense, "node_labels.npy", rows},
		"sparse features":     append(sparse("attr_"), "labels.npy", numbers),
		"dotted":              append(sparse("attr_matrix."), "y.npy", rows),
		"sparse, no label":    sparse("attr_"),
		"adjacency and dense": append(adjacency, "attr_matrix.npy", dense, "labels.npy", numbers),
	} {
		f := archive("edges.npy", edges, more...)
		if strings.HasPrefix(name, "adjacency") {
			f = archive(more[0].(string), more[1].([]byte), more[2:]...)
		}
		r, err := Read([]File{f})
		if err != nil {
			t.Errorf("%s: refused with %v", name, err)
			continue
		}
		g, wantLabels, wantClasses := r.Graph, []int{2, 0, 1}, 3
		if strings.HasSuffix(name, "no label") {
			wantLabels, wantClasses = []int{-1, -1, -1}, 0
		}
		if want := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}; !reflect.DeepEqual(g.Edges, want) {
			t.Errorf("%s: the edges are %v, want %v", name, g.Edges, want)
		}
		if !reflect.DeepEqual(g.Labels, wantLabels) || g.Classes != wantClasses {
			t.Errorf("%s: the labels are %v of %d classes, want %v of %d", name, g.Labels, g.Classes, wantLabels, wantClasses)
		}
		if x := g.X; x.Cols != 2 || !reflect.DeepEqual(x.Ptr, []int32{0, 1, 2, 2}) || !reflect.DeepEqual(x.Col, []int32{1, 0}) ||
			!reflect.DeepEqual(x.Val, []float64{1, 2}) {
			t.Errorf("%s: the features are %+v, want the rows 0 1, 2 0 and 0 0", name, x)
		}
	}
	r, err := Read([]File{archive("edges.npy", edges, "y.npy", ints("3, 0", ""))})
	if err != nil || !reflect.DeepEqual(r.Graph.Labels, []int{-1, -1, -1}) {
		t.Errorf("labels of shape [3 0] are not read as -1 -1 -1; the error is %v", err)
	}
	// Refused labels, by words of the error.
	for want, y := range map[string][]byte{
		"the row of node 1 has 1 at 2": ints("3, 3", "\x00\x00\x01\x01\x00\x01\x00\x01\x00"),
		"the row of node 0 has 3 at 0": ints("3, 2", "\x03\x00\x01\x00\x00\x01"),
		"shape [3 1 1]":                ints("3, 1, 1", "\x00\x00\x00"),
	} {
		if _, err := Read([]File{archive("edges.npy", edges, "y.npy", y)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}
