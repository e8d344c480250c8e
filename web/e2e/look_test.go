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

// dial is the part of state() about Look.
type dial struct {
	Level string
	Dial  *struct {
		Stop, Stops, Wrong int
		Accuracy           float64
	}
	Predictions []int
	Graph       struct{ N, Test int }
}

func (p *page) dial() (d dial) {
	p.t.Helper()
	p.eval("sheafscope.state()", &d)
	return d
}

// busyTime returns the CPU time of the page's main thread, in milliseconds.
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

// turn turns the dial to a stop, like a user.
func (p *page) turn(stop int) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const d = document.querySelector('[data-testid="dial"]'); d.value = %d;
		d.dispatchEvent(new Event("input", {bubbles: true}));
		return true; })()`, stop), new(bool))
}

// A first visit shows one graph and one dial, with few words. The numbers on the screen equal those of the picture and of state(). The
// first turn of the dial has an immediate effect and improves the accuracy by at least five points.
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
	if seen.Words > 75 || seen.Head > 20 || seen.Graphs != 1 || seen.Ranges != 1 || first.Dial == nil || seen.Rings != first.Dial.Wrong {
		t.Errorf("%+v; state() has %+v", seen, first.Dial)
	}
	// By keys alone the dial is the first stop of the main part.
	p.do(chromedp.KeyEvent(kb.Tab))
	for range 9 {
		var at string
		if p.eval(`document.activeElement.closest("main") ? document.activeElement.dataset.testid ?? "" : "-"`, &at); at != "-" {
			if at != "dial" {
				t.Errorf("the first stop of the main part is %q", at)
			}
			break
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	var rings int
	p.eval(`document.querySelectorAll(".lgraph .ring:not(.off)").length`, &rings)
	second := p.dial()
	if second.Dial.Stop != 1 || rings != second.Dial.Wrong || second.Dial.Accuracy < first.Dial.Accuracy+0.05 {
		t.Errorf("the first turn goes from %+v to %+v with %d rings", first.Dial, second.Dial, rings)
	}
	p.do(send(performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}))
	threeTries(t, func(j *judge) {
		p.turn(0)
		p.rests()
		before := p.busyTime()
		var is int
		p.eval(`new Promise((done) => {
			const d = document.querySelector('[data-testid="dial"]'), draw = requestAnimationFrame;
			d.value = 1;
			d.dispatchEvent(new Event("input", {bubbles: true}));
			draw(() => draw(() => done(document.querySelectorAll(".lgraph .ring:not(.off)").length))); // a frame is drawn between the two
		})`, &is)
		j.check("the first turn of the dial, processor time", p.busyTime()-before, 100)
		if is != second.Dial.Wrong {
			t.Errorf("after a frame the turn shows %d rings, not %d", is, second.Dial.Wrong)
		}
	})
	// What did the maps change? One click on the last name answers: how many guesses are wrong now, and how many were.
	p.eval(`document.querySelector(".look .names button:last-child").click()`, nil)
	last := p.dial()
	var miss string
	if p.eval(`document.querySelector(".look .miss").textContent`, &miss); last.Dial.Stop != first.Dial.Stops-1 ||
		miss != fmt.Sprintf("%d of %d wrong, blended\u00a0%d", last.Dial.Wrong, first.Graph.Test, first.Dial.Wrong) {
		t.Errorf("at stop %d it says %q", last.Dial.Stop, miss)
	}
	p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="look-accuracy"]').textContent === "%.0f%%"`,
		math.Round(100*last.Dial.Accuracy)))
	p.click("look-runs")
	p.waitFor(`document.querySelector('[data-testid="look-spread"]').checkVisibility()`)
	p.axe("the seeds")
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor(`!document.querySelector('[data-testid="look-spread"]')`)
	p.clean()
}

// hidden lists the parts of the legend and of the inset that overlap a node or a ring of Look.
const hidden = `(() => {
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

// On no screen does the legend or the inset of Look overlap a node.
func TestLookKeepsClear(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	for _, w := range append(windows[:5:5], struct {
		name          string
		width, height int64
		scale         float64
		touch         bool
	}{"small laptop", 1366, 768, 1, false}) {
		p.do(resize(w.width, w.height, w.scale, w.touch))
		p.settle()
		p.complain(fmt.Sprintf("%s (%dx%d)", w.name, w.width, w.height), hidden)
	}
	p.clean()
}

// A recipe of Look opens the same stop in another window. A step of the run leaves Look with the run of the stop. The page keeps the chosen
// level.
func TestLookAndLevels(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "dark", newcomer: true})
	p.ready()
	p.turn(1)
	at := p.dial()
	var recipe string
	p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
	p.call(`load({graph: "karate", seed: 1})`)
	p.waitFor(`sheafscope.level() === "research" && !document.querySelector('[data-testid="look"]')`)
	p.call("load(%s)", recipe)
	p.waitFor(`document.querySelector('[data-testid="dial"]')?.value === "1"`)
	if got := p.dial(); !reflect.DeepEqual(got, at) {
		t.Errorf("the recipe of a stop opens %+v, not %+v", got, at)
	}
	p.call(`step("inner")`)
	if d := p.dial(); d.Level != "research" || d.Graph.N != at.Graph.N || d.Dial != nil {
		t.Errorf("a step leads to %+v", d)
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
	p.do(resize(1440, 900, 1, false))
	p.waitFor(`document.activeElement?.dataset.testid === "graph-canvas"`)
	p.click("learn")
	p.click("learn-dial")
	p.waitFor(`document.activeElement?.dataset.testid === "dial"`)
	p.eval(`document.querySelector('[data-testid="look"] [data-go="research"]').click()`, nil)
	p.waitFor(`sheafscope.level() === "research"`)
	p.greet = true
	p.visit(p.origin + base)
	p.ready()
	if d := p.dial(); d.Level != "research" || d.Graph.N != 34 {
		t.Errorf("a later visit begins with %+v", d)
	}
	p.clean()
}

// drawnBehind records whether the page has drawn its graph when it becomes ready.
const drawnBehind = `new MutationObserver(() => {
	if (document.documentElement.dataset.boot === "ready") {
		globalThis.drawnAtReady ??= !!document.querySelector('[data-testid="graph-canvas"] canvas');
	}
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-boot"]})`

// A first visit loads only the parts that it shows: the script of Look is loaded beside the style sheets, and the page behind Look is drawn
// after Look is ready.
func TestFirstVisitWaitsForLook(t *testing.T) {
	asked, alone := make(chan struct{}), make(chan bool, 1)
	pages := site.Handler(filepath.Join(root, "dist"))
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch filepath.Base(r.URL.Path) {
		case "look.js":
			close(asked)
		case "style.css":
			select {
			case <-asked:
			case <-r.Context().Done(): // the page no longer waits for it
				alone <- true
				return
			}
		}
		pages.ServeHTTP(w, r)
	}))
	p.greet = true
	p.beforeScripts(drawnBehind)
	p.goTo("")
	p.ready()
	if len(alone) > 0 {
		t.Error("the script of Look waits for the style sheets")
	}
	var before bool
	if p.eval("drawnAtReady", &before); before {
		t.Error("a first visit waits for what it does not show")
	}
	p.waitFor(`document.querySelector('[data-testid="graph-canvas"] canvas')`)
	p.eval(`document.querySelector('[data-testid="look"] [data-go="research"]').click()`, nil)
	p.waitFor(`sheafscope.level() === "research" && sheafscopeIslands.shown()?.nodes.length === sheafscope.state().graph.n`)
	p.clean()
}

