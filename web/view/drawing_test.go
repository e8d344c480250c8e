package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/view/picture"
)

// Without WebGL a line says how the graph is drawn, until the user closes the line or WebGL is back. A change opens the line again.
func TestDrawingLine(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	var d picture.Drawing
	if line := d.Line(&s); line != "" {
		t.Errorf("with WebGL the page says %q", line)
	}
	said := ""
	by := func(way, why string) string {
		said = d.By(way, why)
		return d.Line(&s)
	}
	for _, c := range []struct {
		way, why string
		words    []string
	}{
		{"canvas", "missing", []string{"WebGL is missing", "drawn without it"}},
		{"canvas", "lost", []string{"graphics processor", "drawn without it"}},
		{"none", "lost", []string{"graphics processor", "34 nodes and 78 edges are too many"}},
		{"none", "missing", []string{"WebGL is missing", "34 nodes and 78 edges are too many"}},
	} {
		line := by(c.way, c.why)
		for _, w := range c.words {
			if !strings.Contains(line, w) {
				t.Errorf("drawn by %q, %s: %q says nothing of %q", c.way, c.why, line, w)
			}
		}
		d.Closed = true
		if d.Line(&s) != "" || by(c.way, c.why) != "" {
			t.Errorf("the closed line about %q, %s is there", c.way, c.why)
		}
	}
	if by("", "") != "" || !strings.Contains(said, "again") {
		t.Errorf("WebGL is back, and the page says %q", said)
	}
}
