//go:build e2e

package e2e

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/formula"
)

// typesFormula is the text of the formula, as its keys would leave it.
const typesFormula = `((text) => { const t = document.querySelector('[data-testid="formula-text"]'); t.focus(); t.value = text;
	t.dispatchEvent(new Event("input", {bubbles: true})); return true; })`

// A formula is typed with the graph as its live picture: the classes follow when the keys rest, a fault stands under its line and changes
// nothing, and the link holds the formula.
func TestFormula(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.choose("graph-select", "grid")
	p.waitFor(`document.querySelector('[data-testid="formula"]')`)
	p.eval(`(document.querySelector('[data-testid="formula"]').open = true)`, nil)
	p.eval(typesFormula+`("class = sign(x*y)\nfeature 1 = x + 0.3*noise\nfeature 2 = y")`, nil)
	p.waitFor(`sheafscope.recipe().graph.includes("sign")`)
	p.settle()
	p.waitFor(`sheafscope.state().graph.features === 2 && sheafscope.state().epoch > 0`)
	want, err := formula.Open("grid|class = sign(x*y)|feature 1 = x + 0.3*noise|feature 2 = y")
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
	p.waitFor(`!document.querySelector('[data-testid="formula-fault"]').hidden`)
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
}
