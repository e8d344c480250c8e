package stages

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// whyOf states the purpose of a stage, with the parts that depend on settings and graph.
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

// Why states the purpose of the shown stage, "" where the model has no such sentence.
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

// unlike returns the share of edges with different labels among those with two labels, 0 without such edges.
func unlike(g *proto.GraphInfo) float64 {
	if g == nil {
		return 0
	}
	if g.EdgeHomophily > 0 {
		return 1 - g.EdgeHomophily
	}
	for e := range len(g.Edges) / 2 {
		if g.Alike(e) == 0 {
			return 1 // homophily 0: all labelled edges join different labels
		}
	}
	return 0
}

// Tip names a stage and, for SGPC, states its purpose.
func Tip(s *state.State, k int) string {
	tip := stage.Names[k]
	if s.Peer() == "" {
		tip += ". " + whyOf(s, k)
	}
	return tip
}
