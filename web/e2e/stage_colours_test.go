//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sheafscope/web/tool/site"
)

// This file tests the level Learn, the colours of the stages, and the size of the page. Two further tests are about the element and an
// animation.

// learnPage returns the page at the level Learn after more than ten epochs, with the numbers of one channel in the picture.
func learnPage(t *testing.T, v view) *page {
	t.Helper()
	p := open(t, v)
	p.ready()
	p.waitFor(`!sheafscope.state().busy && sheafscope.state().epoch > 10`)
	p.eval(`sheafscope.level("learn")`, nil)
	p.waitFor(`document.querySelector('[data-testid="walk-next"]').checkVisibility() && document.querySelector(".ibody svg text")`)
	return p
}

// In each of the ten stages the level Learn has at most 20 controls, and at most 25 numbers outside of the picture and the graph. The
// picture has at least 59 % of the width, and its cells are 48 pixels apart. The rail marks one stage.
func TestLearnIsSmall(t *testing.T) {
	p := learnPage(t, desktop)
	for k := 1; k <= 10; k++ {
		p.eval(fmt.Sprintf(`document.querySelector('[data-testid="stage-%d"]').click()`, k), nil)
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="walk"]').textContent.includes("%d of 10")`, k))
		p.waitFor(`[...document.querySelectorAll(".ibody svg rect:is(.posc,.negc,.seqc)")].some((e) => !e.closest("[hidden]"))`)
		var got struct {
			Controls, Numbers, Cell, Marks int
			Share                          float64
			Names                          []string
		}
		// seen is true for a visible element that does not lie above the window. walk collects the texts outside of the picture and the graph.
		// cell is the width of a cell and the gap of 1 pixel to the next cell. share is the picture's share of the width.
		p.eval(`(() => {
			const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getBoundingClientRect().bottom > 0;
			const names = [...document.querySelectorAll("a[href],button,input,select,textarea,summary,[role=slider],[role=button]")].filter(seen);
			let text = "";
			const walk = (e) => {
				for (const n of e.childNodes) {
					if (n.nodeType === 3) text += n.data;
					else if (n.nodeType === 1 && n.tagName !== "OPTION" && !n.matches(".ibody,.canvas,script,style") && seen(n)) walk(n);
				}
				text += " ";
			};
			walk(document.querySelector("#app"));
			const cell = [...document.querySelectorAll(".ibody svg rect:is(.posc,.negc,.seqc)")].find((e) => !e.closest("[hidden]"));
			return { controls: names.length, numbers: (text.match(/[0-9]+(\.[0-9]+)?/g) ?? []).length,
				names: names.map((e) => e.dataset.testid || e.className || e.tagName), cell: Math.round(cell.getBoundingClientRect().width) + 1,
				share: document.querySelector(".insp").getBoundingClientRect().width / innerWidth,
				marks: [...document.querySelectorAll(".rail .no")].filter((e) => getComputedStyle(e).backgroundColor ===
					getComputedStyle(document.querySelector(".rail [aria-current] .no")).backgroundColor).length };
		})()`, &got)
		if got.Controls > 20 {
			t.Errorf("stage %d has %d controls, want at most 20: %v", k, got.Controls, got.Names)
		}
		if got.Numbers > 25 {
			t.Errorf("stage %d has %d numbers outside of the picture, want at most 25", k, got.Numbers)
		}
		if got.Cell != 48 || got.Share < 0.59 {
			t.Errorf("stage %d has cells of %d pixels and %.2f of the width for the picture, want 48 and at least 0.59", k, got.Cell, got.Share)
		}
		if got.Marks != 1 {
			t.Errorf("stage %d: the rail marks %d stages, want one", k, got.Marks)
		}
	}
	p.clean()
}

