//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// cutLegend is JavaScript that lists the parts of the legend that extend more than 1 px beyond its top or bottom. A hidden legend has an
// empty list.
const cutLegend = `(() => {
	const legend = document.querySelector(".legend"), room = legend.getBoundingClientRect();
	if (!legend.checkVisibility({visibilityProperty: true})) return [];
	return [...legend.querySelectorAll("span")].filter((e) => e.getClientRects().length).flatMap((e) => {
		const part = e.getBoundingClientRect();
		return part.top < room.top - 1 || part.bottom > room.bottom + 1 ?
			[e.textContent.trim() + ": " + part.top + " to " + part.bottom + " in " + room.top + " to " + room.bottom] : [];
	});
})()`

// In the windows of the layout and on a small laptop, all lines of the legend are visible in each of the ten stages of Learn and Research.
func TestLegendIsNotCut(t *testing.T) {
	sizes := [][2]int64{{1280, 720}, {844, 390}, {1366, 768}}
	for _, w := range windows {
		sizes = append(sizes, [2]int64{w.width, w.height})
	}
	p := open(t, desktop)
	p.ready()
	for _, level := range []string{"learn", "research"} {
		p.call("level(%q)", level)
		for _, size := range sizes {
			p.do(resize(size[0], size[1], 1, false))
			p.tab("Graph")
			p.settle()
			for k := 1; k <= 10; k++ {
				p.eval(fmt.Sprintf(`document.querySelector('[data-testid="stage-%d"]').click()`, k), nil)
				p.waitFor(fmt.Sprintf(`document.querySelector(".legend").textContent.includes("stage %d")`, k))
				p.complain(fmt.Sprintf("%s, stage %d (%dx%d)", level, k, size[0], size[1]), cutLegend)
			}
		}
	}
	p.clean()
}
