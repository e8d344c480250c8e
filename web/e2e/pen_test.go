//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// A press with a pen selects a node, clicks a button and moves the scrubber, as a press with a mouse does. Each of the three presses
// arrives as one event of a pen.
func TestPenWorksAsMouse(t *testing.T) {
	p := shared(t, desktop)
	// press moves the pen to a point of the window and presses it there once. js is JavaScript for the point, such as {X: 600, Y: 300}.
	press := func(js string) {
		t.Helper()
		var point struct{ X, Y float64 }
		p.eval(js, &point)
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMousePressed,
			input.DispatchMouseEventTypeMouseReleased} {
			params := input.DispatchMouseEventParams{Type: kind, X: point.X, Y: point.Y, PointerType: "pen"}
			if kind != input.DispatchMouseEventTypeMouseMoved {
				params.Button, params.ClickCount, params.Force = input.MouseButtonLeft, 1, 0.5
			}
			p.do(send(input.DispatchMouseEvent, params))
		}
	}
	// middle is JavaScript for the centre of a control.
	middle := func(id string) string {
		return fmt.Sprintf(`(() => { const b = document.querySelector('[data-testid="%s"]').getBoundingClientRect();
			return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; })()`, id)
	}
	p.call("run(2)")
	p.settle()
	p.rests()
	p.waitFor(`!sheafscopeIslands.shown().moving`)
	p.eval(`globalThis.pens = 0, addEventListener("pointerdown", (e) => { pens += e.pointerType === "pen"; }, {capture: true})`, nil)
	press(`sheafscopeIslands.where(11)`) // the point of node 11
	p.waitFor(`sheafscope.state().selected.node === 11`)
	p.settle()
	p.eval(`globalThis.was = sheafscope.state().position, true`, new(bool))
	press(middle("step-inner"))
	p.waitFor(`sheafscope.state().position === was + 1`)
	press(middle("scrubber"))
	p.waitFor(`sheafscope.state().position < was && pens === 3`)
	p.clean()
}
