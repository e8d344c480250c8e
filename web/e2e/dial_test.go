//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// The dial trains a network for each of its stops beside the run of the page, and shows each network. The page takes the run of the stop at
// which the dial stands.
func TestMorphDial(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "friends:n=40", seed: 1})`)
	before := p.state()
	p.click("tab-results")
	p.click("dial-run")
	p.waitFor(`document.querySelector('[data-testid="morph-dial"]')?.dataset.done === "5"`)
	same(t, "the run on the page", p.state(), before)
	at := func(stop int) (numbers []string) {
		p.eval(fmt.Sprintf(`(() => { const d = document.querySelector('[data-testid="morph-dial"]'); d.value = %d; `+
			`d.dispatchEvent(new Event("input", {bubbles: true})); `+
			`return [...document.querySelectorAll(".insp .view .dialbox dd")].map((e) => e.textContent); `+
			`})()`, stop), &numbers)
		return numbers
	}
	first, turned := at(0), at(3)
	p.click("dial-show")
	p.waitFor(`sheafscope.recipe().settings.maps === "orthogonal" && !sheafscope.state().busy && sheafscope.state().epoch > 0`)
	s := p.state()
	if s.Accuracy.Test == nil || fmt.Sprintf("%.1f %%", 100**s.Accuracy.Test) != turned[0] || s.KernelDim == nil ||
		fmt.Sprint(*s.KernelDim) != turned[2] || len(s.Spectrum) == 0 || first[2] == "0" {
		t.Errorf("the dial showed %v (identity: %v), the run has %+v and kernel %v", turned, first, s.Accuracy, s.KernelDim)
	}
	if again := at(0); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("the identity had %v, now %v", first, again)
	}
	p.clean()
}
