package coursemath

import (
	"strings"
	"testing"
)

// Every word has a meaning in one line, and a form that no other word has.
func TestWords(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range Words() {
		if w.Says == "" || len([]rune(w.Says)) > 150 || strings.ContainsAny(w.Says, "$\\{}\n") {
			t.Errorf("%v: %q", w.Forms, w.Says)
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
