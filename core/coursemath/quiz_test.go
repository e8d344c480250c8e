package coursemath

import (
	"html"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/transport"
)

var (
	marks = regexp.MustCompile(`<[^>]*>`)
	terms = regexp.MustCompile(`{{def "[^"]*" "([^"]*)"}}`)
)

// wordsIn returns the text of a chapter without tags and line breaks, in lower case.
func wordsIn(page string) string {
	plain := html.UnescapeString(marks.ReplaceAllString(terms.ReplaceAllString(page, "$1"), ""))
	return strings.ToLower(strings.Join(strings.Fields(plain), " "))
}

// Each answer of the reading test stands in the text of the course.
func TestQuizAnswersStandInText(t *testing.T) {
	for _, form := range []string{FormA, FormB} {
		checkForm(t, Quiz(form))
	}
}

// checkForm checks the ten questions of a form: their options, and the sentences of their chapters.
func checkForm(t *testing.T, quiz []Question) {
	t.Helper()
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

// Answers with numbers equal a computation: entry of L and layer step from δ, dimensions from a ring and a count.
// The gap after a step comes from a matrix with these eigenvalues, the plan from its margins, the temperature from the closed form.
func TestQuizAnswersEqualComputation(t *testing.T) {
	block := func(u, v string) float64 {
		s := Path(2, 1)
		s.Edges[0].Maps = [2]string{u, v}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		return a.L[0][1]
	}
	step := func(v string) float64 {
		s := Path(2, 1)
		s.Edges[0].Maps = [2]string{"1", v}
		s.X = []string{"0.8", "0.4"}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		return 0.8 - 0.25*(a.L[0][0]*0.8+a.L[0][1]*0.4)
	}
	around := func(last string) float64 {
		s := Ring(6, 2)
		ringMap(s, 2, last)
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		return float64(a.Dim.Dim)
	}
	raised := func(lambda2, lambda3, eta float64) float64 {
		values := []float64{0, lambda2 + eta, lambda3}
		slices.Sort(values)
		return gapOf(values, 1).Value
	}
	for form, want := range map[string]map[int]float64{
		FormA: {2: block("2", "-1"), 3: around("turn 90"), 4: 2 - (8 - 9), 5: raised(0.5, 1.2, 1), 8: 0.3 * 0.5, 9: step("1")},
		FormB: {2: block("-3", "-1"), 3: around("mirror 30"), 4: 3 - (10 - 9), 5: raised(0.4, 2, 0.5), 8: 0.4 * 0.2, 9: step("-1")},
	} {
		quiz := Quiz(form)
		for k, x := range want {
			for _, o := range quiz[k].Options {
				got, _, err := parseNumber(strings.Replace(o.Text, "−", "-", 1))
				if same := err == nil && math.Abs(got-x) < 1e-9; same != (o.Key == quiz[k].Answer) {
					t.Errorf("form %s, question %d: %s is %s, and %g comes out", form, k+1, o.Key, o.Text, x)
				}
			}
		}
	}
	for _, c := range [][2]float64{{0.5, 2}, {3, 1}} {
		if got := transport.EffectiveEpsilon(c[0], c[1], 1.7); got <= min(c[0], c[1]) || got >= max(c[0], c[1]) {
			t.Errorf("from %g to %g the temperature is %g", c[0], c[1], got)
		}
	}
}
