package graphio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sheaf"
)

// Tests of restriction maps in npz files: R_ij has the map at the first node of each entry of edge_index, and R_ji at the second node.

// npzOf returns an npz file with the name and the arrays.
func npzOf(t *testing.T, name string, arrays ...Array) File {
	t.Helper()
	var b bytes.Buffer
	if err := WriteNPZ(&b, arrays); err != nil {
		t.Fatal(err)
	}
	return File{Name: name, Data: b.Bytes()}
}

// floats returns an array of the shape whose elements, in C order, are base, base+1, ….
func floats(name string, base float64, shape ...int) Array {
	a := Array{Name: name, Shape: shape}
	size := 1
	for _, n := range shape {
		size *= n
	}
	for k := range size {
		a.Float = append(a.Float, base+float64(k))
	}
	return a
}

// pairs returns the array edge_index of shape [2, m]. list has the m first ends of the edges, then the m second ends.
func pairs(list ...int64) Array {
	return Array{Name: "edge_index", Shape: []int{2, len(list) / 2}, Int: list}
}

// TestMapsReachTheirEdgeAndEnd: every map is read at its edge and end, and every sheaf has the signal of the file.
// The entries of edge_index are neither in the order nor all in the direction of the edges. The maps of 2 epochs and 3 layers are 6 sheaves
// on a triangle. The numbers of the file count up, so that each map has known entries.
func TestMapsReachTheirEdgeAndEnd(t *testing.T) {
	const epochs, layers, m, d = 2, 3, 3, 2
	// The entries are 1→2, 2→0 and 0→1. The second entry is against the order of its edge (0,2).
	from, to := []int64{1, 2, 0}, []int64{2, 0, 1}
	f := npzOf(t, "maps.npz", pairs(slices.Concat(from, to)...),
		floats("R_ij", 0, epochs, layers, m, d, d), floats("R_ji", 1000, epochs, layers, m, d, d), floats("signal", 0, 3*d))
	r, err := Read([]File{f})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Maps
	if got == nil || got.D != d || got.Epochs != epochs || got.Layers != layers || got.Channels != 1 {
		t.Fatalf("the maps are %+v, want dimension 2, 2 epochs, 3 layers and 1 channel", got)
	}
	want := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	if !reflect.DeepEqual(r.Graph.Edges, want) {
		t.Fatalf("the edges are %v, want %v", r.Graph.Edges, want)
	}
	for q := range got.Count() {
		maps, signal := got.At(q)
		s := &sheaf.Sheaf{N: 3, D: d, Edges: r.Graph.Edges, R: maps}
		if err := s.Check(); err != nil || !slices.Equal(signal, []float64{0, 1, 2, 3, 4, 5}) {
			t.Fatalf("sheaf %d: error %v, signal %v, want 0 to 5", q, err, signal)
		}
		for k := range m {
			for end, node := range []int64{from[k], to[k]} {
				// end 0 is the first node of the entry, and end 1 the second. first is the first number of this map in the file.
				// R_ij counts from 0 and R_ji from 1000.
				first := float64(1000*end + (q*m+k)*d*d)
				e := slices.Index(want, graph.Edge{I: int32(min(from[k], to[k])), J: int32(max(from[k], to[k]))})
				// e is the edge of the entry. side is 0 for the map at node I of the edge and 1 for the map at node J.
				side := 0
				if int32(node) == want[e].J {
					side = 1
				}
				if !slices.Equal(s.Map(e, side), []float64{first, first + 1, first + 2, first + 3}) {
					t.Errorf("sheaf %d, entry %d, node %d: %v, want from %v on", q, k, node, s.Map(e, side), first)
				}
			}
		}
	}
}

