package api

import "sheafscope/web/state"

// Reading is the value of the promise of load with files: how the page has interpreted them. The page opens no dialog about this. A program
// can correct the interpretation by the field "read" of the recipe, and load again.
type Reading struct {
	// Format is the detected format. Notes has sentences about merged, omitted and filled parts of the graph. Doubts has sentences about
	// parts of the files that may have another meaning.
	Format string   `json:"format"`
	Notes  []string `json:"notes"`
	Doubts []string `json:"doubts"`
}

// ReadingJSON returns the Reading of the loaded graph. Before the first load the format is "", and the lists are empty.
func ReadingJSON(s *state.State) string {
	r := Reading{Notes: []string{}, Doubts: []string{}} // empty lists, since nil is null in JSON
	if g := s.Graph; g != nil {
		r.Format = g.Format
		r.Notes, r.Doubts = append(r.Notes, g.Notes...), append(r.Doubts, g.Doubts...)
	}
	return toJSON(r)
}
