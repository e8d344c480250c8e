// This file has the exercises of the first edition of the course, which old completion codes refer to. There are two editions.

package coursemath

// editionExercises returns the exercises of an edition. A code of the first edition has the number 0, but every number other than [Edition]
// counts as the first edition here.
func editionExercises(edition int) []Exercise {
	if edition == Edition {
		return Exercises()
	}
	// The first edition differs in the cases of the switch, which are ids of the present edition.
	var out []Exercise
	for _, e := range Exercises() {
		switch e.ID() {
		case "7a.1", "7b.2", "10.1": // not in the first edition
			continue
		case "0.1":
			e.draw = whoIsLast(firstNoise)
		case "0.2":
			e.draw = whichStays(firstNoise)
		case "1.1":
			e.draw = depthFirstEdition()
		case "6.1":
			e.draw = raiseGap(firstGapGoal)
		case "7b.1":
			e.Chapter, e.draw = "7", withoutPlans // its first id is 7.1
		case "11.1":
			e.Chapter = "10" // its first id is 10.1
		}
		out = append(out, e)
	}
	return out
}

// PresentID returns the id in the present edition of an exercise with the given id in the first edition. Most ids have not changed.
func PresentID(id string) string {
	switch id {
	case "7.1":
		return "7b.1"
	case "10.1":
		return "11.1"
	}
	return id
}

// firstNoise is the noise of the puzzle in the first edition, as a parameter in the specification of a graph. "" stands for
// the default noise of the generator.
const firstNoise = ""

// UnchangedExercises returns the ids of the exercises whose answers from the first edition remain valid.
func UnchangedExercises() (ids []string) {
	// changed has the cases of editionExercises, and 6.2. The nodes of 6.2 had other places in the first edition. An old answer, which is a
	// sheaf with places, would show the old figure.
	changed := map[string]bool{"0.1": true, "0.2": true, "1.1": true, "6.1": true, "7a.1": true, "7b.1": true, "7b.2": true, "10.1": true,
		"11.1": true, "6.2": true}
	for _, e := range Exercises() {
		if !changed[e.ID()] {
			ids = append(ids, e.ID())
		}
	}
	return ids
}
