//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// depthText is the text below the figure of depth.
const depthText = `document.querySelector(".depthbox .shows").textContent`

// The figure of depth has stored curves of SGPC and of GCNII. It trains a model on the loaded graph and draws curves before the end of the
// training. After a cancellation its note names the loaded graph, and the run of the page is unchanged. The parameter figure=depth shows
// the figure alone, with at least five curves.
func TestDepthFigure(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "friends:n=40", seed: 1})`)
	before := p.state()
	p.click("tab-results")
	p.waitFor(depthText + `.startsWith("SGPC is right on")`)
	p.eval(`(() => { const s = document.querySelector('[data-testid="depth-model"]'); s.value = "gcnii"; `+
		`s.dispatchEvent(new Event("change", {bubbles: true})); })()`, nil)
	p.waitFor(depthText + `.startsWith("GCNII is right on")`)
	// When the training draws its first curve, the menu of stored data sets has no chosen set any more. Then the user cancels.
	p.click("depth-run")
	p.waitFor(`document.querySelector('[data-testid="depth-set"]').value === "" && ` + depthText + `.startsWith("GCNII is right on")`)
	p.eval(`document.querySelector('.depthbox [data-testid="figure-cancel"]').click()`, nil)
	p.waitFor(`!document.querySelector('[data-testid="depth-run"]').disabled`)
	var note string
	p.eval(`[...document.querySelectorAll(".depthbox .note")].pop().textContent`, &note)
	if !strings.Contains(note, "Friends and rivals, n = 40") {
		t.Errorf("the note of the figure is %q, want the name of the loaded graph", note)
	}
	same(t, "the run on the page", p.state(), before)
	p.clean()
	p.visit(p.origin + base + "?figure=depth")
	p.waitFor(depthText + `.startsWith("SGPC is right on")`)
	var charts int
	p.eval(`document.querySelectorAll('[data-testid="depth-charts"] svg path').length`, &charts)
	if charts < 5 {
		t.Errorf("the figure alone has %d curves, want at least 5", charts)
	}
}
