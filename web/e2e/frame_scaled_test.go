//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
)

// This file tests pages in a frame that another page draws smaller.

// scaledPage is a page with a frame that it draws smaller by frameScale, as slides and previews do.
type scaledPage struct{ *page }

// frameScale is the size of the drawn frame relative to its own size.
const frameScale = 0.6

// openScaled opens the example article, whose contents loadFrame replaces by a frame. The article and the frame have one origin, so that
// scripts of the article reach into the frame.
func openScaled(t *testing.T) scaledPage {
	p := scaledPage{blank(t, desktop)}
	p.beforeScripts(noOfflineCopy)
	p.do(chromedp.Navigate(p.origin + base + "embed-example.html"))
	return p
}

// loadFrame loads an address into a new frame and waits until the JavaScript expression ready is true in the frame. In the expression w is
// the window of the frame, and d is its document.
func (p scaledPage) loadFrame(address, ready string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => {
		const f = document.createElement("iframe");
		Object.assign(f, {id: "f", src: %q});
		f.style.cssText = "position:absolute;left:40px;top:30px;border:0;width:1400px;height:1000px;transform-origin:0 0;transform:scale(%g)";
		document.body.replaceChildren(f);
	})()`, p.origin+base+address, frameScale), nil)
	p.waitInFrame(ready)
}

// waitInFrame waits until a JavaScript expression is true in the frame, with w and d as in loadFrame.
func (p scaledPage) waitInFrame(js string) {
	p.t.Helper()
	p.waitFor(`(() => { const w = f.contentWindow, d = w.document; return ` + js + `; })()`)
}

// inWindow evaluates JavaScript for a point {X, Y} of the frame, in the pixels of the frame, and returns the point in pixels of the window.
// The script has w and d as in loadFrame, and mid(e) is the middle of an element.
func (p scaledPage) inWindow(place string) (x, y float64) {
	p.t.Helper()
	var inFrame struct{ X, Y float64 }
	p.eval(fmt.Sprintf(`(() => { const w = f.contentWindow, d = w.document, mid = (e) => { const b = e.getBoundingClientRect();
		return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; }; return %s; })()`, place), &inFrame)
	return 40 + frameScale*inFrame.X, 30 + frameScale*inFrame.Y // loadFrame places the frame at (40, 30)
}

// clickAt clicks at a point of the frame, which place gives as in inWindow.
func (p scaledPage) clickAt(place string) {
	p.t.Helper()
	p.do(chromedp.MouseClickXY(p.inWindow(place)))
}

// dragElement drags the element of a selector by (dx, dy), in pixels of the window. It checks that within 100 frames the middle of the
// element is less than 4 pixels from the place where the pointer released it.
func (p scaledPage) dragElement(selector string, dx, dy float64) {
	p.t.Helper()
	middle := fmt.Sprintf(`mid(d.querySelector(%q))`, selector)
	x, y := p.inWindow(middle)
	p.within(func(ctx context.Context) error { return p.driver.drag(ctx, x, y, x+dx, y+dy) })
	var far float64
	for range 100 {
		ax, ay := p.inWindow(middle)
		if far = math.Hypot(ax-x-dx, ay-y-dy); far < 4 {
			return
		}
		p.eval(`new Promise((r) => requestAnimationFrame(() => r()))`, nil)
	}
	p.t.Errorf("%s is %.0f pixels from the place where the pointer released it, want less than 4", selector, far)
}

// labReady is an expression for loadFrame: the laboratory is ready and not busy.
const labReady = `w.sheafscope?.state && w.sheafscopeIslands && d.documentElement.dataset.boot === "ready" && !w.sheafscope.state().busy`

// In a frame that is drawn smaller, controls follow the pointer. A click at a third of a slider of the course from 0 to 6 sets its value to
// 2. An arrow of the sheaf editor and the arm that turns a map of One edge end at the pointer. A lasso around the left half of the graph
// selects as many nodes as lie in the left half.
func TestScaledFrameDrags(t *testing.T) {
	p := openScaled(t)
	p.loadFrame("learn.html#chapter-4", `w.sheafscopeCourse?.methods && d.querySelector('#chapter-4 .fig [data-p="ring.walk"]')`)
	// The thumb of the slider is 16 pixels wide. Its middle moves over the width of the slider without 8 pixels at each end.
	p.clickAt(`(() => { const s = d.querySelector('#chapter-4 .fig input[data-p="ring.walk"]');
		s.scrollIntoView({block: "center", behavior: "instant"});
		const b = s.getBoundingClientRect(), thumb = 16; return {X: b.x + thumb / 2 + (b.width - thumb) / 3, Y: b.y + b.height / 2}; })()`)
	p.waitInFrame(`w.sheafscopeCourse.methods.show("ring").params.walk.value === 2`)
	p.loadFrame("learn.html#editor", `w.sheafscopeCourse?.methods && d.querySelector("#editor svg.pic [data-h=x]")`)
	p.eval(`f.contentDocument.querySelector("#editor svg.pic").scrollIntoView({block: "center", behavior: "instant"})`, nil)
	p.dragElement(`#editor svg.pic [data-h=x]`, 12, -9)
	p.loadFrame("?level=look#edge", labReady+` && d.querySelector(".oneedge [data-h=a0]")`)
	p.dragElement(`.oneedge [data-h=a0]`, -14, -14)
	p.loadFrame("?level=research#karate", labReady+` && !w.sheafscopeIslands.shown().moving`)
	p.eval(`f.contentDocument.querySelector('[data-testid="lasso"]').click()`, nil)
	// corner returns a corner of the lasso in the window: part is a share of the width of the canvas, and side is JavaScript for y. The lasso
	// goes around the left half of the canvas, 4 pixels inside its edges.
	corner := func(part float64, side string) (x, y float64) {
		return p.inWindow(fmt.Sprintf(`(() => { const b = d.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect();
			return {X: b.x + 4 + %g * (b.width - 8), Y: %s}; })()`, part, side))
	}
	for k, c := range []struct {
		part float64
		side string
	}{{0, "b.top + 4"}, {0.5, "b.top + 4"}, {0.5, "b.bottom - 4"}, {0, "b.bottom - 4"}} {
		x, y := corner(c.part, c.side)
		kind := chromedp.MouseMoved // after the first corner
		if k == 0 {
			kind = chromedp.MousePressed
		}
		p.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft))
	}
	x, y := corner(0, "b.bottom - 4")
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft))
	// The heading of the inspector begins with the number of selected nodes.
	p.waitInFrame(`d.querySelector('[data-testid="selection-stats"]')`)
	p.waitInFrame(`((b) => parseInt(d.querySelector(".ihead h1").textContent) === [...Array(34).keys()].filter((k) =>
		w.sheafscopeIslands.where(k).X < b.x + b.width / 2).length)(d.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect())`)
	p.clean()
}

