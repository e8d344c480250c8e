//go:build e2e

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/e2e/trace"
)

// If a node is selected while the table is hidden, the table marks one of its rows when it becomes visible.
func TestHiddenTableMarksSelection(t *testing.T) {
	p := shared(t, desktop)
	p.click("table-toggle")
	// Three rows of the head, and 34 nodes.
	p.waitFor(`document.querySelector('[data-testid="node-table"]')?.getAttribute("aria-rowcount") === "37"`)
	setDisplay := func(display string) {
		p.eval(`(document.querySelector('[data-testid="table"]').style.display = "`+display+`", 1)`, new(int))
		p.settle()
	}
	// TestFilterChoosesRows may have left another position in this shared page.
	p.eval(`(document.querySelector(".tbody").scrollTop = 0, 1)`, new(int))
	setDisplay("none")
	p.eval(`(() => { const f = document.querySelector(".seek"); f.value = "2";
		f.dispatchEvent(new Event("change", {bubbles: true})); return 1; })()`, new(int))
	p.waitFor("sheafscope.state().selected.node !== null")
	p.settle()
	setDisplay("")
	p.waitFor(`document.querySelector(".tbody .cur")`)
	p.clean()
}

// In the table under the graph the filter "degree > 6 and class = 1" selects rows with such degrees. The keyboard goes through the rows.
// Enter selects a node, and more than one row stays selected. A cell of the table of edges by class, and a box in the plane of maps, select
// edges. axe-core finds no problem. TestMainThread measures a scroll.
func TestFilterChoosesRows(t *testing.T) {
	p := shared(t, desktop)
	p.call("run(5)")
	p.settle()
	p.click("table-toggle")
	p.waitFor(`document.querySelector('[data-testid="node-table"]')?.getAttribute("aria-rowcount") === "37"`)
	p.eval(`(() => { const f = document.querySelector('[data-testid="table-filter"]'); f.value = "degree > 6 and class = 1";
		f.dispatchEvent(new Event("change")); return 1; })()`, new(int))
	p.waitFor(`[...document.querySelectorAll('.tbody .in')].length > 1`)
	var right bool
	p.eval(`(() => { const names = [...document.querySelectorAll('.thead button')].map((b) => b.dataset.key), d = names.indexOf("degree");
		return [...document.querySelectorAll('.tbody .in')].every((r) => +r.children[d].textContent > 6); })()`, &right)
	if !right {
		t.Error("a selected row has a degree of at most 6")
	}
	p.axeOf("the table", `document.querySelector('[data-testid="table"]')`)
	// The keyboard: the head of the table has three rows, so the row index of the second node is 5.
	p.eval(`(document.querySelector('.tbody').focus(), 1)`, new(int))
	p.press(kb.Home)
	p.press(kb.ArrowDown)
	p.waitFor(`document.activeElement.getAttribute("aria-rowindex") === "5"`)
	p.press(kb.Enter)
	p.waitFor(`sheafscope.state().selected.node !== null`)
	p.settle()
	p.waitFor(`[...document.querySelectorAll('.tbody .in')].length > 1`) // the rows of the filter stay selected
	// A cell of the edges by class selects its edges.
	p.click("tab-edge")
	p.waitFor(`document.querySelector('[data-testid="edges-by-class"] td svg')`)
	p.axeOf("edges by class", `document.querySelector('[data-testid="edges-by-class"]')`)
	p.eval(`(document.querySelectorAll('[data-testid="edges-by-class"] button')[2].click(), 1)`, new(int))
	p.waitFor(`document.querySelector('[data-testid="edge-table"]') && document.querySelectorAll('.tbody .in').length > 1`)
	// A box that the mouse draws in the plane of the maps becomes a filter. The box lies between the axes, whose numbers need 45 and 25
	// pixels.
	p.waitFor(`document.querySelector('[data-testid="map-plane"] path')`)
	p.eval(`(document.querySelector('.plane').scrollIntoView({block: "center"}), 1)`, new(int))
	var corners [4]float64 // x and y of the upper left corner, then x and y of the lower right corner
	p.eval(`(() => { const b = document.querySelector('.plane').getBoundingClientRect();
		return [b.x + 45, b.y + 5, b.right - 5, b.bottom - 25]; })()`, &corners)
	p.pull(corners[0], corners[1], corners[2], corners[3])
	p.waitFor(`document.querySelector('[data-testid="table-filter"]').value.startsWith("map_x > ") && document.querySelector('.plane .in')`)
	p.axeOf("the maps of all edges", `document.querySelector('[data-testid="map-plane"]')`)
	p.clean()
}

