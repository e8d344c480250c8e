//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// extremes is JavaScript: a function of a list of kinds of numbers. It draws the bound, the claims and the figures of the inspector with
// numbers of each kind, first with short names and then with long names. The kinds are "zero", "negative", "above" for above 1, and
// "millions". Numbers that determine the form of a picture, such as the number of rows of a matrix, stay unchanged. window.drawn must have
// the models that the page has drawn last. The function returns the pairs of texts that overlap in a picture, by more than 2 × 5 pixels: a
// list of strings such as "zero, spectrum: “0.1” and “0.2” share 4 × 9".
const extremes = `(async (kinds) => {
	const rest = () => ` + rests + `, out = new Set(), islands = sheafscopeIslands, draw = islands.update;
	const models = structuredClone(window.drawn);
	const scale = {zero: () => 0, negative: (v) => -Math.abs(v) - 0.1, above: (v) => 1 + Math.abs(v),
		millions: (v) => 1e6 * (1 + Math.abs(v))};
	const values = new Set(("v was vals y gain limit total sorted kappa acc conf norm half mean after before residual energy spread left " +
		"right r r2 rij rji xi xj yi yj mu nu alpha beta own lambda2 offLeft offRight").split(" "));
	const names = new Set(["name", "names", "rowNames", "colNames", "label", "i", "j"]);
	const turned = (o, f, long, key) => {
		if (Array.isArray(o)) return o.map((x) => typeof x === "object" ? turned(x, f, long, key) : turned(x, f, long, key + "[]"));
		if (o && typeof o === "object") return Object.fromEntries(Object.entries(o).map(([k, x]) => [k, turned(x, f, long, k)]));
		const of = key.replace("[]", "");
		if (typeof o === "number" && values.has(of) && (key !== "left" && key !== "right")) return f(o);
		return typeof o === "string" && long && names.has(of) ? o + " of a very long name, of several words" : o;
	};
	const meet = (where) => {
		for (const svg of document.querySelectorAll(":is(.c-bound,.c-spec,.claim,.insp) svg")) {
			const all = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim() && t.checkVisibility());
			const boxes = all.map((t) => t.getBoundingClientRect());
			all.forEach((a, i) => all.slice(i + 1).forEach((b, k) => {
				const p = boxes[i], q = boxes[i + 1 + k];
				const w = Math.min(p.right, q.right) - Math.max(p.left, q.left), h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
				const of = svg.closest("[data-section]")?.dataset.section ?? "";
				if (w > 2 && h > 5) out.add(where + ", " + of + ": “" + a.textContent + "” and “" + b.textContent + "” share " + Math.round(w) + ` + `
					" × " + Math.round(h));
			}));
		}
	};
	for (const name of kinds) for (const long of [false, true]) {
		const f = scale[name], bound = structuredClone(models.bound);
		for (const r of bound.rows) {
			r.value = f(r.value);
			r.terms = r.terms.map((t) => Math.max(0, f(t)));
			if (long) r.name = "A bound with a very long name, of several words";
		}
		bound.max = Math.max(1, ...bound.rows.map((r) => r.value));
		draw("bound", JSON.stringify(bound));
		const panel = structuredClone(models.inspector);
		for (const g of panel.figures ?? []) {
			if (g.id !== "claims") { g.data = turned(g.data, f, long, ""); continue; }
			for (const c of g.data) {
				c.left = f(c.left);
				c.right = f(c.right * 0.7);
			}
		}
		draw("inspector", JSON.stringify(panel));
		await rest();
		await rest();
		meet(name + (long ? ", long names" : ""));
	}
	draw("inspector", JSON.stringify(models.inspector));
	return [...out];
})`

// With extreme numbers of four kinds, no two texts of a picture overlap in the strip, in the claims, and in every stage of SGPC and of NSD,
// in windows of two sizes.
func TestExtremesDoNotOverlap(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	// The page records the models of the bound and of the inspector in window.drawn when it draws them.
	p.eval(`window.drawn = {}, ((islands) => {
		const draw = islands.update;
		islands.update = (name, json, ...more) => {
			if (name === "bound" || name === "inspector") drawn[name] = JSON.parse(json);
			draw(name, json, ...more);
		};
	})(sheafscopeIslands), true`, new(bool))
	const stages = 10
	kinds, models, sizes := `["zero", "negative", "above", "millions"]`, []string{"sgpc", "nsd-orth"}, windows[:2]
	for _, w := range sizes {
		p.do(resize(w.width, w.height, 1, false))
		for _, m := range models {
			p.call(`load({graph: "karate", seed: 1, model: %q})`, m)
			p.call("run(3)")
			if m == "sgpc" { // the claims of the paper are statements about SGPC
				p.click("tab-claims")
				p.waitFor(`document.querySelectorAll(".claim svg").length > 4 && drawn.bound && drawn.inspector`)
				p.settle()
				p.complain(fmt.Sprintf("%dx%d, %s, claims", w.width, w.height, m), extremes+"("+kinds+")")
			}
			for k := range stages {
				p.click(fmt.Sprintf("stage-%d", k+1))
				p.settle()
				p.complain(fmt.Sprintf("%dx%d, %s, stage %d", w.width, w.height, m, k+1), extremes+"("+kinds+")")
			}
		}
	}
	p.clean()
}
