//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// watchShifts sums the layout shifts that the browser reports in shifts.all, and lists the elements of each shift above 0.0005 in
// shifts.worst. Browsers excuse shifts directly after a user's input. The clicks of the walk come from scripts, except the clicks that open
// notices.
const watchShifts = `new PerformanceObserver((list) => {
	for (const e of list.getEntries()) {
		if (e.startTime < window.shiftsFrom || e.hadRecentInput) continue;
		shifts.all += e.value;
		const text = ({node: n, previousRect: p, currentRect: c}) => {
			if (!n) return "a removed node";
			const of = n.nodeType === 1 ? n : n.parentElement;
			return n.nodeName + " " + of.className + " in " + (of.closest("[data-section],[data-testid]")?.dataset.section ?? ` +
	`of.closest("[data-testid]")?.dataset.testid) + " from " + [p.x, p.y] + " to " + [c.x, c.y];
		};
		if (e.value > 0.0005) shifts.worst.push(e.value.toFixed(4) + " " + e.sources.map(text).join(", "));
	}
}).observe({type: "layout-shift"}), true`

// resetShifts sets the sum of shifts to 0 and ignores earlier shifts.
const resetShifts = `window.shifts = {all: 0, worst: []}, window.shiftsFrom = performance.now(), true`

// openNotices stands for the action that opens or closes the list of notices with the mouse. The browser excuses only the growth of this
// list.
const openNotices = "notices-all, by hand"

// walkActions are the actions of the walk at the level Research, each a script with a random number n, with their share of the walk. They
// do not include actions by which a user resizes a panel, such as the palette for drawing.
var walkActions = []struct {
	share int
	js    string
}{
	{20, `press("stage-" + (1 + n % 10))`},
	{14, `press(["step-inner", "step-stage", "step-epoch", "back"][n % 4])`},
	{10, `press(["tab-stage", "tab-selection", "tab-evidence"][n % 3])`},
	{6, `press(["tab-claims", "tab-results", "paper-tab", "tab-node"][n % 4])`},
	{8, `pick("nodes-by", n)`},
	{8, `pick("edges-by", n)`},
	{4, `pick("layout-by", n)`},
	{8, `await sheafscope.seek(n % 400)`},
	{4, `await sheafscope.run(1 + n % 12)`},
	{4, `await sheafscope.load({graph: ["karate", "florentine", "miserables", "c6"][n % 4], seed: 1})`},
	{4, `await sheafscope.load({graph: "karate", seed: 1, settings: {d: "3", dt: "2", q: "2"}})`},
	{3, `await sheafscope.load({graph: "karate", seed: 1, model: ["gcn", "nsd-orth"][n % 2]})`},
	{3, `await sheafscope.load("no such graph").catch(() => {})`},
	{3, `press("put-back"), press("go-best")`},
	{2, openNotices},
	{2, `press("theme-toggle")`},
	{2, `document.querySelector('[data-testid="error"] [aria-label]')?.click()`},
}

// drawAction returns the script of a random action of the walk. The probability of an action is proportional to its share.
func drawAction(r *rand.Rand) (js string) {
	total := 0
	for _, m := range walkActions {
		total += m.share
	}
	rest := r.IntN(total)
	for _, m := range walkActions {
		rest -= m.share
		if rest < 0 {
			return m.js
		}
	}
	return ""
}

// During a walk of random actions, the canvas and the panels keep their exact positions and sizes. The contents of the panels shift by at
// most 0.01 in all, by the browser's measure of layout shifts. The graph has at least two fifths of the window's height, and the legend
// fits into its place. The usual form makes 40 actions in one window, the long form 500 in each of five.
func TestNothingMoves(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.eval(resetShifts, new(bool))
	p.eval(watchShifts, new(bool))
	count := times(t, 40, 500)
	r := rand.New(rand.NewPCG(68, 4))
	for _, w := range sample(t, 1, windows[:5]) {
		p.do(resize(w.width, w.height, 1, false))
		p.call(`load({graph: "karate", seed: 1})`)
		p.settle()
		p.eval(resetShifts, new(bool))
		const boxes = `JSON.stringify([...document.querySelectorAll(".bar,.canvas,.app>*,.time,.asks")].filter((e) => ` +
			`e.checkVisibility({visibilityProperty: true})).map((e) => { const b = e.getBoundingClientRect(); return ` +
			`[e.className, b.x, b.y, b.width, b.height].join(" "); }))`
		var before, after string
		p.eval(boxes, &before)
		p.complain(w.name, `(() => { const share = document.querySelector(".canvas").getBoundingClientRect().height / innerHeight; `+
			`return share < 0.4 ? ["the graph has " + share + " of the height"] : []; })()`)
		for k := range count {
			js := drawAction(r)
			var over []string
			if js == openNotices {
				var visible bool
				p.eval(`document.querySelector('[data-testid="notices-all"]').checkVisibility()`, &visible)
				if !visible {
					continue
				}
				p.click("notices-all")
				p.eval(`new Promise((f) => setTimeout(f, 600, true))`, new(bool)) // after an input the browser excuses the shifts of half a second
				js = ""
			}
			// The action runs in the page, which then comes to rest. The script returns the faults of the legend.
			p.eval(fmt.Sprintf(`(async (n) => {
				const find = (id) => document.querySelector('[data-testid="' + id + '"]');
				const press = (id) => find(id)?.checkVisibility() && find(id).click();
				const pick = (id, n) => { const e = find(id); if (!e) return; e.value = e.options[n %% e.options.length].value; `+
				`e.dispatchEvent(new Event("change", {bubbles: true})); };
				%s;
				await %s;
				const l = document.querySelector(".legend");
				return l.scrollHeight > l.clientHeight + 1 ? ["the legend needs " + l.scrollHeight + " of " + l.clientHeight] : [];
			})(%d)`, js, rests, r.IntN(1000)), &over)
			p.eval(boxes, &after)
			for _, o := range over {
				t.Errorf("%s, action %d, %s: %s", w.name, k, js, o)
			}
			if after != before {
				t.Errorf("%s, action %d, %s: the boxes have changed from %s to %s", w.name, k, js, before, after)
				before = after
			}
		}
		var shifts struct {
			All   float64
			Worst []string
		}
		p.eval("shifts", &shifts)
		t.Logf("%s: layout shifts of %d actions add up to %.5f", w.name, count, shifts.All)
		if shifts.All > 0.01 {
			t.Errorf("%s: layout shifts of %d actions add up to %.4f, want at most 0.01: %q", w.name, count, shifts.All, shifts.Worst)
		}
	}
	// The shared page returns to its usual form.
	p.eval(`document.querySelector(".pile").classList.remove("all"), sheafscope.level("research"), true`, new(bool))
	p.clean()
}
