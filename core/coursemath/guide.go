package coursemath

import "slices"

// Guide is a chapter's page for teachers, in plain words with TeX between dollar signs.
type Guide struct {
	Chapter   string // such as "7a"
	Minutes   int    // duration of the chapter with its exercises in a classroom
	Objective string // completes “By the end you can”, without a full stop
	// Wrong is a common mistake, Answer is its correction, and Exercise is the id of the exercise that provokes the mistake.
	Wrong, Answer, Exercise string
	Discuss                 string // a question to discuss in class
}

// Guides returns one guide for each chapter, in order, from texts/guides.txt.
func Guides() []Guide {
	var out []Guide
	for r := range records(guidesText) {
		out = append(out, Guide{r["chapter"], r.integer("minutes"), r["objective"], r["wrong"], r["answer"], r["exercise"], r["discuss"]})
	}
	return out
}

// Route is a plan for teaching the course.
type Route struct {
	Name  string
	Stops []Stop
	Deck  string // name of the slides, "" if the plan uses the slides of its chapters
}

// Stop is a part of a route.
type Stop struct {
	Chapters []string
	Minutes  int    // duration, at most the sum of the durations of the chapters
	Do       string // the activity of the teacher
	// Slides are the slides of a route with a deck, "" without a deck. In "4 4:2 4.1", "4" is the title of chapter 4, "4:2" is the second
	// step of chapter 4, and "4.1" is an exercise.
	Slides string
}

// Plans returns the routes that the course suggests: one lecture, and three sessions.
func Plans() []Route {
	guides := Guides()
	indexOf := func(chapter string) int {
		return slices.IndexFunc(guides, func(g Guide) bool { return g.Chapter == chapter })
	}
	// session returns a stop with all chapters from first to last, in full length.
	session := func(first, last, do string) Stop {
		s := Stop{Do: do}
		for _, g := range guides[indexOf(first) : indexOf(last)+1] {
			s.Chapters = append(s.Chapters, g.Chapter)
			s.Minutes += g.Minutes
		}
		return s
	}
	// Each stop of the lecture has its chapters, minutes, activity and slides. The minutes of the lecture add up to 20.
	return []Route{
		{Name: "One lecture of 20 minutes", Deck: "lecture", Stops: []Stop{
			{[]string{"0"}, 5, "Let the room guess who wins. While the models learn, say what a rival does to an average.", "0 0:1 0:2 0.1"},
			{[]string{"2"}, 3, "Turn the map until the edge costs as little as it can.", "2 2:1 2:2 2:3 2:4"},
			{[]string{"3"}, 3, "One row of $δ$, one block of $L$; the energy is a sum over the edges.", "3 3:1 3:3 3:4"},
			{[]string{"4"}, 4, "Turn the marked map away from 0, then make it a mirror. Read off $\\dim \\sp H^0$ each time.",
				"4 4:1 4:2 4.1 4:3 4:4"},
			{[]string{"5"}, 3, "Let time run on the puzzle: the noise fades, then the class. When would you stop?", "5 5:2 5:4 5:5"},
			{[]string{"0"}, 2, "Back to the puzzle: unfold the result, then find the two sides in the figure.", "0:3 0:5 0:6"},
		}},
		{Name: "Three sessions of 50 to 65 minutes, with exercises", Stops: []Stop{
			session("0", "3", "What a sheaf on a graph is, and its two matrices."),
			session("4", "7a", "Which signals cost nothing, where diffusion leads, how fast, and how maps are learned."),
			session("7b", "11", "Maps by transport, filters, and what may be said of both. Begin the training of 7b.1 and of chapter 11 first: "+
				"it goes on while you talk."),
		}},
	}
}
