//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// everyPicture shows, one after the other, all stages, panels, colourings and layouts of the present run, and the comparison.
const everyPicture = `(async () => {
	const element = (id) => document.querySelector('[data-testid="' + id + '"]'), rest = () => ` + rests + `;
	for (let k = 1; k <= 10; k++) { element("stage-" + k)?.click(); await rest(); }
	for (const p of ["edge", "node", "claims", "results", "stage"]) { element("tab-" + p)?.click(); await rest(); }
	for (const id of ["layout-by", "nodes-by", "edges-by"]) for (const o of [...element(id).options]) { element(id).value = o.value; ` +
	`element(id).dispatchEvent(new Event("change", {bubbles: true})); await rest(); }
	for (const [id, v] of [["layout-by", "force"], ["nodes-by", "prediction"], ["edges-by", "kappa"]]) { element(id).value = v; ` +
	`element(id).dispatchEvent(new Event("change", {bubbles: true})); }
	element("compare").click(); await rest(); element("compare-close")?.click(); await rest();
	return true;
})()`

// No picture causes an error on a graph without edges, with two nodes, without labels, or without a test set: after two epochs, and at the
// start of the run. The graph without edges is also drawn in a window that leaves no room for pictures. The usual form tests the graph
// without labels.
func TestPicturesOfSmallGraphs(t *testing.T) {
	dir := t.TempDir()
	// write writes a file to dir and returns its path.
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var nodes []string
	for k := range 12 {
		nodes = append(nodes, fmt.Sprintf(`{"id": "n%d", "label": "%c"}`, k, 'a'+k%2))
	}
	lonely := write("lonely.json", `{"nodes": [`+strings.Join(nodes, ",")+`], "links": []}`)
	bare := write("bare.csv", "source,target\n0,1\n1,2\n")
	p := shared(t, desktop)
	p.ready()
	// showAll shows every picture, and ends the test at an error of the page. moment is for the log.
	showAll := func(moment string) {
		t.Helper()
		p.eval(everyPicture, new(bool))
		p.mu.Lock()
		n := len(p.errors)
		p.mu.Unlock()
		if n > 0 {
			t.Logf("the error came with %s", moment)
			p.clean()
			t.FailNow()
		}
	}
	for _, g := range []struct {
		name string
		load func()
		n    int
	}{
		{"two nodes", func() { p.call(`load({graph: "k2", seed: 1})`) }, 2},
		{"no edges", func() { p.files(lonely) }, 12},
		{"no labels", func() { p.files(bare) }, 3},
		{"no test set", func() { p.call(`load({graph: "karate", split: "random:0.6,0.4,0", seed: 1})`) }, 34},
	} {
		if share(t) == 0 && g.n != 3 {
			continue
		}
		g.load()
		// If the page doubts its reading of a file, the test accepts the reading. An error in state() ends the wait, too.
		p.waitFor(fmt.Sprintf(`(() => { const b = document.querySelector('[data-testid="open-accept"]'), s = sheafscope.state();
			if (b?.checkVisibility()) b.click();
			return s.graph?.n === %d && !s.busy && !b?.checkVisibility() || s.error; })()`, g.n))
		showAll(g.name + ", at its start")
		p.eval(`sheafscope.run(2).then(() => true, () => true)`, new(bool)) // the page may refuse to train
		showAll(g.name + ", after two epochs")
		if g.n == 12 { // 60 pixels leave no room for pictures; a larger window has room again
			p.do(resize(1440, 60, 1, false))
			showAll(g.name + ", without room")
			p.do(resize(1440, 900, 1, false))
			showAll(g.name + ", with room again")
		}
	}
	p.clean()
}

