package coursemath

import "cmp"

// CodeRuns returns the trainings whose outcomes [Work.Replay] needs to judge the answers of a completion code. A training that several
// answers need occurs several times. CodeRuns returns nil for a text that [Decode] refuses.
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
			variant := e.Variant(cmp.Or(given.Seed, work.Seed)) // the seed of the work, unless the reader requested other numbers
			runs = append(runs, variant.NeedRuns(given.Answer)...)
		}
	}
	return runs
}
