//go:build e2e && screens

package e2e

import "testing"

// TestLabScreens writes screenshots of results and comparison into .build/screens.
func TestLabScreens(t *testing.T) {
	for _, v := range []struct {
		name string
		view
	}{
		{"desktop-light", view{width: 1440, height: 900, theme: "light"}},
		{"desktop-dark", view{width: 1440, height: 900, theme: "dark"}},
		{"phone-light", view{width: 390, height: 844, theme: "light"}},
		{"phone-dark", view{width: 390, height: 844, theme: "dark"}},
	} {
		// The comparison with another model, and then with other settings. The attribute data-b is the epoch of the second run.
		p := open(t, v.view)
		p.ready()
		p.loadTexas(texasRecipe)
		p.call("run(30)")
		p.eval(`document.querySelector('[data-testid="compare"]').click(); true`, new(bool))
		p.waitFor(`document.querySelector('[data-testid="compare-body"]')?.dataset.b === "30"`)
		p.settle()
		p.shot("compare-" + v.name)
		p.choose("compare-b", "sgpc")
		p.waitFor(`document.querySelector('[data-testid="compare-add"]').textContent.includes("Δt")`)
		p.choose("compare-add", "dt")
		p.choose("compare-add", "gap_mode")
		p.waitFor(`document.querySelector('[data-testid="compare-gap_mode"]')`)
		p.waitFor(`document.querySelector('[data-testid="compare-body"]')?.dataset.b === "30"`)
		p.eval(`document.querySelector('[data-testid="compare-pair-1"]').click(); true`, new(bool))
		p.settle()
		p.shot("compare-settings-" + v.name)
		p.eval(`document.querySelector('[data-testid="compare-close"]').click(); true`, new(bool))
		// The results during and after a batch, and the mistakes.
		p.call(`load({graph: "karate", seed: 1})`)
		p.eval(`document.querySelector('[data-testid="tab-results"]').click(); document.querySelectorAll(".tabs [role=tab]")[2].click(); `+
			`true`, new(bool))
		p.waitFor(`document.querySelector('[data-testid="results-model-gcn"]')`)
		p.eval(`document.querySelector('[data-testid="results-run"]').click(); true`, new(bool))
		p.waitFor(`document.querySelector('[data-testid="result-gcn"]')?.dataset.n >= 2`)
		p.shot("results-running-" + v.name)
		p.waitFor(`!document.querySelector('[data-testid="results-run"]').hidden`)
		p.settle()
		p.shot("results-" + v.name)
		p.eval(`document.querySelector('[data-testid="mistakes"]').scrollIntoView(); true`, new(bool))
		p.choose("nodes-by", "mistakes")
		p.settle()
		p.shot("mistakes-" + v.name)
		p.clean()
	}
}
