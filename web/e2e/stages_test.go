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

// atRest opens karate at a fixed position.
func atRest(t *testing.T) *page {
	t.Helper()
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(12)")
	return p
}

// looks returns the appearance of every node in the graph.
func (p *page) looks() (nodes []struct {
	Color, Ring string
	Shape       float64
	X, Y        float64
}) {
	p.t.Helper()
	p.eval("sheafscopeIslands.shown().nodes", &nodes)
	return nodes
}

func colours(p *page) map[string]int {
	out := map[string]int{}
	for _, n := range p.looks() {
		out[n.Color]++
	}
	return out
}

func quote(s string) string { return strconv.Quote(s) }

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// key presses a key on a control.
func (p *page) key(id, key string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("document.querySelector(%q)", byTestID(id)))
	p.eval(fmt.Sprintf("document.querySelector(%q).focus()", byTestID(id)), nil)
	p.press(key)
}

// The slider of iterations recolours the graph. At the start, X = 0, all nodes look alike, and at the end the nodes have the colours of the
// run's solution. The run itself stays unchanged.
func TestFeaturesFlow(t *testing.T) {
	p := open(t, desktop) // its own: it changes a function of the page
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(12)")
	want := p.state()
	p.click("stage-6")
	p.waitFor(`document.querySelector('[data-testid="flow-iteration"]:not(:disabled)')`)
	p.key("flow-iteration", kb.Home)
	p.waitFor(`document.querySelector('[data-testid="nodes-by"]').value === "flow"`)
	p.settle()
	if c := colours(p); len(c) != 1 {
		t.Errorf("at X = 0 the nodes have %d colours", len(c))
	}
	p.key("flow-iteration", kb.End)
	p.settle()
	if c := colours(p); len(c) < 10 {
		t.Errorf("at the end the nodes have %d colours", len(c))
	}
	label := `document.querySelector('[data-testid="flow"] svg').getAttribute("aria-label")`
	var last, long string
	p.eval(label, &last)
	p.key("flow-dt", kb.End)
	p.waitFor(label + ` !== ` + quote(last))
	p.waitFor(`/Iteration \d+:/.test(` + label + `)`)
	p.key("flow-iteration", kb.End)
	p.settle()
	p.eval(label, &long)
	var spread [2]float64
	p.eval(`[`+quote(last)+`, `+quote(long)+`].map(s => +/spread ([\d.e−]+)/.exec(s)[1].replace("−", "-"))`, &spread)
	if !(spread[1] < spread[0]) {
		t.Errorf("the nodes spread by %v, after a longer time by %v", spread[0], spread[1])
	}
	same(t, "after looking", p.state(), want)
	p.click("stage-7")
	p.waitFor(`document.querySelector('[data-testid="nodes-by"]').value === "prediction"`)
	// The same diffusion for one node: a panel for each coordinate of its stalk.
	p.click("tab-node")
	p.waitFor(`document.querySelectorAll('[data-testid="fibres"] g').length === 4`)
	same(t, "after looking at a node", p.state(), want)
	// At rest the tab counts the failing claims, and the panel agrees.
	p.waitFor(`/^\d+$/.test(document.querySelector('[data-testid="tab-claims"] .count:not([hidden])')?.textContent ?? "")`)
	p.click("tab-claims")
	claims := `document.querySelectorAll('.badge.fails').length === +document.querySelector('[data-testid="tab-claims"] .count').textContent`
	p.waitFor(claims)
	// A panel that gets another width while its next model waits to be drawn shows that model.
	p.click("tab-node")
	p.waitFor(`!document.querySelector(".badge.fails")`)
	p.eval(`(() => { const islands = sheafscopeIslands, update = islands.update;
		islands.update = (...a) => { update(...a); if (a[0] === "inspector") document.querySelector(".insp .view").style.paddingRight = "60px"; };
	})()`, nil)
	p.click("tab-claims")
	p.waitFor(claims)
	p.clean()
}

