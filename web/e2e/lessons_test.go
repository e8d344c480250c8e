//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/recipe"
)

// card is what the lesson under way shows.
type card struct {
	At, Of int
	Text   string
	Task   string
	// Aside tells that the card points at nothing, Outside that it is cut.
	Aside, Outside bool
}

const readCard = `(() => { const c = document.querySelector(".driver-popover.lesson"), p = c && c.querySelector(".driver-popover-progress-text").textContent.match(/(\d+) of (\d+)/);
	if (!p || c.classList.contains("turning")) return {At: 0};
	const b = c.getBoundingClientRect();
	return {At: +p[1], Of: +p[2], Text: c.querySelector(".driver-popover-description").textContent, Task: c.querySelector(".task")?.textContent ?? "",
		Aside: c.dataset.points !== "yes", Outside: b.left < 0 || b.top < 0 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1}; })()`

// card waits for a step of the lesson.
func (p *page) card(k int) (c card) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("((c) => c.At === %d && !c.Aside)(%s)", k, readCard))
	p.eval(readCard, &c)
	return c
}

// goThrough reads a lesson from its first to its last step.
func (p *page) goThrough(lesson string, at func(c card)) {
	p.t.Helper()
	p.click("learn")
	p.click("learn-" + lesson)
	for k := 1; ; k++ {
		c := p.card(k)
		if len(c.Text) < 40 || strings.Contains(c.Text, "undefined") || strings.Contains(c.Text, "NaN") || strings.Contains(c.Text, "Error") {
			p.t.Errorf("%s, step %d says %q", lesson, k, c.Text)
		}
		if c.Aside || c.Outside {
			p.t.Errorf("%s, step %d points at nothing (%v) or is outside the window (%v)", lesson, k, c.Aside, c.Outside)
		}
		if at != nil {
			at(c)
		}
		p.eval(`document.querySelector(".driver-popover-next-btn").click(), true`, new(bool))
		if c.At == c.Of {
			break
		}
	}
	p.waitFor(`!document.querySelector(".driver-popover")`)
}

// Every lesson can be read from end to end; the tour changes nothing, and
// Back returns from the others to what was there.
func TestLessons(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "florentine", seed: 5})`)
	p.call("run(3)")
	before := p.state()
	p.inAddress("what was there", func(r recipe.Recipe) bool { return r.Graph == "florentine" && r.Position == before.Position })
	p.goThrough("tour", func(c card) {
		if c.At == 1 {
			p.axe("a lesson")
		}
	})
	same(t, "the tour", p.state(), before)
	p.waitFor(`document.activeElement?.dataset.testid === "learn"`)

	p.goThrough("sheaf", func(c card) {
		if !strings.HasPrefix(c.Task, "→") {
			return
		}
		p.waitFor(`document.activeElement.closest(".driver-popover")`) // the card takes the focus when it has come to rest
		p.waitFor(`document.querySelector('[data-testid="map-rotate"]:not(:disabled)')`)
		p.settle()
		p.do(chromedp.Focus(byTestID("map-rotate"), chromedp.ByQuery), chromedp.KeyEvent(kb.End))
		p.waitFor(`document.querySelector(".lesson .task").textContent.startsWith("✓")`)
	})
	if s := p.state(); s.Graph.N != 6 {
		t.Errorf("the lesson on sheaves ends with %+v", s.Graph)
	}
	p.do(chromedp.NavigateBack())
	p.waitFor(fmt.Sprintf(`sheafscope.state().graph.n === %d && sheafscope.state().position === %d && !sheafscope.state().busy`, before.Graph.N, before.Position))
	same(t, "back from the lesson", p.state(), before)

	stages := map[int]bool{}
	p.goThrough("epoch", func(card) { stages[p.state().Stage] = true })
	if len(stages) != 11 { // before the first, and each of the ten
		t.Errorf("the lesson on an epoch came to the stages %v", stages)
	}
	p.goThrough("neighbours", nil)
	p.goThrough("paper", nil)
	p.clean()
}

// On a phone a lesson opens the panel that it points at; Escape ends it.
func TestLessonOnAPhone(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "dark"})
	p.ready()
	p.do(chromedp.Click(`[aria-label="Settings"]`, chromedp.ByQuery, chromedp.NodeVisible))
	p.goThrough("sheaf", nil)
	p.do(chromedp.Click(`[aria-label="Settings"]`, chromedp.ByQuery, chromedp.NodeVisible))
	p.click("learn")
	p.click("learn-tour")
	p.card(1)
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor(`!document.querySelector(".driver-popover")`)
	p.clean()
}
