//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// This file tests the dial of the panel of results, which trains a network for each of its stops.

// The dial trains a network for each of its 5 stops and leaves the run of the page unchanged. The button of the dial loads the run of the
// present stop: its test accuracy and the dimension of its kernel are those that the dial shows. A stop shows the same numbers again when
// the dial returns to it.
func TestMorphDial(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "friends:n=40", seed: 1})`)
	before := p.state()
	p.click("tab-results")
	p.click("dial-run")
	p.waitFor(`document.querySelector('[data-testid="morph-dial"]')?.dataset.done === "5"`)
	same(t, "the run on the page", p.state(), before)
	// at moves the dial to a stop, from 0, and returns the numbers beside it: first the test accuracy, third the dimension of the kernel.
	at := func(stop int) (numbers []string) {
		p.eval(fmt.Sprintf(`(() => { const d = document.querySelector('[data-testid="morph-dial"]'); d.value = %d; `+
			`d.dispatchEvent(new Event("input", {bubbles: true})); `+
			`return [...document.querySelectorAll(".insp .view .dialbox dd")].map((e) => e.textContent); `+
			`})()`, stop), &numbers)
		return numbers
	}
	// Stop 0 has identity maps, stop 3 orthogonal maps.
	identity, orthogonal := at(0), at(3)
	p.click("dial-show")
	p.waitFor(`sheafscope.recipe().settings.maps === "orthogonal" && !sheafscope.state().busy && sheafscope.state().epoch > 0`)
	s := p.state()
	if s.Accuracy.Test == nil || fmt.Sprintf("%.1f %%", 100**s.Accuracy.Test) != orthogonal[0] {
		t.Errorf("the dial showed the test accuracy %s, the run has %+v", orthogonal[0], s.Accuracy)
	}
	if s.KernelDim == nil || fmt.Sprint(*s.KernelDim) != orthogonal[2] {
		t.Errorf("the dial showed the kernel dimension %s, the run has %v", orthogonal[2], s.KernelDim)
	}
	if len(s.Spectrum) == 0 {
		t.Error("the run of the dial has no spectrum")
	}
	// The sheaf Laplacian of identity maps has a kernel.
	if identity[2] == "0" {
		t.Errorf("the dial showed %v for identity maps, want a kernel", identity)
	}
	if again := at(0); fmt.Sprint(again) != fmt.Sprint(identity) {
		t.Errorf("for identity maps the dial showed %v, and now %v", identity, again)
	}
	p.clean()
}
