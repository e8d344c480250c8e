package api

import "sheafscope/web/state"

// Reading is what load answers a program that gave files: how they were read.
// A program is never asked in a dialog; it may load again with recipe.read.
type Reading struct {
	// Format is what was recognised, Notes say what was merged, left out or made
	// up, Doubts why another reading may be meant.
	Format string   `json:"format"`
	Notes  []string `json:"notes"`
	Doubts []string `json:"doubts"`
}

// ReadingJSON is the reading of the graph on the screen.
func ReadingJSON(s *state.State) string {
	r := Reading{Notes: []string{}, Doubts: []string{}}
	if g := s.Graph; g != nil {
		r.Format, r.Notes, r.Doubts = g.Format, append(r.Notes, g.Notes...), append(r.Doubts, g.Doubts...)
	}
	return written(r)
}
