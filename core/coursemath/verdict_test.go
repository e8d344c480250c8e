package coursemath

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// unfit are strings that no sentence may contain.
var unfit = regexp.MustCompile(`NaN|\bInf\b|[−-]0([.]0*)?( |$|%)|[eE][+-]0|– %`)

// Any numbers in an answer give a marking that JSON can hold, and a reason without NaN or infinity.
// An example is a filter that passes nothing at the upper end, whose ratio is infinite.
func TestMarkingsAreFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 28))
	parts := []string{"0", "-0", "1", "-1", "1e-12", "-1e-12", "1e12", "-1e12", "1e20", "-1e-20", "0.5", "99.9999999", "100", "-1162.579"}
	judged, infinite := map[string]int{}, 0
	check := func(v Variant, answer string) {
		got := v.Check(answer, nil)
		if got.Error == "" {
			judged[v.ID]++
		}
		if math.IsInf(float64(got.Value), 0) || math.IsNaN(float64(got.Value)) {
			infinite++
		}
		if _, err := json.Marshal(got); err != nil {
			t.Errorf("%s: the verdict of %q is no JSON: %v", v.ID, answer, err)
		}
		if bad := unfit.FindString(got.Reason); bad != "" {
			t.Errorf("%s: the verdict of %q says %q in %q", v.ID, answer, bad, got.Reason)
		}
	}
	for _, e := range Exercises() {
		for seed := range uint64(3) {
			v := e.Variant(seed)
			if len(v.Runs) > 0 || v.needs != nil || v.Kind == KindChoice {
				continue
			}
			for range 150 {
				entries := make([]string, max(1, v.Entries))
				for k := range entries {
					entries[k] = parts[r.IntN(len(parts))]
				}
				if v.Sheaf == nil {
					check(v, strings.Join(entries, " "))
					continue
				}
				// The maps and the signal get other numbers, the places of the nodes stay.
				parts := strings.Split(v.Sheaf.Text(), ";")
				for k, part := range parts {
					words := strings.Fields(part)
					for q := range words {
						if first := map[string]int{"edge": 3, "x": 1}[words[0]]; first > 0 && q >= first && words[q] != "|" && r.IntN(4) == 0 {
							words[q] = entries[0]
						}
					}
					parts[k] = strings.Join(words, " ")
				}
				check(v, strings.Join(parts, ";"))
			}
		}
	}
	if len(judged) < 9 || infinite == 0 {
		t.Errorf("answers of %v were judged, %d with a ratio to nothing", judged, infinite)
	}
	for _, m := range []Meter{Meter(math.NaN()), Meter(math.Inf(1)), Meter(math.Inf(-1))} {
		if b, err := json.Marshal(Marking{Value: m}); err != nil || !strings.Contains(string(b), `"value":null`) {
			t.Errorf("%v is written as %s, %v", m, b, err)
		}
	}
}
