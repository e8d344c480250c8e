package coursemath

// Question is one of the reading test: after the course, its answer is found in the
// course's own words. Sentence is the phrase of the chapter's text, in lower case and
// without marks of mathematics, in which it stands.
type Question struct {
	Text     string   `json:"text"`
	Options  []Option `json:"options"`
	Answer   string   `json:"answer"`
	Chapter  string   `json:"chapter"`
	Sentence string   `json:"sentence"`
}

// The two parallel forms of the reading test: equal questions with other numbers.
const (
	FormA = "A"
	FormB = "B"
)

// Quiz is a form of the reading test, ten questions. They stand in texts/quiz.txt.
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
