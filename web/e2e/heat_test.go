//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"testing"

	"sheafscope/core/heat"
)

// The stored map is there at once; a new one fills while it is trained beside the run, and cancelling keeps what is finished.
func TestHeat(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.openResults()
	before := p.state()
	const cells = `[...document.querySelectorAll('[data-testid="heat-table"] td')]`
	var first, sgpc []string
	p.waitFor(cells + `.length > 0`)
	p.eval(cells+`.map((td) => td.firstChild.textContent)`, &first)
	choose := func(id, value string) {
		p.eval(fmt.Sprintf(`(() => { const s = document.querySelector('[data-testid="%s"]'); s.value = %q; `+
			`s.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, id, value), nil)
	}
	choose("heat-which", "1")
	p.eval(cells+`.map((td) => td.firstChild.textContent)`, &sgpc)
	text, err := os.ReadFile("../../core/heat/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := heat.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range m.Verdicts() {
		want := fmt.Sprintf("%.1f", max(v.Mean, -v.Mean))
		if len(first) != m.Points() || len(first[k]) < len(want) || first[k][len(first[k])-len(want):] != want ||
			sgpc[k] != fmt.Sprintf("%.0f", m.Mean(k, 0).Mean) {
			t.Fatalf("point %d: %v and %v, want %v", k, first, sgpc, v)
		}
	}
	p.axe("where a sheaf pays")
	choose("heat-which", "0")
	choose("heat-axis", "noise") // the other stored map
	p.waitFor(cells + `.length === 4`)
	choose("heat-axis", "correlation")
	p.waitFor(`document.querySelector('[data-testid="heat-table"]').closest("[hidden]") !== null`)
	p.click("heat-run")
	p.waitFor(cells + `.some((td) => /\d/.test(td.textContent)) && ` +
		`document.querySelector('.heatbox [data-testid="figure-cancel"]').offsetWidth > 0`)
	p.eval(`document.querySelector('.heatbox [data-testid="figure-cancel"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-testid="heat-run"]').offsetWidth > 0 && ` + cells + `.some((td) => /\d/.test(td.textContent))`)
	same(t, "the run on the page", p.state(), before)
	p.visit(p.origin + base + "?figure=heat")
	p.waitFor(cells + `.length === 15 && document.querySelectorAll('[data-testid="results-run"]').length === 0`)
	p.clean()
}
