//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"testing"
)

// outside is JavaScript that lists at most four elements that no scrolling reaches: visible elements beyond the edges of the frame. An
// excess of one pixel is permitted. Elements behind the layers Look and One edge are omitted. An entry is a name with left, top, right and
// bottom, such as "div.bar at 0,0,500,48".
const outside = `(() => {
	const root = document.documentElement, low = getComputedStyle(document.body).overflowY === "hidden" ? innerHeight : root.scrollHeight;
	const over = document.querySelector(".look,.oneedge"), out = [];
	const text = (e) => e.tagName.toLowerCase() + "." + (e.getAttribute("class") ?? "");
	for (const e of document.querySelectorAll("body *")) {
		if (e.closest(".sr,.skip") || e.parentElement.closest("svg") || over && e.closest("#app")) continue;
		if (!e.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
		const r = e.getBoundingClientRect();
		const inside = r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= Math.max(innerHeight, low) + 1;
		if (!r.width || !r.height || inside) continue;
		let held = false;
		for (let a = e.parentElement; a && a !== document.body && !held; a = a.parentElement)
			held = getComputedStyle(a).overflow !== "visible";
		if (!held) out.push(text(e) + " at " + [r.left, r.top, r.right, r.bottom].map(Math.round));
	}
	return out.slice(0, 4);
})()`

// beyond is JavaScript that lists the formulas of the panel that extend beyond their column by more than one pixel.
const beyond = `[...document.querySelectorAll(".eq:not([hidden]) .formula:not([hidden])>math")].flatMap((e) => {
	const room = e.closest(".eq").getBoundingClientRect(), r = e.firstElementChild.getBoundingClientRect();
	return !r.width || r.left >= room.left - 1 && r.right <= room.right + 1 ? [] : ["a formula is " + Math.round(r.width) + " wide"];
})`

// In frames of all usual sizes no element is out of reach, no text is cut, and no formula is too wide. The frames show the page, the dial,
// one edge, and a figure of the graph. A page that does not scroll is not higher than its frame. An embedded page does not change the
// history of the page around it.
func TestEmbedSizes(t *testing.T) {
	var sizes [][2]int64 // the width and the height of each frame, in pixels
	for w := int64(480); w <= 1600; w += 160 {
		for h := int64(320); h <= 900; h += 160 {
			sizes = append(sizes, [2]int64{w, h})
		}
	}
	p := blank(t, desktop)
	for _, figure := range []string{"", "&figure=one-edge", "&figure=dial", "&figure=graph"} {
		p.visit(p.origin + base + "?embed=1" + figure)
		p.ready()
		for _, s := range sizes {
			p.show(view{width: s[0], height: s[1], theme: "light"})
			p.settle()
			var faults, cut []string
			p.eval(outside, &faults)
			p.eval(cutText, &cut)
			var wide []string
			p.eval(beyond, &wide)
			// height is 0 for a page whose overflow is hidden.
			var height int64
			p.eval(`getComputedStyle(document.documentElement).overflowY === "hidden" ? 0 : document.scrollingElement.scrollHeight`, &height)
			if height > s[1]+1 {
				cut = append(cut, fmt.Sprintf("the page is %d high, higher than its frame", height))
			}
			for _, f := range slices.Concat(faults, cut, wide) {
				t.Errorf("%q at %d × %d: %s", figure, s[0], s[1], f)
			}
		}
		if figure == "" {
			p.checkAddressStays()
		}
	}
	p.clean()
}
