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

// On Texas, directly after loading, six clicks lead to a web page of the test set that SGPC classifies rightly and GCN and MLP wrongly, and
// to an edge without which SGPC is wrong, too. The second way trains the three models by core/sgpc and removes the edge by explain.WhatIf:
// it gives the classes of the page. By state() and whatif(), the third way, SGPC is right with the edge and wrong without it.
func TestSixClicks(t *testing.T) {
	p, _ := blankFor(t, desktop, browser, withSets(t), 10*time.Minute)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:texas", seed: 0})`)
	p.settle()

	p.click("tab-results")
	p.click("results-run")
	const chip = `[data-testid="alone-edge"][aria-label*="right in SGPC alone"]`
	p.long("document.querySelector('"+chip+"')", 4*time.Minute) // three models are trained to their ends first
	p.click("results-cancel")                                   // the test needs no other split
	// The first node in the list gets a test id, by which click finds it.
	var label string
	p.eval(`((e) => { e.dataset.testid = "first-alone"; return e.getAttribute("aria-label"); })(document.querySelector('`+chip+`'))`, &label)
	p.click("first-alone")
	p.waitFor(`document.querySelector('[data-testid="unroll"]') && !sheafscope.state().busy`)
	p.settle()
	p.click("unroll")
	p.waitFor(`document.querySelector('[data-testid="flip-list"] button')`)
	p.eval(`document.querySelector('[data-testid="flip-list"] button').dataset.testid = "first-flip"`, nil)
	p.click("first-flip")
	p.waitFor(`document.querySelector('[data-testid="whatif-answer"]').textContent.startsWith("Without edge ")`)

	// The texts of the page: the node with its three classes, and the class without the edge (i, j).
	var node, class, mlp, gcn, i, j, classWithout, before int
	if _, err := fmt.Sscanf(label, "%d, right in SGPC alone: class %d; MLP says class %d; GCN says class %d; an edge decides it",
		&node, &class, &mlp, &gcn); err != nil {
		t.Fatalf("the label of the node is %q", label)
	}
	answer := p.text("whatif-answer")
	_, after, _ := strings.Cut(answer, "before: ")
	if _, err := fmt.Sscanf(answer, "Without edge %d–%d: class %d", &i, &j, &classWithout); err != nil {
		t.Errorf("the answer %q names no edge and no class: %v", answer, err)
	}
	if i != node && j != node {
		t.Errorf("the edge %d–%d of the answer does not end at node %d", i, j, node)
	}
	if classWithout == class {
		t.Errorf("without the edge the class is %d, as with it", classWithout)
	}
	if _, err := fmt.Sscanf(after, "class %d", &before); err != nil || before != class {
		t.Errorf("after \"before: \" the answer has %q, want class %d", after, class)
	}
	// The second way: each model is trained to its end by core/sgpc, on the split of the page.
	res, err := graphio.Reader{}.ReadFolder(datasets+"/texas", graphio.Correction{})
	if err != nil {
		t.Fatal(err)
	}
	var splitIndex int
	p.eval(`Number((sheafscope.recipe().split || "public:0").replace("public:", ""))`, &splitIndex)
	g, split := res.Graph, res.Splits[splitIndex]
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
		// At the end the run has the weights of the epoch that validation chose.
		got := int(figures.Predict(r).Pred[node])
		if got != want {
			t.Errorf("core/sgpc gives the class %d for %s, the page %d", got, model, want)
		}
		right, wantRight := got == g.Labels[node], model == "sgpc"
		if right != wantRight {
			t.Errorf("the class %d of %s is right: %v, want %v; the label is %d", got, model, right, wantRight, g.Labels[node])
		}
		if model != "sgpc" {
			continue
		}
		if a, err := explain.WhatIf(r, explain.Change{RemoveEdges: [][2]int{{i, j}}}); err != nil || a.Pred[node] != classWithout {
			t.Errorf("without the edge explain.WhatIf gives %+v, %v, the page the class %d", a, err, classWithout)
		}
	}
	// The third way: whatif() of the page.
	var without []float64
	p.eval(fmt.Sprintf(`sheafscope.whatif({removeEdges: [[%d, %d]]}).then((a) => a.probabilities[%d])`, i, j, node), &without)
	truth := g.Labels[node]
	if predicted := p.state().Predictions[node]; predicted != truth {
		t.Errorf("state() has the class %d for node %d, the true class is %d", predicted, node, truth)
	}
	if without[truth] >= slices.Max(without) {
		t.Errorf("without the edge the true class %d still has the largest of the probabilities %v", truth, without)
	}
	if !slices.Contains(split.Test, node) {
		t.Errorf("node %d is not in the test set", node)
	}
	p.axeOf("a flip", `document.querySelector('[data-testid="unrolled"]')`)
	p.clean()
}
