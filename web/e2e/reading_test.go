//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/core/graphio"
)

// From a first visit, four clicks, a number and Enter lead to the reason for the class of web page 32 of Texas. The answer names an edge
// without which the class changes exactly if there is such an edge. The second way tries each edge of node 32 by whatif.
func TestPageOfTexas(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.greet = true
	p.visit(p.origin + base)
	p.ready()
	p.eval(`document.querySelector('.look [data-go="open"]').click()`, nil)
	p.click("open-texas")
	p.waitFor(`sheafscope.state().graph.n === 183 && sheafscope.state().epoch > 0 && !sheafscope.state().busy`)
	p.waitFor(`!document.querySelector('[data-testid="open-texas"]').checkVisibility()`)
	p.do(chromedp.Click(chromedp.CSS(".seek"), chromedp.NodeVisible), chromedp.KeyEvent("32"), chromedp.KeyEvent(kb.Enter))
	p.waitFor(`document.querySelector('[data-testid="unroll"]') && !sheafscope.state().busy`)
	p.click("unroll")
	// The text appears when the page has tried all changes.
	p.waitFor(`document.querySelector('[data-testid="unrolled"]').textContent.includes("changes flip")`)
	var answer string
	var alone bool // whether the removal of a single edge changes the class
	p.eval(`[...document.querySelectorAll('[data-testid="unrolled"] .phead')].find((e) => e.textContent.startsWith("Smallest"))
		.parentNode.innerText`, &answer)
	// The second way: whatif removes each edge of node 32 alone. flips is whether the most probable class of node 32 then differs.
	res, err := graphio.Reader{}.ReadFolder(datasets+"/texas", graphio.Correction{})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, e := range res.Graph.Edges {
		if e.I != 32 && e.J != 32 {
			continue
		}
		tried++
		var flips bool
		p.eval(fmt.Sprintf(`sheafscope.whatif({removeEdges: [[%d, %d]]}).then((a) => a.probabilities[32].indexOf(Math.max(...a.probabilities[32]))
			!== sheafscope.state().predictions[32])`, e.I, e.J), &flips)
		alone = alone || flips
	}
	if tried == 0 {
		t.Error("node 32 has no edge, so no edge was tried")
	}
	named := !strings.Contains(answer, "No edge alone")
	if named != alone {
		t.Errorf("a single edge decides the class of node 32: %v; the page's answer is %q", alone, answer)
	}
	if named && !strings.Contains(answer, "Without edge") {
		t.Errorf("the answer %q names no edge", answer)
	}
	t.Log(answer)
	p.clean()
}
