//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/opening"
)

// The last scene leads a node through ten stages. Each stage has a different sentence, picture and number.
func TestLearnWalks(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.click("look-how")
	p.waitFor(`sheafscope.scene() === 1`)
	var person int
	p.eval("sheafscope.state().oneEdge.u", &person)
	p.call("scene(6)")
	p.waitFor(fmt.Sprintf("sheafscope.state().selected.node === %d", person))
	p.waitFor(`sheafscope.level() === "learn" && sheafscope.scene() === 6 && ` +
		`document.querySelector('[data-testid="scene-next"]').checkVisibility() && sheafscope.state().epoch > 0`)
	var at int // where the run is stored; it is not trained (web/opening/train TestOpened)
	if p.eval("sheafscope.state().position", &at); at != opening.Position {
		t.Errorf("the last scene opens at position %d", at)
	}
	var twice bool // Back and Next stand in one place
	if p.eval(`document.querySelector('[data-testid="walk-next"]').checkVisibility()`, &twice); twice {
		t.Error("there are two Next")
	}
	p.waitFor(`document.querySelector(".ibody svg text")`) // it is drawn
	p.axe("Learn")
	var names []string
	p.eval(`[...document.querySelectorAll(".bar :is(select, .act)")].filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => `+
		`(e.selectedOptions?.[0] ?? e).textContent.trim())`, &names)
	if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) || !slices.Contains(names, "Course") {
		t.Errorf("the bar has %q", names)
	}
	// The node that is followed is in sight.
	p.waitFor(`(({x, y}, c) => x > 0 && y > 0 && x < c.clientWidth && y < ` +
		`c.clientHeight)(sheafscopeIslands.shown().nodes[sheafscope.state().selected.node].at, ` +
		`document.querySelector(".canvas"))`)
	hidden := `["split-select", "seed", "reading-select", "method-select", "bound"].filter((id) => ` +
		`document.querySelector('[data-testid="' + id + '"]')?.checkVisibility({visibilityProperty: true}))`
	var left []string
	if p.eval(hidden, &left); len(left) > 0 {
		t.Errorf("Learn shows %v", left)
	}
	said := map[string]bool{}
	for k := 1; k <= 10; k++ {
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="walk"]').textContent.includes("%d of 10")`, k))
		var lead string
		p.eval(`document.querySelector(".insp .lead").textContent.trim()`, &lead)
		said[lead] = true
		if n := len(strings.Fields(lead)); n < 5 {
			t.Errorf("stage %d says %q", k, lead)
		}
		if k < 10 {
			p.click("scene-next")
		}
	}
	if len(said) != 10 {
		t.Errorf("ten stages say %d things", len(said))
	}
	p.clean()
}
