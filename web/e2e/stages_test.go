//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// atRest returns a shared page with karate after 12 epochs.
func atRest(t *testing.T) *page {
	t.Helper()
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(12)")
	return p
}

// looks returns the appearance of each node in the drawing: colours, the number of its shape, and its position.
func (p *page) looks() (nodes []struct {
	Color, Ring string
	Shape       float64
	X, Y        float64
}) {
	p.t.Helper()
	p.eval("sheafscopeIslands.shown().nodes", &nodes)
	return nodes
}

// colours returns the number of nodes of each colour in the drawing.
func colours(p *page) map[string]int {
	out := map[string]int{}
	for _, n := range p.looks() {
		out[n.Color]++
	}
	return out
}

// quote returns a text as a literal of JavaScript.
func quote(s string) string { return strconv.Quote(s) }

// number returns the shortest text that has the value x, as a literal of JavaScript.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// key moves the focus to a control and presses a key of package kb.
func (p *page) key(id, key string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("document.querySelector(%q)", byTestID(id)))
	p.eval(fmt.Sprintf("document.querySelector(%q).focus()", byTestID(id)), nil)
	p.press(key)
}

// The slider of iterations recolours the graph: at the start, X = 0, all nodes have one colour, at the end the nodes have at least ten
// colours. The largest time step gives a smaller spread. The panel of a node has a picture for each of the four coordinates of its stalk.
// The number on the tab of claims equals the number of failing claims in its panel, also if the panel changes its width while its contents
// wait. The iterations and the panel of a node do not change the run.
func TestFeaturesFlow(t *testing.T) {
	p := open(t, desktop) // not a shared page: the test changes a function of the page
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(12)")
	want := p.state()
	p.click("stage-6")
	p.waitFor(`document.querySelector('[data-testid="flow-iteration"]:not(:disabled)')`)
	// The first and the last iterate.
	p.key("flow-iteration", kb.Home)
	p.waitFor(`document.querySelector('[data-testid="nodes-by"]').value === "flow"`)
	p.settle()
	if c := colours(p); len(c) != 1 {
		t.Errorf("at X = 0 the nodes have %d colours, want one", len(c))
	}
	p.key("flow-iteration", kb.End)
	p.settle()
	if c := colours(p); len(c) < 10 {
		t.Errorf("at the end the nodes have %d colours, want at least 10", len(c))
	}
	// The label of the picture has the spread of the nodes: for the usual time step, and for the largest.
	label := `document.querySelector('[data-testid="flow"] svg').getAttribute("aria-label")`
	var usual, longest string
	p.eval(label, &usual)
	p.key("flow-dt", kb.End)
	p.waitFor(label + ` !== ` + quote(usual))
	p.waitFor(`/Iteration \d+:/.test(` + label + `)`)
	p.key("flow-iteration", kb.End)
	p.settle()
	p.eval(label, &longest)
	var spread [2]float64
	p.eval(`[`+quote(usual)+`, `+quote(longest)+`].map(s => +/spread ([\d.e−]+)/.exec(s)[1].replace("−", "-"))`, &spread)
	if !(spread[1] < spread[0]) {
		t.Errorf("the spread of the nodes is %v, with the largest time step %v, want a smaller spread", spread[0], spread[1])
	}
	same(t, "after the iterates", p.state(), want)
	p.click("stage-7")
	p.waitFor(`document.querySelector('[data-testid="nodes-by"]').value === "prediction"`)
	// The same diffusion for one node: a picture for each coordinate of its stalk.
	p.click("tab-node")
	p.waitFor(`document.querySelectorAll('[data-testid="fibres"] g').length === 4`)
	same(t, "after the panel of a node", p.state(), want)
	// At rest the tab has the number of failing claims, and the panel has as many.
	p.waitFor(`/^\d+$/.test(document.querySelector('[data-testid="tab-claims"] .count:not([hidden])')?.textContent ?? "")`)
	p.click("tab-claims")
	claims := `document.querySelectorAll('.badge.fails').length === +document.querySelector('[data-testid="tab-claims"] .count').textContent`
	p.waitFor(claims)
	// The panel of claims has its contents, although the panel changes its width while they wait to be drawn.
	p.click("tab-node")
	p.waitFor(`!document.querySelector(".badge.fails")`)
	p.eval(`(() => { const islands = sheafscopeIslands, update = islands.update;
		islands.update = (...a) => { update(...a); if (a[0] === "inspector") document.querySelector(".insp .view").style.paddingRight = "60px"; };
	})()`, nil)
	p.click("tab-claims")
	p.waitFor(claims)
	p.clean()
}

