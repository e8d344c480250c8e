// Links into the sheaf editor of the course, and the list of its shapes.

package main

import (
	"fmt"
	"html"
	"net/url"
	"strings"

	exact "sheafscope/core/coursemath"
)

// shapeLink returns the fragment of a link that opens the sheaf editor. The sheaf in the editor has a shape of exact.Shapes, given by its
// key, and stalks of dimension d.
func shapeLink(shape string, d int) (string, error) {
	s, err := exact.Start(shape, d)
	if err != nil {
		return "", err
	}
	return editorLink(s), nil
}

// editorLink returns the fragment of a link that opens the sheaf editor with a sheaf.
func editorLink(s *exact.SheafText) string { return "#sheaf=" + url.PathEscape(s.Text()) }

// shapes returns HTML with an option element for each shape of the editor.
func shapes() string {
	var b strings.Builder
	for _, row := range exact.Shapes() {
		fmt.Fprintf(&b, `<option value="%s" data-sized="%t">%s</option>`, row.Key, row.Least > 0, html.EscapeString(row.Label))
	}
	return b.String()
}