// In One edge, keys turn a map until the edge sees no difference. state() has the displayed values, and a link restores them.
func TestOneEdge(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", fragment: "edge"})
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="one-edge"]')`)
	p.axe("One edge")
	type edge struct {
		OneEdge *struct {
			X, Maps [][]float64
			Energy  float64
			H0      int
		}
	}
	var e edge
	p.call(`edge({x: [[1, 0], [0, 1]], maps: [[1, 0, 0, 1], [1, 0, 0, 1]]})`)
	p.do(chromedp.Focus(chromedp.CSS(`[data-h="a1"]`)))
	for range 6 { // by 15° to the right
		p.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	p.waitFor(`sheafscope.state().oneEdge.energy < 1e-9 && document.querySelector('[data-testid="edge-flow"]').disabled`)
	p.eval("sheafscope.state()", &e)
	if e.OneEdge.H0 != 2 || math.Abs(e.OneEdge.Maps[1][1]-1) > 1e-9 || e.OneEdge.X[1][1] != 1 {
		t.Errorf("six turns by 15° give %+v", e.OneEdge)
	}
	var recipe string
	p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
	p.click("edge-back")
	p.waitFor(`!document.querySelector('[data-testid="one-edge"]') && sheafscope.state().oneEdge === null`)
	p.call("load(%s)", recipe)
	var again edge
	p.waitFor(`document.querySelector('[data-testid="one-edge"]')`)
	p.eval("sheafscope.state()", &again)
	if !reflect.DeepEqual(again, e) {
		t.Errorf("the recipe of an edge opens %+v, not %+v", again.OneEdge, e.OneEdge)
	}
	// That of a graph has its own maps.
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

// In every frame exactly one main part is exposed, and nothing behind a layer is exposed. This holds for fast changes of layers, and before
// the scripts of layers are loaded. The page does not show a layer that the user has left before its script was loaded.
func TestOneMainPart(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "light"})
	p.ready()
	p.eval(`globalThis.seen = new Set(), (function each() {
		const shown = (e) => e.checkVisibility({visibilityProperty: true}), layer = document.querySelector(".look, .oneedge");
		const behind = layer && [...document.querySelectorAll("#app *")].find(shown);
		const mains = [...document.querySelectorAll("main")].filter(shown);
		seen.add(mains.length + " main parts" + (behind ? ", " + behind.outerHTML.slice(0, 80) : ""));
		requestAnimationFrame(each);
	})()`, nil)
	const edge = `{x: [[1, 0], [0, 1]], maps: [[1, 0, 0, 1], [1, 0, 0, 1]]}`
	come := func(part string) {
		p.waitFor(`sheafscopeParts["` + part + `"]`)
		p.rests()
	}
	none := `document.querySelectorAll(".look, .oneedge").length === 0`
	for _, c := range []struct{ part, ask, then string }{
		{"edge.js", `sheafscope.edge(` + edge + `), sheafscope.edge(` + edge + `)`, `document.querySelectorAll(".oneedge").length === 1`},
		{"edge.js", `sheafscope.edge(null)`, none},
		{"look.js", `sheafscope.level("look"), sheafscope.level("research")`, none},
		{"look.js", `sheafscope.level("look")`, `document.querySelectorAll(".look").length === 1`},
		{"look.js", `sheafscope.edge(` + edge + `)`, `document.querySelectorAll(".oneedge").length === 1`},
		{"look.js", `sheafscope.edge(null), sheafscope.level("research")`, none},
		{"edge.js", `delete sheafscopeParts["edge.js"], sheafscope.edge(` + edge + `), sheafscope.edge(null)`, none},
	} {
		p.eval("seen.clear(), "+c.ask+", true", new(bool))
		come(c.part)
		p.waitFor(c.then)
		var seen []string
		if p.eval("[...seen]", &seen); !slices.Equal(seen, []string{"1 main parts"}) {
			t.Errorf("after %s there were %q", c.ask, seen)
		}
	}
	p.clean()
}
