package stages

// This file chooses the sentence on the purpose of a stage, which depends on the model and on its reading.

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// whyOf returns the purpose of stage k of SGPC, adapted to reading, settings and graph. In the code reading, codeWhy has precedence over
// adaptWhy. whyOf also serves peers (models other than SGPC) whose stage has the same purpose.
func whyOf(s *state.State, k int) string {
	row := rowOf(k)
	readsCode := s.Peer() == "" && s.Config.Reading == "code"
	switch {
	case readsCode && row.codeWhy != "":
		return row.codeWhy
	case row.adaptWhy != nil:
		return row.adaptWhy(s, row.why)
	}
	return row.why
}

// Why returns the purpose of the shown stage:
//   - for SGPC, the sentence of [whyOf];
//   - for a peer, the sentence of the row's function peerWhy, if the row has one;
//   - for any other peer with a sheaf, the sentence of SGPC if the stage belongs to all models with a sheaf;
//   - in all other cases, "".
func Why(s *state.State) string {
	k := s.ShownStage()
	row := rowOf(k)
	isPeer := s.Peer() != ""
	sharesStage := row.models == sheafModels && has(s, k) // the purpose is the same for all models with a sheaf
	switch {
	case isPeer && row.peerWhy != nil:
		return row.peerWhy(s.Peer())
	case !isPeer || sharesStage:
		return whyOf(s, k)
	}
	return ""
}

// heterophily returns the share of edges between two classes among the edges with two labelled ends. It returns 0 if no edge
// has two labelled ends.
func heterophily(g *proto.GraphInfo) float64 {
	if g == nil {
		return 0
	}
	if g.EdgeHomophily > 0 {
		return 1 - g.EdgeHomophily
	}
	// A homophily of 0 has two meanings: all edges with two labels join different classes, or no edge has two labels.
	for e := range len(g.Edges) / 2 {
		if g.Alike(e) == 0 { // both ends have labels, and the labels differ
			return 1
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
