//go:build e2e

package e2e

import "fmt"

// This file checks that texts of the course are legible.

// legible is JavaScript that defines the function legible of an element of the course. It lists the texts that are hard to read in one of
// the themes: texts with a contrast below 4.5 to their background, as WCAG 2 demands; overlapping texts of a picture; and texts beyond the
// window. For large texts, from 24 px or bold from 18.66 px, WCAG 2 demands only 3. The function switches the theme twice, so that the page
// keeps its theme. Two themes with one background are a fault, too.
const legible = `window.legible = (() => {
	const channels = (c) => c.match(/[\d.]+/g).map(Number), opaque = (c) => c.startsWith("rgb") && (channels(c)[3] ?? 1) === 1;
	const over = (top, below, share) => "rgb(" + channels(top).slice(0, 3).map((v, k) => v * share + channels(below)[k] * (1 - share)) + ")";
	// light returns the relative luminance of a colour, by the formula of WCAG 2.
	const light = (c) => channels(c).slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
		.reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
	const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const ground = (e) => {
		for (; e; e = e.parentElement) if (opaque(getComputedStyle(e).backgroundColor)) return getComputedStyle(e).backgroundColor;
		return "rgb(255, 255, 255)";
	};
	// behind returns the background of a text of a picture: its own halo, or the last shape before it that contains its middle.
	const behind = (text, box) => {
		const own = getComputedStyle(text);
		if (own.paintOrder.startsWith("stroke") && own.stroke !== "none") return own.stroke;
		const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
		let colour = ground(text);
		for (const shape of text.closest("svg").querySelectorAll("rect, circle")) {
			if (shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING) break;
			const b = shape.getBoundingClientRect(), s = getComputedStyle(shape);
			const inside = shape.localName === "rect" ? x > b.left && x < b.right && y > b.top && y < b.bottom :
				Math.hypot(x - (b.left + b.right) / 2, y - (b.top + b.bottom) / 2) < b.width / 2;
			if (inside && opaque(s.fill)) colour = over(s.fill, colour, s.opacity * s.fillOpacity);
		}
		return colour;
	};
	const shown = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest(".sr, [aria-hidden], :disabled");
	function once(part) {
		const out = [], walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), range = document.createRange();
		for (let n; (n = walk.nextNode());) {
			const e = n.parentElement, drawn = e.closest("svg"), s = getComputedStyle(e), text = n.data.trim();
			if (!text || !shown(e)) continue;
			range.selectNodeContents(n);
			const box = range.getBoundingClientRect();
			if (!box.width) continue;
			const colour = drawn ? s.fill : s.color, on = drawn ? behind(e, box) : ground(e);
			const size = parseFloat(s.fontSize), large = size >= 24 || size >= 18.66 && s.fontWeight >= 700;
			const share = (drawn ? s.opacity * s.fillOpacity : 1);
			if (colour === "none") continue;
			const got = contrast(over(colour, on, share), on);
			if (!(got >= (large ? 3 : 4.5))) out.push("“" + text.slice(0, 40) + "” has a contrast of " + got.toFixed(2) + " to " + on);
			if (box.left < -1 || box.right > innerWidth + 1) out.push("“" + text.slice(0, 40) + "” reaches beyond the window");
		}
		for (const svg of part.querySelectorAll("svg.pic")) out.push(...` + overText + `(svg));
		return out;
	}
	const rest = () => { for (const a of document.getAnimations()) a.finish(); };
	return (part) => {
		const out = [], grounds = new Set();
		for (let k = 0; k < 2; k++) {
			rest();
			grounds.add(getComputedStyle(document.body).backgroundColor);
			out.push(...once(part).map((text) => text + " on " + getComputedStyle(document.body).backgroundColor));
			document.querySelector('[data-do="theme"]').click();
		}
		rest();
		if (grounds.size < 2) out.push("both themes are " + [...grounds]);
		return out;
	};
})(), true`

// checkLegible fails the test for each text in the first element of a selector that is hard to read in one of the themes.
func (p *page) checkLegible(selector string) {
	p.t.Helper()
	var hard []string
	p.eval(fmt.Sprintf("legible(document.querySelector(%q))", selector), &hard)
	for _, text := range hard {
		p.t.Errorf("%s: %s", selector, text)
	}
}
