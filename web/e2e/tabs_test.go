//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// If a user chooses several lessons at once, the last lesson runs. The other lessons leave neither a graph nor an entry of the history.
// Here the last lesson is the tour, which restores the state before it.
func TestTwoLessonsInOneTick(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "florentine", seed: 5})`)
	p.settle()
	was := p.state()
	ended := fmt.Sprintf(`!document.querySelector(".driver-popover") && !sheafscope.state().busy && sheafscope.state().graph.n === %d`,
		was.Graph.N)
	end := func() {
		p.waitFor(`document.querySelector(".driver-popover") && !document.querySelector(".driver-popover.turning")`)
		p.eval(`document.querySelector(".driver-popover-close-btn").click(), true`, new(bool))
		p.waitFor(ended)
	}
	p.click("learn")
	p.click("learn-tour")
	end()
	var before, after int
	p.eval("history.length", &before)
	p.eval(`["sheaf", "epoch", "tour"].forEach((name) => document.querySelector('[data-testid="learn-' + name + '"]').click()), true`,
		new(bool))
	p.waitFor(`document.querySelector(".driver-popover") && !document.querySelector(".driver-popover.turning")`)
	var cards []string
	p.eval(`[...document.querySelectorAll(".driver-popover .lesson-name")].map((e) => e.textContent)`, &cards)
	end()
	p.eval("history.length", &after)
	if len(cards) != 1 || cards[0] != "A tour of the page" || before != after {
		t.Errorf("%q, %d entries where there were %d", cards, after, before)
	}
	same(t, "after the tour", p.state(), was)
}

// A lesson in one tab keeps its position while another tab of the same visitor begins, continues and ends a lesson.
func TestLessonOfItsTab(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	begin := func(p *page) {
		p.click("learn")
		p.click("learn-epoch")
	}
	step := func(p *page, title string) {
		p.waitFor(`document.querySelector(".driver-popover-title")?.textContent === ` + quoted(t, title) + ` && !sheafscope.state().busy`)
	}
	next := func(p *page) { p.eval(`document.querySelector(".driver-popover-next-btn").click(), true`, new(bool)) }
	begin(p)
	step(p, "Before anything was learned")
	// The lesson is a row of pins, and can be kept as one: for Present, a link or a file.
	p.click("lesson-keep")
	p.waitFor(`sheafscope.recipe().view.pins?.length === 12 && document.querySelector('[data-testid="lesson-keep"]').disabled`)
	next(p)
	step(p, "1. Features")
	p.waitFor(`sheafscope.recipe().view.pins?.length === 12`)
	q := tab(t, desktop, browser, p.origin, testLimit)
	q.goTo("")
	q.ready()
	var cards int
	if q.eval(`document.querySelectorAll(".driver-popover").length`, &cards); cards > 0 {
		t.Errorf("the second tab begins with a lesson of the first")
	}
	begin(q)
	step(q, "Before anything was learned")
	step(p, "1. Features")
	q.eval(`document.querySelector(".driver-popover-close-btn").click(), true`, new(bool))
	q.waitFor(`!document.querySelector(".driver-popover")`)
	next(p)
	step(p, "2. Sinkhorn")
	q.clean()
	p.clean()
}

// An answer in one tab keeps the answers that another tab has stored meanwhile. Damaged data in the storage stops nothing.
func TestAnswersOfTwoTabs(t *testing.T) {
	p := openLearn(t, desktop)
	var kept string
	p.eval(`(async () => {
		localStorage.setItem("sheafscope-course-1-2", JSON.stringify({ "9.1": { answer: "valid", right: true }, "2.1": 5, "3.1": null }));
		const ex = document.querySelector('[data-ex="2.3"]');
		ex.querySelector('.opt[data-key="no"]').click();
		ex.querySelector('[data-testid="check"]').click();
		return Object.keys(JSON.parse(localStorage.getItem("sheafscope-course-1-2"))).sort().join();
	})()`, &kept)
	if kept != "2.3,9.1" {
		t.Errorf("the answers to %s are kept", kept)
	}
	p.eval(`location.reload(), true`, new(bool))
	p.waitFor(`document.documentElement.dataset.course === "ready" && document.querySelector('[data-ex="9.1"]').classList.contains("right")`)
}
