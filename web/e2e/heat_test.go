//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sheafscope/core/heat"
)

// The page displays the two stored heat maps at once, with the numbers and colours that core/heat computes from the stored files. A new map
// fills during its training and leaves the run unchanged. A cancellation keeps the finished cells. The parameter figure=heat shows the map
// alone.
func TestHeatMapFills(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.openResults()
	before := p.state()
	// shades is JavaScript for the cells as a list of heatShade.
	const cells = `[...document.querySelectorAll('[data-testid="heat-table"] td')]`
	const shades = cells + `.map((td) => ({kind: td.className, colour: getComputedStyle(td).backgroundColor,
		hatched: getComputedStyle(td).backgroundImage !== "none",
		wide: td.firstChild.offsetWidth, top: td.offsetTop, tall: td.offsetHeight}))`
	// The first quantity of the menu is the difference between sheaf and graph, the second the accuracy of SGPC. Numbers are hidden until a
	// button shows them.
	var differences, accuracies []string
	p.waitFor(cells + `.length > 0`)
	p.eval(cells+`.map((td) => td.firstChild.textContent)`, &differences)
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
	p.eval(cells+`.map((td) => td.firstChild.textContent)`, &accuracies)
	// The same numbers from the stored file. A difference is compared without its sign, which the page writes before it.
	text, err := os.ReadFile("../../core/heat/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := heat.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(differences) != m.Points() {
		t.Fatalf("the map has %d cells, want %d", len(differences), m.Points())
	}
	for k, v := range m.Verdicts() {
		if want := fmt.Sprintf("%.1f", max(v.Mean, -v.Mean)); !strings.HasSuffix(differences[k], want) {
			t.Fatalf("point %d: the page shows the difference %q, want %s after a sign", k, differences[k], want)
		}
		if want := fmt.Sprintf("%.0f", m.Mean(k, 0).Mean); accuracies[k] != want {
			t.Fatalf("point %d: the page shows the accuracy %q, want %s", k, accuracies[k], want)
		}
	}
	checkHeatShades(t, m, shown)
	p.axe("where a sheaf pays")
	choose("heat-which", "0")
	// The other stored map has another axis.
	choose("heat-axis", "noise")
	p.waitFor(cells + `.length === 4`)
	p.eval(shades, &shown)
	if text, err = os.ReadFile("../../core/heat/ties.json"); err != nil {
		t.Fatal(err)
	}
	if m, err = heat.Parse(string(text)); err != nil {
		t.Fatal(err)
	}
	checkHeatShades(t, m, shown)
	// There is no stored map with this axis: the table is hidden. The training is cancelled after the first cell.
	choose("heat-axis", "correlation")
	p.waitFor(`document.querySelector('[data-testid="heat-table"]').closest("[hidden]") !== null`)
	p.click("heat-run")
	p.waitFor(cells + `.some((td) => /\d/.test(td.textContent)) && ` +
		`document.querySelector('.heatbox [data-testid="figure-cancel"]').offsetWidth > 0`)
	p.eval(`document.querySelector('.heatbox [data-testid="figure-cancel"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-testid="heat-run"]').offsetWidth > 0 && ` + cells + `.some((td) => /\d/.test(td.textContent))`)
	same(t, "the run on the page", p.state(), before)
	// The figure alone has the 15 cells of the stored map, and no table of results.
	p.visit(p.origin + base + "?figure=heat")
	p.waitFor(cells + `.length === 15 && document.querySelectorAll('[data-testid="results-run"]').length === 0`)
	p.clean()
}

// heatShade is a cell of the map on the page: its classes, its colour, whether it is hatched, the width of its number, and the top and the
// height of the cell, in pixels.
type heatShade struct {
	Kind, Colour    string
	Hatched         bool
	Wide, Top, Tall float64
}

// checkHeatShades compares the colours of the cells with their numbers. A cell is blue if the sheaf is ahead and ochre if the graph is
// ahead. The colour is stronger for larger differences, up to 30 points: the blue of the oklab colour, −b, grows with the difference. A
// cell is hatched exactly if the statistical test decides for neither. The cells display no number, and all cells of a row have one
// position and height.
func checkHeatShades(t *testing.T, m *heat.Map, shown []heatShade) {
	t.Helper()
	type point struct{ mean, b float64 }
	var points []point
	for k, v := range m.Verdicts() {
		c, row := shown[k], shown[k-k%len(m.Axes[0].Values)] // row is the first cell of the row
		var light, a, b float64
		if _, err := fmt.Sscanf(c.Colour, "oklab(%g %g %g)", &light, &a, &b); err != nil {
			t.Fatalf("point %d: colour %q: %v", k, c.Colour, err)
		}
		undecided := v.Sign == 0
		if c.Hatched != undecided || strings.Contains(c.Kind, "none") != undecided {
			t.Errorf("point %d: hatched: %v, classes %q, for the verdict %+v", k, c.Hatched, c.Kind, v)
		}
		if c.Wide > 1 {
			t.Errorf("point %d displays a number of %v pixels", k, c.Wide)
		}
		if c.Top != row.Top || c.Tall != row.Tall {
			t.Errorf("point %d is at %v and %v high, the row at %v and %v high", k, c.Top, c.Tall, row.Top, row.Tall)
		}
		points = append(points, point{min(30, max(-30, v.Mean)), -b})
	}
	// A smaller difference has less blue. Differences that agree to 0.1 points are not compared.
	for _, x := range points {
		for _, y := range points {
			if x.mean < y.mean-0.1 && x.b >= y.b {
				t.Errorf("differences %v and %v have the blues %v and %v", x.mean, y.mean, x.b, y.b)
			}
		}
	}
}
