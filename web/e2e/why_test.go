//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/figures"
	"sheafscope/core/graphio"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
)

// On Texas, directly after loading, six clicks lead to a page that SGPC classifies rightly and GCN and MLP wrongly, and to the edge without
// which SGPC is wrong, too. The training of all three models by hand, and the page's interface, give the same result. The page answers the
// what-if question in less than 100 ms.
func TestSixClicks(t *testing.T) {
	p, _ := blankFor(t, desktop, browser, withSets(t), 10*time.Minute)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:texas", seed: 0})`)
	p.settle()

	p.click("tab-results")
	p.click("results-run")
	const chip = `[data-testid="alone-edge"][aria-label*="right in SGPC alone"]`
	p.long("document.querySelector('"+chip+"')", 4*time.Minute) // three models train to their ends first
	p.click("results-cancel")                                   // the other splits need not come
	var said string
	p.eval(`((e) => { e.dataset.testid = "first-alone"; return e.getAttribute("aria-label"); })(document.querySelector('`+chip+`'))`, &said)
	p.click("first-alone")
	p.waitFor(`document.querySelector('[data-testid="unroll"]') && !sheafscope.state().busy`)
	p.settle()
	p.click("unroll")
	p.waitFor(`document.querySelector('[data-testid="flip-list"] button')`)
	p.eval(`document.querySelector('[data-testid="flip-list"] button').dataset.testid = "first-flip"`, nil)
	p.click("first-flip")
	p.waitFor(`document.querySelector('[data-testid="whatif-answer"]').textContent.startsWith("Without edge ")`)

	var node, class, mlp, gcn, i, j, then, before int
	if _, err := fmt.Sscanf(said, "%d, right in SGPC alone: class %d; MLP says class %d; GCN says class %d; an edge decides it",
		&node, &class, &mlp, &gcn); err != nil {
		t.Fatalf("the node is listed as %q", said)
	}
	answer := p.text("whatif-answer")
	_, after, _ := strings.Cut(answer, "before: ")
	if _, err := fmt.Sscanf(answer, "Without edge %d–%d: class %d", &i, &j, &then); err != nil || i != node && j != node || then == class {
		t.Errorf("the answer is %q", answer)
	}
	if _, err := fmt.Sscanf(after, "class %d", &before); err != nil || before != class {
		t.Errorf("before is told as %q", after)
	}
	res, err := graphio.Reader{}.ReadFolder(datasets+"/texas", graphio.Correction{})
	if err != nil {
		t.Fatal(err)
	}
	var at int
	p.eval(`Number((sheafscope.recipe().split || "public:0").replace("public:", ""))`, &at)
	g, split := res.Graph, res.Splits[at]
	for model, want := range map[string]int{"gcn": gcn, "mlp": mlp, "sgpc": class} {
		c, err := method.Configure(g, split, model, "paper", 0)
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
		// The run is left at the epoch that validation chose.
		if said := int(figures.Predict(r).Pred[node]); said != want || (said == g.Labels[node]) != (model == "sgpc") {
			t.Errorf("%s says %d by hand, %d in the page, the label is %d", model, said, want, g.Labels[node])
		}
		if model != "sgpc" {
			continue
		}
		if a, err := explain.WhatIf(r, explain.Change{RemoveEdges: [][2]int{{i, j}}}); err != nil || a.Pred[node] != then {
			t.Errorf("without the edge %+v by hand, class %d in the page, %v", a, then, err)
		}
	}
	var without []float64
	p.eval(fmt.Sprintf(`sheafscope.whatif({removeEdges: [[%d, %d]]}).then((a) => a.probabilities[%d])`, i, j, node), &without)
	label := g.Labels[node]
	if p.state().Predictions[node] != label || without[label] >= slices.Max(without) || !slices.Contains(split.Test, node) {
		t.Errorf("called %d, label %d; without the edge %v", p.state().Predictions[node], label, without)
	}
	p.axeOf("a flip", `document.querySelector('[data-testid="unrolled"]')`)
	p.clean()
}
