package view

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// DrawingLine is the line above the graph where WebGL does not draw it, "" when
// it does, when there is no graph, or when the line was closed.
func DrawingLine(s *state.State) string {
	d := s.Drawing
	if d.Way == "" || d.Closed || s.Graph == nil {
		return ""
	}
	why := words.Either(d.Why == "lost", "The graphics processor dropped the drawing", "WebGL is missing or switched off")
	if d.Way == "canvas" {
		return why + ": the graph is drawn without it, more slowly."
	}
	size := words.Count(s.Graph.N, "node") + " and " + words.Count(len(s.Graph.Edges)/2, "edge")
	return why + ", and " + size + " are too many to draw without it. Everything else works. Switch on hardware acceleration, or try " +
		"another browser."
}
