//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/core/formula"
	"sheafscope/core/layout"
)

// typesFormula replaces the text of the formula, with the same events as typing.
const typesFormula = `((text) => { const t = document.querySelector('[data-testid="formula-text"]'); t.focus(); t.value = text;
	t.dispatchEvent(new Event("input", {bubbles: true})); return true; })`

// A user types a formula, and the graph is its live picture: the classes follow after the last key. An error appears below its line and
// changes nothing. The menu has examples. The link, the figure and the printed page contain the formula.
func TestFormulaDrawsAsTyped(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.choose("graph-select", "grid")
	p.waitFor(`document.querySelector('[data-testid="formula"]')`)
	p.settle()
	p.eval(`(document.querySelector('[data-testid="formula"]').open = true)`, nil)
	p.waitFor(`document.querySelector('[data-testid="formula-text"]')`)
	p.eval(typesFormula+`("class = sign(x*y)\nfeature 1 = x + 0.3*noise\nfeature 2 = y")`, nil)
	p.waitFor(`sheafscope.recipe().graph.includes("sign")`)
	p.settle()
	p.waitFor(`sheafscope.state().graph.features === 2 && sheafscope.state().epoch > 0`)
	want, err := formula.Open("grid|class = sign(x*y)|feature 1 = x + 0.3*noise|feature 2 = y", layout.Alone, formula.Apply)
	if err != nil {
		t.Fatal(err)
	}
	g := p.state().Graph
	if g.N != want.N || g.Classes != 2 || math.Abs(g.Homophily-want.EdgeHomophily()) > 1e-12 {
		t.Errorf("%+v, want homophily %g", *g, want.EdgeHomophily())
	}
	p.shot("formula")
	before := p.state()
	p.eval(typesFormula+`("class = sign(x*y)\nfeature 1 = temper + 1")`, nil)
	p.waitFor(`document.querySelector('[data-testid="formula-fault"]').textContent.includes("^")`)
	var got string
	p.eval(`document.querySelector('[data-testid="formula-fault"]').textContent`, &got)
	if !strings.HasPrefix(got, "feature 1 = temper + 1\n            ^\nnothing has the name “temper”; there are x, y, degree, ") {
		t.Errorf("%q", got)
	}
	p.shot("formula-fault")
	p.axe("a formula with a fault")
	if after := p.state(); after.Position != before.Position {
		t.Errorf("a fault moved the run from %d to %d", before.Position, after.Position)
	}

	// The arrow keys choose an example, too.
	first := formula.Examples()[0].Text
	p.do(chromedp.Focus(chromedp.CSS(byTestID("formula-example"))), chromedp.KeyEvent(kb.ArrowDown))
	p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="formula-text"]').value === %q && sheafscope.recipe().graph.includes(%q)`,
		first, strings.SplitN(first, "\n", 2)[0]))

	// An example of the menu is a text as if typed; a link holds it, and a figure alone shows its graph.
	p.choose("formula-example", "2")
	p.waitFor(`sheafscope.recipe().graph.includes("|r = sqrt(x^2 + y^2)|class = sign(") && ` +
		`document.querySelector('[data-testid="formula-fault"]').hidden`)
	p.settle()
	p.axe("an example of a formula")
	spiral := p.state().Graph
	p.eval(`(() => { dispatchEvent(new Event("beforeprint")); const text = document.querySelector(".printout").textContent;
		dispatchEvent(new Event("afterprint")); return text; })()`, &got)
	if !strings.Contains(got, "By formula: r = sqrt(x^2 + y^2); class = sign(") {
		t.Errorf("on paper: %q", got)
	}
	for _, v := range []view{{width: 390, height: 844, theme: "light"}, {width: 844, height: 390, theme: "light"}, desktop} {
		p.show(v)
		p.eval(`(document.querySelector('[data-testid="generator"]').open = true)`, nil)
		p.rests()
		var tall int
		if p.eval(`document.querySelector(".graph .canvas").clientHeight`, &tall); tall < 60 {
			t.Errorf("%d×%d: beside the formula the graph has %d pixels", v.width, v.height, tall)
		}
	}
	var link string
	p.eval(`location.hash`, &link)
	p.visit(p.origin + base + "?figure=graph" + link)
	p.ready()
	p.settle()
	if g := p.state().Graph; g.N != spiral.N || g.Homophily != spiral.Homophily || g.Homophily == want.EdgeHomophily() {
		t.Errorf("the link has %+v, the page %+v", *g, *spiral)
	}
}
