//go:build e2e

package e2e

import (
	"testing"
)

// TestTwoLessonsInOneTick: of two lessons that are chosen at once the last one runs, and the first leaves neither a graph nor an
// entry of the history behind.
func TestTwoLessonsInOneTick(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "florentine", seed: 5})`)
	p.click("learn")
	p.click("learn-tour")
	p.waitFor(`document.querySelector(".driver-popover")`)
	p.eval(`document.querySelector(".driver-popover-close-btn").click(), true`, new(bool))
	p.waitFor(`!document.querySelector(".driver-popover")`)
	var before, after int
	n := p.state().Graph.N
	p.eval("history.length", &before)
	p.eval(`sheafscopeLesson("sheaf"), sheafscopeLesson("epoch"), sheafscopeLesson("tour"), true`, new(bool))
	p.waitFor(`document.querySelector(".driver-popover") && !document.querySelector(".driver-popover.turning")`)
	p.waitFor(`!sheafscope.state().busy`)
	var cards int
	p.eval(`document.querySelectorAll(".driver-popover").length`, &cards)
	p.eval("history.length", &after)
	if s := p.state(); s.Graph.N != n || cards != 1 || before != after {
		t.Errorf("%d nodes, %d cards, %d entries where there were %d", s.Graph.N, cards, after, before)
	}
}

// TestAnswersOfTwoTabs: an answer in one tab leaves what another tab has kept meanwhile, and junk in the storage stops nothing.
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
