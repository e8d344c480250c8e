//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/tool/site"
)

// This file tests Look, the first screen of a first visit, with its graph and its dial. It also tests One edge, another layer over the
// page.

// dial has the fields of sheafscope.state() about Look. A stop of the dial is a network that was trained before; Wrong is its number of
// wrong test nodes.
type dial struct {
	Level string
	Dial  *struct {
		Stop, Stops, Wrong int
		Accuracy           float64
	}
	Predictions []int
	Graph       struct{ N, Test int }
}

// dial returns the present state of Look. The field Dial is nil if Look is not open.
func (p *page) dial() (d dial) {
	p.t.Helper()
	p.eval("sheafscope.state()", &d)
	return d
}

// busyTime returns the CPU time that the page's main thread has used in tasks up to now, in milliseconds.
func (p *page) busyTime() (ms float64) {
	p.t.Helper()
	p.within(func(ctx context.Context) error {
		all, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
		for _, m := range all.Metrics {
			if m.Name == "TaskDuration" {
				ms = 1000 * m.Value
			}
		}
		return err
	})
	return ms
}

// turn sets the dial to a stop, counted from 0, and sends the event of a user's input.
func (p *page) turn(stop int) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const d = document.querySelector('[data-testid="dial"]'); d.value = %d;
		d.dispatchEvent(new Event("input", {bubbles: true}));
		return true; })()`, stop), new(bool))
}

// A first visit shows one graph, one dial, and at most 75 words, of which the headline has at most 20. The number of rings equals the
// number of wrong nodes in state(). By keys, the dial is the first stop of the main part. The first turn of the dial improves the accuracy
// by at least five points, shows in the next frame, and takes at most 100 ms of processor time on an idle machine. The last stop names its
// number of wrong nodes and its accuracy. The accuracies of other seeds open by a click and close by Escape.
func TestFirstVisit(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.axe("Look")
	var seen struct {
		Words, Head, Graphs, Rings, Ranges int
		Buttons                            []string
	}
	p.eval(`(() => { const look = document.querySelector('[data-testid="look"]');
		const words = (e) => e.innerText.split(/\s+/).filter(Boolean).length;
		const shown = (e) => e.checkVisibility({visibilityProperty: true});
		return {words: words(look), head: words(look.querySelector("h1")), rings: look.querySelectorAll(".lgraph .ring:not(.off)").length,
			graphs: [...document.querySelectorAll(".lgraph, canvas")].filter(shown).length,
			ranges: [...document.querySelectorAll("input, select")].filter(shown).length}; })()`, &seen)
	first := p.dial()
	if seen.Words > 75 || seen.Head > 20 {
		t.Errorf("the first screen has %d words, %d of them in its headline, want at most 75 and 20", seen.Words, seen.Head)
	}
	if seen.Graphs != 1 || seen.Ranges != 1 {
		t.Errorf("the first screen has %d graphs and %d inputs, want one of each", seen.Graphs, seen.Ranges)
	}
	if first.Dial == nil || seen.Rings != first.Dial.Wrong {
		t.Errorf("the first screen has %d rings, state() has %+v; want a ring for each wrong node", seen.Rings, first.Dial)
	}
	// By keys alone the dial is the first stop of the main part.
	p.do(chromedp.KeyEvent(kb.Tab))
	for range 9 {
		var focused string // the test id of the element with the focus, "-" outside of the main part
		p.eval(`document.activeElement.closest("main") ? document.activeElement.dataset.testid ?? "" : "-"`, &focused)
		if focused != "-" {
			if focused != "dial" {
				t.Errorf("the first stop of the main part is %q, want dial", focused)
			}
			break
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	// The arrow key makes the first turn.
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	var rings int
	p.eval(`document.querySelectorAll(".lgraph .ring:not(.off)").length`, &rings)
	second := p.dial()
	if second.Dial.Stop != 1 || rings != second.Dial.Wrong {
		t.Errorf("the first turn leads to %+v with %d rings, want stop 1 and a ring for each wrong node", second.Dial, rings)
	}
	if second.Dial.Accuracy < first.Dial.Accuracy+0.05 {
		t.Errorf("the first turn improves the accuracy from %v to %v, want 0.05 more", first.Dial.Accuracy, second.Dial.Accuracy)
	}
	// The same turn again, from stop 0, for its time. The metrics count ticks of the thread, so the time in which it waits does not count.
	p.do(send(performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}))
	threeTries(t, func(j *judge) {
		p.turn(0)
		p.rests()
		before := p.busyTime()
		var ringsShown int
		p.eval(`new Promise((done) => {
			const d = document.querySelector('[data-testid="dial"]'), draw = requestAnimationFrame;
			d.value = 1;
			d.dispatchEvent(new Event("input", {bubbles: true}));
			draw(() => draw(() => done(document.querySelectorAll(".lgraph .ring:not(.off)").length))); // a frame is drawn between the two
		})`, &ringsShown)
		j.check("the first turn of the dial, processor time", p.busyTime()-before, 100)
		if ringsShown != second.Dial.Wrong {
			t.Errorf("after a frame the turn shows %d rings, want %d", ringsShown, second.Dial.Wrong)
		}
	})
	// A click on the last name turns the dial to its last stop. The text has the number of wrong predictions at this stop and at the first,
	// which is blended.
	p.eval(`document.querySelector(".look .names button:last-child").click()`, nil)
	last := p.dial()
	var miss string
	p.eval(`document.querySelector(".look .miss").textContent`, &miss)
	wantMiss := fmt.Sprintf("%d of %d wrong, blended\u00a0%d", last.Dial.Wrong, first.Graph.Test, first.Dial.Wrong)
	if last.Dial.Stop != first.Dial.Stops-1 || miss != wantMiss {
		t.Errorf("at stop %d, from 0, of %d the text is %q, want the last stop and %q", last.Dial.Stop, first.Dial.Stops, miss, wantMiss)
	}
	p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="look-accuracy"]').textContent === "%.0f%%"`,
		math.Round(100*last.Dial.Accuracy)))
	// The accuracies of the other seeds open, and Escape closes them.
	p.click("look-runs")
	p.waitFor(`document.querySelector('[data-testid="look-spread"]').checkVisibility()`)
	p.axe("the seeds")
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor(`!document.querySelector('[data-testid="look-spread"]')`)
	p.clean()
}

