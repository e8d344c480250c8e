package state

// Drawing is how the island draws the graph. The zero value: by WebGL.
type Drawing struct {
	Way string // "canvas": on plain canvases; "none": not at all, it has too many nodes and edges for that
	Why string // "missing": the browser gives no WebGL; "lost": the graphics processor took it back
	// Closed reports that the line about it was closed.
	Closed bool
}

// drawnBy takes over how the graph is drawn; the line shows again when that changed.
func (s *State) drawnBy(d Drawing) {
	if d.Way == s.Drawing.Way && d.Why == s.Drawing.Why {
		return
	}
	if d.Way == "" && s.Drawing.Way != "" {
		s.Said = "The graph is drawn by WebGL again."
	}
	s.Drawing = d
}
