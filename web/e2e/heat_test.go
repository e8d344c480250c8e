//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sheafscope/core/heat"
)

// The page displays the stored heat map at once. A new map fills during its training beside the run. A cancellation keeps the finished
// cells.
func TestHeatMapFills(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.openResults()
	before := p.state()
	const cells = `[...document.querySelectorAll('[data-testid="heat-table"] td')]`
	const shades = cells + `.map((td) => ({kind: td.className, colour: getComputedStyle(td).backgroundColor,
		hatched: getComputedStyle(td).backgroundImage !== "none",
		wide: td.firstChild.offsetWidth, top: td.offsetTop, tall: td.offsetHeight}))`
	var first, sgpc []string
	p.waitFor(cells + `.length > 0`)
	p.eval(cells+`.map((td) => td.firstChild.textContent)`, &first)
	var shown []heatShade
	p.eval(shades, &shown)
	p.click("heat-numbers")
	p.waitFor(cells + `.every((td) => td.firstChild.offsetWidth > 4)`)
	p.axe("where a sheaf pays, with numbers")
	p.click("heat-numbers")
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
	heatShades(t, m, shown)
	p.axe("where a sheaf pays")
	choose("heat-which", "0")
	choose("heat-axis", "noise") // the other stored map
	p.waitFor(cells + `.length === 4`)
	p.eval(shades, &shown)
	if text, err = os.ReadFile("../../core/heat/ties.json"); err != nil {
		t.Fatal(err)
	}
	if m, err = heat.Parse(string(text)); err != nil {
		t.Fatal(err)
	}
	heatShades(t, m, shown)
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

// heatShade is a cell of the map on the page: its classes, its colour, whether it is hatched, the width of its number, and its position.
type heatShade struct {
	Kind, Colour    string
	Hatched         bool
	Wide, Top, Tall float64
}

// heatShades compares the colours of the cells with their numbers. A cell is blue if the sheaf is ahead and ochre if the graph is ahead,
// and the colour is stronger for larger differences, up to 30 points. A cell is hatched exactly if the test decides for neither. The cells
// display no number.
func heatShades(t *testing.T, m *heat.Map, shown []heatShade) {
	t.Helper()
	type point struct{ mean, b float64 }
	var points []point
	for k, v := range m.Verdicts() {
		c, row := shown[k], shown[k-k%len(m.Axes[0].Values)]
		var light, a, b float64
		if _, err := fmt.Sscanf(c.Colour, "oklab(%g %g %g)", &light, &a, &b); err != nil {
			t.Fatalf("point %d: colour %q: %v", k, c.Colour, err)
		}
		if c.Hatched != (v.Sign == 0) || strings.Contains(c.Kind, "none") != c.Hatched || c.Wide > 1 || c.Top != row.Top ||
			c.Tall != row.Tall {
			t.Errorf("point %d: %+v of %+v", k, c, v)
		}
		points = append(points, point{min(30, max(-30, v.Mean)), -b})
	}
	for _, x := range points {
		for _, y := range points {
			if x.mean < y.mean-0.1 && x.b >= y.b {
				t.Errorf("differences %v and %v have the blues %v and %v", x.mean, y.mean, x.b, y.b)
			}
		}
	}
}
