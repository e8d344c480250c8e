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
	htmlTag     = regexp.MustCompile(`<[^>]*>`)
	definedTerm = regexp.MustCompile(`{{def "[^"]*" "([^"]*)"}}`) // group 1 is the term as the reader sees it
)

// wordsIn returns the text of a chapter without tags and line breaks, in lower case.
func wordsIn(page string) string {
	plain := html.UnescapeString(htmlTag.ReplaceAllString(definedTerm.ReplaceAllString(page, "$1"), ""))
	return strings.ToLower(strings.Join(strings.Fields(plain), " "))
}

// Both forms of the reading test have ten questions with three options each and one right option. The same key is right at most four times.
// The sentence with the answer to a question stands in the chapter of the question.
func TestQuizAnswersStandInText(t *testing.T) {
	for _, form := range []string{FormA, FormB} {
		checkForm(t, Quiz(form))
	}
}

// checkForm checks the questions of a form as TestQuizAnswersStandInText describes.
func checkForm(t *testing.T, quiz []Question) {
	t.Helper()
	if len(quiz) != 10 {
		t.Fatalf("%d questions, want 10", len(quiz))
	}
	right := map[string]int{} // by key, the number of questions with this answer
	for k, q := range quiz {
		page, err := os.ReadFile("../../assets/learn/chapter-" + q.Chapter + ".html")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(wordsIn(string(page)), q.Sentence) {
			t.Errorf("question %d: chapter %s does not say “%s”", k+1, q.Chapter, q.Sentence)
		}
		options := 0 // options with the key of the answer
		for _, o := range q.Options {
			if o.Key == q.Answer {
				options++
			}
		}
		if options != 1 || len(q.Options) != 3 || q.Text == "" {
			t.Errorf("question %d is %+v, want a text and three options, one of them the answer", k+1, q)
		}
		right[q.Answer]++
	}
	for key, n := range right {
		if n > 4 {
			t.Errorf("%d answers have the key %s, want at most 4", n, key)
		}
	}
}

// In six questions of each form exactly the right option equals a number computed here. It is an entry of L, dim H⁰ of a ring, dim H¹ of a
// graph, the gap after a step, an entry of the independent plan, or the state after a layer step, in the order of the questions.
// The temperature after a KL-JKO step lies strictly between the two temperatures ε₀ and ε.
func TestQuizAnswersEqualComputation(t *testing.T) {
	// offDiagonal returns entry (0, 1) of L for one edge with maps u and v.
	offDiagonal := func(u, v string) float64 {
		s := Path(2, 1)
		s.Edges[0].Maps = [2]string{u, v}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		return a.L[0][1]
	}
	// layerStep returns x₀ − 0.25·(Lx)₀ for x = (0.8, 0.4) and one edge with maps 1 and v.
	layerStep := func(v string) float64 {
		s := Path(2, 1)
		s.Edges[0].Maps = [2]string{"1", v}
		s.X = []string{"0.8", "0.4"}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		return 0.8 - 0.25*(a.L[0][0]*0.8+a.L[0][1]*0.4)
	}
	// ringDimension returns dim H⁰ of a ring of six nodes with a motion at edge 2.
	ringDimension := func(motion string) float64 {
		s := Ring(6, 2)
		ringMap(s, 2, motion)
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		return float64(a.Dim.Dim)
	}
	// raisedGap returns λ₂ of a matrix with eigenvalues 0, λ₂ + η, λ₃.
	raisedGap := func(lambda2, lambda3, eta float64) float64 {
		values := []float64{0, lambda2 + eta, lambda3}
		slices.Sort(values)
		return gapOf(values, 1).Value
	}
	// By form and index of the question, from 0. Question 4: dim H¹ = dim H⁰ − χ, where χ is the dimension of all node stalks less that of
	// all edge stalks. Question 8: the product of two masses.
	for form, want := range map[string]map[int]float64{
		FormA: {2: offDiagonal("2", "-1"), 3: ringDimension("turn 90"), 4: 2 - (8 - 9), 5: raisedGap(0.5, 1.2, 1), 8: 0.3 * 0.5,
			9: layerStep("1")},
		FormB: {2: offDiagonal("-3", "-1"), 3: ringDimension("mirror 30"), 4: 3 - (10 - 9), 5: raisedGap(0.4, 2, 0.5), 8: 0.4 * 0.2,
			9: layerStep("-1")},
	} {
		quiz := Quiz(form)
		for k, x := range want {
			for _, o := range quiz[k].Options {
				got, _, err := parseNumber(strings.Replace(o.Text, "−", "-", 1))
				isEqual, isAnswer := err == nil && math.Abs(got-x) < 1e-9, o.Key == quiz[k].Answer
				if isEqual != isAnswer {
					t.Errorf("form %s, question %d: option %s is %s (the answer: %v), computed is %g", form, k+1, o.Key, o.Text, isAnswer, x)
				}
			}
		}
	}
	for _, c := range [][2]float64{{0.5, 2}, {3, 1}} { // ε₀ and ε; the length τ of the step is 1.7
		if got := transport.EffectiveEpsilon(c[0], c[1], 1.7); got <= min(c[0], c[1]) || got >= max(c[0], c[1]) {
			t.Errorf("from %g to %g the temperature is %g, want a value between them", c[0], c[1], got)
		}
	}
}
