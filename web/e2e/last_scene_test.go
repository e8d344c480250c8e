//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/opening"
)

// This file tests scene 6 of the thread, which leads a node through the ten stages.

// The last scene opens the stored run of the person that the first scene has chosen, in Learn. It leads the node through ten stages, each
// with a different sentence of at least five words. The node lies within the canvas. The page has one button Next, the bar names no control
// twice, and the controls of Research are hidden. axe-core finds no problem.
func TestLearnWalks(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.click("look-how")
	p.waitFor(`sheafscope.scene() === 1`)
	// Scene 1 has chosen a person; scene 6 selects the node of the person.
	var person int
	p.eval("sheafscope.state().oneEdge.u", &person)
	p.call("scene(6)")
	p.waitFor(fmt.Sprintf("sheafscope.state().selected.node === %d", person))
	p.waitFor(`sheafscope.level() === "learn" && sheafscope.scene() === 6 && ` +
		`document.querySelector('[data-testid="scene-next"]').checkVisibility() && sheafscope.state().epoch > 0`)
	// The run is stored at this position and is not trained here (web/opening/train TestOpened).
	var position int
	p.eval("sheafscope.state().position", &position)
	if position != opening.Position {
		t.Errorf("the last scene opens at position %d, want %d", position, opening.Position)
	}
	// The line of the scene has the button Next; the walk of Learn must not show a second button Next.
	var nextOfWalk bool
	p.eval(`document.querySelector('[data-testid="walk-next"]').checkVisibility()`, &nextOfWalk)
	if nextOfWalk {
		t.Error("the page shows two buttons Next")
	}
	p.waitFor(`document.querySelector(".ibody svg text")`) // the picture of the stage is drawn
	p.axe("Learn")
	// names has the names of the visible controls in the bar. A menu has the name of its selected option.
	var names []string
	p.eval(`[...document.querySelectorAll(".bar :is(select, .act)")].filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => `+
		`(e.selectedOptions?.[0] ?? e).textContent.trim())`, &names)
	slices.Sort(names)
	if len(slices.Compact(slices.Clone(names))) != len(names) || !slices.Contains(names, "Course") {
		t.Errorf("the controls of the bar are %q, want different names and Course among them", names)
	}
	// The selected node lies within the canvas.
	p.waitFor(`(({x, y}, c) => x > 0 && y > 0 && x < c.clientWidth && y < ` +
		`c.clientHeight)(sheafscopeIslands.shown().nodes[sheafscope.state().selected.node].at, ` +
		`document.querySelector(".canvas"))`)
	visibleOfResearch := `["split-select", "seed", "reading-select", "method-select", "bound"].filter((id) => ` +
		`document.querySelector('[data-testid="' + id + '"]')?.checkVisibility({visibilityProperty: true}))`
	var visible []string
	p.eval(visibleOfResearch, &visible)
	if len(visible) > 0 {
		t.Errorf("Learn shows the controls of Research %v, want none", visible)
	}
	// The ten stages.
	sentences := map[string]bool{}
	for k := 1; k <= 10; k++ {
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="walk"]').textContent.includes("%d of 10")`, k))
		var lead string
		p.eval(`document.querySelector(".insp .lead").textContent.trim()`, &lead)
		sentences[lead] = true
		if n := len(strings.Fields(lead)); n < 5 {
			t.Errorf("the sentence of stage %d is %q, want at least 5 words", k, lead)
		}
		if k < 10 {
			p.click("scene-next")
		}
	}
	if len(sentences) != 10 {
		t.Errorf("the ten stages have %d different sentences, want 10", len(sentences))
	}
	p.clean()
}
