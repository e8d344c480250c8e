//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// cutText lists the texts of the page that cannot be read: a text reaches over
// the edge of an ancestor that hides what overflows, without an ellipsis, or over that of its panel
// or the window, and nothing there can be scrolled; or texts of a picture lie
// over each other. What is only for screen readers is left out.
const cutText = `(() => {
	const out = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	const scrolls = v => v === "auto" || v === "scroll", hides = v => v === "hidden" || v === "clip";
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement, text = n.data.trim();
		if (!text || e.closest(".sr,.skip,script,style,noscript,option,title,defs,.drop") || getComputedStyle(e).clipPath === "inset(50%)" || ` +
	`!e.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
		range.selectNodeContents(n);
		const r = range.getBoundingClientRect();
		if (!r.width || !r.height) continue;
		let freeX = false, freeY = false, own = true, why = "";
		for (let a = e; a && a !== document.body; a = a.parentElement) {
			const s = getComputedStyle(a), b = a.getBoundingClientRect(), who = a.tagName.toLowerCase() + "." + (a.getAttribute("class") || "");
			if (s.display === "inline" || s.display === "contents") continue;
			if (!freeX && hides(s.overflowX) && (r.left < b.left - 1.5 || r.right > b.right + 1.5)) {
				// An ellipsis says that something is missing, and leaves enough of it to be read.
				if (own && s.textOverflow === "ellipsis" && r.right > b.right && b.width >= 56) { freeX = true; continue; }
				why = "beside " + who;
			}
			if (!freeY && hides(s.overflowY) && (r.top < b.top - 3 || r.bottom > b.bottom + 3)) why = "above or below " + who;
			own = false;
			freeX ||= scrolls(s.overflowX);
			freeY ||= scrolls(s.overflowY);
			if (why || s.position === "fixed") break;
		}
		const panel = e.closest("figure,.graph,.insp,.rail,.time,.bar,.strip")?.getBoundingClientRect();
		if (!why && !freeX && panel?.width && (r.left < panel.left - 2 || r.right > panel.right + 2)) why = "beside its panel";
		if (!why && !freeX && (r.left < -1 || r.right > innerWidth + 1)) why = "beside the window";
		if (why) out.push(text.slice(0, 40) + " [" + why + ", " + [r.left, r.top, r.right, r.bottom].map(Math.round) + "]");
	}
	// Texts of one picture must not lie over each other.
	for (const svg of document.querySelectorAll(".strip svg, .insp svg")) out.push(...` + overText + `(svg));
	if (document.documentElement.scrollWidth > innerWidth) out.push("the page is wider than the window");
	return [...new Set(out)];
})()`

// overText lists texts of a picture that lie over each other.
const overText = `((svg) => {
	const out = [], list = svg.getBoundingClientRect().width ? [...svg.querySelectorAll("text")].filter(t => t.textContent.trim() && ` +
	`t.checkVisibility({opacityProperty: true, visibilityProperty: true})).map(t => [t.textContent, t.getBoundingClientRect()]) : [];
	list.forEach(([a, p], i) => list.slice(i + 1).forEach(([b, q]) => {
		if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 3 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 6) ` +
	`out.push(a + " lies over " + b);
	}));
	return out;
})`

// No text is cut and nothing overflows, on any panel and stage, at any size, in both themes.
func TestNothingIsCut(t *testing.T) {
	beside(t)
	for _, v := range sample(t, 1, []view{
		{width: 390, height: 844, theme: "light"},
		{width: 1440, height: 900, theme: "light"},
		{width: 1024, height: 768, theme: "dark"},
	}) {
		t.Run(fmt.Sprintf("%dx%d", v.width, v.height), func(t *testing.T) {
			p := shared(t, v)
			p.ready()
			// Long names and all kinds of edges.
			p.call(`load({graph: "miserables", seed: 1, settings: {gap_mode: "sheaf"}})`)
			p.call("run(3)")
			look := func(where string) {
				t.Helper()
				p.settle()
				var cut []string
				p.eval(cutText, &cut)
				for _, c := range cut {
					t.Errorf("%s: %s", where, c)
				}
			}
			press := func(selector string) {
				t.Helper()
				p.eval(fmt.Sprintf(`document.querySelector(%q).click(), true`, selector), new(bool))
			}
			tabs := []string{""}
			if v.width < 500 {
				tabs = []string{"Stages", "Graph", "Charts"}
			}
			for _, tab := range tabs {
				if tab != "" {
					p.eval(fmt.Sprintf(`[...document.querySelectorAll("nav.tabs [role=tab]")].find(b => b.textContent.trim() === %q)?.click(), true`,
						tab), new(bool))
				}
				look("start " + tab)
			}
			// The name of a split of one's own may be long: the bar still keeps its parts apart.
			var over float64
			p.eval(`(() => { const s = document.querySelector('[data-testid="split-select"]'); s.options[0].text = "texas_split_0.6_0.2_0.npz";
				const ends = [...document.querySelectorAll(".bar .field")].map((f) => f.getBoundingClientRect().right), acts = `+
				`document.querySelector(".acts").getBoundingClientRect().left; return innerWidth > 720 ? Math.max(...ends) - acts : 0; })()`, &over)
			if over > 0 {
				t.Errorf("the fields of the bar lie %v pixels over its buttons", over)
			}
			for k := 1; k <= 10; k++ {
				press(byTestID(fmt.Sprintf("stage-%d", k)))
				if v.width < 500 {
					p.eval(`[...document.querySelectorAll("nav.tabs [role=tab]")].find(b => /inspect/i.test(b.textContent)).click(), true`, new(bool))
				}
				look(fmt.Sprintf("stage %d", k))
			}
			for _, panel := range []string{"edge", "node", "claims", "results"} {
				press(byTestID("tab-" + panel))
				look("panel " + panel)
			}
			p.clean()
		})
	}
}
