package coursemath

// Question is a question of the reading test, which a reader takes before and after the course.
type Question struct {
	Text    string   `json:"text"`
	Options []Option `json:"options"` // with the keys "a", "b" and "c"
	Answer  string   `json:"answer"`  // the key of the right option
	// Sentence is the phrase of Chapter that has the answer, in lower case and without marks of mathematics.
	Chapter  string `json:"chapter"`
	Sentence string `json:"sentence"`
}

// The two forms of the reading test. Question k of both forms is on the same chapter, with other numbers or another case.
const (
	FormA = "A"
	FormB = "B"
)

// Quiz returns the ten questions of a form, FormA or FormB, from texts/quiz.txt. It returns nil for any other form.
func Quiz(form string) []Question {
	var out []Question
	for r := range records(quizText) {
		if r["form"] != form {
			continue
		}
		q := Question{Text: r["question"], Answer: r["answer"], Chapter: r["chapter"], Sentence: r["sentence"]}
		for _, key := range []string{"a", "b", "c"} {
			q.Options = append(q.Options, Option{key, r[key]})
		}
		out = append(out, q)
	}
	return out
}
