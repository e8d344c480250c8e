//go:build e2e

package e2e

import "testing"

// coveredText lists at most 12 lines of text that another painted element covers at their centre, for example "covered: Run by DIV.bar at
// 10,20". It omits lines that a scrolled box or the window hides. It also omits lines below a bar that stays while the page scrolls.
const coveredText = `(() => {
	const out = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	const paints = (a) => a.matches("canvas,img,p,span,button,svg *") ||
		!/^(transparent|rgba\(.*, 0(\.\d+)?\))$/.test(getComputedStyle(a).backgroundColor);
	const stays = (a, e) => { // a bar or a figure that stays while what is under it scrolls
		for (; a && !a.contains(e); a = a.parentElement) if (/sticky|fixed/.test(getComputedStyle(a).position))
			return document.documentElement.scrollHeight > innerHeight + 1;
		return false;
	};
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement, seen = {opacityProperty: true, visibilityProperty: true};
		if (!n.data.trim() || e.closest("svg,option,script,style,[inert]") || !e.checkVisibility(seen)) continue;
		range.selectNodeContents(n);
		for (const b of range.getClientRects()) {
			const x = b.x + b.width / 2, y = b.y + b.height / 2;
			let hidden = b.width < 4 || b.height < 4 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
			for (let a = e; a && !hidden; a = a.parentElement) {
				const s = getComputedStyle(a), q = a.getBoundingClientRect();
				hidden = s.pointerEvents === "none" || s.clipPath !== "none" || s.overflow !== "visible" && s.display !== "inline" &&
					(x < q.left || x > q.right || y < q.top || y > q.bottom);
				if (s.position === "fixed") break;
			}
			const all = hidden ? [] : document.elementsFromPoint(x, y), own = all.findIndex((a) => a.contains(e) || e.contains(a));
			const cover = all.slice(0, Math.max(own, 0)).find((a) => paints(a) && !stays(a, e));
			if (cover) out.push("covered: " + n.data.trim().slice(0, 40) + " by " + cover.tagName + "." +
				(cover.className.baseVal ?? cover.className) + " at " + [x, y].map(Math.round));
		}
	}
	return out.slice(0, 12);
})()`

// With text sizes of 24 and of 32 pixels no element covers a line of text, in each of rooms.
func TestWholeAbove(t *testing.T) {
	beside(t)
	for _, room := range rooms {
		t.Run(room.name, func(t *testing.T) {
			p := blank(t, view{width: 1440, height: 900, theme: "light", newcomer: room.newcomer})
			p.beforeScripts(noOfflineCopy)
			p.enter(room.name, room.path)
			for _, row := range []preference{larger(24, true), larger(32, true)} {
				p.prefer(row, true)
				p.eval(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))`, nil)
				course := room.name == "chapter" || room.name == "slide"
				if !course {
					p.rests()
				}
				p.complain(room.name+", "+row.name, coveredText)
				p.shot("above-" + room.name + "-" + row.name)
				p.prefer(row, false)
			}
			p.clean()
		})
	}
}
