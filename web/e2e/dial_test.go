//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// This file tests the dial of the panel of results, which trains a network for each of its stops.

// The dial trains a network for each of its 5 stops and leaves the run of the page unchanged. The button of the dial loads the run of the
// present stop, here stop 3: the run has the test accuracy and the kernel dimension that the dial shows. Stop 0 shows the same numbers when
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
	// numbersAt moves the dial to a stop, from 0, and returns the texts beside it: [0] is the test accuracy, [2] the dimension of the kernel.
	numbersAt := func(stop int) (numbers []string) {
		p.eval(fmt.Sprintf(`(() => { const d = document.querySelector('[data-testid="morph-dial"]'); d.value = %d; `+
			`d.dispatchEvent(new Event("input", {bubbles: true})); `+
			`return [...document.querySelectorAll(".insp .view .dialbox dd")].map((e) => e.textContent); `+
			`})()`, stop), &numbers)
		return numbers
	}
	// Stop 0 has identity maps, stop 3 orthogonal maps.
	identity, orthogonal := numbersAt(0), numbersAt(3)
	p.click("dial-show")
	p.waitFor(`sheafscope.recipe().settings.maps === "orthogonal" && !sheafscope.state().busy && sheafscope.state().epoch > 0`)
	s := p.state()
	if s.Accuracy.Test == nil || fmt.Sprintf("%.1f %%", 100**s.Accuracy.Test) != orthogonal[0] {
		t.Errorf("the dial showed the test accuracy %s, the run has %s", orthogonal[0], quoted(t, s.Accuracy))
	}
	if s.KernelDim == nil || fmt.Sprint(*s.KernelDim) != orthogonal[2] {
		t.Errorf("the dial showed the kernel dimension %s, the run has %s", orthogonal[2], quoted(t, s.KernelDim))
	}
	if len(s.Spectrum) == 0 {
		t.Error("the run of the dial has no spectrum")
	}
	// Constant signals agree along identity maps. Therefore the sheaf Laplacian has a kernel.
	if identity[2] == "0" {
		t.Errorf("the dial showed %v for identity maps, want a kernel", identity)
	}
	if again := numbersAt(0); fmt.Sprint(again) != fmt.Sprint(identity) {
		t.Errorf("back at identity maps the dial shows %v, want %v as before", again, identity)
	}
	p.clean()
}
