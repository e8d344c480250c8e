//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// In a presentation on a projector, wide or not, the page has large letters and no controls. Keys control the run, and Escape ends the
// presentation. On a touch screen the page has the buttons of a step and a button that ends the presentation.
func TestPresentationHasNoControls(t *testing.T) {
	p := blank(t, desktop)
	p.visit(p.origin + base + "?present")
	p.ready()
	p.settle()
	const controls = `[...document.querySelectorAll("#app :is(.bar,.rail,.time,.gbar,.itabs) :is(button,select,input)")]` +
		`.filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 1).length`
	var seen, wide, lead float64
	look := func() {
		p.eval(controls, &seen)
		p.eval(`document.documentElement.scrollWidth - innerWidth`, &wide)
		p.eval(`(() => { const e = document.querySelector(".lead");
			return parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom; })()`, &lead)
	}
	if look(); seen > 0 || wide > 0 || lead < 18 {
		t.Errorf("%v controls, %v pixels too wide, a sentence of %v pixels", seen, wide, lead)
	}
	p.shot("present")
	p.do(resize(1280, 720, 1, false))
	p.press(kb.PageDown)
	p.waitFor(`sheafscope.state().stage === 1 && !sheafscope.state().busy`)
	p.press(kb.ArrowDown)
	p.waitFor(`sheafscope.state().stage === 2 && !sheafscope.state().busy`)
	p.press(kb.ArrowUp)
	p.waitFor(`sheafscope.state().stage === 1 && !sheafscope.state().busy`)
	p.press("6")
	p.waitFor(`document.querySelector(".ihead h1").textContent.startsWith("6")`)
	p.settle()
	if look(); wide > 0 {
		t.Errorf("at 1280×720 %v pixels too wide", wide)
	}
	p.shot("present-720")
	// All of it is there at the size of an old projector too, and large: the letters of the page without it have 13 pixels.
	const shown = `[".canvas", ".c-spec .chart", ".insp .lead", ".now", ".steps .run", ".leave"].filter((name) => {
		const e = document.querySelector(name), b = e.getBoundingClientRect();
		return e.checkVisibility({visibilityProperty: true}) && b.width > 40 && b.height > 15 && b.right <= innerWidth && b.bottom <= innerHeight;
	}).join()`
	narrow := func(width, height int64, touch bool, want string) {
		t.Helper()
		p.do(fingers(touch), resize(width, height, 1, touch))
		p.waitFor(fmt.Sprintf("innerWidth === %d && innerHeight === %d && %s === %q", width, height, shown, want))
		if look(); wide > 0 || lead < 18 || !touch && seen > 0 {
			t.Errorf("at %d×%d %v controls, %v pixels too wide, a sentence of %v pixels", width, height, seen, wide, lead)
		}
		p.shot(fmt.Sprintf("present-%d", width))
	}
	narrow(800, 600, false, ".canvas,.c-spec .chart,.insp .lead,.now")
	narrow(390, 844, true, ".canvas,.c-spec .chart,.insp .lead,.now,.steps .run,.leave")
	p.eval(`document.querySelector(".leave").click()`, nil)
	const ended = `!document.documentElement.classList.contains("present") && !new URLSearchParams(location.search).has("present")`
	p.waitFor(ended)
	p.do(fingers(false), resize(1440, 900, 1, false))
	// Without filling the screen: there the browser takes Escape for itself, and when is not known.
	p.eval(`document.documentElement.requestFullscreen = undefined, document.querySelector("[data-testid=present]").click()`, nil)
	p.waitFor(`document.documentElement.classList.contains("present")`)
	p.press(kb.Escape)
	p.waitFor(ended)
	if p.eval(controls, &seen); seen < 10 {
		t.Errorf("after Escape there are %v controls", seen)
	}
	p.clean()
}
