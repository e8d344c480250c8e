//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// The figure of cycles in stage 4 is closed until the reader opens it. The link of the page has the chosen cycle, and the figure alone
// begins with the first cycle.
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
	p.eval(`(() => {
		const pick = document.querySelector('[data-testid="cycle-pick"]');
		pick.value = "45";
		pick.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, nil)
	const nums = `document.querySelector(".cyclebox .nums").textContent`
	was, is := "", ""
	p.settle()
	p.eval(nums, &was)
	if !strings.Contains(was, "Comes home turned by") {
		t.Errorf("the numbers are %q", was)
	}
	p.eval(opener+`.scrollIntoView()`, nil)
	p.settle()
	p.shot("cycle")
	p.waitFor(`location.hash.startsWith("#s1.")`)
	link := ""
	p.eval("location.hash", &link)
	p.visit(p.origin + base + link)
	p.waitFor(note + `?.textContent.includes("polar part")`)
	p.settle()
	if p.eval(nums, &is); is != was {
		t.Errorf("the link shows %q, want %q", is, was)
	}
	p.eval(`document.querySelector('[data-testid="cycle-lesson"]').click()`, nil) // the lesson beside it
	p.waitFor(`document.querySelector(".driver-popover .lesson-name")?.textContent === "Do triangles turn maps?"`)
	p.visit(p.origin + base + "?figure=cycle#graph=karate")
	p.waitFor(note + `?.textContent.includes("polar part")`)
	p.shot("cycle-alone")
	p.clean()
}
