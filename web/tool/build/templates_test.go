package build

import (
	"testing"
)

// TestJoinLines: line breaks and their indentation disappear between tags, and become one space in a text or between attributes.
// Spaces inside a line stay.
func TestJoinLines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"<p>\n  <b>a</b>\n  <i>c</i>\n</p>\n", "<p><b>a</b><i>c</i></p>"},
		{"<p>\n  one\n  two <b>c</b>&#32;\n  <i>d</i>\n</p>", "<p>one two <b>c</b>&#32;<i>d</i></p>"},
		{"<p class=\"a\"\n    :title='b < 1'>x</p>", "<p class=\"a\" :title='b < 1'>x</p>"},
		{"<p> a </p>", "<p> a </p>"},
	} {
		if got := joinLines(c.text); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
