package course

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	marks = regexp.MustCompile(`<[^>]*>`)
	terms = regexp.MustCompile(`{{def "[^"]*" "([^"]*)"}}`)
)

// wordsIn is the text of a chapter as it is read: no tags, no line breaks, lower case.
func wordsIn(page string) string {
	plain := html.UnescapeString(marks.ReplaceAllString(terms.ReplaceAllString(page, "$1"), ""))
	return strings.ToLower(strings.Join(strings.Fields(plain), " "))
}

// Each answer of the reading test stands in the course's own text.
func TestQuiz(t *testing.T) {
	quiz := Quiz()
	if len(quiz) != 10 {
		t.Fatalf("%d questions", len(quiz))
	}
	right := map[string]int{}
	for k, q := range quiz {
		page, err := os.ReadFile("../../assets/learn/chapter-" + q.Chapter + ".html")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(wordsIn(string(page)), q.Sentence) {
			t.Errorf("question %d: chapter %s does not say “%s”", k+1, q.Chapter, q.Sentence)
		}
		known := 0
		for _, o := range q.Options {
			if o.Key == q.Answer {
				known++
			}
		}
		if known != 1 || len(q.Options) != 3 || q.Text == "" {
			t.Errorf("question %d: %+v", k+1, q)
		}
		right[q.Answer]++
	}
	for key, n := range right {
		if n > 4 {
			t.Errorf("%d answers are %s", n, key)
		}
	}
}
