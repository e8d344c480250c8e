//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// This file tests moments. A moment is a state of the page, for example with a map turned by hand or a filter. A link or a pin restores it.

// slide sets the value of a slider or a field, by its test id, and sends the events of a user's input. value is a JavaScript literal.
func (p *page) slide(id string, value any) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`document.querySelector(%q) && !document.querySelector(%[1]q).disabled`, byTestID(id)))
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %v;
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, {bubbles: true})); })()`, byTestID(id), value), nil)
	p.settle()
}

// seenNow returns the visible contents of the page as JSON: the texts and pictures of the panels, the positions of sliders to 0.001, the
// menus, the table, and the shapes and colours of the graph.
const seenNow = `(() => {
	const shown = (e) => !e.closest("[hidden]"); // sections of other stages stay in the document
	const clean = (e) => {
		const c = e.cloneNode(true);
		c.querySelectorAll("[style]").forEach((x) => x.removeAttribute("style"));
		return c.innerHTML;
	};
	const view = document.querySelector(".insp .view"), graph = sheafscopeIslands.shown();
	return JSON.stringify({
		title: view.querySelector(".ihead").textContent, lead: view.querySelector(".lead").textContent,
		sections: [...view.querySelectorAll(".isec")].filter(shown)
			.map((s) => [s.dataset.section, s.querySelectorAll("svg").length, s.textContent].join(" ")),
		pictures: [...document.querySelectorAll(".insp .view svg, .c-spec svg, .c-bound svg")].filter(shown).map(clean),
		sliders: [...view.querySelectorAll("input[type=range]")].filter(shown).map((e) => (+e.value).toFixed(3)),
		legend: document.querySelector(".lhost").textContent,
		bar: [...document.querySelectorAll(".gbar select, .find select")].map((e) => e.value),
		table: document.querySelector('[data-testid="table"]').checkVisibility() ?
			[[...document.querySelectorAll(".tbody .trow")].filter((r) => r.checkVisibility()).map((r) => r.textContent).join(),
			document.querySelector('[data-testid="table-filter"]').value] : [],
		nodes: graph.nodes.map((n) => [n.shape ?? n.Shape, n.color ?? n.Color].join()), edges: graph.edges,
	});
})()`

// A link that is shared at a random moment opens a page with the same state() and the same visible contents. There are four moments in the
// usual form and sixty with LONG=1. In the usual form the links after the first open in the same tab, in the long form each in a new tab.
func TestSharedMoments(t *testing.T) {
	beside(t)
	all := times(t, 4, 60)
	if share(t) == 0 { // the moments of the usual form share two tabs
		sharedMoments(t, 0, all)
		return
	}
	t.Run("first", func(t *testing.T) { sharedMoments(t, 0, all/2) })
	t.Run("second", func(t *testing.T) { sharedMoments(t, all/2, all) })
}

// sharedMoments checks the moments from ≤ k < to. For each it brings the page into a random state, and opens the link of the panel Share in
// a second page. It compares state() and seenNow of both pages. It ends the test after the first moment with a difference.
func sharedMoments(t *testing.T, from, to int) {
	p := shared(t, desktop)
	r := rand.New(rand.NewPCG(40, uint64(6+from))) // each half of the long form has its own random numbers
	var opened *page
	for k := from; k < to; k++ {
		// A run of one to three epochs, and two changes of six kinds. The first four moments have every kind. The long form draws the second
		// kind at random.
		p.call(`load({graph: %q, seed: %d, settings: {d: 2}})`, []string{"karate", "florentine", "ring:n=12"}[r.IntN(3)], k)
		p.call("run(%d)", 1+r.IntN(3))
		p.settle()
		moves := []int{k % 6, (k + 4) % 6}
		if share(t) > 0 {
			moves[1] = r.IntN(6)
		}
		slices.Sort(moves) // kind 5, back along the run, comes last
		for _, kind := range moves {
			p.randomMoment(r, kind)
		}
		// The state and the visible contents of this page, and the link that the panel Share writes when it opens.
		var want, link, wantSeen string
		p.eval(`JSON.stringify(sheafscope.state())`, &want)
		p.eval(seenNow, &wantSeen)
		p.click("share")
		p.waitFor(`document.querySelector('[data-testid="share-panel"]').checkVisibility() && ` +
			`document.querySelector('[data-testid="share-link"]').value.includes("#s1.")`)
		p.eval(`document.querySelector('[data-testid="share-link"]').value`, &link)
		p.press(kb.Escape)
		p.waitFor(`!document.querySelector('[data-testid="share-panel"]').checkVisibility()`)
		if opened == nil || share(t) > 0 {
			opened = tab(t, desktop, browser, p.origin, time.Minute*2)
			opened.goTo(link[strings.Index(link, "#")+1:])
			opened.ready()
		} else {
			opened.eval(fmt.Sprintf("location.hash = %q", link[strings.Index(link, "#")+1:]), nil)
			opened.waitFor(fmt.Sprintf("sheafscope.state().seed === %d && sheafscope.state().graph.n > 0", k))
		}
		opened.waitFor(`document.querySelector('[data-testid="stage-1"]')`)
		opened.settle()
		var got, gotSeen string
		for range 40 { // rows of a table can appear after the graph is at rest: up to 40 readings
			opened.eval(`JSON.stringify(sheafscope.state())`, &got)
			opened.eval(seenNow, &gotSeen)
			if got == want && gotSeen == wantSeen {
				break
			}
			opened.settle()
		}
		if got != want {
			t.Errorf("moment %d: state() of the opened page is %.200s", k, firstDifference(got, want))
		}
		// The contents, part by part, so that the message names the part.
		var gotParts, wantParts map[string]any
		if err := json.Unmarshal([]byte(gotSeen), &gotParts); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(wantSeen), &wantParts); err != nil {
			t.Fatal(err)
		}
		for name := range wantParts {
			if x, y := fmt.Sprint(gotParts[name]), fmt.Sprint(wantParts[name]); x != y {
				t.Errorf("moment %d: %s of the opened page: %s", k, name, firstDifference(x, y))
			}
		}
		opened.clean()
		if t.Failed() {
			p.shot("moment-shared")
			opened.shot("moment-opened")
			t.FailNow()
		}
	}
	p.clean()
}

// firstDifference returns a message with the bytes around the first difference of got and want: up to 40 before it, and up to 60 after it.
func firstDifference(got, want string) string {
	k := 0
	for k < min(len(got), len(want)) && got[k] == want[k] {
		k++
	}
	return fmt.Sprintf("%q, want %q", got[max(0, k-40):min(len(got), k+60)], want[max(0, k-40):min(len(want), k+60)])
}

// randomMoment makes one change of the given kind, 0 to 5, like a user. r chooses its value.
func (p *page) randomMoment(r *rand.Rand, kind int) {
	p.t.Helper()
	switch kind {
	case 0: // an iterate of the diffusion
		p.click("stage-6")
		p.slide("flow-iteration", r.IntN(3))
	case 1: // a map turned by hand, by -80 to 89 degrees
		p.click("tab-edge")
		p.settle()
		p.slide("map-rotate", r.IntN(170)-80)
	case 2: // mixing by hand
		p.click("stage-7")
		p.slide("gamma-1", r.Float64())
	case 3: // the table with a filter
		p.eval(`document.querySelector('[data-testid="table-toggle"][aria-pressed="false"]')?.click()`, nil)
		p.slide("table-filter", `"degree > 2"`)
	case 4: // a slider of a figure
		p.click("tab-edge")
		p.settle()
		p.click("stage-2")
		p.slide("scaling", 1+r.IntN(3))
	case 5: // back along the run, to a position of 20 to 39
		p.call("seek(%d)", 20+r.IntN(20))
		p.click("tab-node")
		p.settle()
	}
}

// The panel Share has the link, its contents, HTML to embed it, and a QR code exactly if the link has at most 300 characters. A pin
// restores its position. In a presentation the arrow keys go through the pins; a lesson takes the arrow keys until it is closed. A click on
// a changed setting resets it. axe-core finds no problem in the panel and in the pins.
func TestSharePanelAndPins(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 1, settings: {d: 2}})`)
	p.call("run(2)")
	p.settle()
	p.click("share")
	p.waitFor(`document.querySelector('[data-testid="share-embed"]')?.value.includes("?embed=1#s1.")`)
	if holds := p.text("share-holds"); !strings.Contains(holds, "graph, split, seed") {
		t.Errorf("the contents of the link are %q, want a list with graph, split, seed", holds)
	}
	p.waitFor(`(document.querySelector('[data-testid="share-code"] svg') !== null) === ` +
		`(document.querySelector('[data-testid="share-link"]').value.length <= 300)`)
	p.axe("the panel of a link")
	p.shot("share")
	p.press(kb.Escape)
	// Two pins, the second at a later position. The first pin restores its position.
	p.click("learn")
	p.click("pins-open")
	p.slide("pin-name", `"Two epochs"`)
	p.click("pin-add")
	p.waitFor(`document.querySelector('[data-testid="pin-0"]')?.textContent === "Two epochs"`)
	first := p.state().Position
	p.call(`step("stage")`)
	p.click("pin-add")
	p.waitFor(`document.querySelector('[data-testid="pin-1"]')`)
	p.axe("pins")
	p.shot("pins")
	p.click("pin-0")
	p.waitFor(fmt.Sprintf(`sheafscope.state().position === %d && !sheafscope.state().busy`, first))
	p.press(kb.Escape)
	// A presentation without full screen: the arrow keys go from pin to pin.
	p.eval(`document.documentElement.requestFullscreen = undefined, document.querySelector("[data-testid=present]").click()`, nil)
	p.waitFor(`document.documentElement.classList.contains("present")`)
	p.press(kb.ArrowRight)
	p.waitFor(fmt.Sprintf(`sheafscope.state().position > %d && !sheafscope.state().busy`, first))
	p.press(kb.ArrowLeft)
	p.waitFor(fmt.Sprintf(`sheafscope.state().position === %d && !sheafscope.state().busy`, first))
	// The arrow keys go through the steps of an open lesson. Each step has its stage. After the lesson they go through the pins again.
	p.eval(`document.querySelector("[data-testid=learn-epoch]").click()`, nil)
	for _, step := range []struct {
		key         string
		card, stage int
	}{{"", 1, 0}, {kb.ArrowRight, 2, 1}, {kb.ArrowRight, 3, 2}, {kb.ArrowLeft, 2, 1}} {
		if step.key != "" { // the lesson opens at its first step
			p.press(step.key)
		}
		p.card(step.card)
		if s := p.state(); s.Stage != step.stage {
			t.Errorf("step %d of the lesson is at stage %d, want %d", step.card, s.Stage, step.stage)
		}
	}
	p.press(kb.Escape)
	p.waitFor(`!document.querySelector(".driver-popover")`)
	p.press(kb.ArrowRight)
	p.waitFor(fmt.Sprintf(`sheafscope.state().position > %d && !sheafscope.state().busy`, first))
	p.press(kb.Escape)
	p.waitFor(`!document.documentElement.classList.contains("present")`)
	// The changed setting d has a button that resets it.
	p.click("own-d")
	p.waitFor(`!sheafscope.state().busy && sheafscope.recipe().settings?.d === undefined && ` +
		`!document.querySelector('[data-testid="own-settings"]').checkVisibility()`)
	p.clean()
}