// In a frame that is drawn smaller, a click hits the element under the pointer: a node, a stem of the spectrum, the middle of the scrubber,
// a stop of the dial, and a block of the Laplacian.
func TestScaledFrame(t *testing.T) {
	p := openScaled(t)
	// open loads the laboratory with a query into a new frame.
	open := func(query string) { t.Helper(); p.loadFrame(query, labReady) }
	open("?level=research")
	p.waitFor(`!f.contentWindow.sheafscopeIslands.shown().moving`)
	p.clickAt(`w.sheafscopeIslands.where(11)`)
	p.waitFor(`f.contentWindow.sheafscope.state().selected.node === 11`)
	p.waitFor(`f.contentDocument.querySelector("[data-eig='3']")`)
	p.clickAt(`mid(d.querySelector("[data-eig='3']"))`)
	// A click on the stem of eigenvalue 3 selects the eigenvalue: the recipe names it, or its ring is drawn.
	p.waitFor(`f.contentWindow.sheafscope.recipe().view.eigen === 3 || ` +
		`f.contentDocument.querySelector(".selring")`)
	p.eval(`f.contentWindow.sheafscope.run(2).then(() => true)`, new(bool))
	p.eval(`globalThis.was = f.contentWindow.sheafscope.state().position, true`, new(bool))
	// A click in the middle of the scrubber goes back: below the last position and above a quarter of it.
	p.clickAt(`mid(d.querySelector('[data-testid="scrubber"]'))`)
	p.waitFor(`f.contentWindow.sheafscope.state().position < was && f.contentWindow.sheafscope.state().position > was / 4`)
	// The stops of the dial, from the last to the first. A click is on the rail, above the name of the stop.
	open("?level=look")
	for k := range 3 {
		p.clickAt(fmt.Sprintf(`(() => { const r = d.querySelector(".dial .rail").getBoundingClientRect(),
			b = mid(d.querySelectorAll(".names button")[%d]); return {X: b.X, Y: r.y + r.height / 2}; })()`, 2-k))
		p.waitFor(fmt.Sprintf(`f.contentWindow.sheafscope.state().dial.stop === %d`, 2-k))
	}
	// A click on the diagonal block of node 25 selects the node. The matrix has 34 blocks in each direction, from 0.
	open("?level=research#karate")
	p.eval(`f.contentWindow.sheafscope.step("epoch").then(() => f.contentDocument.querySelector('[data-testid="stage-5"]').click())`, nil)
	p.waitFor(`f.contentDocument.querySelector('[data-testid="laplacian-canvas"]')?.clientWidth && !f.contentWindow.sheafscope.state().busy`)
	p.clickAt(`(() => { const c = d.querySelector('[data-testid="laplacian-canvas"]');
		c.scrollIntoView({block: "center", behavior: "instant"});
		const b = c.getBoundingClientRect(); return {X: b.x + 25.5 / 34 * b.width, Y: b.y + 25.5 / 34 * b.height}; })()`)
	p.waitFor(`f.contentWindow.sheafscope.state().selected.node === 25`)
	p.clean()
}
