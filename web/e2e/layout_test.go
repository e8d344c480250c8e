//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// layoutWindow is the size of a window in CSS pixels. scale is the number of pixels of the screen for a CSS pixel. A window with touch has
// no mouse.
type layoutWindow struct {
	name          string
	width, height int64
	scale         float64
	touch         bool
}

// windows are the windows for which the tests check the layout of the page.
var windows = []layoutWindow{
	{"desktop", 1440, 900, 1, false},
	{"laptop", 1280, 720, 1, false},
	{"tablet", 820, 1180, 2, true},
	{"phone", 390, 844, 3, true},
	{"phone on its side", 844, 390, 3, true},
	{"desktop at 200 %", 720, 450, 2, false},
	{"laptop at 200 %", 640, 360, 2, false},
}

// overlaps is JavaScript that lists elements that overlap: two panels, two rows of the graph's panel, two controls, or a text of the bound
// and its tick. It also lists panels that extend beyond the window. An overlap counts if it is wider and higher than 0.6 px for panels and
// rows, and than 1.5 px for controls. A line of the list is, for example, "controls: undo and redo share 4 x 20".
const overlaps = `(() => {
	const out = [], seen = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && e.getBoundingClientRect().width ` +
	`> 0 && e.getBoundingClientRect().height > 0;
	const name = (e) => e.dataset.testid || e.getAttribute("aria-label") || e.className || e.tagName;
	const check = (what, list, slack) => list.forEach((a, i) => list.slice(i + 1).forEach((b) => {
		if (a.contains(b) || b.contains(a)) return;
		const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
		const w = Math.min(p.right, q.right) - Math.max(p.left, q.left), h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
		if (w > slack && h > slack) out.push(what + ": " + name(a) + " and " + name(b) + " share " + Math.round(w) + " x " + Math.round(h));
	}));
	check("panels", [...document.querySelectorAll(".bar,.rail,.graph,.strip,.insp,.time")].filter(seen), 0.6);
	check("rows of the graph", [...document.querySelectorAll(".graph>.gbar,` +
	`.graph>.canvas,.graph .peek,.graph .legend")].filter(seen), 0.6);
	for (const where of [".bar,.tabs", ".gbar,.find", ".time", ".itabs", ".pile"]) {
		const boxes = where.split(",").map((w) => w + " :is(button,select,input,a,label,.slider)").join();
		check("controls", [...document.querySelectorAll(boxes)].filter((e) => seen(e) && !e.closest(".menu")), 1.5);
	}
	const bars = '[data-testid="bound"] svg ';
	for (const tick of document.querySelectorAll(bars + "rect.f-a")) for (const t of document.querySelectorAll(bars + "text")) {
		const p = tick.getBoundingClientRect(), q = t.getBoundingClientRect();
		if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 0 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4)
			out.push("“" + t.textContent + "” lies on the tick of what was measured");
	}
	for (const e of document.querySelectorAll(".bar,.rail,.graph,.strip,.insp,.time")) {
		const b = e.getBoundingClientRect();
		if (seen(e) && (b.left < -1 || b.right > innerWidth + 1 || b.top < -1 || b.bottom > innerHeight + 1)) out.push(name(e) + " lies ` +
	`outside of the window");
	}
	return out;
})()`

// tab selects a tab by its name. A small window has tabs instead of columns; in a large window tab has no effect.
func (p *page) tab(name string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`[...document.querySelectorAll("nav.tabs [role=tab]")].find((b) => b.textContent.trim() === %q && `+
		`b.checkVisibility({visibilityProperty: true}))?.click(), true`, name), new(bool))
}

// At every size and in both themes no elements overlap, and no text is cut. The graph has at least two fifths of the height, and every
// stage can be reached. The graphs are the karate club and Texas after three epochs; the dark theme has only Texas. The usual form has the
// light theme and few sizes.
func TestNothingOverlaps(t *testing.T) {
	beside(t)
	for _, theme := range sample(t, 1, []string{"light", "dark"}) {
		t.Run(theme, func(t *testing.T) {
			p := shared(t, view{width: 1440, height: 900, theme: theme})
			p.ready()
			graphs := []string{"karate", "texas"}
			if theme == "dark" {
				graphs = graphs[1:] // a theme changes only colours, and the light theme has both graphs
			}
			for _, graph := range graphs {
				// In the usual form each graph has two of the windows, by index.
				usual := []int{0, 5}
				if graph == "texas" {
					usual = []int{0, 3}
					p.loadTexas(texasRecipe)
				} else {
					p.call(`load({graph: "karate", seed: 1})`)
				}
				p.call("run(3)")
				for k, w := range windows {
					if share(t) > 0 || slices.Contains(usual, k) {
						p.checkWindow(graph, theme, w)
					}
				}
				p.do(resize(1440, 900, 1, false))
			}
			p.clean()
		})
	}
}

// checkWindow makes the checks of TestNothingOverlaps in one window, for the loaded graph. It checks the stages only in the light theme,
// because a theme does not move them.
func (p *page) checkWindow(graph, theme string, w layoutWindow) {
	p.t.Helper()
	// On a phone the graph, the stages and the charts are tabs.
	where := fmt.Sprintf("%s, %s (%dx%d)", graph, w.name, w.width, w.height)
	p.do(resize(w.width, w.height, w.scale, w.touch))
	p.tab("Graph")
	p.settle()
	p.shot(fmt.Sprintf("layout-%s-%s-%dx%d", graph, theme, w.width, w.height))
	p.complain(where, overlaps)
	p.complain(where, cutText)
	var heightShare float64
	p.eval(`document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect().height / innerHeight`, &heightShare)
	if heightShare < 0.4 {
		p.t.Errorf("%s: the graph has %.1f %% of the height, want at least 40 %%", where, 100*heightShare)
	}
	if theme == "light" {
		p.reachStages(where)
	}
	p.tab("Charts")
	p.settle()
	p.complain(where+", charts", overlaps)
	p.complain(where+", charts", cutText)
	p.tab("Graph")
}

// complain fails the test for every line of the list that the script js returns. where names the state of the page.
func (p *page) complain(where, js string) {
	p.t.Helper()
	var lines []string
	p.eval(js, &lines)
	for _, l := range lines {
		p.t.Errorf("%s: %s", where, l)
	}
}

// reachStages clicks each of the ten stages in the rail, and checks that the inspector shows the stage. The button of a stage must be at
// least 24 × 24 pixels, and no other element may cover its middle.
func (p *page) reachStages(where string) {
	p.t.Helper()
	for k := 1; k <= 10; k++ {
		p.tab("Stages")
		id := byTestID(fmt.Sprintf("stage-%d", k))
		var button struct {
			X, Y float64
			Hit  bool
			W, H float64
		}
		p.waitFor(fmt.Sprintf(`document.querySelector(%q).checkVisibility({visibilityProperty: true})`, id))
		p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"}); const b = `+
			`e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
			return {x, y, w: b.width, h: b.height, hit: e.contains(document.elementFromPoint(x, y))}; })()`, id), &button)
		if !button.Hit || button.W < 24 || button.H < 24 {
			p.t.Errorf("%s: the button of stage %d at %.0f, %.0f is covered (%v) or smaller than 24 pixels (%.0f x %.0f)", where, k, button.X,
				button.Y, !button.Hit, button.W, button.H)
			continue
		}
		p.do(chromedp.MouseClickXY(button.X, button.Y))
		p.waitFor(fmt.Sprintf(`document.querySelector(".ihead h1").textContent.startsWith("%d") && `+
			`document.querySelector(".insp").checkVisibility({visibilityProperty: true})`, k))
	}
}
