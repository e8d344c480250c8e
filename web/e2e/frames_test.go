//go:build e2e

package e2e

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/sgpc/method"
)

// This file tests the turn of a node's frame, that is, of the basis of its stalk.

// turnLimit is the largest time from a turn of a frame on the karate club to the display of its numbers, in milliseconds.
const turnLimit = 30

// frameNote is the sentence below the dial of a node's frame.
const frameNote = `document.querySelector('[data-testid="frame-note"]')`

// The dial of a node's frame is closed until the reader opens it. The median time of five turns is at most turnLimit in one of three
// attempts. The invariants change only by a rounding error, and the table shows numbers before and after the turn. The link of the page
// restores the turned frame with its numbers. The figure alone opens with the dial and no other section.
func TestTurnAFrame(t *testing.T) {
	p := blank(t, desktop)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1, split: "` + method.DefaultSplit + `"})`)
	p.call("run(3)")
	p.waitFor("!sheafscope.state().busy")
	// The reader chooses node 33.
	p.eval(`(() => {
		const input = document.querySelector(".seek");
		input.value = "33";
		input.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, nil)
	const opener = `document.querySelector('[data-testid="frame-open"]')`
	p.waitFor(opener + `?.checkVisibility() && !` + frameNote + `?.checkVisibility()`)
	p.eval(opener+`.click()`, nil)
	p.waitFor(frameNote + `?.textContent.includes("pools")`)
	// turn turns the frame to an angle in degrees, and returns the milliseconds until the table of moves changes. tick resolves in the next
	// task of the page, so that the loop does not block the page.
	turn := func(angle string) (took float64) {
		p.eval(`(async () => {
			const input = document.querySelector('[data-testid="frame-turn"]'), rows = document.querySelector(".moves tbody");
			const was = rows.textContent;
			const start = performance.now();
			input.value = `+angle+`;
			input.dispatchEvent(new Event("input", { bubbles: true }));
			const tick = (go) => { const c = new MessageChannel(); c.port1.onmessage = go; c.port2.postMessage(0); };
			while (rows.textContent === was) await new Promise(tick);
			return performance.now() - start;
		})()`, &took)
		return took
	}
	best := math.Inf(1)
	for attempt := 0; attempt < 3 && best > turnLimit; attempt++ {
		var delays []float64
		for _, angle := range []string{"90", "133", "20", "171", "250"} {
			delays = append(delays, turn(angle))
		}
		t.Logf("turns are displayed after %.0f ms", delays)
		slices.Sort(delays)
		best = min(best, delays[2]) // the median
	}
	if best > turnLimit {
		t.Errorf("the median of five turns is displayed after %.1f ms, want at most %d", best, turnLimit)
	}
	// The change of an invariant is a number such as 2.2e−16; "e−1" is its exponent, from −10 to −19. A row of the table has the numbers
	// before and after the turn, with an arrow.
	var rows, invariants string
	p.eval(`document.querySelector(".moves tbody").textContent`, &rows)
	p.eval(`document.querySelector(".framebox .nums").textContent`, &invariants)
	if !strings.Contains(invariants, "e−1") || !strings.Contains(rows, "→") {
		t.Errorf("the numbers below the dial are %q and the rows %q, want a rounding error and an arrow", invariants, rows)
	}
	p.shot("frame")
	p.waitFor(`location.hash.startsWith("#s1.")`)
	p.settle()
	// The link restores the angle and the rows.
	link := ""
	p.eval("location.hash", &link)
	p.visit(p.origin + base + link)
	p.waitFor(frameNote + `?.textContent.includes("pools")`)
	var again, angle string
	p.eval(`document.querySelector(".moves tbody").textContent`, &again)
	p.eval(`document.querySelector('[data-testid="frame-turn"]').value`, &angle)
	if again != rows || angle != "250" {
		t.Errorf("the link shows %q at %s°, want %q at 250°", again, angle, rows)
	}
	// The figure alone, for node 5.
	p.visit(p.origin + base + "?figure=frame:5#graph=karate")
	p.waitFor(frameNote + `?.textContent.includes("pools")`)
	var sections int
	p.eval(`document.querySelectorAll(".isec:not([hidden])").length`, &sections)
	if sections != 1 {
		t.Errorf("the figure alone has %d sections, want 1", sections)
	}
	p.shot("frame-alone")
	p.clean()
}
