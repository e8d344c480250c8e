package coursemath

// Question is a question of the reading test, which a reader of the course can answer from its text.
// Sentence is the phrase of the chapter that holds the answer, in lower case and without marks of mathematics.
type Question struct {
	Text     string   `json:"text"`
	Options  []Option `json:"options"`
	Answer   string   `json:"answer"`
	Chapter  string   `json:"chapter"`
	Sentence string   `json:"sentence"`
}

// The two parallel forms of the reading test, which differ in their numbers only.
const (
	FormA = "A"
	FormB = "B"
)

// Quiz returns the ten questions of a form, from texts/quiz.txt.
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
