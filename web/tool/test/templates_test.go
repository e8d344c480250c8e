package test

import (
	"strings"
	"testing"
)

// The error names the number of a line with several elements. Elements that mark a part of a text do not count.
func TestTemplateLinesHaveOneElement(t *testing.T) {
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
		err := checkTemplate("a.vugu", c.text)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.HasPrefix(err.Error(), c.wrong+" ") {
			t.Errorf("%q gives %v, want %q", c.text, err, c.wrong)
		}
	}
}
