package formula

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/layout"
)

// TestExamplesApplyToEveryGraph: every example applies to every generated graph of the menu, and gives at least two classes.
// The exception is the parity of the degree, since all degrees of a graph may be odd or even.
// There are four to six examples with different titles, each with a sentence about it.
func TestExamplesApplyToEveryGraph(t *testing.T) {
	titles := map[string]bool{}
	for _, e := range Examples() {
		if titles[e.Title] || e.About == "" {
			t.Errorf("the example %+v has the title of another example, or no sentence", e)
		}
		titles[e.Title] = true
		for _, gen := range graph.Generators() {
			g, err := Open(Join(gen.Name, strings.Split(e.Text, "\n")), layout.Alone, Apply)
			if err != nil {
				t.Fatalf("%s does not apply to %s: %v", e.Title, gen.Name, err)
			}
			isParity := e.Title == "Odd or even degree"
			if g.Classes < 2 && !isParity {
				t.Errorf("%s on %s has %d classes, want at least 2", e.Title, gen.Name, g.Classes)
			}
		}
	}
	if n := len(titles); n < 4 || n > 6 {
		t.Errorf("there are %d examples, want 4 to 6", n)
	}
}