// npy32 returns the .npy file of an array of float32. shape is a Python tuple without its brackets.
func npy32(shape string, v ...float32) []byte {
	head := "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), 0)
	out = append(out, head...)
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

// TestDirectedEntriesNeedOneMapEach: with entries in both directions, R_ij has the maps at both nodes of each edge. R_ji is not needed.
// The entries are 0→1, 1→0, 1→2 and 2→1.
func TestDirectedEntriesNeedOneMapEach(t *testing.T) {
	// The first row of the index has the first nodes, the second row the second nodes.
	index := []byte("\x93NUMPY\x01\x00\x48\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2, 4), }            \n")
	for _, v := range []uint64{0, 1, 1, 2, 1, 0, 2, 1} {
		index = binary.LittleEndian.AppendUint64(index, v)
	}
	r, err := Read([]File{archive("edge_index.npy", index, "R_ij.npy", npy32("4, 1, 1", 10, 20, 30, 40))})
	if err != nil {
		t.Fatal(err)
	}
	// The edge (0,1) has 10 at node 0 and 20 at node 1. The edge (1,2) has 30 at node 1 and 40 at node 2.
	if !slices.Equal(r.Maps.R, []float64{10, 20, 30, 40}) || r.Maps.Signal != nil {
		t.Errorf("the maps are %+v, want R = [10 20 30 40] without a signal", r.Maps)
	}
}

// TestMapsBesideGraphNeedItsEdges: maps in a separate file are read beside a graph with the same edges.
// Maps on other edges, two files of maps, and files with no graph or with two graphs are refused. The error has the words in the table.
func TestMapsBesideGraphNeedItsEdges(t *testing.T) {
	g := geomPair(smallEdges, smallNodes) // 3 nodes, edges (0,1) and (1,2)
	maps := npzOf(t, "maps.npz", pairs(0, 1, 1, 2), floats("R_ij", 0, 2, 2, 2), floats("R_ji", 8, 2, 2, 2))
	r, err := Read(append(g, maps))
	// R[0:4] is the first map of R_ij. R[4] is the first number of R_ji, 8.
	if err != nil || r.Format != "Geom-GCN" || r.Graph.Classes != 2 || r.Maps == nil || r.Maps.R[4] != 8 {
		t.Fatalf("maps beside their graph: error %v, result %+v; want Geom-GCN with 2 classes and maps with R[4] = 8", err, r)
	}
	// Node 0 is isolated. Beside a graph, its ids are the numbers of the nodes, and do not count from 1.
	nodes := File{Name: "n.csv", Data: []byte("id,label\n0,a\n1,b\n2,a\n3,b\n")}
	for _, ends := range [][2]int64{{1, 2}, {2, 3}} {
		edges := File{Name: "e.csv", Data: fmt.Appendf(nil, "source,target\n%d,%d\n", ends[0], ends[1])}
		f := npzOf(t, "maps.npz", pairs(ends[0], ends[1]), floats("R_ij", 0, 1, 2, 2), floats("R_ji", 8, 1, 2, 2))
		r, err := Read([]File{edges, nodes, f})
		if err != nil || r.Graph.N != 4 || r.Maps.R[4] != 8 {
			t.Errorf("maps on the edge %v beside 4 nodes: error %v", ends, err)
		}
	}
	prose := func(name string) File {
		return File{Name: name, Data: []byte("Ann went home with Bob, soon.\nShe ran there with her dog.\nThey met again, at the old house.\n")}
	}
	other := npzOf(t, "other.npz", pairs(0, 1, 2, 2), floats("R_ij", 0, 2, 2, 2), floats("R_ji", 8, 2, 2, 2))
	for words, files := range map[string][]File{
		"no edge between nodes 0 and 2": append(slices.Clone(g), other),
		"restriction maps in two files": append(slices.Clone(g), maps, maps),
		"maps are on 2 nodes and 1 edges, the graph has 3": append(slices.Clone(g), npzOf(t, "one.npz", pairs(0, 1),
			floats("R_ij", 0, 1, 2, 2), floats("R_ji", 8, 1, 2, 2))),
		"there are only masks, no graph": {npzOf(t, "m.npz", Array{Name: "train_mask", Shape: []int{1}, Bool: []bool{true}})},
		"there are only masks and weights, no graph": {npzOf(t, "m.npz", Array{Name: "train_mask", Shape: []int{1}, Bool: []bool{true}}),
			{Name: "w.safetensors", Data: safetensorsFile(tensorsOfGCN(), unchanged)}},
		"the text is prose": {prose("a.txt"), prose("b.txt")},
		"2 files look like more than one graph": {{Name: "a.gml", Data: []byte("graph [ node [ id 0 ] ]")},
			{Name: "b.net", Data: []byte("*Vertices 2\n*Edges\n1 2\n")}},
		"look like more than one npz graph": {npzOf(t, "a.npz", pairs(0, 1), floats("x", 0, 2, 1)),
			npzOf(t, "b.npz", pairs(0, 1), floats("x", 0, 2, 1))},
	} {
		if _, err := Read(files); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("the error is %v, want one with %q", err, words)
		}
	}
}

