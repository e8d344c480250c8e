// This file makes links into the sheaf editor of the course, and the list of its shapes.

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

// editorLink returns the fragment of a link that opens the sheaf editor with a sheaf: "#sheaf=" and the text of the sheaf.
func editorLink(s *exact.SheafText) string { return "#sheaf=" + url.PathEscape(s.Text()) }

// shapes returns HTML with an option element for each shape of the editor. data-sized is true for a shape of which the user chooses the
// number of nodes; Least is the least number, and 0 for a shape of a fixed size.
func shapes() string {
	var b strings.Builder
	for _, row := range exact.Shapes() {
		fmt.Fprintf(&b, `<option value="%s" data-sized="%t">%s</option>`, row.Key, row.Least > 0, html.EscapeString(row.Label))
	}
	return b.String()
}
