//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// repeatedNumbers lists the numbers that both the inspector's sections and another visible panel display, or both the charts of the strip
// and another panel. A number counts if it has at least three digits, without leading zeros and without final zeros behind the decimal
// point. A line is, for example, "0.123 of strip (λ2 0.123) stands in rail (0.123)".
const repeatedNumbers = `(() => {
	const panels = {inspector: ".insp .ibody .isec", strip: ".strip", rail: ".rail", graph: ".graph", time: ".time,.asks"};
	const digits = (x) => (x.includes(".") ? x.replace(/0+$/, "") : x).replace(/e.*/, "").replace(/\D/g, "").replace(/^0+/, "");
	const numbers = (selector) => {
		const found = new Map();
		for (const root of document.querySelectorAll(selector)) {
			const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
			while (texts.nextNode()) {
				const text = texts.currentNode.data, e = texts.currentNode.parentElement;
				if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".sr,select")) continue;
				for (const x of text.match(/\d[\d.]*(?:e[-−]?\d+)?/g) ?? []) if (digits(x).length > 2) found.set(x, text.trim());
			}
		}
		return found;
	};
	const out = [], all = Object.entries(panels).map(([name, selector]) => [name, numbers(selector)]);
	for (const [k, [picture, mine]] of all.slice(0, 2).entries()) {
		for (const [name, theirs] of all.slice(k + 1)) {
			for (const [x, text] of mine) {
				if (theirs.has(x)) out.push(x + " of " + picture + " (" + text + ") stands in " + name + " (" + theirs.get(x) + ")");
			}
		}
	}
	return out;
})()`

// In each of the ten stages, neither the inspector nor the strip repeats a number of another panel. The models are SGPC and neural sheaf
// diffusion with orthogonal maps. The ten stages have at least ten pictures in all, so a panel that has lost its pictures fails the test.
func TestNoPictureRepeatsANumber(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	for _, model := range []string{"sgpc", "nsd-orth"} {
		p.call(`load({graph: "karate", seed: 1, model: %q})`, model)
		p.call("run(5)")
		var total int
		for k := range 10 {
			p.eval(fmt.Sprintf(`document.querySelector('[data-testid="stage-%d"]').click(), true`, k+1), new(bool))
			p.rests()
			p.complain(fmt.Sprintf("%s, stage %d", model, k+1), repeatedNumbers)
			var pictures int
			p.eval(`[...document.querySelectorAll(".insp .isec :is(svg,canvas)")].filter((e) => `+
				`e.checkVisibility({visibilityProperty: true})).length`, &pictures)
			total += pictures
		}
		if total < 10 {
			t.Errorf("%s: the ten stages have %d pictures, want at least 10", model, total)
		}
	}
}
