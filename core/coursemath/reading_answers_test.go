package coursemath

import (
	"math"
	"strings"
	"testing"
)

// The report of a code has the numbers of right answers before and after the course, −1 for a test that was not taken.
// The gains of several codes have the mean and the 95 % interval computed by hand, and a sentence. Without a code there is no sentence.
// Answers of another length, unknown keys and unknown forms cannot be encoded.
func TestReadingTestGains(t *testing.T) {
	// answers returns ten answers to a form, of which the first are right and the others wrong.
	answers := func(form string, right int) string {
		keys := ""
		for _, q := range Quiz(form) {
			keys += q.Answer
		}
		return keys[:right] + strings.NewReplacer("a", "b", "b", "c", "c", "a").Replace(keys)[right:]
	}
	// Form A is the test before the course and form B the test after it, unless First is FormB.
	formA, formB := func(right int) string { return answers(FormA, right) }, func(right int) string { return answers(FormB, right) }
	var reports []Judgement
	for k, kit := range []*ReadingTest{{Before: formA(3), After: formB(8)}, {Before: formB(5), After: formA(6), First: FormB},
		{Before: formA(2), After: formB(9)}, {Before: formA(4)}, nil} { // the last two lack one test and both tests
		code, err := Encode(Work{Edition: Edition, Seed: uint64(k + 1), Kit: kit})
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, Checker(nil)(code))
	}
	reports = append(reports, Checker(nil)("no code"))
	for k, want := range [][2]int{{3, 8}, {5, 6}, {2, 9}, {4, -1}, {-1, -1}, {-1, -1}} {
		if r := reports[k]; r.Before != want[0] || r.After != want[1] {
			t.Errorf("report %d has %d right answers before and %d after, want %v", k, r.Before, r.After, want)
		}
	}
	// Gains 5, 1, 7: mean 13/3, standard deviation √(28/3), and 4.30265 is Student's quantile 0.975 for two degrees of freedom.
	got, half := Gains(reports), 4.30265*math.Sqrt(28./3/3)
	if got.N != 3 || math.Abs(got.Mean-13./3) > 1e-12 || math.Abs(got.Interval()-half) > 1e-4 {
		t.Errorf("the gains are %+v ± %v, want 13/3 ± %v of 3 codes", got, got.Interval(), half)
	}
	// The text in the sentence on the first n codes.
	for text, n := range map[string]int{"": 0, "1 code has": 1, "3 codes have": 3} {
		sentence := GainText(reports[:n])
		if !strings.Contains(sentence, text) {
			t.Errorf("%d codes: the sentence is %q, want %q in it", n, sentence, text)
		}
		if isEmpty := sentence == ""; isEmpty != (n == 0) {
			t.Errorf("%d codes: the sentence is %q, want none exactly for 0 codes", n, sentence)
		}
	}
	// A second test with a gap is not handed in, and gives no gain. A first test may have gaps. A negative gain has the sign −.
	unfinished := Judgement{}
	unfinished.Before, unfinished.After = ReadingTest{Before: formA(5), After: formB(10)[:9] + "-"}.scores()
	if text := GainText([]Judgement{unfinished}); unfinished.Before != 5 || unfinished.After != -1 || text != "" {
		t.Errorf("with a gap after the course: %+v and %q, want 5, −1 and no text", unfinished, text)
	}
	lost := Judgement{}
	lost.Before, lost.After = ReadingTest{Before: formA(9)[:9] + "-", After: formB(8)}.scores()
	if text := GainText([]Judgement{lost}); !strings.HasSuffix(text, "before and after the course. The gain in right answers is −1.") {
		t.Errorf("9 right answers before and 8 after: %q, want the gain −1", text)
	}
	for _, kit := range []ReadingTest{{Before: "abc"}, {After: "xxxxxxxxxx"}, {First: "C"}} {
		if _, err := Encode(Work{Edition: Edition, Kit: &kit}); err == nil {
			t.Errorf("%+v was written, want an error", kit)
		}
	}
}