// fullTable puts a table of 20 000 rows and 12 columns below the graph, in decreasing order of nodes. It waits until a user can scroll to
// the last row, which is node 0: until the rows have their height, at least 25 pixels each.
const fullTable = `(async () => {
	const n = 20000, keys = ["node", "class", "called", "wrong", "train", "val", "test", "degree", "same", "probability", "truth", "kappa"],
		kinds = ["node", "class", "class", "flag", "flag", "flag", "flag", "count", "", "", "", ""], bytes = (a) => new Uint8Array(a.buffer);
	sheafscopeIslands.update("table", JSON.stringify({of: "nodes", rows: n, chosen: 9, current: 5, text: "", problem: "",
		at: [0, 0], says: "", help: "",
		columns: keys.map((key, k) => ({key, label: key, kind: kinds[k], tip: "", sort: "none", hidden: false, chosen: "", rest: ""})),
		classes: [{name: "a", slot: 0}, {name: "b", slot: 1}], names: []}), bytes(Int32Array.from({length: n}, (_, i) => n - 1 - i)),
		bytes(Float32Array.from({length: n * keys.length}, (_, i) => i < n ? i : i % 2)));
	while (document.querySelector(".tbody").scrollHeight < n * 25) await new Promise(requestAnimationFrame);
	return true;
})()`

// scrollTable scrolls through the table in forty steps of two frames each, and returns whether the row of node 0 has appeared.
const scrollTable = `(async () => {
	const body = document.querySelector(".tbody"), two = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
	for (let k = 0; k <= 40; k++) { body.scrollTop = k * (body.scrollHeight - body.clientHeight) / 40; await two(); }
	return [...body.querySelectorAll(".trow")].some((r) => !r.hidden && r.firstChild.textContent === "0");
})()`

// scrollLimit is the largest time of the scripts in a frame during a scroll of the table on an idle machine, in milliseconds.
const scrollLimit = 12

// measureScroll checks the script of each frame while a table of 20 000 rows scrolls. Each of the forty steps has a frame, and the last row
// appears.
func (p *page) measureScroll(j *judge) {
	t := p.t
	t.Helper()
	p.click("table-toggle")
	p.waitFor(`document.querySelector('[data-testid="node-table"]')`)
	p.eval(fullTable, new(bool))
	var end bool
	r := p.record(func() { p.eval(scrollTable, &end) })
	report(t, "scrolling", r)
	j.check("script of a frame while the table scrolls, worst", trace.Quantile(r.Frames, 1), scrollLimit)
	if len(r.Frames) < 40 || !end {
		t.Errorf("the scroll has %d frames with script, want at least 40; the last row has appeared: %v", len(r.Frames), end)
	}
	p.click("table-toggle")
}

// A row of the edges by class receives its click, even if an epoch replaces the row between the press and the release of the mouse.
func TestPressedWhileItChanges(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(5)")
	p.click("tab-edge")
	const row = `document.querySelector("[data-testid=edges-by-class] [data-filter]")`
	p.waitFor(row + "?.checkVisibility()")
	p.settle()
	p.eval("window.row = "+row+", true", new(bool))
	p.pressedWhile(row, func() {
		p.call(`step("epoch")`)
		p.settle()
	})
	p.waitFor(row + `.getAttribute("aria-pressed") === "true"`)
	p.waitFor(row + " !== row") // the epoch has replaced the row
	p.clean()
}