// TestUnfitMapsAreRefused: maps that do not fit are refused. The error has the words in the table, a bracket (which opens the remedy), and
// at most 500 bytes. Two different maps at one end are refused, too. The largest dimension is that of package sheaf.
// With num_nodes, a graph may have isolated nodes. A file that is cut short gives no panic.
func TestUnfitMapsAreRefused(t *testing.T) {
	ij, ji := floats("R_ij", 0, 2, 2, 2), floats("R_ji", 8, 2, 2, 2)
	nan := floats("R_ij", 0, 2, 2, 2)
	nan.Float[5] = math.NaN()
	huge := floats("R_ji", 0, 2, 2, 2)
	huge.Float[7] = 1e200
	for words, arrays := range map[string][]Array{
		"R_ij is missing beside R_ji":                                   {pairs(0, 1, 1, 2), ji},
		"shape [3 2 2]; edge_index has 2 entries, so expected is (2, d": {pairs(0, 1, 1, 2), floats("R_ij", 0, 3, 2, 2), ji},
		"shape [2 2]; edge_index has 2 entries":                         {pairs(0, 1, 1, 2), floats("R_ij", 0, 2, 2), ji},
		"shape [2 3 3], R_ij [2 2 2]":                                   {pairs(0, 1, 1, 2), ij, floats("R_ji", 0, 2, 3, 3)},
		"shape [2 2 2 2], R_ij [2 2 2]":                                 {pairs(0, 1, 1, 2), ij, floats("R_ji", 0, 2, 2, 2, 2)},
		"the maps are 9×9":                                              {pairs(0, 1, 1, 2), floats("R_ij", 0, 2, 9, 9)},
		"a map at one end only":                                         {pairs(0, 1, 1, 2), ij},
		// These ids count from 1.
		"joins node \"2\" with itself":                             {pairs(1, 2, 2, 2), ij, ji},
		"(maps and signals are numbers of at most 1e+100 in size)": {pairs(0, 1, 1, 2), ij, huge},
		"the signals of all sheaves have 24000000 numbers, more than 20000000": {pairs(0, 1), floats("R_ij", 0, 15000, 1, 1, 1),
			floats("R_ji", 0, 15000, 1, 1, 1), floats("signal", 0, 2, 800)},
		"entry 1 of edge_index joins node 2 with itself": {pairs(0, 2, 1, 2), ij, ji},
		"from node 1 to 0, gives a map a second time":    {pairs(0, 1, 1, 0), ij, ji},
		"entry 1 has the number NaN at (0, 1)":           {pairs(0, 1, 1, 2), nan, ji},
		"entry 1 has the number 1e+200 at (1, 1)":        {pairs(0, 1, 1, 2), ij, huge},
		"has shape [5]; expected are 3×2 rows":           {pairs(0, 1, 1, 2), ij, ji, floats("signal", 0, 5)},
		"has shape [4 6 1]; expected are 3×2 rows":       {pairs(0, 1, 1, 2), ij, ji, floats("signal", 0, 4, 6, 1)},
		"the number of nodes, 0, is not in":              {pairs(0, 1, 1, 2), ij, ji, {Name: "num_nodes", Int: []int64{0}}},
	} {
		_, err := Read([]File{npzOf(t, "maps.npz", arrays...)})
		if err == nil || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), "(") || len(err.Error()) > 500 {
			t.Errorf("the error is %v, want one with %q", err, words)
		}
	}
	if content.MaxMapDim != sheaf.MaxDim {
		t.Errorf("maps may have %d dimensions, those of a sheaf %d; want the same limit", content.MaxMapDim, sheaf.MaxDim)
	}
	// Two entries of one edge may not have different maps.
	f := npzOf(t, "maps.npz", pairs(0, 0, 1, 1), ij, floats("R_ji", 0, 2, 2, 2), Array{Name: "num_nodes", Int: []int64{5}})
	if r, err := Read([]File{f}); err == nil {
		t.Errorf("two different maps of one end are read as %+v", r.Maps)
	}
	// The edge is (0,1), and num_nodes adds the isolated nodes 2, 3 and 4.
	f = npzOf(t, "maps.npz", pairs(0, 1), floats("R_ij", 0, 1, 2, 2), floats("R_ji", 0, 1, 2, 2), Array{Name: "num_nodes", Int: []int64{5}})
	if r, err := Read([]File{f}); err != nil || r.Graph.N != 5 {
		t.Errorf("num_nodes is 5: error %v, result %+v; want 5 nodes", err, r)
	}
	// The maps are in the order of edge_index, also beside other arrays of edges.
	matrix := []Array{intArray("adj_indptr", 0, 1, 2), intArray("adj_indices", 1, 0), intArray("adj_shape", 2, 2)}
	both := []Array{pairs(0, 1, 1, 0), floats("R_ij", 5, 2, 1, 1)}
	for _, more := range [][]Array{matrix, {{Name: "edges", Shape: []int{1, 2}, Int: []int64{0, 1}}}} {
		if r, err := Read([]File{npzOf(t, "maps.npz", append(both, more...)...)}); err != nil || !slices.Equal(r.Maps.R, []float64{5, 6}) {
			t.Errorf("maps beside edge_index and %s: error %v, want the maps 5 and 6", more[0].Name, err)
		}
	}
	if _, err := Read([]File{npzOf(t, "maps.npz", append(matrix, ij)...)}); err == nil || !strings.Contains(err.Error(), "R_ij") {
		t.Errorf("maps beside a matrix without edge_index: the error is %v", err)
	}
	// Labels in texts make a graph of the file, which no other file may supply with edges.
	labels := Array{Name: "y", Shape: []int{2}, Text: []string{"a", "b"}}
	f = npzOf(t, "maps.npz", pairs(0, 1), floats("R_ij", 0, 1, 2, 2), floats("R_ji", 0, 1, 2, 2), labels)
	if r, err := Read([]File{f, {Name: "e.csv", Data: []byte("a,b\nb,c\n")}}); err == nil && r.Graph.Classes != 2 {
		t.Errorf("the labels beside the maps were dropped: %d classes", r.Graph.Classes)
	}
	for k := range f.Data { // The file is cut after k bytes.
		Read([]File{{Name: "cut", Data: f.Data[:k]}})
	}
}

