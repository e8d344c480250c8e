package view

import "sheafscope/web/state"

// DrawingLine is the line above the graph where WebGL does not draw it, "" when
// it does, when there is no graph, or when the line was closed.
func DrawingLine(s *state.State) string {
	d := s.Drawing
	if d.Way == "" || d.Closed || s.Graph == nil {
		return ""
	}
	why := "WebGL is missing or switched off"
	if d.Why == "lost" {
		why = "The graphics processor dropped the drawing"
	}
	if d.Way == "canvas" {
		return why + ": the graph is drawn without it, more slowly."
	}
	size := count(s.Graph.N, "node", "nodes") + " and " + count(len(s.Graph.Edges)/2, "edge", "edges")
	return why + ", and " + size + " are too many to draw without it. Everything else works. Switch on hardware acceleration, or try " +
		"another browser."
}