// legendOverlaps is JavaScript that lists the parts of the legend and of the inset that overlap a node or a ring of Look. It returns one
// line for each part, such as "wrong over 2" for two nodes or rings.
const legendOverlaps = `(() => {
	const look = document.querySelector('[data-testid="look"]'), box = (e) => e.getBoundingClientRect(), out = [];
	const nodes = [...look.querySelectorAll(".lcanvas>svg :is(.n,.ring:not(.off))")].map(box);
	for (const e of look.querySelectorAll(".lkey span,.inset .orb,.inset .why")) {
		if (!e.checkVisibility()) continue;
		const words = document.createRange();
		words.selectNodeContents(e); // a row of the key is as wide as the widest
		const a = box(e.firstChild ? words : e), round = e.matches(".orb") ? a.width / 2 : 0;
		const n = nodes.filter((b) => {
			const x = Math.max(a.left + round - b.right, 0, b.left - a.right + round), y = Math.max(a.top + round - b.bottom, 0,
				b.top - a.bottom + round);
			return round ? Math.hypot(x, y) < round : !x && !y;
		}).length;
		if (n) out.push((e.textContent || e.tagName) + " over " + n);
	}
	return nodes.length ? out : ["no node is drawn"];
})()`

// In five windows of the layout and on a small laptop, neither the legend nor the inset of Look overlaps a node or a ring.
func TestLookKeepsClear(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	// The capacity 5 makes append copy, so that windows does not change.
	for _, w := range append(windows[:5:5], layoutWindow{name: "small laptop", width: 1366, height: 768, scale: 1}) {
		p.do(resize(w.width, w.height, w.scale, w.touch))
		p.settle()
		p.complain(fmt.Sprintf("%s (%dx%d)", w.name, w.width, w.height), legendOverlaps)
	}
	p.clean()
}

