//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// A cancelled search of settings on karate leaves the method "paper". A search by tune(), with four configurations, returns four results
// and a choice. The link has the chosen settings, and the run has a value for each. A reload restores the method and the number of epochs.
// After each search only the page's own worker is alive.
func TestTuneSetsTheChoice(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 1, method: "paper"})`)
	// The search by the menu, which the user cancels. The variable alive of the page is the number of its workers.
	p.choose("method-select", "auto")
	p.waitFor(`document.querySelector('[data-testid="search-progress"]')?.checkVisibility() && alive > 1`)
	p.click("search-cancel")
	p.waitFor(`alive === 1 && document.querySelector('[data-testid="method-select"]').value === "paper"`)
	// The search by the interface of the page.
	var out struct {
		Search []struct {
			Settings map[string]string `json:"settings"`
			Val      float64           `json:"val_mean"`
		} `json:"search"`
		Chosen   int               `json:"chosen"`
		Settings map[string]string `json:"settings"`
	}
	p.eval(`sheafscope.tune({runs: 3, configurations: 4, epochs: 6})`, &out)
	if len(out.Search) != 4 || out.Chosen < 0 {
		t.Fatalf("tune() returns %d results and the choice %d, want 4 and an index: %+v", len(out.Search), out.Chosen, out)
	}
	if out.Settings["epochs"] != "6" {
		t.Fatalf("the chosen settings have %q epochs, want 6", out.Settings["epochs"])
	}
	p.waitFor(`alive === 1 && document.querySelectorAll('[data-testid="search-list"] tbody tr').length === 4`)
	p.waitFor(`document.querySelector('[data-testid="search-list"] tbody tr').dataset.chosen === "true" && ` +
		`document.querySelector('[data-testid="method-select"]').value === "auto"`)
	var config map[string]any
	p.eval(`sheafscope.state().config`, &config)
	r := p.inAddress("the search", func(r recipe.Recipe) bool { return r.Tuned.Tried == 4 })
	for name, v := range out.Settings {
		if r.Settings[name] != v || config[name] == nil {
			t.Errorf("%s is %v in the link and %v in the run, tune() has chosen %s", name, r.Settings[name], config[name], v)
		}
	}
	// A reload opens the address of the search.
	p.shot("tune")
	p.reload()
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="method-select"]')?.value === "auto" && sheafscope.state().config.epochs === 6 && ` +
		`sheafscope.state().epoch <= 6`)
	p.clean()
}

// While the page trains several runs for the dial of homophily, tune() is refused because of these runs. Its promise does not resolve with
// the outcome of an earlier search.
func TestSearchBesideOtherRunsIsRefused(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 1})`)
	p.call(`tune({runs: 3, configurations: 2, epochs: 2})`)
	p.call(`load({graph: "sbm:n=300,classes=3,homophily=0.3", seed: 1})`)
	p.openResults()
	p.click("dial-run")
	p.waitFor("alive > 1")
	var refused string
	p.eval(`sheafscope.tune({runs: 3, configurations: 2, epochs: 2}).then(() => "", (why) => why.message)`, &refused)
	if !strings.Contains(refused, "other runs are under way") {
		t.Errorf("a search beside other runs is refused with %q, want \"other runs are under way\" in it", refused)
	}
	p.click("dial-cancel")
	p.waitFor("alive === 1")
	p.clean()
}