// If the keyboard moves a weight of the mixing, by its γ or by its α, the curve changes, and the page answers with the classes. The four
// weights α sum to 1 within the rounding of the handles. state() has the weights by hand, while the run is unchanged. Reset restores the
// curve.
func TestMixByHand(t *testing.T) {
	p := atRest(t)
	want := p.state()
	p.click("stage-7")
	p.waitFor(`document.querySelector('[data-testid="gamma-3"]:not(:disabled)')`)
	curve := `document.querySelector('[data-testid="mix"] svg').getAttribute("aria-label")`
	var before string
	p.eval(curve, &before)
	last := before
	// The key End moves the handle of a γ, then the handle of an α.
	for _, id := range []string{"gamma-3", "alpha-0"} {
		p.key(id, kb.End)
		p.waitFor(curve + ` !== ` + quote(last))
		p.eval(curve, &last)
		p.waitFor(`/class$/.test(document.querySelector('[data-testid="mix-answer"]').textContent)`)
		var alpha []float64
		p.eval(`[0, 1, 2, 3].map(q => +document.querySelector('[data-testid="alpha-' + q + '"]').value)`, &alpha)
		sum := 0.0
		for _, a := range alpha {
			sum += a
		}
		if math.Abs(sum-1) > 0.01 {
			t.Errorf("%s: the weights %v sum to %v, want 1", id, alpha, sum)
		}
		var hand struct {
			What  string
			Gamma []float64
		}
		p.eval("sheafscope.state().byHand", &hand)
		if hand.What != "mixing" || len(hand.Gamma) != 4 {
			t.Errorf("state() has %+v by hand, want a mixing with 4 weights", hand)
		}
		same(t, "the run while a weight is dragged", p.state(), want)
	}
	// Reset restores the weights of the run.
	p.click("mix-reset")
	p.waitFor(`sheafscope.state().byHand === null && ` + curve + ` === ` + quote(before))
	same(t, "after the reset", p.state(), want)
	p.clean()
}

// The layout by eigenvectors is computed again after an epoch, and does not jump: the cosine between the vectors of all coordinates before
// and after the epoch is above 0.6. If one of two equally wide axes were reversed, the cosine would be about 0.
func TestLayoutByEigenvectors(t *testing.T) {
	p := atRest(t)
	p.choose("layout-by", "spectral")
	p.waitFor(`(() => { const s = sheafscopeIslands.shown(); return s.layout === "spectral" && s.places > 0 && !s.moving; })()`)
	first := p.looks()
	var layouts int // layouts that the page has computed
	p.eval("sheafscopeIslands.shown().places", &layouts)
	p.call(`step("epoch")`)
	p.waitFor(`(() => { const s = sheafscopeIslands.shown(); return s.places > ` + strconv.Itoa(layouts) + ` && !s.moving; })()`)
	next := p.looks()
	dot, a, b := 0.0, 0.0, 0.0
	for i := range first {
		dot += first[i].X*next[i].X + first[i].Y*next[i].Y
		a += first[i].X*first[i].X + first[i].Y*first[i].Y
		b += next[i].X*next[i].X + next[i].Y*next[i].Y
	}
	if cos := dot / math.Sqrt(a*b); !(cos > 0.6) {
		t.Errorf("the positions before and after an epoch have the cosine %v, want more than 0.6", cos)
	}
	p.clean()
}

