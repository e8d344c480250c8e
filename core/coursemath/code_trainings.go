package coursemath

import "cmp"

// CodeRuns lists the networks that the replay of a completion code needs, none for a text that is no code. Answers in a code may
// need equal ones.
func CodeRuns(code string) (runs []Training) {
	w, err := Decode(code)
	if err != nil {
		return nil
	}
	for _, e := range exercisesOf(w.Edition) {
		for _, g := range w.Answers {
			if g.ID == e.ID() {
				runs = append(runs, e.Variant(cmp.Or(g.Seed, w.Seed)).NeedRuns(g.Answer)...)
			}
		}
	}
	return runs
}
