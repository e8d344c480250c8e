package picture

import (
	"sheafscope/wasm/proto"
	"sheafscope/web/view"
)

// A graph of more than drawnFromNodes nodes or drawnFromEdges edges is drawn in part: [MaxDrawnNodes] nodes and at most
// MaxDrawnEdges edges between them. Drawing all nodes would block the page for seconds, and so many edges hide each other.
const (
	drawnFromNodes = 40_000
	drawnFromEdges = 100_000
	MaxDrawnNodes  = 12_000
	MaxDrawnEdges  = 30_000
)

// InPart reports whether a graph is drawn in part.
func InPart(g *proto.GraphInfo) bool { return g.N > drawnFromNodes || len(g.Edges)/2 > drawnFromEdges }

// Drawn returns the drawn nodes and edges, ascending and evenly spaced over their lists; nil, nil where all are drawn.
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

// Large is the number of nodes from which the graph island simplifies the drawing.
const Large = 1000
