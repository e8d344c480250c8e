package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/view/picture"
)

// Without WebGL a line states how the graph is drawn and why, until the user closes the line or WebGL returns. A change opens the line
// again.
func TestDrawingLine(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	var d picture.Drawing
	if line := d.Line(&s); line != "" {
		t.Errorf("with WebGL the page says %q", line)
	}
	announced := ""
	// lineAfter returns the line after a change of the way of drawing, and sets announced.
	lineAfter := func(way, reason string) string {
		announced = d.By(way, reason)
		return d.Line(&s)
	}
	for _, row := range []struct {
		way, reason string
		parts       []string // of the line
	}{
		{"canvas", "missing", []string{"WebGL is missing", "drawn without it"}},
		{"canvas", "lost", []string{"graphics processor", "drawn without it"}},
		{"none", "lost", []string{"graphics processor", "34 nodes and 78 edges are too many"}},
		{"none", "missing", []string{"WebGL is missing", "34 nodes and 78 edges are too many"}},
	} {
		line := lineAfter(row.way, row.reason)
		for _, part := range row.parts {
			if !strings.Contains(line, part) {
				t.Errorf("drawn by %q, %s: %q lacks %q", row.way, row.reason, line, part)
			}
		}
		// The same way of drawing once more does not open a closed line.
		d.Closed = true
		if d.Line(&s) != "" || lineAfter(row.way, row.reason) != "" {
			t.Errorf("the closed line about %q, %s is open", row.way, row.reason)
		}
	}
	if lineAfter("", "") != "" || !strings.Contains(announced, "again") {
		t.Errorf("WebGL is back, and the page says %q, want no line and a sentence with \"again\"", announced)
	}
}
