//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// This file tests that texts fit into their boxes.

// cutText is JavaScript that lists the texts of the page that cannot be read. A text cannot be read if three conditions are met: it extends
// by more than 1 to 3 pixels beyond a box, its panel or the window; the excess is hidden without an ellipsis; and no box around it scrolls.
// Overlapping texts of a picture cannot be read either. Texts for screen readers alone do not count.
const cutText = `(() => {
	const out = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	const onlyRead = (e) => e && (getComputedStyle(e).clipPath === "inset(50%)" || onlyRead(e.parentElement));
	const scrolls = v => v === "auto" || v === "scroll", hides = v => v === "hidden" || v === "clip";
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement, text = n.data.trim();
		if (!text || e.closest(".sr,.skip,script,style,noscript,option,title,defs,.drop") || onlyRead(e) || ` +
	`!e.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
		range.selectNodeContents(n);
		const r = range.getBoundingClientRect();
		if (!r.width || !r.height) continue;
		let freeX = false, freeY = false, own = true, why = "";
		for (let a = e; a && a !== document.body; a = a.parentElement) {
			const s = getComputedStyle(a), b = a.getBoundingClientRect(), who = a.tagName.toLowerCase() + "." + (a.getAttribute("class") || "");
			if (s.display === "inline" || s.display === "contents") continue;
			if (!freeX && hides(s.overflowX) && (r.left < b.left - 1.5 || r.right > b.right + 1.5)) {
				// An ellipsis shows that a part is missing. A box of at least 56 pixels leaves enough of the text to read.
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

// overText is JavaScript: a function of an svg element. It lists the pairs of texts that overlap by more than 3 × 6 pixels.
const overText = `((svg) => {
	const out = [], list = svg.getBoundingClientRect().width ? [...svg.querySelectorAll("text")].filter(t => t.textContent.trim() && ` +
	`t.checkVisibility({opacityProperty: true, visibilityProperty: true})).map(t => [t.textContent, t.getBoundingClientRect()]) : [];
	list.forEach(([a, p], i) => list.slice(i + 1).forEach(([b, q]) => {
		if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 3 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 6) ` +
	`out.push(a + " lies over " + b);
	}));
	return out;
})`

// No text is cut in any stage and panel of the laboratory: see cutText. The windows are a phone and, in the long form, also a desktop and a
// dark tablet.
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
			// The graph has long names and, with this setting, all kinds of edges.
			p.call(`load({graph: "miserables", seed: 1, settings: {gap_mode: "sheaf"}})`)
			p.call("run(3)")
			// look reports the texts that are cut now. where names the state of the page.
			look := func(where string) {
				t.Helper()
				p.settle()
				var cut []string
				p.eval(cutText, &cut)
				for _, c := range cut {
					t.Errorf("%s: this text is cut: %s", where, c)
				}
			}
			// press clicks the element of a selector, visible or not.
			press := func(selector string) {
				t.Helper()
				p.eval(fmt.Sprintf(`document.querySelector(%q).click(), true`, selector), new(bool))
			}
			// A phone shows one tab of the page at a time.
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

// setName is JavaScript: a function of a number of letters. It gives the graph a name with so many letters, in the menu of the bar and
// above the graph. It returns four values. Whole: the whole name is visible in the menu. Letters: the number of letters for which the menu
// has room. Over: the number of pixels by which the fields of the bar overlap the buttons. Head: the name above the graph uses its room,
// since it is hidden or whole, or no room remains beside it.
const setName = `((letters) => {
	const s = document.querySelector('[data-testid="graph-select"]'), text = "Collaboration ".repeat(9).slice(0, letters - 1) + "s";
	s.selectedOptions[0].textContent = text;
	const style = getComputedStyle(s), pen = document.createElement("canvas").getContext("2d");
	pen.font = style.fontWeight + " " + style.fontSize + " " + style.fontFamily;
	const room = s.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), shown = (e) => e.checkVisibility();
	const ends = [...document.querySelectorAll(".bar .field")].filter(shown).map((f) => f.getBoundingClientRect().right);
	const over = Math.max(...ends) - document.querySelector(".acts").getBoundingClientRect().left;
	const head = document.querySelector(".gname"), meta = head.parentElement;
	head.textContent = text;
	const cut = head.scrollWidth > head.clientWidth + 1, push = meta.querySelector(".push").getBoundingClientRect().width;
	return {Whole: pen.measureText(text).width <= room + 1, Letters: room / pen.measureText(text).width * letters, Over: over,
		Head: !shown(head) || !cut || push < 1};
})`

// The name of a graph uses the available room of the bar, at five sizes of the window. A name of 8 letters is visible as a whole. A name of
// 30 letters is visible as a whole in a window of at least 1280 pixels. The menu has room for at least 12 letters of any longer name. The
// name above the graph is cut only if no room remains, and no control overlaps another control.
func TestNamesFit(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	for _, w := range windows[:5] {
		p.do(resize(w.width, w.height, 1, false))
		for _, letters := range []int{8, 30, 80} {
			var got struct {
				Whole, Head   bool
				Letters, Over float64
			}
			p.eval(fmt.Sprintf("%s(%d)", setName, letters), &got)
			p.rests()
			where := fmt.Sprintf("%s, a name of %d letters: %+v", w.name, letters, got)
			whole := letters == 8
			if letters == 30 {
				whole = w.width >= 1280
			}
			if got.Over > 0 {
				t.Errorf("%s: the fields of the bar overlap the buttons", where)
			}
			if !got.Head {
				t.Errorf("%s: the name above the graph is cut although there is room", where)
			}
			if whole && !got.Whole {
				t.Errorf("%s: the menu does not show the whole name", where)
			}
			if got.Letters < min(12, float64(letters)) {
				t.Errorf("%s: the menu has room for %.1f letters, want at least %d", where, got.Letters, min(12, letters))
			}
			p.complain(where, overlaps)
		}
	}
	// The next test of this shared page needs the usual size and another name.
	p.do(resize(1440, 900, 1, false))
	p.call(`load({graph: "florentine", seed: 1})`)
	p.clean()
}
