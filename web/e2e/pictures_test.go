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

// everyPicture shows every stage, panel, colouring and layout of the present run, and the comparison.
const everyPicture = `(async () => {
	const at = (id) => document.querySelector('[data-testid="' + id + '"]'), rest = () => ` + rests + `;
	for (let k = 1; k <= 10; k++) { at("stage-" + k)?.click(); await rest(); }
	for (const p of ["edge", "node", "claims", "results", "stage"]) { at("tab-" + p)?.click(); await rest(); }
	for (const id of ["layout-by", "nodes-by", "edges-by"]) for (const o of [...at(id).options]) { at(id).value = o.value; ` +
	`at(id).dispatchEvent(new Event("change", {bubbles: true})); await rest(); }
	for (const [id, v] of [["layout-by", "force"], ["nodes-by", "prediction"], ["edges-by", "kappa"]]) { at(id).value = v; ` +
	`at(id).dispatchEvent(new Event("change", {bubbles: true})); }
	at("compare").click(); await rest(); at("compare-close")?.click(); await rest();
	return true;
})()`

// No picture fails on a graph without edges, with two nodes, without labels, or without a test set. This holds at every moment of a run,
// and for boxes of size 0.
func TestPicturesOfSmallGraphs(t *testing.T) {
	dir := t.TempDir()
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
	look := func(where string) {
		t.Helper()
		p.eval(everyPicture, new(bool))
		p.mu.Lock()
		n := len(p.errors)
		p.mu.Unlock()
		if n > 0 {
			t.Logf("at %s", where)
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
		// What looks doubtful in a file is taken as it was recognised.
		p.waitFor(fmt.Sprintf(`(() => { const b = document.querySelector('[data-testid="open-accept"]'), s = sheafscope.state();
			if (b?.checkVisibility()) b.click();
			return s.graph?.n === %d && !s.busy && !b?.checkVisibility() || s.error; })()`, g.n))
		if g.n == 3 || share(t) > 0 { // else at the start of one of them
			look(g.name + ", at its start")
		}
		p.eval(`sheafscope.run(2).then(() => true, () => true)`, new(bool))
		look(g.name + ", after two epochs")
		if g.n == 12 { // also where the window leaves no room for anything, and again when it does
			p.do(resize(1440, 60, 1, false))
			look(g.name + ", without room")
			p.do(resize(1440, 900, 1, false))
			look(g.name + ", with room again")
		}
	}
	p.clean()
}

// The page never uses positions of nodes of another graph: not from a layout that arrives late, not from a layout that stays chosen, and
// not from a node that the user drags.
func TestPlacesBelongToTheirGraph(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "k4", seed: 1})`)
	at := func(where string, n int) [][2]float64 {
		t.Helper()
		p.settle()
		p.waitFor(fmt.Sprintf("sheafscopeIslands.shown().nodes.length === %d && !sheafscopeIslands.shown().moving", n))
		var list [][2]float64
		p.eval(`sheafscopeIslands.shown().nodes.map((n) => [n.x, n.y])`, &list)
		for i, q := range list {
			if math.IsNaN(q[0] + q[1]) {
				t.Fatalf("%s: node %d is at %v", where, i, q)
			}
		}
		return list
	}
	for _, kind := range []string{"fibre", "spectral", "circular", "class", "community"} {
		p.choose("layout-by", kind)
		at(kind, 4)
		// A larger graph, loaded while the layout stays chosen.
		p.call(`load({graph: "karate", seed: 1})`)
		p.call("run(1)") // a position without maps has no places by them
		loaded := at(kind+" of the next graph", 34)
		p.choose("layout-by", "force")
		at("force", 34)
		p.choose("layout-by", kind)
		chosen := at(kind+", chosen", 34)
		// But for the stretch to the box, which messages above it make lower.
		for c := range 2 {
			scale := func(list [][2]float64) (far float64) {
				for _, q := range list {
					far = max(far, math.Abs(q[c]))
				}
				return far
			}
			a, b := scale(loaded), scale(chosen)
			for i := range chosen {
				if d := loaded[i][c]/a - chosen[i][c]/b; !(math.Abs(d) < 1e-6) {
					t.Fatalf("%s: node %d of a graph just loaded is at %v, by its own layout at %v", kind, i, loaded[i], chosen[i])
				}
			}
		}
		// A layout that is on its way when the next graph comes.
		p.eval(fmt.Sprintf(`(() => { for (const v of ["force", %q]) { const s = document.querySelector('[data-testid="layout-by"]'); s.value `+
			`= v; s.dispatchEvent(new Event("change", {bubbles: true})); }
			return sheafscope.load({graph: "k4", seed: 1}).then(() => true); })()`, kind), new(bool))
		at(kind+" on its way", 4)
	}
	// A node in hand while its graph goes.
	p.choose("layout-by", "force")
	p.call(`load({graph: "karate", seed: 1})`)
	at("force", 34)
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
	at("a node in hand", 4)
	p.clean()
}

// The chart of the bound has the size of its box on the screen, even if the note below the chart is lower at the moment of the drawing.
func TestChartHasTheSizeOfItsBox(t *testing.T) {
	p := shared(t, desktop)
	p.call("run(2)")
	p.settle()
	var sizes [3]float64 // of the box before, of the box now, of the chart
	p.eval(`(async () => {
		const svg = document.querySelector('[data-testid="bound"] svg');
		const before = svg.clientHeight, style = new CSSStyleSheet();
		const high = (px) => style.replaceSync('[data-testid="eval-note"] { height: ' + px + ' }');
		document.adoptedStyleSheets = [style];
		await new Promise((done) => {
			let last = svg.clientHeight;
			const watch = new ResizeObserver(() => { // after the chart's own
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
		t.Errorf("a box that was %g high and is %g has a chart of %g", sizes[0], sizes[1], sizes[2])
	}
	p.settle()
	p.clean()
}
