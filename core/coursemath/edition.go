package coursemath

// exercisesOf lists the exercises of an edition. A code of the first one says none, 0.
func exercisesOf(edition int) []Exercise {
	if edition == Edition {
		return Exercises()
	}
	var out []Exercise
	for _, e := range Exercises() {
		switch e.ID() {
		case "7a.1", "7b.2", "10.1": // came with the second edition
			continue
		case "0.1":
			e.draw = whoIsLast(firstNoise)
		case "0.2":
			e.draw = whichStays(firstNoise)
		case "1.1":
			e.draw = blurDepth()
		case "6.1":
			e.draw = raiseGap(quarter)
		case "7b.1":
			e.Chapter, e.draw = "7", withoutPlans
		case "11.1":
			e.Chapter = "10"
		}
		out = append(out, e)
	}
	return out
}

// Since is what an exercise of the first edition is called now.
func Since(id string) string {
	switch id {
	case "7.1":
		return "7b.1"
	case "10.1":
		return "11.1"
	}
	return id
}

// firstNoise was that of the puzzle in the first edition.
const firstNoise = ""

// Carried lists the exercises that are the same in both editions, with the same numbers: an answer of the first still counts.
func Carried() (ids []string) {
	changed := map[string]bool{"0.1": true, "0.2": true, "1.1": true, "6.1": true, "7a.1": true, "7b.1": true, "7b.2": true, "10.1": true,
		"11.1": true,
		"6.2":  true}
	for _, e := range Exercises() {
		if !changed[e.ID()] {
			ids = append(ids, e.ID())
		}
	}
	return ids
}
