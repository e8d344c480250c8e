//go:build e2e

package e2e

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/wasm/recipe"
)

// luminance returns the relative luminance of a colour #rrggbb, as WCAG 2 defines it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) != 7 || hex[0] != '#' {
		t.Fatalf("%q is no colour", hex)
	}
	sum := 0.0
	for k, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[1+2*k:3+2*k], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// contrast returns the contrast ratio of two colours #rrggbb, from 1 to 21, as WCAG 2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// In both themes and in every colouring of edges, the contrast of every edge to the background is at least 3 to 1, the limit of WCAG 2 for
// graphics. The graphs are the karate club and Texas.
func TestEdgeContrast(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		p := shared(t, view{width: 1440, height: 900, theme: theme})
		p.ready()
		var ground string
		p.eval(`getComputedStyle(document.documentElement).getPropertyValue("--surface").trim()`, &ground)
		if len(ground) == 4 { // #rgb is a short form of #rrggbb
			ground = "#" + strings.Repeat(ground[1:2], 2) + strings.Repeat(ground[2:3], 2) + strings.Repeat(ground[3:4], 2)
		}
		for _, graph := range []string{"karate", "texas"} {
			if graph == "texas" {
				p.loadTexas(texasRecipe)
			} else {
				// With this setting all kinds of edges occur.
				p.call(`load({graph: "karate", seed: 1, settings: {gap_mode: "sheaf"}})`)
			}
			p.call("run(10)")
			var modes []string
			p.eval(`[...document.querySelector('[data-testid="edges-by"]').options].map((o) => o.value)`, &modes)
			if len(modes) < 4 {
				t.Fatalf("the colourings of the edges are %v, want at least 4", modes)
			}
			for _, mode := range modes {
				p.choose("edges-by", mode)
				p.settle()
				var colors []string
				p.eval(`[...new Set(sheafscopeIslands.shown().edgeColors)]`, &colors)
				least, worst := math.Inf(1), ""
				for _, c := range colors {
					if v := contrast(t, c, ground); v < least {
						least, worst = v, c
					}
				}
				t.Logf("%s, %s, %s: %d colours, least contrast %.2f", theme, graph, mode, len(colors), least)
				if !(least >= 3) {
					t.Errorf("%s, %s, edges by %s: %s on %s has the contrast %.2f, want at least 3", theme, graph, mode, worst, ground, least)
				}
			}
		}
		p.clean()
	}
}

// The first element that the Tab key reaches is a link to the graph. The link is visible only while it has the focus, and Enter moves the
// focus to the graph without a change of the address. On a phone the test starts from the tab Inspect, where the graph is hidden.
func TestSkipLink(t *testing.T) {
	for _, v := range []view{desktop, {width: 390, height: 844, theme: "dark"}} {
		p := open(t, v)
		p.ready()
		p.settle()
		// shown is JavaScript: true if the link is in the window.
		shown := `(() => { const b = document.querySelector(".skip").getBoundingClientRect(); return b.top >= 0 && b.bottom > 20 && b.left >= ` +
			`0; })()`
		var visible bool
		p.eval(shown, &visible)
		if visible {
			t.Error("the link is visible without the focus")
		}
		if v.width < 500 {
			p.tab("Inspect")
		}
		// The page writes its address a second after a change. The test waits until the address has the end of the first training.
		var before, after string
		p.inAddress("the end of the first training, and its colours", func(r recipe.Recipe) bool {
			p.settle()
			var nodes string
			p.eval("sheafscope.recipe().view.nodes", &nodes)
			return r.Position == p.state().Position && r.View.Nodes == nodes
		})
		p.eval("location.hash", &before)
		p.do(chromedp.KeyEvent(kb.Tab))
		p.waitFor(`document.activeElement.dataset.testid === "skip" && ` + shown)
		p.do(chromedp.KeyEvent(kb.Enter))
		p.waitFor(`document.activeElement.dataset.testid === "graph-canvas"`)
		p.eval("location.hash", &after)
		if after != before {
			t.Errorf("the address changed from %q to %q", before, after)
		}
		p.clean()
	}
}
