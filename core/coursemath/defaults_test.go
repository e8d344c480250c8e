package coursemath

import (
	"strings"
	"testing"
)

// The initial sheaf of an exercise is no right answer, nor are numbers typed without thought; the right option has no fixed place.
func TestNoInitialValueIsRight(t *testing.T) {
	const variants = 100
	for _, e := range Exercises() {
		right := map[string]int{} // how often an answer, or a place, is right
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
			if limit := variants * 65 / 100; n > limit || answer == "the start" || !strings.HasPrefix(answer, "place") && n > variants/3 {
				t.Errorf("%s: %s is right for %d of %d variants", e.ID(), answer, n, variants)
			}
		}
	}
}
