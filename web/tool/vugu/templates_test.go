package vugu

import (
	"strings"
	"testing"
)

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

func TestCheckTemplate(t *testing.T) {
	for _, c := range []struct {
		text  string
		wrong string
	}{
		{"<div>\n  <p>one <b>two</b> <i>three</i></p>\n</div>\n", ""},
		{"<p><b :hidden=\"n < 1\"></b> a</p>\n", ""},
		{"<div>\n  <p>one</p> <p>two</p>\n</div>", "a.vugu:2"},
		{"<div><p>one</p>\n</div>", "a.vugu:1"},
		{"<p>\n\n  <b>a</b><b>c</b>\n</p>", "a.vugu:3"},
		{"<web:Bar></web:Bar><i></i>", "a.vugu:1"},
	} {
		err := CheckTemplate("a.vugu", c.text)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.HasPrefix(err.Error(), c.wrong+" ") {
			t.Errorf("%q gives %v, want %q", c.text, err, c.wrong)
		}
	}
}
