// This file lists the trainings that a completion code needs. A page begins the trainings before it judges the code.

package coursemath

import "cmp"

// CodeRuns returns the trainings that the replay of a completion code needs. The list repeats a training that several answers need.
// It returns nil for a text that [Decode] refuses.
func CodeRuns(code string) (runs []Training) {
	work, err := Decode(code)
	if err != nil {
		return nil
	}
	// The order is the order of the course, as in [Work.Replay].
	for _, e := range editionExercises(work.Edition) {
		for _, given := range work.Answers {
			if given.ID != e.ID() {
				continue
			}
			variant := e.Variant(cmp.Or(given.Seed, work.Seed)) // the seed of the work, unless the reader requested other numbers
			runs = append(runs, variant.NeedRuns(given.Answer)...)
		}
	}
	return runs
}
