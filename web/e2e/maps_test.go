//go:build e2e

package e2e

import "testing"

// The maps of neural sheaf diffusion are switched beside the results, and each
// choice is trained over the seeds while the run on the page stays.
func TestMapsSwitch(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", model: "nsd-diag", seed: 1, settings: {epochs: "5", d: "2"}})`)
	p.call("run(2)")
	p.click("tab-results")
	p.waitFor(`document.querySelector('[data-testid="maps-switch"]')?.value === "learned"`)
	p.choose("maps-switch", "identity")
	p.waitFor(`sheafscope.recipe().settings.maps === "identity" && !sheafscope.state().busy`)
	if s := p.state(); s.Epoch != 2 || s.KernelDim == nil || *s.KernelDim != 2 { // d on a connected graph
		t.Errorf("with identity maps: epoch %d, kernel %v", s.Epoch, s.KernelDim)
	}
	p.choose("results-runs", "3")
	p.click("maps-run")
	for _, row := range []string{"result-nsd-diag", "result-nsd-diag+identity", "result-nsd-diag+zero"} {
		p.waitFor(`document.querySelector('[data-testid="` + row + `"]')?.dataset.n === "3"`)
	}
	if s := p.state(); s.Epoch != 2 {
		t.Errorf("the run on the page went on to epoch %d", s.Epoch)
	}
	p.choose("model-select", "gcn")
	p.waitFor(`!document.querySelector('[data-testid="maps-switch"]').checkVisibility()`)
	p.clean()
}
