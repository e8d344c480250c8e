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

// slide moves a slider or types into a field, like a user.
func (p *page) slide(id string, value any) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`document.querySelector(%q) && !document.querySelector(%[1]q).disabled`, byTestID(id)))
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %v;
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, {bubbles: true})); })()`, byTestID(id), value), nil)
	p.settle()
}

// seenNow returns the visible contents of the page: the texts and pictures of the panels, the positions of sliders, and the drawing of the
// graph.
const seenNow = `(() => {
	const shown = (e) => !e.closest("[hidden]"); // sections of other stages are kept
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

// The test shares the page at random moments, opens each link elsewhere, and compares state() and the pictures. With --long there are sixty
// moments, and each link opens in a new browser context. In the usual form there are four moments. The first link opens in a new context,
// and the other links open in the same context.
func TestSharedMoments(t *testing.T) {
	beside(t)
	all := times(t, 4, 60)
	if share(t) == 0 { // two windows are enough
		sharedMoments(t, 0, all)
		return
	}
	t.Run("first", func(t *testing.T) { sharedMoments(t, 0, all/2) })
	t.Run("second", func(t *testing.T) { sharedMoments(t, all/2, all) })
}

func sharedMoments(t *testing.T, from, to int) {
	p := shared(t, desktop)
	r := rand.New(rand.NewPCG(40, uint64(6+from)))
	var q *page
	for k := from; k < to; k++ {
		p.call(`load({graph: %q, seed: %d, settings: {d: 2}})`, []string{"karate", "florentine", "ring:n=12"}[r.IntN(3)], k)
		p.call("run(%d)", 1+r.IntN(3))
		p.settle()
		moves := []int{k % 6, (k + 4) % 6} // with four moments, every kind
		if share(t) > 0 {
			moves[1] = r.IntN(6)
		}
		slices.Sort(moves) // the way back along the run comes last
		for _, what := range moves {
			p.randomMoment(r, what)
		}
		var want, link, pictures string
		p.eval(`JSON.stringify(sheafscope.state())`, &want)
		p.eval(seenNow, &pictures)
		p.click("share")
		p.waitFor(`document.querySelector('[data-testid="share-panel"]').checkVisibility() && ` +
			`document.querySelector('[data-testid="share-link"]').value.includes("#s1.")`) // with the panel comes its link
		p.eval(`document.querySelector('[data-testid="share-link"]').value`, &link)
		p.press(kb.Escape)
		p.waitFor(`!document.querySelector('[data-testid="share-panel"]').checkVisibility()`)
		if q == nil || share(t) > 0 {
			q = tab(t, desktop, browser, p.origin, time.Minute*2)
			q.goTo(link[strings.Index(link, "#")+1:])
			q.ready()
		} else {
			q.eval(fmt.Sprintf("location.hash = %q", link[strings.Index(link, "#")+1:]), nil)
			q.waitFor(fmt.Sprintf("sheafscope.state().seed === %d && sheafscope.state().graph.n > 0", k))
		}
		q.waitFor(`document.querySelector('[data-testid="stage-1"]')`)
		q.settle()
		var got, seen string
		for range 40 { // rows of a table come after the graph is at rest
			q.eval(`JSON.stringify(sheafscope.state())`, &got)
			if q.eval(seenNow, &seen); got == want && seen == pictures {
				break
			}
			q.settle()
		}
		if got != want {
			t.Errorf("moment %d: state() is %.200s", k, differs(got, want))
		}
		var a, b map[string]any
		if err := json.Unmarshal([]byte(seen), &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(pictures), &b); err != nil {
			t.Fatal(err)
		}
		for name := range b {
			if x, y := fmt.Sprint(a[name]), fmt.Sprint(b[name]); x != y {
				t.Errorf("moment %d: the %s show %s", k, name, differs(x, y))
			}
		}
		q.clean()
		if t.Failed() {
			p.shot("moment-shared")
			q.shot("moment-opened")
			t.FailNow()
		}
	}
	p.clean()
}

// differs returns the parts of two texts at which the texts begin to differ.
func differs(a, b string) string {
	k := 0
	for k < min(len(a), len(b)) && a[k] == b[k] {
		k++
	}
	return fmt.Sprintf("%q, was %q", a[max(0, k-40):min(len(a), k+60)], b[max(0, k-40):min(len(b), k+60)])
}

// randomMoment brings the page into a random state, like a user.
func (p *page) randomMoment(r *rand.Rand, what int) {
	p.t.Helper()
	switch what {
	case 0: // an iterate of the diffusion
		p.click("stage-6")
		p.slide("flow-iteration", r.IntN(3))
	case 1: // a map turned by hand
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
	case 5: // back along the run
		p.call("seek(%d)", 20+r.IntN(20))
		p.click("tab-node")
		p.settle()
	}
}

// The panel Share has the link, a code for the last row, HTML, and a list of the contents of the link. Pins are in a row through which the
// arrow keys go in a presentation. Changed settings are visible, and a click resets them. axe-core finds no problem.
func TestSharePanelAndPins(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 1, settings: {d: 2}})`)
	p.call("run(2)")
	p.settle()
	p.click("share")
	p.waitFor(`document.querySelector('[data-testid="share-embed"]')?.value.includes("?embed=1#s1.")`)
	if holds := p.text("share-holds"); !strings.Contains(holds, "graph, split, seed") {
		t.Errorf("the link holds %q", holds)
	}
	p.waitFor(`(document.querySelector('[data-testid="share-code"] svg') !== null) === ` +
		`(document.querySelector('[data-testid="share-link"]').value.length <= 300)`)
	p.axe("the panel of a link")
	p.shot("share")
	p.press(kb.Escape)
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
	p.eval(`document.documentElement.requestFullscreen = undefined, document.querySelector("[data-testid=present]").click()`, nil)
	p.waitFor(`document.documentElement.classList.contains("present")`)
	p.press(kb.ArrowRight)
	p.waitFor(fmt.Sprintf(`sheafscope.state().position > %d && !sheafscope.state().busy`, first))
	p.press(kb.ArrowLeft)
	p.waitFor(fmt.Sprintf(`sheafscope.state().position === %d && !sheafscope.state().busy`, first))
	// A lesson is such a row: the same arrows go through it, and the own one stays.
	p.eval(`document.querySelector("[data-testid=learn-epoch]").click()`, nil)
	for _, x := range []struct {
		key         string
		card, stage int
	}{{"", 1, 0}, {kb.ArrowRight, 2, 1}, {kb.ArrowRight, 3, 2}, {kb.ArrowLeft, 2, 1}} {
		if x.key != "" {
			p.press(x.key)
		}
		p.card(x.card)
		if s := p.state(); s.Stage != x.stage {
			t.Errorf("card %d of the lesson is at stage %d", x.card, s.Stage)
		}
	}
	p.press(kb.Escape)
	p.waitFor(`!document.querySelector(".driver-popover")`)
	p.press(kb.ArrowRight)
	p.waitFor(fmt.Sprintf(`sheafscope.state().position > %d && !sheafscope.state().busy`, first))
	p.press(kb.Escape)
	p.waitFor(`!document.documentElement.classList.contains("present")`)
	p.click("own-d")
	p.waitFor(`!sheafscope.state().busy && sheafscope.recipe().settings?.d === undefined && ` +
		`!document.querySelector('[data-testid="own-settings"]').checkVisibility()`)
	p.clean()
}
