//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// extremes draws the charts of the strip and the claims with numbers that no run of the test has: each number 0, below 0, above 1, and in
// the millions, with names long and short; and lists the texts of one picture that lie over each other.
const extremes = `(async () => {
	const rest = () => ` + rests + `, out = new Set(), islands = sheafscopeIslands, draw = islands.update;
	const models = window.drawn;
	const scale = {zero: () => 0, negative: (v) => -Math.abs(v) - 0.1, above: (v) => 1 + Math.abs(v),
		millions: (v) => 1e6 * (1 + Math.abs(v))};
	const meet = (where) => {
		for (const svg of document.querySelectorAll(":is(.c-bound,.c-spec,.claim) svg")) {
			const all = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim() && t.checkVisibility());
			const boxes = all.map((t) => t.getBoundingClientRect());
			all.forEach((a, i) => all.slice(i + 1).forEach((b, k) => {
				const p = boxes[i], q = boxes[i + 1 + k];
				const w = Math.min(p.right, q.right) - Math.max(p.left, q.left), h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
				if (w > 2 && h > 5) out.add(where + ": “" + a.textContent + "” and “" + b.textContent + "” share " + Math.round(w) + " × " + ` + `
					Math.round(h));
			}));
		}
	};
	for (const [name, f] of Object.entries(scale)) for (const long of [false, true]) {
		const bound = structuredClone(models.bound);
		for (const r of bound.rows) {
			r.value = f(r.value);
			r.terms = r.terms.map((t) => Math.max(0, f(t)));
			if (long) r.name = "A bound with a very long name, of several words";
		}
		bound.max = Math.max(1, ...bound.rows.map((r) => r.value));
		draw("bound", JSON.stringify(bound));
		const claims = structuredClone(models.inspector);
		for (const c of claims.figures?.find((g) => g.id === "claims")?.data ?? []) {
			c.left = f(c.left);
			c.right = f(c.right * 0.7);
		}
		draw("inspector", JSON.stringify(claims));
		await rest();
		await rest();
		meet(name + (long ? ", long names" : ""));
	}
	return [...out];
})()`

// TestExtremes: whatever the numbers, no two texts of a picture lie over each other.
func TestExtremes(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.eval(`window.drawn = {}, ((islands) => {
		const draw = islands.update;
		islands.update = (name, json, ...more) => {
			if (name === "bound" || name === "inspector") drawn[name] = JSON.parse(json);
			draw(name, json, ...more);
		};
	})(sheafscopeIslands), true`, new(bool))
	p.call("run(1)")
	p.click("tab-claims")
	p.waitFor(`document.querySelectorAll(".claim svg").length > 4 && drawn.bound && drawn.inspector`)
	p.settle()
	for _, w := range windows[:2] {
		p.do(resize(w.width, w.height, 1, false))
		p.rests()
		p.complain(fmt.Sprintf("%dx%d", w.width, w.height), extremes)
	}
	p.clean()
}
