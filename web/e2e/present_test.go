//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The windows of a presentation are 1440 and 800 pixels wide. The page has a sentence of at least 18 pixels, no controls, and nothing
// outside of the window. Page keys and arrows step by a stage, a digit opens its stage. On a touch screen the page also has the buttons of
// a step and a button that ends the presentation. Escape ends the presentation and brings the controls back.
func TestPresentationHasNoControls(t *testing.T) {
	p := blank(t, desktop)
	p.visit(p.origin + base + "?present")
	p.ready()
	p.settle()
	const controls = `[...document.querySelectorAll("#app :is(.bar,.rail,.time,.gbar,.itabs) :is(button,select,input)")]` +
		`.filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 1).length`
	var seen, wide, lead float64
	// measure stores the number of controls in seen, the pixels beyond the window's width in wide, and the sentence's text size in lead.
	measure := func() {
		p.eval(controls, &seen)
		p.eval(`document.documentElement.scrollWidth - innerWidth`, &wide)
		p.eval(`(() => { const e = document.querySelector(".lead");
			return parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom; })()`, &lead)
	}
	measure()
	if seen > 0 || wide > 0 || lead < 18 {
		t.Errorf("a presentation has %v controls, %v pixels beyond the window and a sentence of %v pixels, want 0, 0 and at least 18",
			seen, wide, lead)
	}
	p.shot("present")
	p.do(resize(1280, 720, 1, false))
	// The keys of a presenter.
	p.press(kb.PageDown)
	p.waitFor(`sheafscope.state().stage === 1 && !sheafscope.state().busy`)
	p.press(kb.ArrowDown)
	p.waitFor(`sheafscope.state().stage === 2 && !sheafscope.state().busy`)
	p.press(kb.ArrowUp)
	p.waitFor(`sheafscope.state().stage === 1 && !sheafscope.state().busy`)
	p.press("6")
	p.waitFor(`document.querySelector(".ihead h1").textContent.startsWith("6")`)
	p.settle()
	measure()
	if wide > 0 {
		t.Errorf("at 1280×720 the page is %v pixels wider than the window", wide)
	}
	p.shot("present-720")
	// The sizes of an old projector and of a phone. shown is JavaScript for the parts that are visible and inside the window, such as
	// ".canvas,.now".
	const shown = `[".canvas", ".c-spec .chart", ".insp .lead", ".now", ".steps .run", ".leave"].filter((name) => {
		const e = document.querySelector(name), b = e.getBoundingClientRect();
		return e.checkVisibility({visibilityProperty: true}) && b.width > 40 && b.height > 15 && b.right <= innerWidth && b.bottom <= innerHeight;
	}).join()`
	checkSize := func(width, height int64, touch bool, want string) {
		t.Helper()
		p.do(fingers(touch), resize(width, height, 1, touch))
		p.waitFor(fmt.Sprintf("innerWidth === %d && innerHeight === %d && %s === %q", width, height, shown, want))
		measure()
		if wide > 0 || lead < 18 { // 13 pixels outside of a presentation
			t.Errorf("at %d×%d the page is %v pixels too wide, with a sentence of %v pixels, want 0 and at least 18", width, height, wide, lead)
		}
		if !touch && seen > 0 {
			t.Errorf("at %d×%d there are %v controls, want none", width, height, seen)
		}
		p.shot(fmt.Sprintf("present-%d", width))
	}
	checkSize(800, 600, false, ".canvas,.c-spec .chart,.insp .lead,.now")
	checkSize(390, 844, true, ".canvas,.c-spec .chart,.insp .lead,.now,.steps .run,.leave")
	// The button of a touch screen ends the presentation.
	p.eval(`document.querySelector(".leave").click()`, nil)
	const ended = `!document.documentElement.classList.contains("present") && !new URLSearchParams(location.search).has("present")`
	p.waitFor(ended)
	p.do(fingers(false), resize(1440, 900, 1, false))
	// Escape ends a presentation without full screen. With full screen the browser would take Escape for itself, at an unknown moment.
	p.eval(`document.documentElement.requestFullscreen = undefined, document.querySelector("[data-testid=present]").click()`, nil)
	p.waitFor(`document.documentElement.classList.contains("present")`)
	p.press(kb.Escape)
	p.waitFor(ended)
	p.eval(controls, &seen)
	if seen < 10 {
		t.Errorf("after Escape there are %v controls, want at least 10", seen)
	}
	p.clean()
}
