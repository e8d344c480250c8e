package course

// Question is one of the reading test: after the course, its answer is found in the
// course's own words. Sentence is the phrase of the chapter's text, in lower case and
// without marks of mathematics, in which it stands.
type Question struct {
	Text     string   `json:"text"`
	Options  []Option `json:"options"`
	Answer   string   `json:"answer"`
	Chapter  int      `json:"chapter"`
	Sentence string   `json:"sentence"`
}

// Quiz is the reading test, ten questions.
func Quiz() []Question {
	return []Question{
		{"In friends and rivals only half of the ties keep the rule. What can a sheaf network gain from the ties?",
			[]Option{{"a", "As much as before, once it has learned the new rule"}, {"b", "Nothing: a tie then says nothing about the class"},
				{"c", "Half of what it gained before"}}, "b", 0,
			"when only half of the ties keep the rule, a tie says nothing about the class"},
		{"What does a layer of averaging do besides cancelling noise?",
			[]Option{{"a", "It mixes the classes"}, {"b", "It moves the class means apart"}, {"c", "It turns the sign of unlike " +
				"neighbours"}}, "a", 1,
			"every layer also mixes the classes"},
		{"A map makes two ends of an edge agree for one signal. What about another signal on the same edge?",
			[]Option{{"a", "It agrees too: the map belongs to the edge"}, {"b", "It never agrees: a map serves one signal"},
				{"c", "It may disagree: the map is chosen for the edge, not for the signal"}}, "c", 2,
			"a map is chosen for the edge, not for one signal"},
		{"When is the energy of a signal zero?",
			[]Option{{"a", "When the signal is the same at every node"}, {"b", "When every edge agrees"}, {"c", "When the signals of " +
				"neighbours cancel"}}, "b", 3,
			"it is zero exactly when every edge agrees"},
		{"What is a global section?",
			[]Option{{"a", "A signal on which every edge agrees"}, {"b", "A path through all nodes"}, {"c", "A signal that is constant"}}, "a", 4,
			"a signal on which every edge agrees is a global section"},
		{"One map of a ring turns by 1°. The smallest eigenvalue is tiny. Are there signals without energy?",
			[]Option{{"a", "Yes, up to rounding"}, {"b", "Yes, along one line"}, {"c", "No: almost agreeing is not agreeing"}}, "c", 4,
			"almost agreeing is not agreeing"},
		{"Two nodes are held at their values and the others flow. Where do they come to rest?",
			[]Option{{"a", "At the mean of the two values"}, {"b", "At the signal of least energy with these values"}, {"c", "At zero"}}, "b", 5,
			"the signal of least energy with these values"},
		{"λ₂ and λ₃ are equal. What does one step of gap ascent do?",
			[]Option{{"a", "It raises both"}, {"b", "It raises one direction and leaves the other, so λ₂ stays"}, {"c", "It lowers λ₂"}}, "b", 6,
			"a step raises one of the two directions and leaves the other where it was"},
		{"Can a filter with softmax weights pass more at the upper end of the spectrum than at the lower?",
			[]Option{{"a", "No, whatever is learned"}, {"b", "Yes, with the right training"}, {"c", "Yes, if its order is high enough"}}, "a", 8,
			"a softmax makes no filter that passes more at 2 than at 0"},
		{"Some labelled nodes chose the epoch. Which nodes can then bound the error?",
			[]Option{{"a", "The same nodes, with more of them"}, {"b", "All nodes together"}, {"c", "Others, which chose nothing"}}, "c", 9,
			"let some nodes choose, and count on others"},
	}
}
