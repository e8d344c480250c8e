// This file makes links into the sheaf editor of the course, and the list of its shapes.

package main

import (
	"fmt"
	"html"
	"net/url"
	"strings"

	"sheafscope/core/coursemath"
)

// shapeLink returns the fragment of a link that opens a sheaf in the sheaf editor. The stalks have dimension d, unless the shape has
// unequal stalks. shape is a key of coursemath.Shapes, followed by a number of nodes unless the shape has a fixed number: "path:5" or
// "barbell". shapeLink returns an error for any other shape, and for a number or a dimension out of range.
func shapeLink(shape string, d int) (string, error) {
	s, err := coursemath.Start(shape, d)
	if err != nil {
		return "", err
	}
	return editorLink(s), nil
}

// editorLink returns the fragment of a link that opens the sheaf editor with a sheaf: "#sheaf=" and the text of the sheaf, as in
// "#sheaf=d%201%3Bnode%200.5%200.1%20a…".
func editorLink(s *coursemath.SheafText) string { return "#sheaf=" + url.PathEscape(s.Text()) }

// shapes returns HTML with an option element for each shape of the editor. The attribute data-sized is true if the user chooses the number
// of nodes. Least is the smallest number, and 0 for a shape with a fixed number.
func shapes() string {
	var b strings.Builder
	for _, row := range coursemath.Shapes() {
		fmt.Fprintf(&b, `<option value="%s" data-sized="%t">%s</option>`, row.Key, row.Least > 0, html.EscapeString(row.Label))
	}
	return b.String()
}