// On a phone the level Learn has, from top to bottom, the sentence, the button Next, the picture and the graph, and no tabs.
func TestLearnOnAPhone(t *testing.T) {
	p := learnPage(t, view{width: 390, height: 844, theme: "light"})
	var order []string
	p.eval(`[".lead", '[data-testid="walk-next"]', ".ibody", ".graph"].map((q) => [q, document.querySelector(q)])
		.filter(([, e]) => e.checkVisibility({ visibilityProperty: true })).
		sort((a, b) => a[1].getBoundingClientRect().top - b[1].getBoundingClientRect().top)
		.map(([q]) => q)`, &order)
	const want = `.lead [data-testid="walk-next"] .ibody .graph`
	if got := strings.Join(order, " "); got != want {
		t.Errorf("the order of the parts is %q, want %q", got, want)
	}
	var tabs bool
	p.eval(`document.querySelector(".tabs").checkVisibility()`, &tabs)
	if tabs {
		t.Error("the tabs are visible")
	}
	p.clean()
}

// In each of the ten stages the legend names the stage and, except in stage 8, the meaning of its colours. If a user has chosen the nodes'
// colours, another stage changes only the colours of the edges. A click resets the choice.
func TestColoursFollow(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.waitFor(`!sheafscope.state().busy && sheafscope.state().epoch > 10`)
	for k, meaning := range map[int]string{1: "feature, channel", 2: "off-diag", 3: "off-diag", 4: "‖R‖ of each end", 5: "trace",
		6: "x, channel", 7: "filtered, channel", 8: "stage 8", 9: "confidence", 10: "v₂"} {
		p.eval(fmt.Sprintf(`document.querySelector('[data-testid="stage-%d"]').click()`, k), nil)
		p.waitFor(fmt.Sprintf(`((t) => t.includes("stage %d,") && t.includes(%q))(document.querySelector(".legend").textContent)`, k, meaning))
	}
	// The user chooses the labels in stage 4, which has many colours of edges, and goes to stage 5.
	p.eval(`document.querySelector('[data-testid="stage-4"]').click()`, nil)
	p.waitFor(`new Set(sheafscopeIslands.shown().edgeColors).size > 5`)
	p.choose("nodes-by", "label")
	p.waitFor(`document.querySelector('[data-testid="colours-stage"]').checkVisibility()`)
	p.eval(`document.querySelector('[data-testid="stage-5"]').click()`, nil)
	p.waitFor(`((t) => t.includes("edges by stage 5") && !t.includes("trace"))(document.querySelector(".legend").textContent)`)
	p.click("colours-stage")
	p.waitFor(`document.querySelector(".legend").textContent.includes("trace")`)
	p.clean()
}

// waitingText returns the text of the inspector and of the legend while a caption in them says that it waits. Otherwise it returns "".
const waitingText = `((t) => ["until the run stands", "on its way", "on their way", "…"].some((word) => t.includes(word)) ? t : "")(` +
	`document.querySelector(".insp").innerText + document.querySelector(".legend").innerText)`

// At most five seconds after the page has come to rest, no caption of the inspector and of the legend waits for numbers. The positions 0, 7
// and 60 are at the start, inside an epoch and at the end of an epoch; the stages are 1, 5 and 6. On a slower machine the time is longer.
func TestNothingStaysWaiting(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.waitFor(`!sheafscope.state().busy && sheafscope.state().epoch > 10`)
	for _, position := range []int{0, 7, 60} {
		p.eval(fmt.Sprintf(`sheafscope.seek(%d)`, position), nil)
		for _, k := range []int{1, 5, 6} {
			p.eval(fmt.Sprintf(`document.querySelector('[data-testid="stage-%d"]').click()`, k), nil)
			p.settle()
			var text string
			limit := 5 * patience / 60 // 5 s where patience is 60 s
			for end := time.Now().Add(limit); ; time.Sleep(100 * time.Millisecond) {
				p.eval(waitingText, &text)
				if text == "" || time.Now().After(end) {
					break
				}
			}
			if text != "" {
				t.Errorf("position %d, stage %d: a caption still waits: %s", position, k, text)
			}
		}
	}
	p.clean()
}

