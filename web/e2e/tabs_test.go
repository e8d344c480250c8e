//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// If three lessons are chosen in one task, only the last one, the tour, runs. The other lessons leave neither a graph nor an entry of the
// history. At its end the tour restores the state before it.
func TestLastOfThreeLessonsRuns(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "florentine", seed: 5})`)
	p.settle()
	want := p.state()
	ended := fmt.Sprintf(`!document.querySelector(".driver-popover") && !sheafscope.state().busy && sheafscope.state().graph.n === %d`,
		want.Graph.N)
	// end closes the lesson and waits until the graph from before the lesson is back.
	end := func() {
		p.waitFor(`document.querySelector(".driver-popover") && !document.querySelector(".driver-popover.turning")`)
		p.eval(`document.querySelector(".driver-popover-close-btn").click(), true`, new(bool))
		p.waitFor(ended)
	}
	// The first tour. Afterwards the history has the entries of a tour.
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
	if len(cards) != 1 || cards[0] != "A tour of the page" {
		t.Errorf("the open lessons are %q, want only \"A tour of the page\"", cards)
	}
	if before != after {
		t.Errorf("the history has %d entries, want %d as before the lessons", after, before)
	}
	same(t, "after the tour", p.state(), want)
	p.clean()
}

// A lesson in one tab keeps its step while another tab of the same visitor begins and ends this lesson. A new tab begins without a lesson.
// The button of a lesson keeps its 12 steps as pins.
func TestLessonOfItsTab(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	begin := func(p *page) {
		p.click("learn")
		p.click("learn-epoch")
	}
	waitForStep := func(p *page, title string) {
		p.waitFor(`document.querySelector(".driver-popover-title")?.textContent === ` + quoted(t, title) + ` && !sheafscope.state().busy`)
	}
	next := func(p *page) { p.eval(`document.querySelector(".driver-popover-next-btn").click(), true`, new(bool)) }
	begin(p)
	waitForStep(p, "Before anything was learned")
	// The steps of the lesson become pins, for a presentation, a link or a file.
	p.click("lesson-keep")
	p.waitFor(`sheafscope.recipe().view.pins?.length === 12 && document.querySelector('[data-testid="lesson-keep"]').disabled`)
	next(p)
	waitForStep(p, "1. Features")
	p.waitFor(`sheafscope.recipe().view.pins?.length === 12`)
	other := tab(t, desktop, browser, p.origin, testLimit)
	other.goTo("")
	other.ready()
	var cards int
	other.eval(`document.querySelectorAll(".driver-popover").length`, &cards)
	if cards > 0 {
		t.Errorf("the new tab begins with %d lessons, want none", cards)
	}
	begin(other)
	waitForStep(other, "Before anything was learned")
	waitForStep(p, "1. Features")
	other.eval(`document.querySelector(".driver-popover-close-btn").click(), true`, new(bool))
	other.waitFor(`!document.querySelector(".driver-popover")`)
	next(p)
	waitForStep(p, "2. Sinkhorn")
	other.clean()
	p.clean()
}

// An answer in the course keeps the valid answers that another tab has stored meanwhile, and drops the damaged ones: a number and null
// instead of an answer. After a reload the other tab's answer is marked as right. A script of the page stands for the other tab: it writes
// to the storage of both tabs.
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
		t.Errorf("the stored answers are %s, want 2.3,9.1", kept)
	}
	p.eval(`location.reload(), true`, new(bool))
	p.waitFor(`document.documentElement.dataset.course === "ready" && document.querySelector('[data-ex="9.1"]').classList.contains("right")`)
	p.clean()
}
