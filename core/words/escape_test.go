package words

import (
	"html"
	"testing"
)

// TestEscapeString: the result equals that of package html.
func TestEscapeString(t *testing.T) {
	for _, s := range []string{"", "a = b", `<p class="x">l'eau & "π"</p>`, "&amp;", "\x00\xff"} {
		if got, want := EscapeString(s), html.EscapeString(s); got != want {
			t.Errorf("%q became %q, not %q", s, got, want)
		}
	}
}
