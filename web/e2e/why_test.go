//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/graphio"
	"sheafscope/core/sgpc"
)

// TestSixClicks: on Texas, freshly loaded, six clicks lead to a page that SGPC gets right and GCN and MLP get
// wrong, and to the edge without which SGPC gets it wrong too, as training the two by hand
// and the page's interface say. An answer to what if takes less than 100 ms there.
func TestSixClicks(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:texas", seed: 0})`)
	p.settle()

	p.click("tab-results")
	p.click("results-run")
	p.waitFor(`document.querySelector('[data-testid="alone-edge"]')`)
	p.click("results-cancel") // the other splits need not come
	var said string
	p.eval(`document.querySelector('[data-testid="alone-edge"]').getAttribute("aria-label")`, &said)
	p.click("alone-edge")
	p.waitFor(`document.querySelector('[data-testid="unroll"]') && !sheafscope.state().busy`)
	p.settle()
	p.click("unroll")
	p.waitFor(`document.querySelector('[data-testid="flip-list"] button')`)
	p.eval(`document.querySelector('[data-testid="flip-list"] button').dataset.testid = "first-flip"`, nil)
	p.click("first-flip")
	p.waitFor(`document.querySelector('[data-testid="whatif-answer"]').textContent.startsWith("Without edge ")`)

	const node = 57
	if want := "57, right in SGPC alone: class 2; MLP says class 3; GCN says class 3; an edge decides it"; said != want {
		t.Errorf("the node is listed as %q, want %q", said, want)
	}
	answer := p.text("whatif-answer")
	if !strings.HasPrefix(answer, "Without edge 57–67: class 3") || !strings.Contains(answer, "before: class 2") {
		t.Errorf("the answer is %q", answer)
	}
	res, err := graphio.ReadFolder(datasets+"/texas", graphio.Correction{})
	if err != nil {
		t.Fatal(err)
	}
	g, split, label := res.Graph, res.Splits[0], res.Graph.Labels[node]
	for _, model := range []string{"gcn", "mlp"} {
		c, err := sgpc.Configure(g, split, model, "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		for !r.Done() {
			r.StepEpoch()
		}
		if int(figures.Predict(r).Pred[node]) == label {
			t.Errorf("%s is right", model)
		}
	}
	var without []float64
	p.eval(`sheafscope.whatif({removeEdges: [[57, 67]]}).then((a) => a.probabilities[57])`, &without)
	if right := p.state().Predictions[node]; right != label || without[label] >= slices.Max(without) || !slices.Contains(split.Test, node) {
		t.Errorf("called %d, label %d; without the edge %v", right, label, without)
	}
	var ms float64
	p.eval(`(async () => { let best = 1e9; for (let k = 0; k < 5; k++) { const t = performance.now(); `+
		`await sheafscope.whatif({removeEdges: [[57, 67]]}); best = Math.min(best, performance.now() - t); } return best; })()`, &ms)
	if t.Logf("what if on Texas: %.1f ms", ms); ms > 100 {
		t.Errorf("an answer took %.0f ms", ms)
	}
	p.axeOf("a flip", `document.querySelector('[data-testid="unrolled"]')`)
	p.clean()
}
