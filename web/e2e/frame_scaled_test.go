//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// In a frame that its page draws smaller, as slides and previews do, a click hits what it points at: a node, a stem of the
// spectrum and a stop of the dial.
func TestScaledFrame(t *testing.T) {
	const shrunk = 0.6
	p := blank(t, desktop)
	p.beforeScripts(noOfflineCopy)
	p.do(chromedp.Navigate(p.origin + base + "embed-example.html"))
	framed := func(query string) {
		t.Helper()
		p.eval(fmt.Sprintf(`(() => {
			const f = document.createElement("iframe");
			Object.assign(f, {id: "f", src: %q});
			f.style.cssText = "position:absolute;left:40px;top:30px;border:0;width:1400px;height:1000px;transform-origin:0 0;transform:scale(%g)";
			document.body.replaceChildren(f);
		})()`, p.origin+base+query, shrunk), nil)
		p.waitFor(`f.contentWindow.sheafscope?.state && f.contentWindow.sheafscopeIslands && ` +
			`f.contentDocument.documentElement.dataset.boot === "ready" && !f.contentWindow.sheafscope.state().busy`)
	}
	press := func(place string) {
		t.Helper()
		var at struct{ X, Y float64 }
		p.eval(fmt.Sprintf(`(() => { const w = f.contentWindow, d = w.document, mid = (e) => { const b = e.getBoundingClientRect();
			return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; }; return %s; })()`, place), &at)
		p.do(chromedp.MouseClickXY(40+shrunk*at.X, 30+shrunk*at.Y))
	}
	framed("?level=research")
	p.waitFor(`!f.contentWindow.sheafscopeIslands.shown().moving`)
	press(`w.sheafscopeIslands.where(11)`)
	p.waitFor(`f.contentWindow.sheafscope.state().selected.node === 11`)
	p.waitFor(`f.contentDocument.querySelector("[data-eig='3']")`)
	press(`mid(d.querySelector("[data-eig='3']"))`)
	p.waitFor(`f.contentWindow.sheafscope.recipe().view.eigen === 3 || ` +
		`f.contentDocument.querySelector(".selring")`)
	p.eval(`f.contentWindow.sheafscope.run(2).then(() => true)`, new(bool))
	p.eval(`globalThis.was = f.contentWindow.sheafscope.state().position, true`, new(bool))
	press(`mid(d.querySelector('[data-testid="scrubber"]'))`)
	p.waitFor(`f.contentWindow.sheafscope.state().position < was && f.contentWindow.sheafscope.state().position > was / 4`)
	framed("?level=look")
	for k := range 3 {
		press(fmt.Sprintf(`(() => { const r = d.querySelector(".dial .rail").getBoundingClientRect(),
			b = mid(d.querySelectorAll(".names button")[%d]); return {X: b.X, Y: r.y + r.height / 2}; })()`, 2-k))
		p.waitFor(fmt.Sprintf(`f.contentWindow.sheafscope.state().dial.stop === %d`, 2-k))
	}
	// A block of the matrix.
	framed("?level=research#karate")
	p.eval(`f.contentWindow.sheafscope.step("epoch").then(() => f.contentDocument.querySelector('[data-testid="stage-5"]').click())`, nil)
	p.waitFor(`f.contentDocument.querySelector('[data-testid="laplacian-canvas"]')?.clientWidth && !f.contentWindow.sheafscope.state().busy`)
	press(`(() => { const c = d.querySelector('[data-testid="laplacian-canvas"]'); c.scrollIntoView({block: "center", behavior: "instant"});
		const b = c.getBoundingClientRect(); return {X: b.x + 25.5 / 34 * b.width, Y: b.y + 25.5 / 34 * b.height}; })()`)
	p.waitFor(`f.contentWindow.sheafscope.state().selected.node === 25`)
	p.clean()
}
