package picture

// This file has the way of drawing the graph: by WebGL, or without WebGL on plain canvases.

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Drawing is the way in which the island, code in assets/src, draws the graph. The zero value is a drawing by WebGL.
type Drawing struct {
	Way string // "": by WebGL; "canvas": on plain canvases; "none": no drawing, since the graph is too large without WebGL
	Why string // "missing": the browser has no WebGL; "lost": the WebGL context was lost; without meaning if Way is ""
	// Closed reports that the user has closed the line about the drawing.
	Closed bool
}

// By sets the way of drawing and its reason, and returns the announcement of a change. It returns "" if nothing changes. A change clears
// Closed, so that the line about the drawing appears again.
func (d *Drawing) By(way, why string) string {
	if way == d.Way && why == d.Why {
		return ""
	}
	*d = Drawing{Way: way, Why: why}
	switch way {
	case "canvas":
		return "The graph is drawn without WebGL."
	case "none":
		return "The graph is not drawn."
	}
	return "The graph is drawn by WebGL again."
}

// Line returns the line that explains a drawing without WebGL. It returns "" with WebGL, without a graph, or after the user has closed the
// line.
func (d *Drawing) Line(s *state.State) string {
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
