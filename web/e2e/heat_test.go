//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sheafscope/core/heat"
)

// The page displays two stored heat maps without a training. The numbers of the first map and the shades of both maps agree with core/heat,
// which reads the stored files. A new map fills during its training and leaves the run unchanged. A cancellation keeps a finished cell. The
// parameter figure=heat shows the map alone.
func TestHeatMapFills(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.openResults()
	before := p.state()
	// cells is JavaScript for the cells of the map, and shades for these cells as a list of heatShade.
	const cells = `[...document.querySelectorAll('[data-testid="heat-table"] td')]`
	const shades = cells + `.map((td) => ({kind: td.className, colour: getComputedStyle(td).backgroundColor,
		hatched: getComputedStyle(td).backgroundImage !== "none",
		wide: td.firstChild.offsetWidth, top: td.offsetTop, tall: td.offsetHeight}))`
	// The menu "heat-which" has the difference between sheaf and graph as quantity 0, and the accuracy of SGPC as quantity 1. Numbers are
	// hidden until a button shows them, and hidden again after a second click.
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
	// m has the stored numbers. A difference is compared without its sign, which the page writes before it.
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
		// SGPC is model 0 of the map.
		if want := fmt.Sprintf("%.0f", m.Mean(k, 0).Mean); accuracies[k] != want {
			t.Fatalf("point %d: the page shows the accuracy %q, want %s", k, accuracies[k], want)
		}
	}
	checkHeatShades(t, m, shown)
	p.axe("where a sheaf pays")
	choose("heat-which", "0")
	// The second stored map has the axis "noise" and 4 cells.
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
	// The axis "correlation" has no stored map: the table is hidden. The training is cancelled after the first cell.
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

// heatShade is a cell of the map on the page.
type heatShade struct {
	Kind, Colour    string // the classes, and the colour as "oklab(light a b)"
	Hatched         bool
	Wide, Top, Tall float64 // the width of the number, and the top and the height of the cell, in pixels
}

// checkHeatShades compares the shades of the cells with the verdicts of the map. Colours go from ochre, if the graph is ahead, to blue, if
// the sheaf is ahead: the blue of the oklab colour, −b, grows with the difference, up to 30 points in both directions. A cell is hatched
// and has a class with "none" exactly if the statistical test decides for neither. The cells display no number, and all cells of a row have
// one top and one height.
func checkHeatShades(t *testing.T, m *heat.Map, shown []heatShade) {
	t.Helper()
	type point struct{ mean, blue float64 }
	var points []point
	for k, v := range m.Verdicts() {
		c, row := shown[k], shown[k-k%len(m.Axes[0].Values)] // row is the first cell of the row
		var light, a, b float64
		if _, err := fmt.Sscanf(c.Colour, "oklab(%g %g %g)", &light, &a, &b); err != nil {
			t.Fatalf("point %d: colour %q: %v", k, c.Colour, err)
		}
		undecided := v.Sign == 0
		if c.Hatched != undecided || strings.Contains(c.Kind, "none") != undecided {
			t.Errorf("point %d: hatched: %v, classes %q, want hatched and none: %v", k, c.Hatched, c.Kind, undecided)
		}
		if c.Wide > 1 {
			t.Errorf("point %d displays a number of %v pixels, want at most 1", k, c.Wide)
		}
		if c.Top != row.Top || c.Tall != row.Tall {
			t.Errorf("point %d: top %v and height %v, want %v and %v as in the first cell of the row", k, c.Top, c.Tall, row.Top, row.Tall)
		}
		points = append(points, point{min(30, max(-30, v.Mean)), -b})
	}
	// A smaller difference has less blue. Differences within 0.1 points of each other are not compared.
	for _, x := range points {
		for _, y := range points {
			if x.mean < y.mean-0.1 && x.blue >= y.blue {
				t.Errorf("differences %v and %v have the blues %v and %v, want less for the first", x.mean, y.mean, x.blue, y.blue)
			}
		}
	}
}
