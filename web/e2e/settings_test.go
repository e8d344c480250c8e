//go:build e2e

package e2e

import "testing"

// In the lists of the stages a user changes settings of each kind: a choice, a number, a switch. The recipe has each new value, also from a
// text with a decimal comma. A text that can be two numbers and a negative b0 give an error, and a delta above 1 does not enter the recipe.
// The choice of jko_mode changes a text of the page. The run keeps its position.
func TestAllSettings(t *testing.T) {
	p := open(t, view{width: 1440, height: 900})
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	position := p.state().Position
	// set sends the event of a user's change. has is true when the recipe has the value and the page is at rest.
	p.eval(`(() => { window.set = (name, value) => {
		const e = document.querySelector('[data-testid="setting-' + name + '"] :is(select, input)');
		if (!e) throw new Error("no control for " + name);
		if (e.type === "checkbox") e.checked = value; else e.value = value;
		e.dispatchEvent(new Event("change", { bubbles: true }));
	}; window.has = (name, value) => String(sheafscope.recipe().settings?.[name]) === value && !sheafscope.state().busy; return 1; })()`, nil)
	// A choice, in the list of stage 8.
	p.click("stage-8")
	p.waitFor(`document.querySelector('[data-testid="setting-head"]')`)
	p.eval(`document.querySelector(".settingsbox summary").click(); 1`, nil) // the list stays open at the next stages
	p.eval(`set("head", "gat"); 1`, nil)
	p.waitFor(`has("head", "gat")`)
	// Numbers and a switch, in the list of stage 9.
	p.click("stage-9")
	p.waitFor(`document.querySelector('.settingsbox details[open] [data-testid="setting-a0"]')`)
	p.eval(`set("a0", "2,5"); 1`, nil) // a decimal comma
	p.waitFor(`has("a0", "2.5")`)
	p.eval(`set("b0", "1,234"); 1`, nil)
	p.waitFor(`sheafscope.state().error?.includes("may be 1.234 or 1234")`)
	p.eval(`set("b0", "−3"); 1`, nil) // the minus sign U+2212
	p.waitFor(`sheafscope.state().error?.includes("b0=-3")`)
	// A refused value changes nothing that a wait could see. The switch after it is applied later.
	p.eval(`set("delta", "2"); 1`, nil)
	p.eval(`set("calibrate", false); 1`, nil)
	p.waitFor(`has("calibrate", "false")`)
	var delta bool
	p.eval(`"delta" in sheafscope.recipe().settings`, &delta)
	if delta {
		t.Error("the recipe has a setting delta, although 2 is no confidence")
	}
	// A choice that other texts depend on, in the list of stage 3.
	p.click("stage-3")
	p.waitFor(`document.querySelector('[data-testid="setting-jko_mode"]')`)
	p.eval(`set("jko_mode", "w2"); 1`, nil)
	p.waitFor(`has("jko_mode", "w2") && document.body.textContent.includes("The margins are free")`)
	if now := p.state().Position; now != position {
		t.Errorf("after the changes the run is at position %d, want %d", now, position)
	}
	p.clean()
}
