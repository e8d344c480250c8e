//go:build e2e

package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// For a projector there are no controls and large letters; keys lead the run, and
// Escape gives the page back.
func TestPresent(t *testing.T) {
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
	p.do(emulation.SetDeviceMetricsOverride(1280, 720, 1, false))
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
	p.press(kb.Escape)
	p.waitFor(`!document.documentElement.classList.contains("present") && !new URLSearchParams(location.search).has("present")`)
	if p.eval(controls, &seen); seen < 10 {
		t.Errorf("after Escape there are %v controls", seen)
	}
	p.clean()
}
