// This file lists the trainings that the replay of a completion code needs, so that the page can run them first.

package coursemath

import "cmp"

// CodeRuns returns the trainings that the replay of a completion code needs. The list repeats a training that several answers need.
// It returns nil for a text that is no code.
func CodeRuns(code string) (runs []Training) {
	work, err := Decode(code)
	if err != nil {
		return nil
	}
	for _, e := range editionExercises(work.Edition) {
		for _, given := range work.Answers {
			if given.ID != e.ID() {
				continue
			}
			variant := e.Variant(cmp.Or(given.Seed, work.Seed)) // Seed 0 stands for the seed of the work
			runs = append(runs, variant.NeedRuns(given.Answer)...)
		}
	}
	return runs
}