// TestTensorFilesAreRefused: files of PyTorch, new and old, and of DGL are refused. The error has the words in the table,
// the program and functions of Python that help, and at most 500 bytes.
func TestTensorFilesAreRefused(t *testing.T) {
	for _, c := range []struct {
		f     File
		words []string
	}{
		{archive("archive/data.pkl", []byte("\x80\x02}."), "archive/version", []byte("3\n")),
			[]string{"torch.save", "torch.load(", "numpy.savez("}},
		// Files of old PyTorch begin with these bytes.
		{File{Name: "data.pt", Data: []byte("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.")},
			[]string{"torch.save", "torch.load("}},
		// Files of DGL begin with this number.
		{File{Name: "g.bin", Data: binary.LittleEndian.AppendUint64(nil, 0xDD2E4FF046B4A13F)}, []string{"DGL", "dgl.load_graphs("}},
	} {
		_, err := Read([]File{c.f})
		for _, s := range c.words {
			if err == nil || !strings.Contains(err.Error(), s) || len(err.Error()) > 500 {
				t.Errorf("%s: the error is %v, want one with %q", c.f.Name, err, s)
			}
		}
	}
}

// fortran returns the .npy file of an array in Fortran order, in which the first index runs fastest.
func fortran(a Array) []byte {
	// strides are those of C order, in which a.Float lies.
	strides, step := make([]int, len(a.Shape)), 1
	for q := len(a.Shape) - 1; q >= 0; q-- {
		strides[q], step = step, step*a.Shape[q]
	}
	text := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(a.Shape)), ", "), "[]")
	head := "{'descr': '<f8', 'fortran_order': True, 'shape': (" + text + "), }\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), 0)
	out = append(out, head...)
	// Element k of the file has the indices rest%n, the first index first. place is its position in C order.
	for k := range a.Float {
		place, rest := 0, k
		for q, n := range a.Shape {
			place, rest = place+rest%n*strides[q], rest/n
		}
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(a.Float[place]))
	}
	return out
}

