package coursemath

import (
	"fmt"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// ReadingTest holds a reader's answers to the reading test before and after the course.
// Before and After have a character for each question: the key of an option, or "-" for no answer. They are "" if the test was not taken.
// First is the form before the course: [FormB], or "" for [FormA]. The other form is for the test after the course.
type ReadingTest struct {
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	First  string `json:"first,omitempty"`
}

// scores returns the numbers of right answers before and after the course, −1 for a test that was not taken.
// A second test with a gap also counts as not taken, since the page requires all its answers before the hand-in. The first may have gaps.
func (k ReadingTest) scores() (before, after int) {
	forms := [2]string{FormA, FormB}
	if k.First == FormB {
		forms = [2]string{FormB, FormA}
	}
	before, after = score(forms[0], k.Before), score(forms[1], k.After)
	if strings.Contains(k.After, "-") {
		after = -1
	}
	return before, after
}

// check returns an error for answers that the course cannot have written, for example of a wrong length.
func (k ReadingTest) check() error {
	for _, answers := range []string{k.Before, k.After} {
		if answers == "" { // the test was not taken
			continue
		}
		// Trim leaves "" if there are only the characters a, b, c and "-".
		isComplete := len(answers) == len(Quiz(FormA))
		if !isComplete || strings.Trim(answers, "abc-") != "" {
			return fmt.Errorf("the answers to the ten questions are %q", shorten(answers))
		}
	}
	if k.First != "" && k.First != FormB { // "" stands for FormA
		return fmt.Errorf("the first form of the ten questions is %q", shorten(k.First))
	}
	return nil
}

// score returns the number of right answers to a form, or −1 if answers is "": the test was not taken.
func score(form, answers string) int {
	if answers == "" {
		return -1
	}
	right := 0
	for i, q := range Quiz(form) {
		// An answer text that [ReadingTest.check] refuses may be too short.
		if i < len(answers) && answers[i:i+1] == q.Answer {
			right++
		}
	}
	return right
}

// Gains summarizes the gains of the judgements with both tests: the right answers after the course minus the right answers before it.
func Gains(reports []Judgement) tables.Summary {
	var gains []float64
	for _, r := range reports {
		hasBoth := r.Error == "" && r.Before >= 0 && r.After >= 0
		if hasBoth {
			gains = append(gains, float64(r.After-r.Before))
		}
	}
	return tables.Summarize(gains)
}

// GainText describes [Gains] in words. It returns "" if no judgement has both tests.
func GainText(reports []Judgement) string {
	gain := func(x float64) string { return words.Minus(decimal(x, 2)) }
	s := Gains(reports)
	switch s.N {
	case 0:
		return ""
	case 1: // a single gain has no interval
		return fmt.Sprintf("Ten questions: 1 code has answers from before and after the course. The gain in right answers is %s.", gain(s.Mean))
	}
	// s.Interval is half of the width of the interval.
	return fmt.Sprintf("Ten questions: %d codes have answers from before and after the course. The mean gain in right answers is %s, "+
		"with a 95 %% interval from %s to %s.", s.N, gain(s.Mean), gain(s.Mean-s.Interval()), gain(s.Mean+s.Interval()))
}
