// The course has two editions. This file has the exercises of the first edition, which old completion codes refer to.

package coursemath

// editionExercises returns the exercises of an edition of the course. Every number other than [Edition] stands for the first edition, whose
// codes have the number 0.
func editionExercises(edition int) []Exercise {
	if edition == Edition {
		return Exercises()
	}
	// The first edition has the present exercises, except the cases of the switch. Some cases are missing in the first edition, and some
	// have another chapter or another draw there. The cases are ids of the present edition.
	var out []Exercise
	for _, e := range Exercises() {
		switch e.ID() {
		case "7a.1", "7b.2", "10.1": // new in the second edition
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
			e.Chapter, e.draw = "7", withoutPlans // 7.1
		case "11.1":
			e.Chapter = "10" // 10.1
		}
		out = append(out, e)
	}
	return out
}

// PresentID returns the present id of an exercise of the first edition. An id that has not changed is returned as it is.
func PresentID(id string) string {
	switch id {
	case "7.1":
		return "7b.1"
	case "10.1":
		return "11.1"
	}
	return id
}

// firstNoise is the noise of the puzzle in the first edition, as a parameter in the specification of a graph. It is empty, since the first
// edition used the default noise of the generator.
const firstNoise = ""

// UnchangedExercises returns the ids of the exercises that are equal in both editions.
// Their answers from the first edition remain valid.
func UnchangedExercises() (ids []string) {
	// changed has the cases of editionExercises, and 6.2. 6.2 has no case there: the editions differ only in the places of its nodes, which
	// no check reads. But an answer, which is a sheaf with places, would replace the new figure by the old drawing.
	changed := map[string]bool{"0.1": true, "0.2": true, "1.1": true, "6.1": true, "7a.1": true, "7b.1": true, "7b.2": true, "10.1": true,
		"11.1": true, "6.2": true}
	for _, e := range Exercises() {
		if !changed[e.ID()] {
			ids = append(ids, e.ID())
		}
	}
	return ids
}
