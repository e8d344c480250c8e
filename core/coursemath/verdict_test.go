package coursemath

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// unfitForSentence matches NaN, infinity, a negative zero, an exponent and a per cent sign without a number.
var unfitForSentence = regexp.MustCompile(`NaN|\bInf\b|[−-]0([.]0*)?( |$|%)|[eE][+-]0|– %`)

// Answers with random numbers, some huge, tiny or negative zero, give a marking that JSON can hold and a reason without a match of
// unfitForSentence. Choices and exercises with trained networks are left out.
// At least nine exercises and one infinite ratio must occur: a filter that passes nothing at the upper end has one.
// A NaN or infinite Meter is null in JSON.
func TestMarkingsAreFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 28))
	numbers := []string{"0", "-0", "1", "-1", "1e-12", "-1e-12", "1e12", "-1e12", "1e20", "-1e-20", "0.5", "99.9999999", "100", "-1162.579"}
	judged, infinite := map[string]int{}, 0 // judged answers by exercise; markings whose value is no finite number
	// check tests the marking of an answer, and counts it in judged and infinite.
	check := func(v Variant, answer string) {
		got := v.Check(answer, nil)
		if got.Error == "" {
			judged[v.ID]++
		}
		if math.IsInf(float64(got.Value), 0) || math.IsNaN(float64(got.Value)) {
			infinite++
		}
		if _, err := json.Marshal(got); err != nil {
			t.Errorf("%s: the marking of %q cannot be written as JSON: %v", v.ID, answer, err)
		}
		if unfit := unfitForSentence.FindString(got.Reason); unfit != "" {
			t.Errorf("%s: the reason for %q has %q in %q", v.ID, answer, unfit, got.Reason)
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
					entries[k] = numbers[r.IntN(len(numbers))]
				}
				if v.Sheaf == nil {
					check(v, strings.Join(entries, " "))
					continue
				}
				check(v, withRandomEntries(r, v.Sheaf.Text(), entries[0]))
			}
		}
	}
	if len(judged) < 9 || infinite == 0 {
		t.Errorf("answers to %v were judged, %d with an infinite value; want 9 exercises and a value", judged, infinite)
	}
	for _, m := range []Meter{Meter(math.NaN()), Meter(math.Inf(1)), Meter(math.Inf(-1))} {
		if b, err := json.Marshal(Marking{Value: m}); err != nil || !strings.Contains(string(b), `"value":null`) {
			t.Errorf("the meter %v is written as %s, %v, want null", m, b, err)
		}
	}
}

// withRandomEntries returns the text of a sheaf in which number replaces about a quarter of the numbers in maps and signal.
// The places of the nodes stay. Numbers start at word 3 of "edge 0 1 …" and at word 1 of "x …".
func withRandomEntries(r *rand.Rand, text, number string) string {
	parts := strings.Split(text, ";")
	for k, part := range parts {
		words := strings.Fields(part)
		first := map[string]int{"edge": 3, "x": 1}[words[0]]
		for q := range words {
			isNumber := first > 0 && q >= first && words[q] != "|"
			if isNumber && r.IntN(4) == 0 {
				words[q] = number
			}
		}
		parts[k] = strings.Join(words, " ")
	}
	return strings.Join(parts, ";")
}
