//go:build e2e

package e2e

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// drawnGraph returns four numbers about the drawing: nodes, edges, 1 if the nodes have several colours and else 0, and different positions.
const drawnGraph = `(() => {
	const s = sheafscopeIslands.shown();
	return [s.nodes.length, s.edges, new Set(s.nodes.map((n) => n.color)).size > 1 ? 1 : 0,
		new Set(s.nodes.map((n) => n.x + " " + n.y)).size];
})()`

// A graph of 4000 nodes and 12 500 edges, which the page draws in slices, is complete at the end, with positions, and with colours after an
// epoch. If karate is loaded while the large graph is still being drawn, the drawing is karate, and a click selects its node 3.
// TestLargeGraphs measures the times.
func TestLargeGraphAppearsInSlices(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	text, err := os.ReadFile(edgeList(t, 4000, 12_500))
	if err != nil {
		t.Fatal(err)
	}
	p.dropped("large.csv", text)
	p.waitFor(`sheafscope.state().graph.n === 4000`)
	p.call("pause()")
	p.settle()
	var got [4]int
	p.eval(drawnGraph, &got)
	if got[0] != 4000 || got[1] != 12_500 {
		t.Errorf("the drawing has %d nodes and %d edges, want 4000 and 12500", got[0], got[1])
	}
	if got[3] < 3900 { // some nodes may have the same position
		t.Errorf("the drawing has %d different positions, want at least 3900", got[3])
	}
	p.call(`step("epoch")`)
	p.settle()
	p.waitFor(drawnGraph + "[2] === 1") // several colours: the last slice may be drawn after settle
	p.shot("in-slices")
	// Karate replaces the large graph while the large graph is being drawn a second time. A comment line makes the second file a new file.
	p.call(`load("karate")`)
	p.dropped("large.csv", append([]byte("# again\n"), text...))
	p.waitFor(`sheafscope.state().graph.n === 4000`)
	p.call(`load("karate")`)
	p.settle()
	p.eval(drawnGraph, &got)
	if got[0] != 34 || got[1] != 78 {
		t.Errorf("the drawing of karate has %d nodes and %d edges, want 34 and 78", got[0], got[1])
	}
	if got[3] != 34 {
		t.Errorf("the drawing of karate has %d different positions, want 34", got[3])
	}
	var place struct{ X, Y float64 }
	p.eval(`sheafscopeIslands.where(3)`, &place)
	p.do(chromedp.MouseClickXY(place.X, place.Y))
	p.waitFor(`document.querySelector('[data-testid="graph-canvas"]').getAttribute("aria-label").includes("node 3 is selected")`)
	p.clean()
}
