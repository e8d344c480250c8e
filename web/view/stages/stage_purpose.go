package stages

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// whyOf returns the purpose of a stage of SGPC, adapted to reading, settings and graph.
func whyOf(s *state.State, k int) string {
	row := rowOf(k)
	switch {
	case s.Peer() == "" && s.Config.Reading == "code" && row.codeWhy != "":
		return row.codeWhy
	case row.adaptWhy != nil:
		return row.adaptWhy(s, row.why)
	}
	return row.why
}

// Why returns the purpose of the shown stage. It returns "" for a peer whose stage has no such sentence.
func Why(s *state.State) string {
	k := s.ShownStage()
	switch row := rowOf(k); {
	case s.Peer() != "" && row.peerWhy != nil:
		return row.peerWhy(s.Peer())
	case s.Peer() == "" || row.models == sheafModels && has(s, k):
		return whyOf(s, k)
	}
	return ""
}

// heterophily returns the share of the edges between two classes among the edges whose ends both have a label. It returns 0 for a graph
// without such edges.
func heterophily(g *proto.GraphInfo) float64 {
	if g == nil {
		return 0
	}
	if g.EdgeHomophily > 0 {
		return 1 - g.EdgeHomophily
	}
	for e := range len(g.Edges) / 2 {
		if g.Alike(e) == 0 {
			return 1 // since the homophily is 0, all edges with two labels join different classes
		}
	}
	return 0
}

// Tip returns the tooltip of stage k in the rail: the name and, for SGPC, the purpose.
func Tip(s *state.State, k int) string {
	tip := stage.Names[k]
	if s.Peer() == "" {
		tip += ". " + whyOf(s, k)
	}
	return tip
}
