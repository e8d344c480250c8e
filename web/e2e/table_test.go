//go:build e2e

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What is hidden while its model changes is drawn anew when it is seen.
func TestTableBehind(t *testing.T) {
	p := shared(t, desktop)
	p.click("table-toggle")
	p.waitFor(`document.querySelector('[data-testid="node-table"]')?.getAttribute("aria-rowcount") === "37"`)
	show := func(display string) {
		p.eval(`(document.querySelector('[data-testid="table"]').style.display = "`+display+`", 1)`, new(int))
		p.settle()
	}
	p.eval(`(document.querySelector(".tbody").scrollTop = 0, 1)`, new(int)) // the page may be that of TestTable
	show("none")
	p.eval(`(() => { const f = document.querySelector(".find input"); f.value = "2";
		f.dispatchEvent(new Event("change", {bubbles: true})); return 1; })()`, new(int))
	p.waitFor("sheafscope.state().selected.node !== null")
	p.settle()
	show("")
	p.waitFor(`document.querySelector(".tbody .cur")`)
	p.clean()
}

// TestTable: in the table under the graph a filter chooses rows, the keyboard walks them, and axe finds nothing wrong; with 20 000 rows
// no animation frame of a scroll through all of them takes more than 32 ms of script, in the best of three scrolls.
func TestTable(t *testing.T) {
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
		t.Error("a chosen row does not fit the filter")
	}
	p.axeOf("the table", `document.querySelector('[data-testid="table"]')`)
	p.eval(`(document.querySelector('.tbody').focus(), 1)`, new(int))
	p.press(kb.Home)
	p.press(kb.ArrowDown)
	p.waitFor(`document.activeElement.getAttribute("aria-rowindex") === "5"`)
	p.press(kb.Enter)
	p.waitFor(`sheafscope.state().selected.node !== null`)
	p.settle()
	p.waitFor(`[...document.querySelectorAll('.tbody .in')].length > 1`) // the row that was picked is one of the choice
	p.click("tab-edge")
	p.waitFor(`document.querySelector('[data-testid="edges-by-class"] td svg')`)
	p.axeOf("edges by class", `document.querySelector('[data-testid="edges-by-class"]')`)
	p.eval(`(document.querySelectorAll('[data-testid="edges-by-class"] button')[2].click(), 1)`, new(int))
	p.waitFor(`document.querySelector('[data-testid="edge-table"]') && document.querySelectorAll('.tbody .in').length > 1`)
	p.waitFor(`document.querySelector('[data-testid="map-plane"] path')`)
	p.eval(`(document.querySelector('.plane').scrollIntoView({block: "center"}), 1)`, new(int))
	var at [4]float64
	p.eval(`(() => { const b = document.querySelector('.plane').getBoundingClientRect();
		return [b.x + 45, b.y + 5, b.right - 5, b.bottom - 25]; })()`, &at)
	p.pull(at[0], at[1], at[2], at[3])
	p.waitFor(`document.querySelector('[data-testid="table-filter"]').value.startsWith("map_x > ") && document.querySelector('.plane .in')`)
	p.axeOf("the maps of all edges", `document.querySelector('[data-testid="map-plane"]')`)
	// The worst frame of the calmest of three passes: what the page needs, without what other programs took of the time.
	var worst float64
	p.eval(`(async () => {
		const n = 20000, keys = ["node", "class", "called", "wrong", "train", "val", "test", "degree", "same", "probability", "truth", "kappa"],
			kinds = ["node", "class", "class", "flag", "flag", "flag", "flag", "count", "", "", "", ""],
			bytes = (a) => new Uint8Array(a.buffer), ask = window.requestAnimationFrame;
		sheafscopeIslands.update("table", JSON.stringify({of: "nodes", rows: n, chosen: 9, current: 5, text: "", problem: "",
			at: [0, 0], says: "", help: "",
			columns: keys.map((key, k) => ({key, label: key, kind: kinds[k], tip: "", sort: "none", hidden: false, chosen: "", rest: ""})),
			classes: [{name: "a", slot: 0}, {name: "b", slot: 1}], names: []}), bytes(Int32Array.from({length: n}, (_, i) => n - 1 - i)),
			bytes(Float32Array.from({length: n * keys.length}, (_, i) => i < n ? i : i % 2)));
		const body = document.querySelector('.tbody'), two = () => new Promise((r) => ask(() => ask(r)));
		while (body.scrollHeight < n * 25) await two();
		let worst = 0, best = Infinity, end = true;
		window.requestAnimationFrame = (f) => ask((t) => { const from = performance.now();
			f(t); worst = Math.max(worst, performance.now() - from);
			});
		for (let pass = 0; pass < 3 && best > 32; pass++, best = Math.min(best, worst), worst = 0) {
			for (let k = 1; k <= 40; k++) { body.scrollTop = k * (body.scrollHeight - body.clientHeight) / 40; await two(); }
			end &&= [...body.querySelectorAll('.trow')].some((r) => !r.hidden && r.firstChild.textContent === "0");
		}
		window.requestAnimationFrame = ask;
		return end ? best : -1;
	})()`, &worst)
	if t.Logf("worst frame: %.1f ms of script", worst); worst > 32 || worst <= 0 {
		t.Errorf("a frame of the scroll took %.1f ms of script (−1: the last row did not come)", worst)
	}
	p.clean()
}
