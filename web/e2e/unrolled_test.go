//go:build e2e

package e2e

import (
	"math"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The page displays the score of node 0 and the sum of its rows. Both equal the score of explain(0), the second way, within 1e-9, and so
// does the sum of the terms of explain(0). The page's answer to the removal of an edge has the largest probability that whatif() computes
// for node 0, with two decimals. For an additional edge the page trains again on request. Escape closes the view. axe-core finds no
// problem.
func TestRowsAddUpToTheScore(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", settings: {epochs: "20"}})`) // a short run, because the test trains it again
	p.settle()
	p.call("run(20)")
	p.settle()
	p.click("tab-node")
	p.waitFor(`document.querySelector('[data-testid="unroll"]') !== null`)
	p.settle() // later contents would move the button
	p.click("unroll")
	p.waitFor(`document.querySelector('[data-testid="unrolled-sum"]') !== null && ` +
		`document.querySelector('.uif').textContent.includes(" changes ")`)
	// displayed has the attributes "score" and "sum" of the page, as texts. answered has both numbers from explain(0), for the called class.
	var displayed, answered map[string]any
	p.eval(`({...document.querySelector('[data-testid="unrolled-sum"]').dataset})`, &displayed)
	p.eval(`sheafscope.explain(0).then((x) => { const c = x.called.indexOf(Math.max(...x.called)); return {node: x.node, score: x.score[c], `+
		`sum: x.terms.reduce((a, t) => a + t.contribution[c], 0)}; })`, &answered)
	want := answered["score"].(float64)
	for _, key := range []string{"score", "sum"} {
		got, err := strconv.ParseFloat(displayed[key].(string), 64)
		if err != nil {
			t.Errorf("the %s on the page is no number: %v", key, err)
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("the %s on the page is %v, the score of explain(0) %v", key, got, want)
		}
		if sum := answered["sum"].(float64); math.Abs(sum-want) > 1e-9 {
			t.Errorf("the terms of explain(0) add up to %v, its score is %v", sum, want)
		}
	}
	p.axeOf("a node unrolled", `document.querySelector('[data-testid="unrolled"]')`)
	// The removal of the first edge of the list.
	var edge []int
	p.eval(`(() => { const d = document.querySelector('[data-testid="whatif-edge"]').dataset; return [+d.a, +d.b]; })()`, &edge)
	p.click("whatif-edge")
	p.waitFor(`document.querySelector('[data-testid="whatif-answer"]').textContent.includes("before")`)
	var alike bool
	p.eval(`sheafscope.whatif({removeEdges: [[`+strconv.Itoa(edge[0])+`, `+strconv.Itoa(edge[1])+`]]}).then((a) => {
		const p = a.probabilities[0], top = Math.max(...p).toFixed(2);
		return document.querySelector('[data-testid="whatif-answer"] b').textContent.endsWith(top);
	})`, &alike)
	if !alike {
		t.Error("the probability on the page is not the largest one of whatif()")
	}
	// An additional edge.
	p.click("whatif-join")
	p.waitFor(`document.querySelector('[data-testid="whatif-answer"]').textContent.includes(", with edge ")`)
	p.click("whatif-retrain")
	p.waitFor(`document.querySelector('[data-testid="retrain-answer"]').textContent.includes("trained anew: ")`)
	p.axeOf("a change trained anew", `document.querySelector('[data-testid="unrolled"]')`)
	p.press(kb.Escape)
	p.waitFor(`document.querySelector('[data-testid="unrolled"]').hidden`)
	p.clean()
}