// TestFortranMapsEqualCMaps: maps and signal in Fortran order are read as the same maps and signal in C order.
// The signal has six shapes, with and without an axis of epochs, of layers and of channels. A signal without an axis of layers is repeated
// for the 3 layers. Maps without edge_index are refused.
func TestFortranMapsEqualCMaps(t *testing.T) {
	index := []byte("\x93NUMPY\x01\x00\x48\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }            \n")
	for _, v := range []uint64{0, 1, 1, 2} {
		index = binary.LittleEndian.AppendUint64(index, v)
	}
	// The axes of a shape are epochs (1), layers (3), rows (3 nodes × 2 dimensions) and channels. Only rows must be there.
	for _, shape := range [][]int{{3, 6, 2}, {6, 2}, {3, 6}, {6}, {1, 3, 6}, {1, 3, 6, 1}} {
		ij, ji, signal := floats("R_ij", 0, 1, 3, 2, 2, 2), floats("R_ji", 90, 1, 3, 2, 2, 2), floats("signal", 7, shape...)
		inC, err := Read([]File{npzOf(t, "m.npz", pairs(0, 1, 1, 2), ij, ji, signal)})
		if err != nil {
			t.Fatalf("a signal of shape %v in C order: %v", shape, err)
		}
		inFortran, err := Read([]File{archive("edge_index.npy", index, "R_ij.npy", fortran(ij), "R_ji.npy", fortran(ji), "signal.npy",
			fortran(signal))})
		if err != nil {
			t.Fatalf("a signal of shape %v in Fortran order: %v", shape, err)
		}
		if !reflect.DeepEqual(inC.Maps, inFortran.Maps) {
			t.Errorf("a signal of shape %v: the maps are %+v in C order and %+v in Fortran order", shape, inC.Maps, inFortran.Maps)
		}
		channels := 1 // also without an axis of channels
		if shape[len(shape)-1] == 2 {
			channels = 2
		}
		// The signal that is read has 3 layers of 6 rows, and starts at 7.
		m := inC.Maps
		if m.Channels != channels || len(m.Signal) != 3*6*channels || m.Signal[0] != 7 {
			t.Errorf("a signal of shape %v is read as %v with %d channels, want %d numbers beginning with 7, with %d channels",
				shape, m.Signal, m.Channels, 3*6*channels, channels)
		}
		// In the shapes (3, 6) and (1, 3, 6), the second layer starts at 7 + 6.
		if len(shape) > 1 && shape[len(shape)-2] != 6 && m.Signal[6] != 13 {
			t.Errorf("a signal of shape %v is read as %v, want 13 at index 6", shape, m.Signal)
		}
	}
	// Maps without edge_index are refused.
	_, err := Read([]File{npzOf(t, "m.npz", floats("R_ij", 0, 2, 2, 2), floats("R_ji", 90, 2, 2, 2))})
	if err == nil || !strings.Contains(err.Error(), "the array edge_index is missing") {
		t.Errorf("maps without edge_index: the error is %v", err)
	}
}

// TestMapsBesideASparseMatrixAreRefused: an npz whose edges are a sparse matrix has no maps for the graph of another file.
func TestMapsBesideASparseMatrixAreRefused(t *testing.T) {
	maps := npzOf(t, "maps.npz", floats("R_ij", 0, 2, 2, 2), floats("R_ji", 9, 2, 2, 2),
		Array{Name: "indptr", Shape: []int{4}, Int: []int64{0, 1, 3, 4}},
		Array{Name: "indices", Shape: []int{4}, Int: []int64{1, 0, 2, 1}}, Array{Name: "shape", Shape: []int{2}, Int: []int64{3, 3}})
	_, err := Read([]File{{Name: "edges.csv", Data: []byte("source,target\n0,1\n1,2\n")}, maps})
	if err == nil || !strings.Contains(err.Error(), "maps.npz") || !strings.Contains(err.Error(), "no edge_index") {
		t.Errorf("the error is %v, want one that names maps.npz and edge_index", err)
	}
}
