//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// The figure of cycles in stage 4 is closed until the reader opens it. A page that is opened by the link shows the numbers of the chosen
// cycle. A button of the figure starts a lesson about cycles. By ?figure=cycle the figure opens alone.
func TestRoundACycle(t *testing.T) {
	const note = `document.querySelector('[data-testid="cycle-note"]')`
	p := blank(t, desktop)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(4)")
	p.click("stage-4")
	const opener = `document.querySelector('[data-testid="cycle-open"]')`
	p.waitFor(opener + `?.checkVisibility() && !` + note + `?.checkVisibility()`)
	p.eval(opener+`.click()`, nil)
	p.waitFor(note + `?.textContent.includes("polar part")`)
	// The reader chooses cycle 45 of the menu.
	p.eval(`(() => {
		const pick = document.querySelector('[data-testid="cycle-pick"]');
		pick.value = "45";
		pick.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, nil)
	const nums = `document.querySelector(".cyclebox .nums").textContent`
	var before, after string
	p.settle()
	p.eval(nums, &before)
	if !strings.Contains(before, "Comes home turned by") {
		t.Errorf("the numbers of the cycle are %q, want an angle of rotation", before)
	}
	p.eval(opener+`.scrollIntoView()`, nil)
	p.settle()
	p.shot("cycle")
	p.waitFor(`location.hash.startsWith("#s1.")`)
	link := ""
	p.eval("location.hash", &link)
	// The link restores the figure and the cycle.
	p.visit(p.origin + base + link)
	p.waitFor(note + `?.textContent.includes("polar part")`)
	p.settle()
	p.eval(nums, &after)
	if after != before {
		t.Errorf("the link shows the numbers %q, want %q", after, before)
	}
	p.eval(`document.querySelector('[data-testid="cycle-lesson"]').click()`, nil) // starts the lesson
	p.waitFor(`document.querySelector(".driver-popover .lesson-name")?.textContent === "Do triangles turn maps?"`)
	// The figure alone.
	p.visit(p.origin + base + "?figure=cycle#graph=karate")
	p.waitFor(note + `?.textContent.includes("polar part")`)
	p.shot("cycle-alone")
	p.clean()
}
