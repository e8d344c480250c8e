//go:build e2e

package e2e

import "testing"

// The test changes settings of each kind in the lists of their stages. The run applies a new value at its present position. The page does
// not send a value out of range.
func TestAllSettings(t *testing.T) {
	p := open(t, view{width: 1440, height: 900})
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	at := p.state().Position
	p.eval(`(() => { window.set = (name, value) => {
		const e = document.querySelector('[data-testid="setting-' + name + '"] :is(select, input)');
		if (!e) throw new Error("no control for " + name);
		if (e.type === "checkbox") e.checked = value; else e.value = value;
		e.dispatchEvent(new Event("change", { bubbles: true }));
	}; window.has = (name, value) => String(sheafscope.recipe().settings?.[name]) === value && !sheafscope.state().busy; return 1; })()`, nil)
	p.click("stage-8")
	p.waitFor(`document.querySelector('[data-testid="setting-head"]')`)
	p.eval(`document.querySelector(".settingsbox summary").click(); 1`, nil)
	p.eval(`set("head", "gat"); 1`, nil)
	p.waitFor(`has("head", "gat")`)
	p.click("stage-9")
	p.waitFor(`document.querySelector('.settingsbox details[open] [data-testid="setting-a0"]')`)
	p.eval(`set("a0", "2,5"); 1`, nil) // a decimal comma
	p.waitFor(`has("a0", "2.5")`)
	p.eval(`set("b0", "1,234"); 1`, nil)
	p.waitFor(`sheafscope.state().error?.includes("may be 1.234 or 1234")`)
	p.eval(`set("b0", "−3"); 1`, nil) // a minus that is no hyphen
	p.waitFor(`sheafscope.state().error?.includes("b0=-3")`)
	p.eval(`set("delta", "2"); 1`, nil)
	p.eval(`set("calibrate", false); 1`, nil)
	p.waitFor(`has("calibrate", "false")`)
	var delta bool
	p.eval(`"delta" in sheafscope.recipe().settings`, &delta)
	if delta {
		t.Error("a confidence of 2 was sent")
	}
	p.click("stage-3")
	p.waitFor(`document.querySelector('[data-testid="setting-jko_mode"]')`)
	p.eval(`set("jko_mode", "w2"); 1`, nil)
	p.waitFor(`has("jko_mode", "w2") && document.body.textContent.includes("The margins are free")`)
	if now := p.state().Position; now != at {
		t.Errorf("the run stands at %d, not %d", now, at)
	}
	p.clean()
}
