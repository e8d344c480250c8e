package stages

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// whyOf says what a stage is for, with what depends on the settings and on the graph.
func whyOf(s *state.State, k int) string {
	row := rowOf(k)
	switch {
	case s.Peer() == "" && s.Config.Reading == "code" && row.codeWhy != "":
		return row.codeWhy
	case row.also != nil:
		return row.also(s, row.why)
	}
	return row.why
}

// Why says what the stage on show is for, "" where that is not said of its model.
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

// unlike is the share of the edges between labelled nodes that join different labels, 0 without such edges.
func unlike(g *proto.GraphInfo) float64 {
	if g == nil {
		return 0
	}
	if g.EdgeHomophily > 0 {
		return 1 - g.EdgeHomophily
	}
	for e := range len(g.Edges) / 2 {
		if g.Alike(e) == 0 {
			return 1 // as all others between labelled nodes
		}
	}
	return 0
}

// Tip is the name of a stage and, where the model has it, what it is for.
func Tip(s *state.State, k int) string {
	tip := stage.Names[k]
	if s.Peer() == "" {
		tip += ". " + whyOf(s, k)
	}
	return tip
}
