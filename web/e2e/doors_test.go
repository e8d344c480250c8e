//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// This file tests the number of clicks that a control needs.

// doors lists the controls of a former first screen of the laboratory.
var doors = []struct {
	clicks int    // the clicks that the controls needed on the former screen; 0 for a visible control
	via    string // the test ids of the elements that a user clicks now, in their order
	ids    string // the test ids of the controls
}{
	{0, "", "graph-select model-select level open compare share learn run back step-inner step-stage step-epoch speed scrubber tab-stage"},
	{0, "settings", "split-select seed reading-select method-select theme-toggle"},
	{0, "view-menu", "nodes-by edges-by layout-by lasso focus table-toggle matrix-toggle edit-toggle"},
	{0, "tab-selection", "tab-edge tab-node"},
	{0, "tab-evidence", "tab-claims tab-results paper-tab"},
	{1, "", "pins-open"},
	{1, "pins-open", "present pin-add"},
	{1, "share", "share-link share-embed share-file export-json export-csv export-png export-svg export-report pictures- pictures-light " +
		"pictures-dark"},
	{1, "learn", "learn-tour learn-sheaf learn-epoch learn-neighbours learn-paper learn-dial learn-edge keys licences learn-course"},
	{1, "open", "file-input open-url formats names"},
}

// A user reaches every control of the former first screen with at most one click more than on that screen. The first screen has at most 34
// controls and 120 numbers, which are limits of the design.
func TestControlsAreOneClickAway(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.settle()
	var counts struct{ Controls, Numbers float64 }
	p.eval(firstScreen, &counts)
	t.Logf("the first screen has %v controls and %v numbers", counts.Controls, counts.Numbers)
	if counts.Controls > 34 || counts.Numbers > 120 {
		t.Errorf("the first screen has %v controls and %v numbers, want at most 34 and 120", counts.Controls, counts.Numbers)
	}
	for _, d := range doors {
		via := strings.Fields(d.via)
		if len(via) > d.clicks+1 {
			t.Errorf("%s: %d clicks, want at most one more than the %d on the former screen", d.ids, len(via), d.clicks)
		}
		for _, id := range via {
			p.click(id)
		}
		for _, id := range strings.Fields(d.ids) {
			p.waitFor(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility({visibilityProperty: true})`, byTestID(id)))
		}
		// A press beside an open menu closes it.
		p.eval(`document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true})), true`, new(bool))
		p.rests()
	}
	p.clean()
}

// firstScreen is JavaScript that returns how many controls and how many numbers are visible, such as {controls: 30, numbers: 90}. An
// element counts as visible if more than one pixel of it, in both directions, lies in the window and in all its clipping ancestors. Numbers
// in formulas, such as the index of λ₂, are omitted.
const firstScreen = `(() => {
	const seen = (e) => {
		if (!e.checkVisibility({opacityProperty: true, visibilityProperty: true}) || e.closest(".sr,.skip")) return false;
		const b = e.getBoundingClientRect();
		let box = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
		for (let a = e; a; a = a.parentElement) {
			if (a !== e && getComputedStyle(a).overflow === "visible") continue;
			const c = a === e ? b : a.getBoundingClientRect();
			box = {left: Math.max(box.left, c.left), top: Math.max(box.top, c.top), right: Math.min(box.right, c.right), ` +
	`bottom: Math.min(box.bottom, c.bottom)};
		}
		return box.right - box.left > 1 && box.bottom - box.top > 1;
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let numbers = 0;
	for (let n; (n = walk.nextNode());) {
		const found = n.parentElement.closest("script,style,select,math,tspan[font-size]") ? null : n.data.match(/\d+([.,]\d+)*(e.\d+)?/g);
		if (found && seen(n.parentElement)) numbers += found.length;
	}
	const all = "button,select,input,textarea,a[href],summary,[role=slider]";
	return {controls: [...document.querySelectorAll(all)].filter(seen).length, numbers};
})()`
