package picture

import (
	"sheafscope/wasm/proto"
	"sheafscope/web/view"
)

// Of a graph of more than drawnFromNodes nodes or drawnFromEdges edges the picture
// shows a part: [MaxDrawnNodes] of the nodes and at most MaxDrawnEdges of the edges
// between them. To draw all nodes would keep the page from answering for seconds, and so
// many edges hide each other and the nodes.
const (
	drawnFromNodes = 40_000
	drawnFromEdges = 100_000
	MaxDrawnNodes  = 12_000
	MaxDrawnEdges  = 30_000
)

// InPart reports whether the picture of a graph shows a part of it.
func InPart(g *proto.GraphInfo) bool { return g.N > drawnFromNodes || len(g.Edges)/2 > drawnFromEdges }

// Drawn returns the numbers of the nodes and edges that the picture of a graph
// shows, ascending and evenly spaced, so that every part of the list has its share;
// nil, nil where it shows all.
func Drawn(g *proto.GraphInfo) (nodes, edges []int32) {
	m := len(g.Edges) / 2
	if !InPart(g) {
		return nil, nil
	}
	shown := make([]bool, g.N)
	for _, i := range view.Even(g.N, MaxDrawnNodes) {
		nodes = append(nodes, int32(i))
		shown[i] = true
	}
	var between []int32
	for e := range m {
		if i, j := g.Ends(e); shown[i] && shown[j] {
			between = append(between, int32(e))
		}
	}
	for _, k := range view.Even(len(between), MaxDrawnEdges) {
		edges = append(edges, between[k])
	}
	return nodes, edges
}

// Large is the number of nodes from which on the drawing of the graph is
// simpler: it is that of the graph island.
const Large = 1000
