package picture

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Drawing is how the island draws the graph. The zero value: by WebGL.
type Drawing struct {
	Way string // "canvas": on plain canvases; "none": not at all, it has too many nodes and edges for that
	Why string // "missing": the browser gives no WebGL; "lost": the graphics processor took it back
	// Closed reports that the line about it was closed.
	Closed bool
}

// By takes over how the graph is drawn and says it, "" where that did not change; else the line shows again.
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

// Line is the line above the graph where WebGL does not draw it, "" when
// it does, when there is no graph, or when the line was closed.
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