// The page never uses positions of nodes of another graph. For five layouts: a graph that is loaded while the layout stays chosen has the
// same positions as after a new choice of the layout. They agree within 1e-6 of the largest coordinate. A layout or a dragged node that
// arrives after the next graph leaves no position that is not a number.
func TestPlacesBelongToTheirGraph(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "k4", seed: 1})`)
	// placesAtRest waits until a graph of n nodes is drawn and at rest. It returns the places, and fails if one is not a number.
	placesAtRest := func(moment string, n int) [][2]float64 {
		t.Helper()
		p.settle()
		p.waitFor(fmt.Sprintf("sheafscopeIslands.shown().nodes.length === %d && !sheafscopeIslands.shown().moving", n))
		var list [][2]float64
		p.eval(`sheafscopeIslands.shown().nodes.map((n) => [n.x, n.y])`, &list)
		for i, q := range list {
			if math.IsNaN(q[0] + q[1]) {
				t.Fatalf("%s: node %d is at %v, want numbers", moment, i, q)
			}
		}
		return list
	}
	// largest returns the largest absolute value of coordinate c.
	largest := func(list [][2]float64, c int) (far float64) {
		for _, q := range list {
			far = max(far, math.Abs(q[c]))
		}
		return far
	}
	for _, kind := range []string{"fibre", "spectral", "circular", "class", "community"} {
		p.choose("layout-by", kind)
		placesAtRest(kind, 4)
		// A larger graph is loaded while the layout stays chosen.
		p.call(`load({graph: "karate", seed: 1})`)
		p.call("run(1)") // without an epoch there are no maps, which some layouts need
		loaded := placesAtRest(kind+" of the next graph", 34)
		p.choose("layout-by", "force")
		placesAtRest("force", 34)
		p.choose("layout-by", kind)
		chosen := placesAtRest(kind+", chosen", 34)
		// Each coordinate is divided by its largest absolute value, because messages above the picture can change the size of its box.
		for c := range 2 {
			a, b := largest(loaded, c), largest(chosen, c)
			for i := range chosen {
				if d := loaded[i][c]/a - chosen[i][c]/b; !(math.Abs(d) < 1e-6) {
					t.Fatalf("%s: node %d of a loaded graph is at %v, after a new choice of the layout at %v", kind, i, loaded[i], chosen[i])
				}
			}
		}
		// The next graph is loaded while a layout is being computed.
		p.eval(fmt.Sprintf(`(() => { for (const v of ["force", %q]) { const s = document.querySelector('[data-testid="layout-by"]'); s.value `+
			`= v; s.dispatchEvent(new Event("change", {bubbles: true})); }
			return sheafscope.load({graph: "k4", seed: 1}).then(() => true); })()`, kind), new(bool))
		placesAtRest(kind+" on its way", 4)
	}
	// The next graph is loaded while the user drags a node.
	p.choose("layout-by", "force")
	p.call(`load({graph: "karate", seed: 1})`)
	placesAtRest("force", 34)
	var from struct{ X, Y float64 }
	p.eval(`sheafscopeIslands.where(33)`, &from)
	move := func(x, y float64) act {
		return chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonLeft)
	}
	p.do(chromedp.MouseEvent(chromedp.MousePressed, from.X, from.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)), move(from.X+30, from.Y+30))
	p.rests()
	p.call(`load({graph: "k4", seed: 1})`)
	p.do(move(from.X+60, from.Y+10), chromedp.MouseEvent(chromedp.MouseReleased, from.X+60, from.Y+10, chromedp.ButtonLeft,
		chromedp.ClickCount(1)))
	placesAtRest("a dragged node", 4)
	p.clean()
}

// The chart of the bound has the height of its box after the note below the chart has changed its height twice. The note has no height
// while the chart is drawn, and 80 pixels before and after the drawing. So the box during the drawing is larger than the box on the screen.
func TestChartHasTheSizeOfItsBox(t *testing.T) {
	p := shared(t, desktop)
	p.call("run(2)")
	p.settle()
	// The script changes the height of the note by a style sheet: to 80 pixels, to 0 before the chart is drawn, and to 80 after the drawing.
	var sizes [3]float64 // of the box before, of the box now, of the chart
	p.eval(`(async () => {
		const svg = document.querySelector('[data-testid="bound"] svg');
		const before = svg.clientHeight, style = new CSSStyleSheet();
		const high = (px) => style.replaceSync('[data-testid="eval-note"] { height: ' + px + ' }');
		document.adoptedStyleSheets = [style];
		await new Promise((done) => {
			let last = svg.clientHeight;
			const watch = new ResizeObserver(() => { // runs after the chart's own observer
				if (svg.clientHeight === last) return;
				watch.disconnect();
				requestAnimationFrame(() => { high("80px"); done(); }); // after the chart is drawn
			});
			watch.observe(svg.parentNode);
			requestAnimationFrame(() => {
				high("80px");
				requestAnimationFrame(() => { high("0px"); }); // before the chart is drawn
			});
		});
		for (let k = 0; k < 10; k++) await new Promise((r) => sheafscopeIslands.soon(r));
		const sizes = [before, svg.clientHeight, svg.viewBox.baseVal.height];
		document.adoptedStyleSheets = [];
		return sizes;
	})()`, &sizes)
	if sizes[1] >= sizes[0] || sizes[2] != sizes[1] {
		t.Errorf("the box was %g pixels high and is now %g, its chart %g; want a smaller box and a chart of its height",
			sizes[0], sizes[1], sizes[2])
	}
	p.settle()
	p.clean()
}
