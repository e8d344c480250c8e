//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
)

// shrunk is a page with frames that it draws smaller, as slides and previews do.
type shrunk struct{ *page }

const shrunkTo = 0.6

// inShrunk opens a page that draws its frames smaller.
func inShrunk(t *testing.T) shrunk {
	p := shrunk{blank(t, desktop)}
	p.beforeScripts(noOfflineCopy)
	p.do(chromedp.Navigate(p.origin + base + "embed-example.html"))
	return p
}

// framed loads an address into the frame and waits until the JavaScript expression ready is true in the frame. In the expression w is the
// window of the frame, and d is its document.
func (p shrunk) framed(address, ready string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => {
		const f = document.createElement("iframe");
		Object.assign(f, {id: "f", src: %q});
		f.style.cssText = "position:absolute;left:40px;top:30px;border:0;width:1400px;height:1000px;transform-origin:0 0;transform:scale(%g)";
		document.body.replaceChildren(f);
	})()`, p.origin+base+address, shrunkTo), nil)
	p.true(ready)
}

// true waits until a JavaScript expression is true in the frame.
func (p shrunk) true(js string) {
	p.t.Helper()
	p.waitFor(`(() => { const w = f.contentWindow, d = w.document; return ` + js + `; })()`)
}

// at converts a position in the frame into a position in the window.
func (p shrunk) at(place string) (x, y float64) {
	p.t.Helper()
	var at struct{ X, Y float64 }
	p.eval(fmt.Sprintf(`(() => { const w = f.contentWindow, d = w.document, mid = (e) => { const b = e.getBoundingClientRect();
		return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; }; return %s; })()`, place), &at)
	return 40 + shrunkTo*at.X, 30 + shrunkTo*at.Y
}

func (p shrunk) press(place string) {
	p.t.Helper()
	p.do(chromedp.MouseClickXY(p.at(place)))
}

// drags drags the element of a selector by a share of the window, and waits until the centre of the element is where the pointer let go.
func (p shrunk) drags(selector string, dx, dy float64) {
	p.t.Helper()
	middle := fmt.Sprintf(`mid(d.querySelector(%q))`, selector)
	x, y := p.at(middle)
	p.within(func(ctx context.Context) error { return p.driver.drag(ctx, x, y, x+dx, y+dy) })
	var far float64
	for range 100 {
		ax, ay := p.at(middle)
		if far = math.Hypot(ax-x-dx, ay-y-dy); far < 4 {
			return
		}
		p.eval(`new Promise((r) => requestAnimationFrame(() => r()))`, nil)
	}
	p.t.Errorf("%s is %.0f pixels from the pointer that let it go", selector, far)
}

const labReady = `w.sheafscope?.state && w.sheafscopeIslands && d.documentElement.dataset.boot === "ready" && !w.sheafscope.state().busy`

// In a frame that is drawn smaller, a dragged element follows the pointer. The test drags a ring that turns, a slider, an arrow of the
// sheaf editor in the course, the arm that turns a map of One edge, and a lasso.
func TestScaledFrameDrags(t *testing.T) {
	p := inShrunk(t)
	p.framed("learn.html#chapter-4", `w.sheafscopeCourse?.methods && d.querySelector('#chapter-4 .fig [data-p="ring.walk"]')`)
	p.press(`(() => { const s = d.querySelector('#chapter-4 .fig input[data-p="ring.walk"]');
		s.scrollIntoView({block: "center", behavior: "instant"});
		const b = s.getBoundingClientRect(), thumb = 16; return {X: b.x + thumb / 2 + (b.width - thumb) / 3, Y: b.y + b.height / 2}; })()`)
	p.true(`w.sheafscopeCourse.methods.show("ring").params.walk.value === 2`)
	p.framed("learn.html#editor", `w.sheafscopeCourse?.methods && d.querySelector("#editor svg.pic [data-h=x]")`)
	p.eval(`f.contentDocument.querySelector("#editor svg.pic").scrollIntoView({block: "center", behavior: "instant"})`, nil)
	p.drags(`#editor svg.pic [data-h=x]`, 12, -9)
	p.framed("?level=look#edge", labReady+` && d.querySelector(".oneedge [data-h=a0]")`)
	p.drags(`.oneedge [data-h=a0]`, -14, -14)
	p.framed("?level=research#karate", labReady+` && !w.sheafscopeIslands.shown().moving`)
	p.eval(`f.contentDocument.querySelector('[data-testid="lasso"]').click()`, nil)
	corner := func(part float64, side string) (x, y float64) {
		return p.at(fmt.Sprintf(`(() => { const b = d.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect();
			return {X: b.x + 4 + %g * (b.width - 8), Y: %s}; })()`, part, side))
	}
	for k, c := range []struct {
		part float64
		side string
	}{{0, "b.top + 4"}, {0.5, "b.top + 4"}, {0.5, "b.bottom - 4"}, {0, "b.bottom - 4"}} {
		x, y := corner(c.part, c.side)
		kind := chromedp.MouseMoved
		if k == 0 {
			kind = chromedp.MousePressed
		}
		p.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft))
	}
	x, y := corner(0, "b.bottom - 4")
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft))
	p.true(`d.querySelector('[data-testid="selection-stats"]')`)
	p.true(`((b) => parseInt(d.querySelector(".ihead h1").textContent) === [...Array(34).keys()].filter((k) =>
		w.sheafscopeIslands.where(k).X < b.x + b.width / 2).length)(d.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect())`)
	p.clean()
}

// In a frame that is drawn smaller, a click hits the element under the pointer: a node, a stem of the spectrum, and a stop of the dial.
func TestScaledFrame(t *testing.T) {
	p := inShrunk(t)
	press, framed := p.press, func(query string) { t.Helper(); p.framed(query, labReady) }
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
