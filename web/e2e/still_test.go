//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// watchShifts collects what the browser reports as layout shifts of panels and of controls; the contents of a panel, whose text is another
// at each stage, are none of them: of an entry the part counts that these make of it. No click of the walk is a hand's, so that the browser
// excuses none.
const watchShifts = `new PerformanceObserver((list) => {
	for (const e of list.getEntries()) {
		if (e.startTime < window.shiftsFrom) continue;
		shifts.all += e.value;
		const of = e.sources.map((s) => s.node).filter((n) => n?.closest?.(".app>*,.canvas,.bar,.time,.asks") &&
			!n.closest(".view,.menu,.pile,svg") && (n.matches(".app>*,.canvas,.bar,.time,.asks,.legend,.phead,.chart") ||
			n.closest("button,select,input,label,.field")));
		if (!of.length) continue;
		const part = e.sources.filter((s) => of.includes(s.node)).reduce((t, {previousRect: p, currentRect: c}) => t + (p.width * p.height + ` +
	`c.width * c.height) / innerWidth / innerHeight * Math.hypot(c.x - p.x, c.y - p.y) / Math.max(innerWidth, innerHeight), 0);
		shifts.panels += part;
		const text = (n) => n.nodeName + " " + n.className + " in " + (n.closest("[data-testid]")?.dataset.testid ?? n.parentElement.className);
		shifts.worst.push(part.toFixed(4) + " " + of.map(text).join(", "));
	}
}).observe({type: "layout-shift"}), true`

// fromHere forgets the shifts until now.
const fromHere = `window.shifts = {panels: 0, all: 0, worst: []}, window.shiftsFrom = performance.now(), true`

// moves are what one does in the laboratory, by the share of the walk; each is a script. What resizes a panel for its user, such as the
// palette for drawing, is none of them.
var moves = []struct {
	share int
	js    string
}{
	{20, `press("stage-" + (1 + n % 10))`},
	{14, `press(["step-inner", "step-stage", "step-epoch", "back"][n % 4])`},
	{14, `press(["tab-stage", "tab-claims", "tab-results", "paper-tab"][n % 4])`},
	{8, `pick("nodes-by", n)`},
	{8, `pick("edges-by", n)`},
	{4, `pick("layout-by", n)`},
	{8, `await sheafscope.seek(n % 400)`},
	{4, `await sheafscope.run(1 + n % 12)`},
	{4, `await sheafscope.load({graph: ["karate", "florentine", "texas-like", "cycle-12"][n % 4], seed: 1}).catch(() => {})`},
	{4, `await sheafscope.load({graph: "karate", seed: 1, settings: {d: "3", dt: "2", q: "2"}})`},
	{3, `await sheafscope.load("no such graph").catch(() => {})`},
	{3, `press("put-back"), press("go-best")`},
	{2, `press("notices-all")`},
	{2, `press("theme-toggle")`},
	{2, `document.querySelector('[data-testid="error"] [aria-label]')?.click()`},
}

// Canvas and panels keep their places to the pixel in a walk of random moves, and the graph keeps two fifths of the height: notices, the
// legend, and the notes below the charts have a room of their own.
func TestNothingMoves(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.eval(fromHere, new(bool))
	p.eval(watchShifts, new(bool))
	count := times(t, 40, 500)
	r := rand.New(rand.NewPCG(68, 4))
	total := 0
	for _, m := range moves {
		total += m.share
	}
	for _, w := range sample(t, 1, windows[:5]) {
		p.do(resize(w.width, w.height, 1, false))
		p.call(`load({graph: "karate", seed: 1})`)
		p.settle()
		p.eval(fromHere, new(bool))
		const boxes = `JSON.stringify([...document.querySelectorAll(".bar,.canvas,.app>*,.time,.asks")].filter((e) => ` +
			`e.checkVisibility({visibilityProperty: true})).map((e) => { const b = e.getBoundingClientRect(); return ` +
			`[e.className, b.x, b.y, b.width, b.height].join(" "); }))`
		var before, after string
		p.eval(boxes, &before)
		p.complain(w.name, `(() => { const share = document.querySelector(".canvas").getBoundingClientRect().height / innerHeight; `+
			`return share < 0.4 ? ["the graph has " + share + " of the height"] : []; })()`)
		for k := range count {
			at, js := r.IntN(total), ""
			for _, m := range moves {
				if at -= m.share; at < 0 {
					js = m.js
					break
				}
			}
			var over []string
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
				t.Errorf("%s, move %d, %s: %s", w.name, k, js, o)
			}
			if after != before {
				t.Errorf("%s, move %d, %s: from %s to %s", w.name, k, js, before, after)
				before = after
			}
		}
		var shifts struct {
			Panels, All float64
			Worst       []string
		}
		p.eval("shifts", &shifts)
		t.Logf("%s: %d moves shift panels by %.5f, all contents by %.5f", w.name, count, shifts.Panels, shifts.All)
		if shifts.Panels > 0.01 {
			t.Errorf("%s: %d moves shift panels by %.4f: %q", w.name, count, shifts.Panels, shifts.Worst)
		}
	}
	p.eval(`document.querySelector(".pile").classList.remove("all"), sheafscope.level("research"), true`, new(bool))
	p.clean()
}
