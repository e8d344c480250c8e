//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// startPreferences are the rows of preferences that Chromium needs at its start, because no command changes them later. In Chromium's
// settings a pointer type of 2 is a coarse pointer, and a hover type of 2 is a pointer that can hover.
var startPreferences = []struct {
	preference
	settings string
}{
	{preference{name: "coarse pointer with hover", layout: true, holds: `matchMedia("(pointer: coarse) and (hover: hover)").matches`},
		"primaryPointerType=2,availablePointerTypes=2,primaryHoverType=2,availableHoverTypes=2"},
	{preference{name: "inverted colours", layout: true, holds: `matchMedia("(inverted-colors: inverted)").matches`}, "invertedColors=true"},
}

// tooSmall lists visible controls that a coarse pointer may miss, for example "small: theme 20x20", by the measure of WCAG 2.2 (2.5.8).
// Such a control is small: its width or height is less than 24 pixels (23.5 before rounding). A circle of 24 pixels diameter at its centre
// meets another control, or the circle of another small control. Links in a line of text do not count. A control with a label has the size
// of the label.
const tooSmall = `(() => {
	const list = [];
	for (const e of document.querySelectorAll("button,a[href],select,input:not([type=hidden]),textarea,summary")) {
		if (e.disabled || e.closest("[inert],[hidden],.sr,.skip") || !e.checkVisibility({visibilityProperty: true})) continue;
		const line = getComputedStyle(e).display === "inline" && e.matches("a,button");
		const b = (e.labels?.[0] ?? e).getBoundingClientRect();
		if (b.width < 2 || b.bottom < 0 || b.top > innerHeight || b.right < 0 || b.left > innerWidth) continue;
		list.push({e, b, line, small: b.width < 23.5 || b.height < 23.5, x: b.x + b.width / 2, y: b.y + b.height / 2});
	}
	const far = (p, q) => Math.hypot(p.x - Math.min(Math.max(p.x, q.b.left), q.b.right), p.y - Math.min(Math.max(p.y, q.b.top), q.b.bottom));
	return list.filter((p) => p.small && !p.line && list.some((q) => q !== p && q.e !== p.e && !q.e.contains(p.e) && !p.e.contains(q.e) &&
		q.b !== p.b && (far(p, q) < 12 || q.small && Math.hypot(p.x - q.x, p.y - q.y) < 24)))
		.map((p) => "small: " + (p.e.dataset.testid ?? p.e.outerHTML.slice(0, 80)) + " " + Math.round(p.b.width) + "x" + Math.round(p.b.height));
})()`

// TestPreferencesFromStart is [TestPreferencesKeepControlsUsable] in a Chromium that starts with a preference, in windows of four sizes. No
// control is too small by tooSmall. The test belongs to the long form.
func TestPreferencesFromStart(t *testing.T) {
	if share(t) == 0 {
		return // the usual form tests a few rows of preferences
	}
	beside(t)
	for _, row := range startPreferences {
		t.Run(row.name, func(t *testing.T) {
			// A Chromium with this preference only.
			b, stop, err := startChrome(chromedp.Flag("blink-settings", row.settings),
				chromedp.Flag("enable-blink-features", "InvertedColors"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(stop)
			for _, room := range rooms {
				t.Run(room.name, func(t *testing.T) {
					p, _ := blankOn(t, view{width: 1440, height: 900, theme: "light", newcomer: room.newcomer}, b,
						site.Handler(filepath.Join(root, "dist")))
					p.beforeScripts(noOfflineCopy)
					p.enter(room.name, room.path)
					var reference unchanged
					for _, size := range [][2]int64{{1440, 900}, {820, 1180}, {390, 844}, {844, 390}} {
						p.do(resize(size[0], size[1], 1, false))
						where := fmt.Sprintf("%s in a window of %dx%d", room.name, size[0], size[1])
						p.prefers(t, row.preference, where, room.hasRun, &reference)
						p.complain(where+", "+row.name, tooSmall)
					}
					p.clean()
				})
			}
		})
	}
}
