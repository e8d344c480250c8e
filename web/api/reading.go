package api

import "sheafscope/web/state"

// Reading is the answer of load to a program that passed files. Programs get no dialog; they can load again with recipe.read.
type Reading struct {
	// Format is the detected format. Notes list merged, dropped and invented parts. Doubts list reasons for another reading.
	Format string   `json:"format"`
	Notes  []string `json:"notes"`
	Doubts []string `json:"doubts"`
}

// ReadingJSON returns the reading of the graph on the screen.
func ReadingJSON(s *state.State) string {
	r := Reading{Notes: []string{}, Doubts: []string{}}
	if g := s.Graph; g != nil {
		r.Format, r.Notes, r.Doubts = g.Format, append(r.Notes, g.Notes...), append(r.Doubts, g.Doubts...)
	}
	return toJSON(r)
}
