package graphio

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// TestNPZSetShapesGiveOneSplit: the splits first and second of the path 0–1–2–3 are read under the names and shapes of public npz graphs.
// These are masks in rows or columns, lists of nodes, and one test set for all splits.
// A mask alone gives no split and a note. Sets that do not fit are refused with the words in the table.
// Sparse features named x_data, x_indices, x_indptr and x_shape are read beside the path.
func TestNPZSetShapesGiveOneSplit(t *testing.T) {
	// ints returns an array of integers of one byte. v has its elements, row by row.
	ints := func(shape string, v ...byte) []byte { return npyBytes("|i1", shape, string(v)) }
	first := graph.Split{Train: []int{0, 2}, Val: []int{1}, Test: []int{3}}
	second := graph.Split{Train: []int{1, 2}, Val: []int{0}, Test: []int{3}}
	// path, sparse and dense are the names and arrays of the path as pairs, as a sparse and as a dense adjacency matrix.
	path := []any{"edges.npy", ints("3, 2", 0, 1, 1, 2, 2, 3)}
	sparse := []any{"adj_data.npy", ints("3,", 1, 1, 1), "adj_indices.npy", ints("3,", 1, 2, 3),
		"adj_indptr.npy", ints("5,", 0, 1, 2, 3, 3), "adj_shape.npy", ints("2,", 4, 4)}
	dense := []any{"adj.npy", npyBytes("|b1", "4, 4", "\x00\x01\x00\x00\x01\x00\x01\x00\x00\x01\x00\x01\x00\x00\x01\x00")}
	labels := []any{"labels.npy", ints("4,", 0, 1, 1, 0)}
	// graph and sets are names and arrays, in turn. want are the splits.
	for name, c := range map[string]struct {
		graph, sets []any
		want        []graph.Split
	}{
		"masks": {path, []any{"train_mask.npy", ints("4,", 1, 0, 1, 0), "val_mask.npy", ints("4,", 0, 1, 0, 0),
			"test_mask.npy", ints("4,", 0, 0, 0, 1)}, []graph.Split{first}},
		"masks in rows": {sparse, []any{"train_masks.npy", ints("2, 4", 1, 0, 1, 0, 0, 1, 1, 0), "val_masks.npy",
			ints("2, 4", 0, 1, 0, 0, 1, 0, 0, 0), "test_masks.npy", ints("2, 4", 0, 0, 0, 1, 0, 0, 0, 1)}, []graph.Split{first, second}},
		"masks in columns, one test set": {dense, []any{"train_mask.npy", ints("4, 2", 1, 0, 0, 1, 1, 1, 0, 0), "valid_mask.npy",
			ints("4, 2", 0, 1, 1, 0, 0, 0, 0, 0), "test_mask.npy", ints("4,", 0, 0, 0, 1)}, []graph.Split{first, second}},
		"lists": {sparse, []any{"idx_train.npy", ints("2,", 2, 0), "idx_val.npy", ints("1,", 1), "idx_test.npy", ints("1,", 3)},
			[]graph.Split{first}},
		"lists in rows": {path, []any{"train_idx.npy", ints("2, 2", 0, 2, 1, 2), "valid_idx.npy", ints("2, 1", 1, 0),
			"test_idx.npy", ints("1,", 3)}, []graph.Split{first, second}},
		"lists in columns": {path, []any{"train_idx.npy", ints("2, 2", 0, 1, 2, 2), "val_idx.npy", ints("1, 2", 1, 0),
			"test_idx.npy", ints("1, 2", 3, 3)}, []graph.Split{first, second}},
		"a list that is a mask": {dense, []any{"train_idx.npy", npyBytes("|b1", "4,", "\x01\x00\x01\x00"), "val_index.npy", ints("1,", 1),
			"test_indices.npy", ints("1,", 3)}, []graph.Split{first}},
	} {
		arrays := append(append(append([]any{}, c.graph...), labels...), c.sets...)
		r, err := Read([]File{archive(arrays[0].(string), arrays[1].([]byte), arrays[2:]...)})
		if err != nil {
			t.Errorf("%s: refused with %v", name, err)
			continue
		}
		if want := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 2, J: 3}}; !reflect.DeepEqual(r.Graph.Edges, want) ||
			!reflect.DeepEqual(r.Graph.Labels, []int{0, 1, 1, 0}) {
			t.Errorf("%s: edges %v, labels %v; want the path and the labels 0 1 1 0", name, r.Graph.Edges, r.Graph.Labels)
		}
		// The names of splits depend on the names of the arrays.
		for k := range r.Splits {
			r.Splits[k].Name = ""
		}
		if !reflect.DeepEqual(r.Splits, c.want) {
			t.Errorf("%s: the splits are %v, want %v", name, r.Splits, c.want)
		}
	}

	r, err := Read([]File{archive("edges.npy", path[1].([]byte), "train_mask.npy", ints("4,", 1, 0, 1, 0))})
	if err != nil || len(r.Splits) != 0 || !strings.Contains(strings.Join(r.Graph.Notes, " "), "that of the validation nodes is missing") {
		t.Errorf("a mask alone: splits %v, notes %v, error %v; want a note and no split", r.Splits, r.Graph.Notes, err)
	}
	// The sparse features have the single entry 5 at row 2, column 1.
	r, err = Read([]File{archive("edges.npy", path[1].([]byte), "y.npy", ints("4,", 0, 1, 1, 0), "x_data.npy", ints("1,", 5),
		"x_indices.npy", ints("1,", 1), "x_indptr.npy", ints("5,", 0, 0, 0, 1, 1), "x_shape.npy", ints("2,", 4, 3))})
	if err != nil || r.Graph.X.Cols != 3 || r.Graph.X.Dense().Row(2)[1] != 5 {
		t.Errorf("sparse features are not read as 3 columns with 5 at (2, 1): error %v", err)
	}
	// Refused lists of training, validation and test nodes, by words of the error. The byte 255 is −1.
	for want, sets := range map[string][][]byte{
		"element 0 is 4, not the number":        {ints("1,", 4), ints("1,", 1), ints("1,", 3)},
		"element 0 is -1, not the number":       {ints("1,", 255), ints("1,", 1), ints("1,", 3)},
		"node 1 is in two masks":                {ints("1,", 1), ints("1,", 1), ints("1,", 3)},
		"the mask has shape [3 1], another one": {ints("2, 2", 0, 2, 0, 2), ints("3, 1", 1, 1, 1), ints("1,", 3)},
		"the mask has shape [1 1 1], the graph": {ints("1, 1, 1", 0), ints("1,", 1), ints("1,", 3)},
		"the masks hold 0 splits":               {ints("0, 1"), ints("1,", 1), ints("1,", 3)},
	} {
		_, err := Read([]File{archive("edges.npy", path[1].([]byte), "train_idx.npy", sets[0], "val_idx.npy", sets[1], "test_idx.npy", sets[2])})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

// TestSparseFormsGiveOneGraph: a matrix gives the same graph, notes and doubts in the forms coo, csr and dia of SciPy.
// The inputs are 20 random symmetric matrices of 6 nodes with weights of both signs.
// A pair of nodes has a weight of −1, −1/2, 0, 1/2 or 1 with probability 0.6, and otherwise 0.
func TestSparseFormsGiveOneGraph(t *testing.T) {
	const n = 6
	random := rng.New(3, "sparse forms")
	for trial := range 20 {
		var dense [n][n]float64
		for i := range n {
			for j := range i {
				if random.Float64() < 0.6 {
					dense[i][j] = float64(random.Intn(5)-2) / 2
					dense[j][i] = dense[i][j]
				}
			}
		}
		// coo: row, column and value of each entry, row by row. csr: column and value, and where each row starts.
		row, col := Array{Name: "row", Shape: []int{0}}, Array{Name: "col", Shape: []int{0}}
		data, indptr := Array{Name: "data", Shape: []int{0}}, Array{Name: "indptr", Shape: []int{n + 1}, Int: []int64{0}}
		for i := range n {
			for j := range n {
				if dense[i][j] != 0 {
					row.Int, col.Int, data.Float = append(row.Int, int64(i)), append(col.Int, int64(j)), append(data.Float, dense[i][j])
				}
			}
			indptr.Int = append(indptr.Int, int64(len(row.Int)))
		}
		if len(row.Int) == 0 {
			continue // A matrix of zeros has no edges.
		}
		row.Shape[0], col.Shape[0], data.Shape[0] = len(row.Int), len(row.Int), len(row.Int)
		shape := Array{Name: "shape", Shape: []int{2}, Int: []int64{n, n}}
		indices := Array{Name: "indices", Shape: col.Shape, Int: col.Int}
		// dia: row k of data is the diagonal j − i = k. The entry (i, j) stands in column j.
		offsets, diagonals := Array{Name: "offsets", Shape: []int{2*n - 1}}, Array{Name: "data", Shape: []int{2*n - 1, n}}
		for k := -n + 1; k < n; k++ {
			offsets.Int = append(offsets.Int, int64(k))
			for j := range n {
				v := 0.0
				if i := j - k; i >= 0 && i < n {
					v = dense[i][j]
				}
				diagonals.Float = append(diagonals.Float, v)
			}
		}
		var first *Found
		for _, arrays := range [][]Array{{row, col, data, shape}, {indptr, indices, data, shape}, {offsets, diagonals, shape}} {
			found, err := Read([]File{npzOf(t, "m.npz", arrays...)})
			if err != nil {
				t.Fatalf("trial %d: %v", trial, err)
			}
			if first == nil {
				first = found
			}
			if !reflect.DeepEqual(found.Graph, first.Graph) || !reflect.DeepEqual(found.Recognition.Doubts, first.Recognition.Doubts) {
				t.Errorf("trial %d: %s gives %+v, %v; coo %+v, %v", trial, arrays[0].Name, found.Graph, found.Recognition.Doubts, first.Graph,
					first.Recognition.Doubts)
			}
		}
	}
}

// TestSparseFormsBeyondTheLimits: a sparse matrix of more than MaxNodes rows or columns is refused, in the forms coo and dia.
// Sparse features of more than MaxFeatures columns are refused, too. Both limits are 200 000, and the error has this number.
func TestSparseFormsBeyondTheLimits(t *testing.T) {
	// In the form dia, zero and one are the diagonal 0 with a single entry, 1.
	one := Array{Name: "data", Shape: []int{1, 1}, Float: []float64{1}}
	zero := Array{Name: "offsets", Shape: []int{1}, Int: []int64{0}}
	const many = MaxNodes + 1
	for name, arrays := range map[string][]Array{
		"coo": {{Name: "row", Shape: []int{1}, Int: []int64{0}}, {Name: "col", Shape: []int{1}, Int: []int64{1}},
			{Name: "data", Shape: []int{1}, Float: []float64{1}}, {Name: "shape", Shape: []int{2}, Int: []int64{many, many}}},
		"dia of many rows":    {zero, one, {Name: "shape", Shape: []int{2}, Int: []int64{many, 3}}},
		"dia of many columns": {zero, one, {Name: "shape", Shape: []int{2}, Int: []int64{3, many}}},
		"features": {{Name: "edges", Shape: []int{1, 2}, Int: []int64{0, 1}}, {Name: "attr_indptr", Shape: []int{3}, Int: []int64{0, 0, 1}},
			{Name: "attr_indices", Shape: []int{1}, Int: []int64{0}}, {Name: "attr_data", Shape: []int{1}, Float: []float64{1}},
			{Name: "attr_shape", Shape: []int{2}, Int: []int64{2, MaxFeatures + 1}}},
	} {
		_, err := Read([]File{npzOf(t, "m.npz", arrays...)})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("more than %d rows or columns", MaxNodes)) {
			t.Errorf("%s: the error is %v, want the limit of %d", name, err, MaxNodes)
		}
	}
}
