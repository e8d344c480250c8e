package words

import (
	"html"
	"testing"
)

// TestEscapeString: EscapeString returns what html.EscapeString of the standard library returns.
func TestEscapeString(t *testing.T) {
	for _, s := range []string{"", "a = b", `<p class="x">l'eau & "π"</p>`, "&amp;", "\x00\xff"} {
		if got, want := EscapeString(s), html.EscapeString(s); got != want {
			t.Errorf("EscapeString(%q) = %q, want %q", s, got, want)
		}
	}
}