// If the keyboard moves a weight, the curve changes at once, and then the classes. The other handle of the same weight follows, and Reset
// restores the weight.
func TestMixByHand(t *testing.T) {
	p := atRest(t)
	want := p.state()
	p.click("stage-7")
	p.waitFor(`document.querySelector('[data-testid="gamma-3"]:not(:disabled)')`)
	curve := `document.querySelector('[data-testid="mix"] svg').getAttribute("aria-label")`
	var before string
	p.eval(curve, &before)
	for _, id := range []string{"gamma-3", "alpha-0"} {
		p.key(id, kb.End)
		p.waitFor(curve + ` !== ` + quote(before))
		p.waitFor(`/class$/.test(document.querySelector('[data-testid="mix-answer"]').textContent)`)
		var alpha []float64
		p.eval(`[0, 1, 2, 3].map(q => +document.querySelector('[data-testid="alpha-' + q + '"]').value)`, &alpha)
		sum := 0.0
		for _, a := range alpha {
			sum += a
		}
		if math.Abs(sum-1) > 0.01 {
			t.Errorf("%s: the weights %v sum to %v", id, alpha, sum)
		}
		var hand struct {
			What  string
			Gamma []float64
		}
		p.eval("sheafscope.state().byHand", &hand)
		if hand.What != "mixing" || len(hand.Gamma) != 4 {
			t.Errorf("by hand: %+v", hand)
		}
		same(t, "the run while a weight is dragged", p.state(), want)
	}
	p.click("mix-reset")
	p.waitFor(`sheafscope.state().byHand === null && ` + curve + ` === ` + quote(before))
	same(t, "after the reset", p.state(), want)
	p.clean()
}

// The layout by eigenvectors changes with the sheaf, and does not jump between steps.
func TestLayoutByEigenvectors(t *testing.T) {
	p := atRest(t)
	p.choose("layout-by", "spectral")
	p.waitFor(`(() => { const s = sheafscopeIslands.shown(); return s.layout === "spectral" && s.places > 0 && !s.moving; })()`)
	first := p.looks()
	var seen int
	p.eval("sheafscopeIslands.shown().places", &seen)
	p.call(`step("epoch")`)
	p.waitFor(`(() => { const s = sheafscopeIslands.shown(); return s.places > ` + strconv.Itoa(seen) + ` && !s.moving; })()`)
	next := p.looks()
	dot, a, b := 0.0, 0.0, 0.0
	for i := range first {
		dot += first[i].X*next[i].X + first[i].Y*next[i].Y
		a += first[i].X*first[i].X + first[i].Y*first[i].Y
		b += next[i].X*next[i].X + next[i].Y*next[i].Y
	}
	if cos := dot / math.Sqrt(a*b); !(cos > 0.6) {
		t.Errorf("after an epoch the places agree by %v only", cos)
	}
	p.clean()
}

// By keys a user reads the blocks of L: both maps, their product, and the edge in the graph. Enter selects the edge.
func TestReadBlocks(t *testing.T) {
	p := atRest(t)
	p.click("stage-5")
	p.waitFor(`document.querySelector('[data-testid="laplacian-canvas"]')`)
	said := `document.querySelector('[data-testid="block-entries"]').textContent`
	p.waitFor(`/its norm is [\d.]+/.test(` + said + `)`) // of the first edge
	p.key("laplacian-canvas", kb.ArrowLeft)
	p.waitFor(`/trace [\d.]+/.test(` + said + `)`)
	p.key("laplacian-canvas", kb.ArrowRight)
	p.waitFor(`/its norm is [\d.]+/.test(` + said + `)`)
	var norm, product float64
	p.eval(`+/its norm is ([\d.]+)/.exec(`+said+`)[1]`, &norm)
	p.eval(`Math.hypot(.../: (.*)$/.exec(document.querySelector('[data-testid="laplacian-blocks"] .bread `+
		`svg').getAttribute("aria-label"))[1].split(", ").map(s => +s.replace("−", "-")))`, &product)
	if !(norm > 0) || math.Abs(norm-product) > 0.02*norm+1e-3 {
		t.Errorf("the block has the norm %v, its entries %v", norm, product)
	}
	var lit int
	p.eval(`sheafscopeIslands.shown().lit ?? -1`, &lit)
	if lit < 0 {
		t.Error("the edge does not light up in the graph")
	}
	p.key("laplacian-canvas", kb.Enter)
	p.waitFor(`sheafscope.state().selected.edge === ` + number(float64(lit)))
	p.clean()
}

// A step of the run moves the changed elements. If the reader prefers less motion, nothing moves.
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
			t.Errorf("with %q %d things moved", motion, moved)
		}
		p.clean()
	}
}

// The list of symbols explains every symbol with a value in the equation of every stage. The keyboard opens the list.
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
			t.Errorf("stage %d: the list is open: %v, without %q", k, open, missing)
		}
		p.do(chromedp.KeyEvent(kb.Enter))
	}
	p.clean()
}
