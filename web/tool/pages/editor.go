package main

import (
	"fmt"
	"html"
	"net/url"
	"strings"

	exact "sheafscope/core/coursemath"
)

// begin is the fragment that opens the sheaf editor with a sheaf of its table.
func begin(shape string, d int) (string, error) {
	s, err := exact.Start(shape, d)
	if err != nil {
		return "", err
	}
	return toEditor(s), nil
}

func toEditor(s *exact.SheafText) string { return "#sheaf=" + url.PathEscape(s.Text()) }

// shapes are the options of what the editor can begin with.
func shapes() string {
	var b strings.Builder
	for _, row := range exact.Shapes() {
		fmt.Fprintf(&b, `<option value="%s" data-sized="%t">%s</option>`, row.Key, row.Least > 0, html.EscapeString(row.Label))
	}
	return b.String()
}
