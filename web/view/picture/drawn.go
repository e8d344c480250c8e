package picture

// This file has the sizes above which the page draws a part of the graph, or draws with less detail, so that it stays quick.

import (
	"sheafscope/wasm/proto"
	"sheafscope/web/view"
)

// A graph with more than partFromNodes nodes or partFromEdges edges is drawn in part: at most MaxDrawnNodes of its nodes, and at most
// MaxDrawnEdges edges between them. To draw all nodes would block the page for seconds, and so many edges hide each other.
const (
	partFromNodes = 40_000
	partFromEdges = 100_000
	MaxDrawnNodes = 12_000
	MaxDrawnEdges = 30_000
)

// InPart reports whether the page draws only a part of the graph.
func InPart(g *proto.GraphInfo) bool { return g.N > partFromNodes || len(g.Edges)/2 > partFromEdges }

// Drawn returns the drawn nodes and edges of a graph that is drawn in part. Both lists are ascending. The drawn nodes are evenly spaced
// among all nodes, and the drawn edges among all edges between drawn nodes. If the whole graph is drawn, Drawn returns nil, nil.
func Drawn(g *proto.GraphInfo) (nodes, edges []int32) {
	m := len(g.Edges) / 2
	if !InPart(g) {
		return nil, nil
	}
	shown := make([]bool, g.N)
	for _, i := range view.EvenIndices(g.N, MaxDrawnNodes) {
		nodes = append(nodes, int32(i))
		shown[i] = true
	}

	// between has all edges between drawn nodes. They may be too many.
	var between []int32
	for e := range m {
		if i, j := g.Ends(e); shown[i] && shown[j] {
			between = append(between, int32(e))
		}
	}
	for _, k := range view.EvenIndices(len(between), MaxDrawnEdges) {
		edges = append(edges, between[k])
	}
	return nodes, edges
}

// Large is the number of nodes above which the island, code in assets/src, simplifies the drawing: a detailed drawing of more nodes is
// slow.
const Large = 1000
