//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// This file tests accessibility by axe-core.

// axe runs axe-core on the page and fails the test for each problem that axe-core finds.
func (p *page) axe(where string) {
	p.t.Helper()
	p.axeOf(where, "document")
}

// axeOf runs axe-core on a part of the page. part is a JavaScript expression for it. It applies the rules in only, or all rules if only is
// empty.
func (p *page) axeOf(where, part string, only ...string) {
	p.t.Helper()
	rules := `rules: {"label-content-name-mismatch": {enabled: true}}`
	if len(only) > 0 {
		rules = `runOnly: ["` + strings.Join(only, `", "`) + `"]`
	}
	source, err := os.ReadFile(filepath.Join(root, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		p.t.Fatalf("axe-core cannot be read: %v (./build.sh installs it)", err)
	}
	// Runtime.evaluate is not bound by the page's policy, a script element would be.
	p.eval("globalThis.axe === undefined && (() => {"+string(source)+"\n})(), true", new(bool))
	// Each node with a problem gives a text: "color-contrast, serious: #menu: Element has insufficient color contrast".
	var faults []string
	p.eval(`axe.run(`+part+`, {resultTypes: ["violations"], `+rules+`})`+
		`.then(r => r.violations
		.flatMap(v => v.nodes.map(n => v.id + ", " + v.impact + ": " + n.target.join(" ") + ": " + ((n.any[0] || n.all[0] || n.none[0] || `+
		`{}).message || v.help))))`, &faults)
	for _, f := range faults {
		p.t.Errorf("%s: %s", where, f)
	}
}

// checked has the states of the page that axe-core has already checked; see axeEverywhere.
var checked = struct {
	sync.Mutex
	states map[string]bool
}{states: map[string]bool{}}

// stateNow returns theme, classes and width of the page and its visible elements, with those attributes by which axe-core chooses rules.
// Digits in a name become 0, so that all stages count as one. An example is "dark  true stage-0true tab-nodefalse menu".
const stateNow = `(() => {
	const states = ["aria-pressed", "aria-selected", "aria-expanded", "aria-current", "disabled"], root = document.documentElement;
	return [root.dataset.theme, root.className, innerWidth < 721, ...new Set([...document.querySelectorAll("body [data-testid]")]
		.filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => e.dataset.testid.replace(/[0-9]+/g, "0") +
			states.filter((s) => e.hasAttribute(s)).map((s) => e.getAttribute(s)).join()))].join(" ");
})()`

// axeEverywhere runs axe-core once on each state of the page in which a test comes to rest. It runs only in Chromium, only in the long
// form, and not in tests that measure time.
func (p *page) axeEverywhere() {
	p.t.Helper()
	if _, chrome := p.driver.(chromeTab); !chrome || share(p.t) == 0 || slices.Contains(Timed, p.t.Name()) {
		return
	}
	var now string
	p.eval(stateNow, &now)
	checked.Lock()
	known := checked.states[now]
	checked.states[now] = true
	checked.Unlock()
	if !known {
		p.axe(fmt.Sprintf("state %.80s", now))
	}
}

// axe-core finds no problem in the five tabs of the inspector and in the picture of the Laplacian. On a desktop it also checks five menus
// and the list of keys. The windows are a light desktop and, only in the long form, a dark phone. The run is the karate club after 5
// epochs.
func TestAccessibility(t *testing.T) {
	beside(t)
	type window struct {
		name string
		view
	}
	for _, c := range sample(t, 1, []window{{"desktop", desktop}, {"phone", view{width: 390, height: 844, theme: "dark"}}}) {
		t.Run(c.name, func(t *testing.T) {
			p := shared(t, c.view)
			p.ready()
			p.call(`load({graph: "karate", seed: 1})`)
			p.call("run(5)")
			for _, tab := range []string{"edge", "node", "claims", "results", "stage"} {
				// On a phone the inspector is a tab of the page.
				if c.width < 500 {
					p.eval(`[...document.querySelectorAll('nav.tabs [role=tab]')].find(b => /inspect/i.test(b.textContent)).click(), true`, new(bool))
				}
				p.eval(`document.querySelector('[data-testid="tab-`+tab+`"]').click(), true`, new(bool))
				p.settle()
				p.axe("panel " + tab)
			}
			// The bar has these menus only on a large screen.
			if c.width > 500 {
				for _, menu := range []string{"Settings", "Open", "Share", "Present", "Learn"} {
					p.eval(`[...document.querySelectorAll(".bar .act")].find((b) => b.textContent.trim().startsWith("`+menu+`")).click(), true`, new(bool))
					p.settle()
					p.axe("the menu " + menu)
					p.press(kb.Escape)
				}
				p.press("?")
				// The list is complete when it has more than 8 words in bold.
				p.waitFor(`document.querySelectorAll('[data-testid="shortcuts"] .wordlist dd b').length > 8`)
				p.axe("keys and words")
				p.press(kb.Escape)
			}
			// Stage 5 has the sheaf Laplacian.
			p.eval(`document.querySelector('[data-testid="stage-5"]').click(), true`, new(bool))
			p.waitFor(`document.querySelector('[data-testid="laplacian-canvas"]')`)
			p.settle()
			p.axe("the Laplacian")
			p.clean()
		})
	}
}

// Three notices are visible, and axe-core finds no problem in them: the terms of a public data set, the question before a request, and an
// error. The terms name source, licence and authors. The page says that its server has a copy of the data sets.
func TestAccessibilityOfData(t *testing.T) {
	beside(t)
	for _, c := range []struct {
		name string
		view
	}{{"desktop", desktop}, {"phone", view{width: 390, height: 844, theme: "dark"}}} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := blankOn(t, c.view, browser, withSets(t))
			p.goTo("")
			p.ready()
			p.call(`load({graph: "data:texas", seed: 1})`)
			// The terms are in stage 1. On a phone the stages are behind the tab Inspect.
			if c.width < 500 {
				p.eval(`[...document.querySelectorAll('nav.tabs [role=tab]')].find(b => /inspect/i.test(b.textContent)).click(), true`, new(bool))
			}
			p.eval(`document.querySelector('[data-testid="tab-stage"]').click(), document.querySelector('[data-testid="stage-1"]').click(), `+
				`true`, new(bool))
			p.waitFor(`document.querySelector('[data-testid="dataset-about"]')`)
			p.settle()
			about := p.text("dataset-about")
			for _, want := range []string{"github.com/graphdml-uiuc-jlu/geom-gcn", "MIT", "Pei, Wei, Chang"} {
				if !strings.Contains(about, want) {
					t.Errorf("the terms of the data set are %q, want %q in them", about, want)
				}
			}
			var body string
			p.eval(`document.body.innerText`, &body)
			if !strings.Contains(body, "own copy of the public data sets, at "+p.origin+base+"datasets/") {
				t.Errorf("the page does not say that %s has a copy of the data sets", p.origin+base+"datasets/")
			}
			p.axe("the terms of a public set")
			p.eval(`document.querySelector('[data-testid="dataset-about"]').scrollIntoView()`, nil)
			p.shot("data-" + c.name)
			// A link with the address of a file opens the question. On a phone it is above the graph.
			p.eval(`location.hash = "#url=https://graphs.example/g.csv"`, nil)
			p.waitFor(`!document.querySelector('[data-testid="ask"]').hidden`)
			if c.width < 500 {
				p.eval(`[...document.querySelectorAll('nav.tabs [role=tab]')].find(b => /graph/i.test(b.textContent)).click(), true`, new(bool))
			}
			p.settle()
			p.axe("the question before a request")
			p.shot("ask-" + c.name)
			// A damaged link is an error.
			p.eval(`location.hash = "#s1.broken"`, nil)
			p.waitFor(`!document.querySelector('[data-testid="error"]').hidden`)
			p.settle()
			p.axe("an error")
			p.clean()
		})
	}
}
