// The trainings that the replay of a completion code needs.

package coursemath

import "cmp"

// CodeRuns returns the trainings that the replay of a completion code needs. A training that several answers need is repeated.
// It returns nil for a text that is no code.
func CodeRuns(code string) (runs []Training) {
	w, err := Decode(code)
	if err != nil {
		return nil
	}
	for _, e := range editionExercises(w.Edition) {
		for _, g := range w.Answers {
			if g.ID == e.ID() {
				runs = append(runs, e.Variant(cmp.Or(g.Seed, w.Seed)).NeedRuns(g.Answer)...)
			}
		}
	}
	return runs
}