// The recipe of a stop of Look opens this stop again, with its predictions. Another graph leaves Look for Research. So does a step, which
// keeps the graph of the stop. The graph's name then does not overlap the level, in five windows. The focus is then at the graph, and after
// Learn's button "dial" at the dial. A later visit starts at the level of the former visit, with karate.
func TestLookAndLevels(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "dark", newcomer: true})
	p.ready()
	p.turn(1)
	atStop := p.dial()
	var recipe string
	p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
	p.call(`load({graph: "karate", seed: 1})`)
	p.waitFor(`sheafscope.level() === "research" && !document.querySelector('[data-testid="look"]')`)
	p.call("load(%s)", recipe)
	p.waitFor(`document.querySelector('[data-testid="dial"]')?.value === "1"`)
	if got := p.dial(); !reflect.DeepEqual(got, atStop) {
		t.Errorf("the recipe of a stop opens %+v, want %+v", got, atStop)
	}
	// A step of the run leaves Look.
	p.call(`step("inner")`)
	d := p.dial()
	if d.Level != "research" || d.Dial != nil {
		t.Errorf("a step leads to the level %q with the dial %+v, want research without a dial", d.Level, d.Dial)
	}
	if d.Graph.N != atStop.Graph.N {
		t.Errorf("after a step the graph has %d nodes, want the %d of the stop", d.Graph.N, atStop.Graph.N)
	}
	for _, w := range windows[:5] { // the name of the graph is long
		p.do(resize(w.width, w.height, w.scale, w.touch))
		p.settle()
		var over bool
		if p.eval(`(() => {
			const [a, b] = ["graph-select", "level"].map((id) => document.querySelector(`+"`[data-testid=${id}]`"+`).getBoundingClientRect());
			return a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
		})()`, &over); over {
			t.Errorf("%s: the name of the graph lies over the level", w.name)
		}
	}
	// The level Research has the focus at its graph, and the way back to the dial has it at the dial.
	p.do(resize(1440, 900, 1, false))
	p.waitFor(`document.activeElement?.dataset.testid === "graph-canvas"`)
	p.click("learn")
	p.click("learn-dial")
	p.waitFor(`document.activeElement?.dataset.testid === "dial"`)
	p.eval(`document.querySelector('[data-testid="look"] [data-go="research"]').click()`, nil)
	p.waitFor(`sheafscope.level() === "research"`)
	// A later visit: greet permits the page to open Look, but the page has stored the level.
	p.greet = true
	p.visit(p.origin + base)
	p.ready()
	if d := p.dial(); d.Level != "research" || d.Graph.N != 34 {
		t.Errorf("a later visit begins with %+v, want research and 34 nodes", d)
	}
	p.clean()
}

// recordDrawnAtReady sets the variable drawnAtReady: whether the page has already drawn its graph at the moment when it becomes ready.
const recordDrawnAtReady = `new MutationObserver(() => {
	if (document.documentElement.dataset.boot === "ready") {
		globalThis.drawnAtReady ??= !!document.querySelector('[data-testid="graph-canvas"] canvas');
	}
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-boot"]})`

// A first visit loads first what it shows: look.js is requested before style.css has arrived, and the graph behind Look is drawn only after
// the page is ready. Research then shows every node of the graph.
func TestFirstVisitWaitsForLook(t *testing.T) {
	// The server answers the request for style.css only after look.js is requested. Otherwise the page gives the request up in the end.
	lookRequested, stylesGivenUp := make(chan struct{}), make(chan bool, 1)
	pages := site.Handler(filepath.Join(root, "dist"))
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch filepath.Base(r.URL.Path) {
		case "look.js":
			close(lookRequested)
		case "style.css":
			select {
			case <-lookRequested:
			case <-r.Context().Done(): // the page has given up: look.js was not requested
				stylesGivenUp <- true
				return
			}
		}
		pages.ServeHTTP(w, r)
	}))
	p.greet = true // as on a first visit
	p.beforeScripts(recordDrawnAtReady)
	p.goTo("")
	p.ready()
	if len(stylesGivenUp) > 0 {
		t.Error("the script of Look is requested only after the style sheets")
	}
	var before bool
	if p.eval("drawnAtReady", &before); before {
		t.Error("the graph behind Look was drawn before the page was ready")
	}
	// Behind Look the page draws its graph later. At the level Research each node is drawn.
	p.waitFor(`document.querySelector('[data-testid="graph-canvas"] canvas')`)
	p.eval(`document.querySelector('[data-testid="look"] [data-go="research"]').click()`, nil)
	p.waitFor(`sheafscope.level() === "research" && sheafscopeIslands.shown()?.nodes.length === sheafscope.state().graph.n`)
	p.clean()
}

