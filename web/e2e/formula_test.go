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

// typesFormula is JavaScript: a function that replaces the text of the formula, with the same events as typing.
const typesFormula = `((text) => { const t = document.querySelector('[data-testid="formula-text"]'); t.focus(); t.value = text;
	t.dispatchEvent(new Event("input", {bubbles: true})); return true; })`

// A user types a formula, and the page opens its graph: nodes and homophily agree with formula.Open, and the sign gives two classes. An
// error appears below its line and leaves the run at its position. An arrow key and the menu choose examples. The printed page contains the
// formula of the example, and a figure with the link of the page has the example's graph. Beside the formula the graph keeps a height of at
// least 60 pixels, also on a phone.
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
	// The formula of a recipe has "|" in place of line ends.
	want, err := formula.Open("grid|class = sign(x*y)|feature 1 = x + 0.3*noise|feature 2 = y", layout.Alone, formula.Apply)
	if err != nil {
		t.Fatal(err)
	}
	g := p.state().Graph
	if g.N != want.N || g.Classes != 2 {
		t.Errorf("the graph of the formula has %d nodes and %d classes, want %d and 2", g.N, g.Classes, want.N)
	}
	if math.Abs(g.Homophily-want.EdgeHomophily()) > 1e-12 { // equal up to rounding
		t.Errorf("the graph of the formula has the homophily %g, want %g", g.Homophily, want.EdgeHomophily())
	}
	p.shot("formula")

	// A formula with the unknown name "temper".
	before := p.state()
	p.eval(typesFormula+`("class = sign(x*y)\nfeature 1 = temper + 1")`, nil)
	p.waitFor(`document.querySelector('[data-testid="formula-fault"]').textContent.includes("^")`)
	var got string
	p.eval(`document.querySelector('[data-testid="formula-fault"]').textContent`, &got)
	if !strings.HasPrefix(got, "feature 1 = temper + 1\n            ^\nnothing has the name “temper”; there are x, y, degree, ") {
		t.Errorf("the message about the unknown name is %q, want the line, a ^ below the name, and the known names", got)
	}
	p.shot("formula-fault")
	p.axe("a formula with a fault")
	if after := p.state(); after.Position != before.Position {
		t.Errorf("a fault moved the run from %d to %d", before.Position, after.Position)
	}

	// An arrow key chooses the first example.
	first := formula.Examples()[0].Text
	p.do(chromedp.Focus(chromedp.CSS(byTestID("formula-example"))), chromedp.KeyEvent(kb.ArrowDown))
	p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="formula-text"]').value === %q && sheafscope.recipe().graph.includes(%q)`,
		first, strings.SplitN(first, "\n", 2)[0]))

	// The menu chooses example 2, a spiral. The printed page contains its formula.
	p.choose("formula-example", "2")
	p.waitFor(`sheafscope.recipe().graph.includes("|r = sqrt(x^2 + y^2)|class = sign(") && ` +
		`document.querySelector('[data-testid="formula-fault"]').hidden`)
	p.settle()
	p.axe("an example of a formula")
	spiral := p.state().Graph
	p.eval(`(() => { dispatchEvent(new Event("beforeprint")); const text = document.querySelector(".printout").textContent;
		dispatchEvent(new Event("afterprint")); return text; })()`, &got)
	if !strings.Contains(got, "By formula: r = sqrt(x^2 + y^2); class = sign(") {
		t.Errorf("the printed page is %q, want the formula in it", got)
	}
	// Small windows.
	for _, v := range []view{{width: 390, height: 844, theme: "light"}, {width: 844, height: 390, theme: "light"}, desktop} {
		p.show(v)
		p.eval(`(document.querySelector('[data-testid="generator"]').open = true)`, nil)
		p.rests()
		var height int
		p.eval(`document.querySelector(".graph .canvas").clientHeight`, &height)
		if height < 60 {
			t.Errorf("%d×%d: beside the formula the graph is %d pixels high, want at least 60", v.width, v.height, height)
		}
	}
	// The figure with the link opens the graph of the spiral, not the graph of the first formula.
	var link string
	p.eval(`location.hash`, &link)
	p.visit(p.origin + base + "?figure=graph" + link)
	p.ready()
	p.settle()
	linked := p.state().Graph
	if linked.N != spiral.N || linked.Homophily != spiral.Homophily {
		t.Errorf("the link opens the graph %+v, want the graph of the page, %+v", *linked, *spiral)
	}
	if linked.Homophily == want.EdgeHomophily() {
		t.Errorf("the link opens the graph of the first formula: %+v", *linked)
	}
}
