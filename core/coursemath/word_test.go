package coursemath

import (
	"strings"
	"testing"
)

// Every word has a meaning of one line, at most 150 characters, without formulas. No two words share a form. “stalk” and λ₂ are words.
func TestWordsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range Words() {
		if w.Meaning == "" || len([]rune(w.Meaning)) > 150 || strings.ContainsAny(w.Meaning, "$\\{}\n") {
			t.Errorf("the meaning of %v is %q, want one line of at most 150 characters", w.Forms, w.Meaning)
		}
		for _, form := range w.Forms {
			if form == "" || seen[form] {
				t.Errorf("the form %q is empty or has two meanings", form)
			}
			seen[form] = true
		}
	}
	if !seen["stalk"] || !seen["λ₂"] {
		t.Errorf("stalk or λ₂ is not among the %d forms", len(seen))
	}
}