// At the levels Research and Learn, in five windows, the contents of the page are not larger than the window, so the page does not scroll.
func TestPagesDoNotScroll(t *testing.T) {
	for _, v := range []view{desktop, {width: 1280, height: 720, theme: "light"}, {width: 820, height: 1180, theme: "light"},
		{width: 844, height: 390, theme: "light"}, {width: 390, height: 844, theme: "light"}} {
		p := open(t, v)
		p.ready()
		for _, level := range []string{"research", "learn"} {
			p.eval(fmt.Sprintf(`sheafscope.level(%q)`, level), nil)
			p.waitFor(fmt.Sprintf(`sheafscope.level() === %q`, level))
			var over [2]int
			p.eval(`[document.scrollingElement.scrollHeight - innerHeight, document.scrollingElement.scrollWidth - innerWidth]`, &over)
			if over != [2]int{} {
				t.Errorf("%d×%d, %s: the page is larger than the window by %v", v.width, v.height, level, over)
			}
		}
		p.clean()
	}
}

// The element <sheaf-scope>, loaded as a module and without the attribute src, opens its figure. If its script has another file name, the
// element reports that src is missing.
func TestElementAsModule(t *testing.T) {
	pages := site.Handler(filepath.Join(root, "dist"))
	// The page host/NAME.html loads the script element/NAME.js. The script copy.js is a copy of sheaf-scope.js.
	host := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if script, ok := strings.CutPrefix(r.URL.Path, "/host/"); ok && strings.HasSuffix(script, ".html") {
			fmt.Fprintf(w, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">`+
				`<script type="module" src="../element/%s.js"></script><sheaf-scope `+
				`figure="bound"></sheaf-scope>`,
				strings.TrimSuffix(script, ".html"))
			return
		}
		if r.URL.Path == "/element/copy.js" {
			r.URL.Path = "/element/sheaf-scope.js"
		}
		pages.ServeHTTP(w, r)
	})
	p, _ := blankFor(t, desktop, browser, host, testLimit)
	within := `document.querySelector("sheaf-scope").shadowRoot`
	p.within(func(ctx context.Context) error { return p.driver.navigate(ctx, p.origin+base+"host/sheaf-scope.html") })
	p.waitFor(within + `?.querySelector("iframe")?.src.includes("figure=bound")`)
	p.within(func(ctx context.Context) error { return p.driver.navigate(ctx, p.origin+base+"host/copy.html") })
	p.waitFor(within + `?.textContent.includes("src is missing")`)
	p.clean()
}

// The animation of vectors along an edge, in the picture of the maps and on the graph, ends at most 1200 ms after a click on another stage.
func TestVectorAnimationEnds(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.waitFor(`!sheafscope.state().busy && sheafscope.state().epoch > 10`)
	for _, next := range []string{"stage-5", "stage-6"} {
		p.click("stage-4")
		p.waitFor(`document.querySelector('[data-testid="carry"]')`)
		p.eval(`document.querySelector('[data-testid="carry"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil)
		p.waitFor(`document.querySelector(".flying") && document.querySelector(".canvas .carry")`)
		var end struct {
			After  float64
			Things int
		}
		// The script returns the time until no vector is left, after 5 s at the latest, and the number of vectors then.
		p.eval(fmt.Sprintf(`(async () => {
			const t = performance.now(), things = () => document.querySelectorAll(".flying, .carry").length;
			document.querySelector('[data-testid="%s"]').click();
			while (things() && performance.now() - t < 5000) await new Promise(requestAnimationFrame);
			return { after: performance.now() - t, things: things() };
		})()`, next), &end)
		if end.Things > 0 || end.After > 1200 { // half of the animation's own 2400 ms
			t.Errorf("at %s %d vectors still move after %.0f ms, want none after 1200 ms", next, end.Things, end.After)
		}
	}
	p.clean()
}
