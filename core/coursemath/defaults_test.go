package coursemath

import (
	"strings"
	"testing"
)

// The initial sheaf of an exercise is never a right answer. A plain number, such as 0 or 100, is right for at most a third of the variants.
// An option at one place is right for at most 65 % of them: the options of chapter 4 are not shuffled, so one of them may be right often.
// Exercises with trained networks are not tested here.
func TestNoInitialValueIsRight(t *testing.T) {
	const variants = 100
	for _, e := range Exercises() {
		right := map[string]int{} // the number of variants for which a text, or the option at a place, is right
		for seed := range uint64(variants) {
			v := e.Variant(seed)
			if len(v.Runs) > 0 || v.needs != nil {
				continue // judged by trained networks, see TestAccuraciesDecideForecasts
			}
			for _, plain := range []string{"0", "1", "-1", "0.5", "2", "10", "50", "100"} {
				text := strings.TrimSpace(strings.Repeat(plain+" ", max(1, v.Entries)))
				if v.Kind != KindChoice && v.Check(text, nil).Right {
					right[text]++
				}
			}
			if v.Sheaf != nil && v.Check(v.Sheaf.Text(), nil).Right {
				right["the start"]++
			}
			for k, o := range v.Options {
				if v.Check(o.Key, nil).Right {
					right["place "+string(rune('1'+k))]++
				}
			}
		}
		for answer, n := range right {
			limit := variants / 3
			if strings.HasPrefix(answer, "place") {
				limit = variants * 65 / 100
			}
			if answer == "the start" {
				limit = 0
			}
			if n > limit {
				t.Errorf("%s: %s is right for %d of %d variants, want at most %d", e.ID(), answer, n, variants, limit)
			}
		}
	}
}
