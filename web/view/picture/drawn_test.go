package picture

import (
	"slices"
	"testing"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// A graph of at most 40 000 nodes and 100 000 edges is drawn whole. So is each public data set, except the edges of Squirrel. A larger
// graph has the stated numbers of drawn nodes and edges, in order. The nodes are evenly spread, and each drawn edge joins two drawn nodes.
func TestDrawnEdgesJoinDrawnNodes(t *testing.T) {
	// ring returns n nodes in a ring, each joined to the next `times` nodes.
	ring := func(n, times int) *proto.GraphInfo {
		g := &proto.GraphInfo{N: n}
		for k := 1; k <= times; k++ {
			for i := range n {
				g.Edges = append(g.Edges, int32(i), int32((i+k)%n))
			}
		}
		return g
	}
	for _, n := range []int{0, 1, 19717, 40000} {
		if nodes, edges := Drawn(ring(n, 2)); nodes != nil || edges != nil {
			t.Errorf("of %d nodes %d, and %d edges are drawn; want nil, nil for the whole graph", n, len(nodes), len(edges))
		}
	}
	for _, set := range data.All().Sets {
		g := &proto.GraphInfo{N: set.Nodes, Edges: make([]int32, 2*set.Edges)} // all edges are loops at node 0
		nodes, edges := Drawn(g)
		isSample := edges != nil
		if isSample != (set.Name == "squirrel") || isSample && len(nodes) != g.N {
			t.Errorf("%s: %d of %d nodes and %d of %d edges are drawn", set.Name, len(nodes), g.N, len(edges), set.Edges)
		}
	}
	// Rings, with the expected numbers of drawn nodes and edges. Of 100 000 nodes the drawn edges depend on the sample: only their upper limit
	// is known (-1). The last ring has the nodes of Squirrel, and about its edges.
	for _, row := range []struct{ n, times, nodes, edges int }{{100_000, 20, MaxDrawnNodes, -1}, {200_000, 0, MaxDrawnNodes, 0},
		{3000, 100, 3000, MaxDrawnEdges}, {5201, 38, 5201, MaxDrawnEdges}} {
		g := ring(row.n, row.times)
		nodes, edges := Drawn(g)
		if len(nodes) != row.nodes || len(edges) > MaxDrawnEdges {
			t.Errorf("%+v: %d nodes and %d edges are drawn", row, len(nodes), len(edges))
		}
		if row.edges >= 0 && len(edges) != row.edges {
			t.Errorf("%+v: %d edges are drawn", row, len(edges))
		}
		if !slices.IsSorted(nodes) || !slices.IsSorted(edges) || len(slices.Compact(slices.Clone(edges))) != len(edges) {
			t.Errorf("%+v: the drawn nodes or edges are not in order, or occur twice", row)
		}
		for _, e := range edges {
			for _, end := range g.Edges[2*e : 2*e+2] {
				if _, ok := slices.BinarySearch(nodes, end); !ok {
					t.Fatalf("%+v: edge %d ends at node %d, which is not drawn", row, e, end)
				}
			}
		}
		// Each tenth of the nodes has a tenth of the drawn nodes, up to one.
		for k := range 10 {
			lo, _ := slices.BinarySearch(nodes, int32(k*row.n/10))
			hi, _ := slices.BinarySearch(nodes, int32((k+1)*row.n/10))
			if d := hi - lo - row.nodes/10; d < -1 || d > 1 {
				t.Errorf("%+v: tenth %d has %d drawn nodes, want %d or one more or less", row, k, hi-lo, row.nodes/10)
			}
		}
	}
}