// In One edge, six presses of an arrow key turn a map by 90°, and the energy of the edge becomes 0. Then H⁰ has dimension 2. state() has
// the turned map and the unchanged vector. A recipe restores the state of One edge. From a run of karate, One edge opens with an edge of
// this run.
func TestOneEdge(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", fragment: "edge"})
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="one-edge"]')`)
	p.axe("One edge")
	type edgeState struct {
		OneEdge *struct {
			X, Maps [][]float64
			Energy  float64
			H0      int
		}
	}
	var turned edgeState
	// The stalk vectors are e1 and e2, and both maps are the identity: the edge sees a difference until a map turns one vector by 90°.
	p.call(`edge({x: [[1, 0], [0, 1]], maps: [[1, 0, 0, 1], [1, 0, 0, 1]]})`)
	p.do(chromedp.Focus(chromedp.CSS(`[data-h="a1"]`)))
	for range 6 { // by 15° to the right
		p.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	p.waitFor(`sheafscope.state().oneEdge.energy < 1e-9 && document.querySelector('[data-testid="edge-flow"]').disabled`)
	p.eval("sheafscope.state()", &turned)
	if turned.OneEdge.H0 != 2 {
		t.Errorf("after six turns by 15° H⁰ has dimension %d, want 2", turned.OneEdge.H0)
	}
	if math.Abs(turned.OneEdge.Maps[1][1]-1) > 1e-9 || turned.OneEdge.X[1][1] != 1 {
		t.Errorf("six turns by 15° give %+v, want a map with 1 as its second entry, and the unchanged vector (0, 1)", turned.OneEdge)
	}
	var recipe string
	p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
	p.click("edge-back")
	p.waitFor(`!document.querySelector('[data-testid="one-edge"]') && sheafscope.state().oneEdge === null`)
	p.call("load(%s)", recipe)
	var again edgeState
	p.waitFor(`document.querySelector('[data-testid="one-edge"]')`)
	p.eval("sheafscope.state()", &again)
	if !reflect.DeepEqual(again, turned) {
		t.Errorf("the recipe of an edge opens %+v, want %+v", again.OneEdge, turned.OneEdge)
	}
	// The edge of a run of karate has the node u from 0; an edge without a graph has u = -1.
	p.call(`load({graph: "karate", seed: 1, settings: {d: 2}})`)
	p.call("run(2)")
	p.click("tab-edge")
	p.click("learn")
	p.click("learn-edge")
	p.waitFor(`sheafscope.state().oneEdge?.u >= 0 && document.querySelector('[data-testid="one-edge"]')`)
	p.call("edge(null)")
	p.waitFor(`sheafscope.state().oneEdge === null`)
	p.clean()
}

// In every frame exactly one main part is visible, and nothing behind a layer is visible. The cases are fast changes of layers, some of
// them before the script of the layer is loaded. A layer that is left before its script is loaded does not appear.
func TestOneMainPart(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "light"})
	p.ready()
	// In each frame the page adds the number of main parts, and the first visible element behind a layer, to the set seen.
	p.eval(`globalThis.seen = new Set(), (function each() {
		const shown = (e) => e.checkVisibility({visibilityProperty: true}), layer = document.querySelector(".look, .oneedge");
		const behind = layer && [...document.querySelectorAll("#app *")].find(shown);
		const mains = [...document.querySelectorAll("main")].filter(shown);
		seen.add(mains.length + " main parts" + (behind ? ", " + behind.outerHTML.slice(0, 80) : ""));
		requestAnimationFrame(each);
	})()`, nil)
	const edge = `{x: [[1, 0], [0, 1]], maps: [[1, 0, 0, 1], [1, 0, 0, 1]]}`
	waitForPart := func(part string) {
		p.waitFor(`sheafscopeParts["` + part + `"]`)
		p.rests()
	}
	none := `document.querySelectorAll(".look, .oneedge").length === 0`
	// Row 1 loads the script of One edge, row 3 the script of Look, and the last row the script of One edge again.
	for _, c := range []struct {
		part   string // the script that must be loaded before the check
		calls  string // calls of the interface
		result string // the condition that holds afterwards
	}{
		{"edge.js", `sheafscope.edge(` + edge + `), sheafscope.edge(` + edge + `)`, `document.querySelectorAll(".oneedge").length === 1`},
		{"edge.js", `sheafscope.edge(null)`, none},
		{"look.js", `sheafscope.level("look"), sheafscope.level("research")`, none},
		{"look.js", `sheafscope.level("look")`, `document.querySelectorAll(".look").length === 1`},
		{"look.js", `sheafscope.edge(` + edge + `)`, `document.querySelectorAll(".oneedge").length === 1`},
		{"look.js", `sheafscope.edge(null), sheafscope.level("research")`, none},
		{"edge.js", `delete sheafscopeParts["edge.js"], sheafscope.edge(` + edge + `), sheafscope.edge(null)`, none},
	} {
		p.eval("seen.clear(), "+c.calls+", true", new(bool))
		waitForPart(c.part)
		p.waitFor(c.result)
		var seen []string
		if p.eval("[...seen]", &seen); !slices.Equal(seen, []string{"1 main parts"}) {
			t.Errorf("after %s the frames had %q, want one main part and nothing behind a layer", c.calls, seen)
		}
	}
	p.clean()
}
