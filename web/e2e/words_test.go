//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The word CG in the rail is explained, with the present number of its stage, while the pointer is over it, and not afterwards. An arrow
// key in the graph puts the name of the node, its class and its neighbours into the text for screen readers.
func TestWordsAndArrows(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.settle()
	// at is the middle of the letters CG.
	var at struct{ X, Y float64 }
	var number string
	p.eval(`(() => { const v = document.querySelector('[data-testid="stage-6"] .vl'), r = document.createRange();
		const k = v.textContent.indexOf("CG");
		r.setStart(v.firstChild, k); r.setEnd(v.firstChild, k + 2); const b = r.getBoundingClientRect();
		return {x: b.x + b.width / 2, y: b.y + b.height / 2}; })()`, &at)
	p.eval(`document.querySelector('[data-testid="stage-6"] .vl').textContent`, &number)
	for range 2 { // the first time the page fetches the explanations, the second time it has them
		// From a place beside the word to the word.
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, 700, 60), chromedp.MouseEvent(chromedp.MouseMoved, at.X, at.Y))
		p.waitFor(`document.querySelector('[data-testid="word"]')`)
		text := p.text("word")
		if !strings.HasPrefix(text, "CG, conjugate gradients") || !strings.HasSuffix(text, "Now "+number) {
			t.Errorf("the explanation of CG is %q, want its name first and the number %q last", text, number)
		}
		// A movement on the word keeps the explanation.
		var shown bool
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, at.X+1, at.Y))
		p.eval(`!!document.querySelector('[data-testid="word"]')`, &shown)
		if !shown {
			t.Error("a movement on the word hides its explanation")
		}
	}
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, 700, 400))
	p.waitFor(`!document.querySelector('[data-testid="word"]')`)
	p.eval(`document.querySelector('[data-testid="graph-canvas"]').focus()`, nil)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor(`/^Node .*, called .*neighbours?\.$/.test(document.querySelector("p.sr[role=status]").textContent)`)
	p.clean()
}
