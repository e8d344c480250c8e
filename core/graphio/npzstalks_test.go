package graphio

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// intArray returns a one-dimensional array of integers.
func intArray(name string, v ...int64) Array { return Array{Name: name, Shape: []int{len(v)}, Int: v} }

// TestUnequalStalksArePadded: maps between stalks of unequal size are padded with zeros to 3×3, each at its edge and end.
// The stalks of the nodes have 3, 0, 2 and 1 dimensions. The stalks of the edges (0,2), (1,3) and (2,3) have 1, 2 and 2.
// The third entry of edge_index is (3,2), against the order of its edge.
// The numbers of R_ij count up from 1 and those of R_ji from 1001, so that each entry of a map follows from its place in the file.
// The signal is padded to 3 rows for each node. Stalks of equal size have the same maps with and without offsets.
func TestUnequalStalksArePadded(t *testing.T) {
	const sheaves = 2
	nodeDims, edgeDims := []int{3, 0, 2, 1}, []int{1, 2, 2}
	from, to := []int64{0, 1, 3}, []int64{2, 3, 2}
	// sizes are the numbers of R_ij and R_ji in one sheaf. A map has the dimension of its edge times the dimension of its node.
	sizes := [2]int{1*3 + 2*0 + 2*1, 1*2 + 2*1 + 2*2}
	f := npzOf(t, "maps.npz", pairs(slices.Concat(from, to)...), intArray("node_offsets", 0, 3, 3, 5, 6), intArray("edge_offsets", 0, 1, 3, 5),
		floats("R_ij", 1, sheaves, sizes[0]), floats("R_ji", 1001, sheaves, sizes[1]), floats("signal", 1, 6, 2))
	r, err := Read([]File{f})
	if err != nil {
		t.Fatal(err)
	}
	m := r.Maps
	if m == nil || m.D != 3 || m.Layers != sheaves || m.Channels != 2 || !slices.Equal(m.Nodes, nodeDims) || !slices.Equal(m.Edges, edgeDims) {
		t.Fatalf("the maps are %+v, want 2 sheaves of dimension 3 with the dimensions of all stalks", m)
	}
	// The stalks have 6 and 5 dimensions together. Padding adds 4·3 − 6 = 6 to the nodes, and a note says this.
	ofNodes, ofEdges := m.Dims(4, 3)
	isNoted := slices.ContainsFunc(r.Graph.Notes, func(s string) bool {
		return strings.Contains(s, "0 to 3 dimensions") && strings.Contains(s, "adds 6 to")
	})
	if ofNodes != 6 || ofEdges != 5 || !isNoted {
		t.Errorf("the stalks have %d and %d dimensions, want 6 and 5; the notes are %q", ofNodes, ofEdges, r.Graph.Notes)
	}
	for q := range sheaves {
		maps, signal := m.At(q)
		// before[end] counts the numbers of the file before the map of the current entry.
		before := [2]int{}
		for k, d := range edgeDims {
			e := slices.Index(r.Graph.Edges, graph.Edge{I: int32(min(from[k], to[k])), J: int32(max(from[k], to[k]))})
			// Each edge has two maps of 9 numbers. end is 0 for R_ij and 1 for R_ji.
			for end, node := range []int64{from[k], to[k]} {
				// side is 0 for the map at node I of the edge and 1 for the map at node J.
				side := 0
				if int32(node) == r.Graph.Edges[e].J {
					side = 1
				}
				for p := range 3 {
					for c := range 3 {
						want := 0.0
						if p < d && c < nodeDims[node] {
							want = float64(1000*end + q*sizes[end] + before[end] + p*nodeDims[node] + c + 1)
						}
						if got := maps[(2*e+side)*9+p*3+c]; got != want {
							t.Errorf("sheaf %d, entry %d, end %d: entry (%d, %d) is %v, want %v", q, k, end, p, c, got, want)
						}
					}
				}
				before[end] += d * nodeDims[node]
			}
		}
		// The signal has 3 rows for each node and 2 channels. Padded rows are zero.
		want := []float64{1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 7, 8, 9, 10, 0, 0, 11, 12, 0, 0, 0, 0}
		if !slices.Equal(signal, want) {
			t.Errorf("sheaf %d: the signal is %v, want %v", q, signal, want)
		}
	}
	// The maps stand beside a graph in another file.
	csv := File{Name: "graph.csv", Data: []byte("0,2\n1,3\n2,3\n")}
	if r, err = Read([]File{csv, f}); err != nil || r.Maps == nil || r.Maps.Nodes == nil || len(r.Graph.Notes) == 0 {
		t.Errorf("beside a graph: not read as maps with stalks of unequal size and a note (error %v)", err)
	}
	// Node 2 is isolated. Its stalk has dimension 3, so each map is padded to 9 numbers.
	f = npzOf(t, "maps.npz", pairs(0, 1), intArray("node_offsets", 0, 1, 1, 4), intArray("edge_offsets", 0, 1), floats("R_ij", 1, 1),
		floats("R_ji", 1, 0))
	if r, err = Read([]File{f}); err != nil || r.Graph.N != 3 || r.Maps.D != 3 || r.Maps.R[0] != 1 || r.Maps.R[9] != 0 {
		t.Errorf("with an isolated node: read as %+v, error %v; want 3 nodes and padded maps", r, err)
	}
	// Both stalks of nodes, and the stalk of the edge, have dimension 2.
	f = npzOf(t, "maps.npz", pairs(0, 1), intArray("node_offsets", 0, 2, 4), intArray("edge_offsets", 0, 2), floats("R_ij", 1, 4),
		floats("R_ji", 5, 4))
	g := npzOf(t, "maps.npz", pairs(0, 1), floats("R_ij", 1, 1, 2, 2), floats("R_ji", 5, 1, 2, 2))
	withOffsets, err := Read([]File{f})
	if err != nil {
		t.Fatalf("maps with offsets: %v", err)
	}
	withoutOffsets, err := Read([]File{g})
	if err != nil {
		t.Fatalf("maps without offsets: %v", err)
	}
	if !slices.Equal(withOffsets.Maps.R, withoutOffsets.Maps.R) {
		t.Errorf("the maps are %v with offsets and %v without", withOffsets.Maps.R, withoutOffsets.Maps.R)
	}
	// Nothing is padded, so no dimension is listed, and no note speaks of padding.
	if m := withOffsets.Maps; m.Nodes != nil || m.Edges != nil || len(withOffsets.Graph.Notes) > 0 {
		t.Errorf("stalks of equal size: listed as %v and %v, the notes are %q", m.Nodes, m.Edges, withOffsets.Graph.Notes)
	}
	// A signal may have as many numbers with offsets as without.
	signal := emptyArray("signal.npy", []int{4, 3_000_000})
	signal.data = make([]byte, 8*12_000_000)
	if padded, err := (&stalks{nodes: []int{2, 2}, d: 2}).padSignal(signal); err != nil || padded.len() != 12_000_000 {
		t.Errorf("a signal of 12 million numbers: error %v", err)
	}
	// The graph has a node more than the stalks.
	f = npzOf(t, "maps.npz", pairs(0, 1), intArray("node_offsets", 0, 1, 3), intArray("edge_offsets", 0, 1), floats("R_ij", 1, 1),
		floats("R_ji", 1, 2))
	nodes := File{Name: "nodes.csv", Data: []byte("id,label\n0,a\n1,b\n2,a\n")}
	if _, err = Read([]File{{Name: "edges.csv", Data: []byte("source,target\n0,1\n")}, nodes, f}); err == nil ||
		!strings.Contains(err.Error(), "stalks are of 2 nodes, the graph has 3") {
		t.Errorf("2 stalks for 3 nodes: the error is %v", err)
	}
}

