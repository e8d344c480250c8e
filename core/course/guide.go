package course

import "slices"

// Guide is what a teacher finds on a chapter. Texts are in words, with TeX between dollar signs.
type Guide struct {
	Chapter string
	// Minutes is how long the chapter takes with its exercises, in a room.
	Minutes int
	// Objective goes on from “By the end you can”, without a full stop.
	Objective string
	// Wrong is what students often say, Answer why it is wrong, Exercise the one that brings it up.
	Wrong, Answer, Exercise string
	// Discuss is a question for the room.
	Discuss string
}

// Guides has a row for each chapter, in order. They stand in texts/guides.txt.
func Guides() []Guide {
	var out []Guide
	for r := range records(guidesText) {
		out = append(out, Guide{r["chapter"], r.whole("minutes"), r["objective"], r["wrong"], r["answer"], r["exercise"], r["discuss"]})
	}
	return out
}

// Plan is a way through the course in a room.
type Plan struct {
	Name  string
	Stops []Stop
}

// Stop is a part of a plan.
type Stop struct {
	Chapters []string
	// Minutes are at most those of its chapters.
	Minutes int
	Do      string
}

// Plans are the ways that are suggested.
func Plans() []Plan {
	guides := Guides()
	place := func(chapter string) int {
		return slices.IndexFunc(guides, func(g Guide) bool { return g.Chapter == chapter })
	}
	session := func(first, last, do string) Stop {
		s := Stop{Do: do}
		for _, g := range guides[place(first) : place(last)+1] {
			s.Chapters = append(s.Chapters, g.Chapter)
			s.Minutes += g.Minutes
		}
		return s
	}
	return []Plan{
		{"One lecture of 20 minutes", []Stop{
			{[]string{"0"}, 5, "Let the room guess who wins. While the models learn, say what a rival does to an average."},
			{[]string{"2"}, 3, "Turn the map until the edge costs as little as it can."},
			{[]string{"3"}, 3, "One row of $δ$, one block of $L$; the energy is a sum over the edges."},
			{[]string{"4"}, 4, "Turn the marked map away from 0, then make it a mirror. Read off $\\dim H^0$ each time."},
			{[]string{"5"}, 3, "The same flow with all maps 1, then with opposite signs: what survives?"},
			{[]string{"0"}, 2, "Back to the puzzle: which map must a sheaf learn on a tie between rivals?"},
		}},
		{"Three sessions, with exercises", []Stop{
			session("0", "3", "What a sheaf on a graph is, and its two matrices."),
			session("4", "6", "Which signals cost nothing, where diffusion leads, and how fast."),
			session("7a", "11", "Maps and filters that are learned, and what may be said of them."),
		}},
	}
}
