//go:build e2e

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// This file tests a restriction map that the user turns by hand.

// If the keyboard turns a restriction map, the page displays another λ2, and the numbers of the run stay unchanged. They are also unchanged
// after a reset of the map, which disables the reset, and after a step with a turned map and a seek back.
func TestMapByHand(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(10)")
	want := p.state()
	p.click("tab-edge")
	p.waitFor(`document.querySelector('[data-testid="map-rotate"]:not(:disabled)')`)
	// turn turns the map of the selected edge by the key End. It checks that the numbers of the run stay unchanged, and that the page
	// displays another λ2 than the run has.
	turn := func() {
		t.Helper()
		p.do(chromedp.Focus(chromedp.CSS(byTestID("map-rotate"))), chromedp.KeyEvent(kb.End))
		p.waitFor(`/^kernel \d+ → \d+, λ₂ .* class$/.test(document.querySelector('[data-testid="map-answer"]').textContent)`)
		same(t, "the run while a map is turned", p.state(), want)
		// byHand has the changed part, here "map", and the λ2 with this change.
		var shown struct {
			What    string
			Lambda2 float64
		}
		p.eval("sheafscope.state().byHand", &shown)
		if shown.What != "map" || shown.Lambda2 == *want.Lambda2 {
			t.Errorf("the page displays %+v, want a map and another λ2 than that of the run, %v", shown, *want.Lambda2)
		}
	}
	turn()
	p.click("put-back")
	p.waitFor(`document.querySelector('[data-testid="put-back"]').disabled`)
	same(t, "put back", p.state(), want)
	turn()
	p.call(`step("inner")`)
	p.call("seek(%d)", want.Position)
	same(t, "after a step", p.state(), want)
	p.clean()
}
