//go:build e2e

package e2e

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// drawnGraph returns facts about the drawing: the numbers of nodes and edges, whether nodes have several colours, and positions.
const drawnGraph = `(() => {
	const s = sheafscopeIslands.shown();
	return [s.nodes.length, s.edges, new Set(s.nodes.map((n) => n.color)).size > 1 ? 1 : 0,
		new Set(s.nodes.map((n) => n.x + " " + n.y)).size];
})()`

// A large graph appears in slices. At the end it is complete, with the colours and positions of its nodes. If a user opens another graph
// meanwhile, this graph replaces the first graph. The page answers all the time. TestLargeGraphs measures the times.
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
	if p.eval(drawnGraph, &got); got[0] != 4000 || got[1] != 12_500 || got[3] < 3900 {
		t.Errorf("nodes, edges, more than one colour, places are %v", got)
	}
	p.call(`step("epoch")`)
	p.settle()
	p.waitFor(drawnGraph + "[2] === 1") // more than one colour; a slice may follow the frame
	p.shot("in-slices")
	// Another takes its place while it comes once more, and all of it is there.
	p.call(`load("karate")`)
	p.dropped("large.csv", append([]byte("# again\n"), text...))
	p.waitFor(`sheafscope.state().graph.n === 4000`)
	p.call(`load("karate")`)
	p.settle()
	if p.eval(drawnGraph, &got); got[0] != 34 || got[1] != 78 || got[3] != 34 {
		t.Errorf("afterwards nodes, edges, more than one colour, places are %v", got)
	}
	var at struct{ X, Y float64 }
	p.eval(`sheafscopeIslands.where(3)`, &at)
	p.do(chromedp.MouseClickXY(at.X, at.Y))
	p.waitFor(`document.querySelector('[data-testid="graph-canvas"]').getAttribute("aria-label").includes("node 3 is selected")`)
	p.clean()
}
