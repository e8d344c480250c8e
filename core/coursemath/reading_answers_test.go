package coursemath

import (
	"math"
	"strings"
	"testing"
)

// The code holds the answers to the ten questions, and the gains of several codes have mean and interval.
func TestReadingTestGains(t *testing.T) {
	with := func(form string, right int) string {
		key := ""
		for _, q := range Quiz(form) {
			key += q.Answer
		}
		return key[:right] + strings.NewReplacer("a", "b", "b", "c", "c", "a").Replace(key)[right:]
	}
	before, after := func(right int) string { return with(FormA, right) }, func(right int) string { return with(FormB, right) }
	var reports []Judgement
	for k, kit := range []*ReadingTest{{Before: before(3), After: after(8)}, {Before: after(5), After: before(6), First: FormB},
		{Before: before(2), After: after(9)}, {Before: before(4)}, nil} {
		code, err := Encode(Work{Edition: Edition, Seed: uint64(k + 1), Kit: kit})
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, Checker(nil)(code))
	}
	reports = append(reports, Checker(nil)("no code"))
	for k, want := range [][2]int{{3, 8}, {5, 6}, {2, 9}, {4, -1}, {-1, -1}, {-1, -1}} {
		if r := reports[k]; r.Before != want[0] || r.After != want[1] {
			t.Errorf("report %d: %d and %d, want %v", k, r.Before, r.After, want)
		}
	}
	// Gains 5, 1, 7: mean 13/3, deviation √(28/3), and 4.30265 is the quantile for two degrees of freedom.
	got, half := Gains(reports), 4.30265*math.Sqrt(28./3/3)
	if got.N != 3 || math.Abs(got.Mean-13./3) > 1e-12 || math.Abs(got.Interval()-half) > 1e-4 {
		t.Errorf("%+v ± %v, want ± %v", got, got.Interval(), half)
	}
	for text, n := range map[string]int{"": 0, "1 code has": 1, "3 codes have": 3} {
		if said := GainText(reports[:n]); !strings.Contains(said, text) || (n == 0) != (said == "") {
			t.Errorf("%d codes: %q", n, said)
		}
	}
	for _, kit := range []ReadingTest{{Before: "abc"}, {After: "xxxxxxxxxx"}, {First: "C"}} {
		if _, err := Encode(Work{Edition: Edition, Kit: &kit}); err == nil {
			t.Errorf("%+v was written", kit)
		}
	}
}
