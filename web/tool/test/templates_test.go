package test

import (
	"strings"
	"testing"
)

// A line of a template with several elements is an error, which begins with the file and the line. Elements that mark a part of a text,
// such as <b>, do not count, unless they directly follow another element.
func TestTemplateLinesHaveOneElement(t *testing.T) {
	for _, c := range []struct {
		text  string
		wrong string // the start of the error; "" for no error
	}{
		{"<div>\n  <p>one <b>two</b> <i>three</i></p>\n</div>\n", ""},
		{"<p><b :hidden=\"n < 1\"></b> a</p>\n", ""},
		{"<div>\n  <p>one</p> <p>two</p>\n</div>", "a.vugu:2"},
		{"<div><p>one</p>\n</div>", "a.vugu:1"},
		{"<p>\n\n  <b>a</b><b>c</b>\n</p>", "a.vugu:3"},
		{"<web:Bar></web:Bar><i></i>", "a.vugu:1"},
	} {
		err := checkTemplate("a.vugu", c.text)
		if c.wrong == "" {
			if err != nil {
				t.Errorf("%q gives the error %v, want none", c.text, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.wrong+" ") {
			t.Errorf("%q gives the error %v, want one at %s", c.text, err, c.wrong)
		}
	}
}