// TestUnfitStalksAreRefused: offsets, maps or signals that do not fit together are refused. The error has the words in want.
func TestUnfitStalksAreRefused(t *testing.T) {
	for _, c := range []struct {
		want   string
		arrays []Array
	}{
		{"node_offsets.npy", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), floats("R_ij", 1, 1), floats("R_ji", 1, 1)}},
		{"array of 5 whole numbers", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 1, 2), floats("R_ij", 1, 1),
			floats("R_ji", 1, 1), {Name: "num_nodes", Shape: []int{}, Int: []int64{4}}}},
		{"stalk 0 has dimension 9", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 9, 10), floats("R_ij", 1, 9),
			floats("R_ji", 1, 1)}},
		{"stalk 1 has dimension -1", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 2, 1),
			floats("R_ij", 1, 2), floats("R_ji", 1, 1)}},
		{"its maps have 2 numbers", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 2, 3), floats("R_ij", 1, 3),
			floats("R_ji", 1, 1)}},
		{"R_ij is missing", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 2, 3), floats("R_ji", 1, 1)}},
		{"by the offsets it has 3 rows", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 2, 3),
			floats("R_ij", 1, 2), floats("R_ji", 1, 1), floats("signal", 1, 4)}},
		{"the same edge one of 1", []Array{pairs(0, 1, 1, 0), intArray("edge_offsets", 0, 1, 3), intArray("node_offsets", 0, 2, 3),
			floats("R_ij", 1, 4)}},
		// The maps of these two files have no numbers. Padded to 8×8, those of 2^18 or 2^90 sheaves would have too many.
		{"more than 10000000", []Array{pairs(0, 1), intArray("edge_offsets", 0, 0), intArray("node_offsets", 0, 0, 8),
			floats("R_ij", 1, 1<<18, 0), floats("R_ji", 1, 1<<18, 0)}},
		{"more than 10000000", []Array{pairs(0, 1), intArray("edge_offsets", 0, 0), intArray("node_offsets", 0, 0, 8),
			floats("R_ij", 1, 1<<30, 1<<30, 1<<30, 0), floats("R_ji", 1, 1<<30, 1<<30, 1<<30, 0)}},
		// The product of the lengths of this signal exceeds 2^63.
		{"more than 20000000", append(emptyStalks(126), floats("signal", 1, 20_000_000, 0, 1<<31-1))},
		{"no nodes", []Array{{Name: "edge_index", Shape: []int{2, 0}, Int: []int64{}}, intArray("edge_offsets", 0), intArray("node_offsets", 0),
			floats("R_ij", 1, 0)}},
		{"shape [2 1 1 4]", []Array{pairs(0, 1), intArray("edge_offsets", 0, 2), intArray("node_offsets", 0, 2, 4),
			floats("R_ij", 1, 2, 1, 1, 4), floats("R_ji", 1, 2, 1, 1, 4)}},
		{"shape [1], R_ij [2 1]", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 1, 2),
			floats("R_ij", 1, 2, 1), floats("R_ji", 1, 1)}},
		// Both arrays have the wrong length: the error is that of the first.
		{"R_ij.npy: the array has shape [2]", []Array{pairs(0, 1), intArray("edge_offsets", 0, 1), intArray("node_offsets", 0, 1, 2),
			floats("R_ij", 1, 2), floats("R_ji", 1, 2)}},
	} {
		_, err := Read([]File{npzOf(t, "maps.npz", c.arrays...)})
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), c.want) {
			t.Errorf("the error is %v, want an *Error with %q", err, c.want)
		}
	}
}

// emptyStalks returns the arrays of maps on a path of n nodes, all of whose stalks have dimension 0.
func emptyStalks(n int) []Array {
	ends := make([]int64, 2*(n-1))
	for k := range n - 1 {
		ends[k], ends[n-1+k] = int64(k), int64(k+1)
	}
	return []Array{pairs(ends...), intArray("node_offsets", make([]int64, n+1)...), intArray("edge_offsets", make([]int64, n)...),
		floats("R_ij", 1, 0), floats("R_ji", 1, 0)}
}
