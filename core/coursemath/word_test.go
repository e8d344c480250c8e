package coursemath

import (
	"strings"
	"testing"
)

// Every word has a meaning of one line, and no two words share a form.
func TestWordsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range Words() {
		if w.Meaning == "" || len([]rune(w.Meaning)) > 150 || strings.ContainsAny(w.Meaning, "$\\{}\n") {
			t.Errorf("%v: %q", w.Forms, w.Meaning)
		}
		for _, form := range w.Forms {
			if form == "" || seen[form] {
				t.Errorf("%q has two meanings", form)
			}
			seen[form] = true
		}
	}
	if !seen["stalk"] || !seen["λ₂"] {
		t.Errorf("only %d forms", len(seen))
	}
}