// By keys a user reads the blocks of L. The displayed norm of the block of an edge equals the norm of the displayed entries, within the
// rounding of both. The edge is highlighted in the graph, and Enter selects it.
func TestReadBlocks(t *testing.T) {
	p := atRest(t)
	p.click("stage-5")
	p.waitFor(`document.querySelector('[data-testid="laplacian-canvas"]')`)
	blockText := `document.querySelector('[data-testid="block-entries"]').textContent`
	p.waitFor(`/its norm is [\d.]+/.test(` + blockText + `)`) // of the first edge
	p.key("laplacian-canvas", kb.ArrowLeft)                   // to a diagonal block
	p.waitFor(`/trace [\d.]+/.test(` + blockText + `)`)
	p.key("laplacian-canvas", kb.ArrowRight) // and back
	p.waitFor(`/its norm is [\d.]+/.test(` + blockText + `)`)
	// The displayed norm, and the norm of the entries in the label of the product's picture.
	var norm, normOfEntries float64
	p.eval(`+/its norm is ([\d.]+)/.exec(`+blockText+`)[1]`, &norm)
	p.eval(`Math.hypot(.../: (.*)$/.exec(document.querySelector('[data-testid="laplacian-blocks"] .bread `+
		`svg').getAttribute("aria-label"))[1].split(", ").map(s => +s.replace("−", "-")))`, &normOfEntries)
	if !(norm > 0) || math.Abs(norm-normOfEntries) > 0.02*norm+1e-3 {
		t.Errorf("the displayed norm of the block is %v, want the norm %v of its entries", norm, normOfEntries)
	}
	var highlighted int
	p.eval(`sheafscopeIslands.shown().lit ?? -1`, &highlighted)
	if highlighted < 0 {
		t.Error("no edge of the graph is highlighted")
	}
	p.key("laplacian-canvas", kb.Enter)
	p.waitFor(`sheafscope.state().selected.edge === ` + number(float64(highlighted)))
	p.clean()
}

// An epoch of the run animates at least one element of the maps' picture. If the reader prefers less motion, it animates none.
func TestReducedMotionMovesNothing(t *testing.T) {
	for _, motion := range []string{"no-preference", "reduce"} {
		p := blank(t, desktop)
		p.do(media("", "prefers-reduced-motion", motion))
		p.beforeScripts(`window.moved = 0; const animate = Element.prototype.animate; Element.prototype.animate = function (...a) { ` +
			`window.moved++; return animate.apply(this, a); };`)
		p.goTo("")
		p.ready()
		p.call(`load({graph: "karate", seed: 1})`)
		p.call("run(5)")
		p.click("stage-4")
		p.waitFor(`document.querySelector('[data-testid="map-heatmap"] rect')`)
		p.settle()
		p.call(`step("epoch")`)
		p.settle()
		var moved int
		p.eval("window.moved", &moved)
		if (moved > 0) != (motion == "no-preference") {
			t.Errorf("with the motion %q the page started %d animations", motion, moved)
		}
		p.clean()
	}
}

// In each of the ten stages, Enter opens the list of symbols, and the list explains every symbol that has a value in the equation.
func TestSymbolsAreExplained(t *testing.T) {
	p := atRest(t)
	for k := 1; k <= 10; k++ {
		p.click("stage-" + strconv.Itoa(k))
		p.waitFor(`document.querySelector('[data-testid="stage-` + strconv.Itoa(k) +
			`"]').getAttribute("aria-pressed") === "true" && document.querySelector(".ileaf:not([hidden]) .formula:not([hidden]) .symbols")`)
		p.settle()
		p.do(chromedp.Focus(chromedp.CSS(".ileaf:not([hidden]) .formula:not([hidden]) summary")), chromedp.KeyEvent(kb.Enter))
		var open bool
		var missing []string
		p.eval(`document.querySelector(".ileaf:not([hidden]) .formula:not([hidden]) .symbols").open`, &open)
		p.eval(`(() => { const now = document.querySelector(".ileaf:not([hidden]) .formula:not([hidden])");
			const all = (s) => [...now.querySelectorAll(s)];
			const have = new Set(all(".symbols dt").map(e => e.textContent));
			return all(".vals dt").map(e => e.textContent).filter(s => !have.has(s)); })()`, &missing)
		if !open || len(missing) > 0 {
			t.Errorf("stage %d: the list is open: %v; it has no explanation of %q", k, open, missing)
		}
		p.do(chromedp.KeyEvent(kb.Enter))
	}
	p.clean()
}
