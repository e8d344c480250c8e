package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// OnEdge names the edge of a stage's pictures, and says when it is only an example.
func OnEdge(s *state.State, e *frame.Edge) string {
	text := "on edge " + NodeName(s, e.I) + " – " + NodeName(s, e.J)
	if s.Edge() != e.Index {
		text += ", an example"
	}
	return text
}

// ChooseEdge stands for the pictures of an edge until one is chosen.
func ChooseEdge() Figure {
	return Figure{ID: "choose", Data: "Choose an edge in the graph to see its own plan, maps and posterior."}
}
