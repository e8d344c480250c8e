//go:build e2e

package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/tool/site"
)

// This file tests the page with random actions of a user, and measures the memory that the page and its worker use.

// monkeySeed is the seed of the random actions. Another seed gives another walk.
var monkeySeed = flag.Uint64("seed", 20, "seed of the random actions of TestMonkey, 0 for one that is drawn")

// monkeyViews are the windows of the random walk: a desktop, a tablet and a phone.
var monkeyViews = []view{desktop, {width: 820, height: 1180, theme: "light"}, {width: 390, height: 844, theme: "light"}}

// A walk of random actions, on all levels of the page and in windows of three sizes, raises no error. In its last 60 % no figure of the
// memory grows by more than 20 % and its slack. In a walk of less than 5 minutes the slack counts twice. Afterwards the page still loads
// karate. The walk lasts 4 s in Chromium and 2 s in Firefox; with LONG=1 it lasts 50 minutes in each. The test prints its seed, and
// ./build.sh test --seed with this number repeats the actions.
func TestMonkey(t *testing.T) { inBoth(t, monkey) }

// monkey is TestMonkey in one browser.
func monkey(t *testing.T, in engine) {
	short := 4 * time.Second
	if in.name != "chromium" {
		short /= 2
	}
	duration, seed := lasting(t, short, 50*time.Minute), *monkeySeed
	if seed == 0 {
		seed = rand.Uint64N(1e6)
	}
	t.Logf("--seed %d", seed)
	// The walk in two parts, with a measurement of the memory after each.
	p := in.openWithHeapReport(t, 2*duration+10*time.Minute) // with time to open the page and to measure
	p.everyView()
	r := rand.New(rand.NewPCG(seed, 1))
	p.monkey(in, r, 40*duration/100) // builds the panels, layouts and caches that the page keeps
	before := p.memoryUse()
	p.monkey(in, r, 60*duration/100)
	after := p.memoryUse()
	for i, name := range memoryNames {
		if before[i] == 0 && after[i] == 0 {
			continue // Firefox does not report this figure
		}
		t.Logf("%-32s %10.1f before, %10.1f after", name, before[i], after[i])
		slack := memorySlack[i]
		if duration < 5*time.Minute {
			slack *= 2 // the first part of a short walk does not visit every panel
		}
		if after[i] > 1.2*before[i]+slack {
			t.Errorf("%s grew from %.1f to %.1f, more than 20 %% and %.0f", name, before[i], after[i], slack)
		}
	}
	// The page still works.
	p.call(`load({graph: "karate", seed: 1})`)
	if s := p.state(); s.Graph == nil || s.Graph.N != 34 {
		t.Errorf("after the walk the page shows %+v, want karate", s.Graph)
	}
	p.clean()
}

// memoryNames are the names of the figures that memoryUse returns. memorySlack is the growth of each figure that TestMonkey allows beside
// the 20 %, because caches of the page keep the last shown contents.
var (
	memoryNames = [...]string{"JavaScript heap, MB", "DOM nodes", "listeners", "heap of the page's program, MB", "heap of the worker, MB"}
	memorySlack = [...]float64{1, 400, 100, 2, 2}
)

// heapAnswer makes a worker report the size of its program's heap, in bytes.
const heapAnswer = `new BroadcastChannel("heap").onmessage = e => { if (e.data === "ask") { const c = new BroadcastChannel("heap"); ` +
	`c.postMessage(globalThis.sheafscopeHeap?.() ?? 0); c.close(); } };`

// noNewWindows keeps a click from opening the course or the licences in a window in front of the page. A browser does not draw a page
// behind another window.
const noNewWindows = `addEventListener("click", (e) => { if (e.target.closest?.("[target=_blank]")) e.preventDefault(); }, true);`

// openWithHeapReport opens the page for a test that takes the time long. The script of its worker begins with heapAnswer, so that memoryUse
// can request the size of the worker's heap. Links to other windows have no effect.
func (e engine) openWithHeapReport(t *testing.T, long time.Duration) *page {
	t.Helper()
	pages := site.Handler(filepath.Join(root, "dist"))
	p, _ := e.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/worker.js" {
			pages.ServeHTTP(w, r)
			return
		}
		b, err := os.ReadFile(filepath.Join(root, "dist", "worker.js"))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(append([]byte(heapAnswer+"\n"), b...))
	}), long)
	p.beforeScripts(noNewWindows)
	p.goTo("")
	p.ready()
	return p
}

// everyView opens every view once, so that the memory of first uses does not count as growth.
func (p *page) everyView() {
	p.t.Helper()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.eval(`(async () => {
		const enabled = selector => { for (const e of document.querySelectorAll(selector)) if (!e.disabled) return e; };
		const rest = () => `+rests+`;
		const open = async id => { enabled('[data-testid="' + id + '"]')?.click(); await rest(); };
		for (let k = 1; k <= 10; k++) await open("stage-" + k);
		for (const e of [...document.querySelectorAll('[role="tab"]')]) { e.click(); await rest(); }
		await open("compare"); await rest(); await open("compare");
		await open("edit-toggle"); await open("edit-toggle");
		for (const level of ["look", "learn", "research"]) { sheafscope.level(level); await rest(); }
		return true;
	})()`, new(bool))
	p.settle()
}

// withinReach defines two JavaScript functions. reach returns the elements of a selector that a user can reach. It omits controls for
// files, the clipboard and links to share, which belong to the machine. It also omits the buttons of figures and cells in the panel of the
// paper. fire sends events to an element.
const withinReach = `const reach = (selector) => [...document.querySelectorAll(selector)].filter((e) => !e.disabled && ` +
	`!e.closest("[inert], .menu") && e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width && ` +
	`!/open|export|share|^cell-|figure-run/i.test((e.dataset.testid || "") + (e.matches("button") ? e.textContent : "")));
	const fire = (e, ...kinds) => kinds.forEach((k) => e.dispatchEvent(new Event(k, {bubbles: true})));`

// monkey makes random actions for the time long: it changes the window or the level, clicks a control, chooses, slides, clicks a point,
// drags and presses keys. It ends the test at the first error of the page. Otherwise it returns at the level Research in the first window.
func (p *page) monkey(in engine, r *rand.Rand, long time.Duration) {
	p.t.Helper()
	keys := []string{" ", ".", "/", "e", kb.ArrowLeft, kb.ArrowRight, kb.Escape, kb.Tab, kb.Home, kb.End}
	var lastUsed string
	// evalWithReach evaluates JavaScript that uses withinReach, and stores its value, the name of the used element, in lastUsed.
	evalWithReach := func(js string, numbers ...any) {
		p.eval(`(() => { `+withinReach+fmt.Sprintf(js, numbers...)+` })()`, &lastUsed)
	}
	size := monkeyViews[0]
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(60 * time.Millisecond) {
		a, b := r.Float64(), r.Float64()
		switch k := r.IntN(100); { // the bounds of the cases are in per cent of all actions
		case k < 3:
			size = monkeyViews[r.IntN(len(monkeyViews))]
			in.show(p, size)
		case k < 8:
			// An earlier action can fail meanwhile, for example a graph that the sliders cannot make. Then this promise fails, too.
			evalWithReach(`const name = ["look", "learn", "research"][Math.floor(3 * %v)]; sheafscope.level(name).catch(() => {}); return name;`, a)
		case k < 47:
			evalWithReach(`const l = reach("button, [data-eig], svg [data-edge], svg [data-node]"), e = l[Math.floor(%v * l.length)];
				e?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
				return e?.dataset.testid || e?.textContent || "";`, a)
		case k < 59:
			evalWithReach(`const l = reach("select"), e = l[Math.floor(%v * l.length)];
				const o = [...e?.options ?? []].filter((o) => !/^(data|public|https?):/.test(o.value));
				if (o.length) { e.value = o[Math.floor(%v * o.length)].value; fire(e, "change"); }
				return e?.value ?? "";`, a, b)
		case k < 68:
			evalWithReach(`const l = reach("input[type=range]"), e = l[Math.floor(%v * l.length)];
				if (e) { e.value = +e.min + %v * (e.max - e.min); fire(e, "input", "change"); }
				return e?.getAttribute("aria-label") || "";`, a, b)
		case k < 82: // a click away from the edges of the window
			p.within(func(ctx context.Context) error {
				return p.driver.mouse(ctx, (.17+.51*a)*float64(size.width), (.1+.55*b)*float64(size.height))
			})
		case k < 88:
			p.within(func(ctx context.Context) error {
				w, h := float64(size.width), float64(size.height)
				return p.driver.drag(ctx, (.2+.4*a)*w, (.16+.4*b)*h, (.2+.4*b)*w, (.16+.4*a)*h)
			})
		default:
			p.press(keys[r.IntN(len(keys))])
		}
		// An error of the page ends the walk at the action that caused it.
		p.mu.Lock()
		n := len(p.errors)
		p.mu.Unlock()
		if n > 0 {
			p.t.Logf("the last used element is %q", lastUsed)
			p.clean()
			p.t.FailNow()
		}
	}
	in.show(p, monkeyViews[0])
	p.eval(`sheafscope.level("research"), true`, new(bool))
}

// memoryUse returns the memory of the page and of its worker in the order of memoryNames. First it brings the page to rest at epoch 20 of
// karate, so that two calls are comparable. The first three figures are 0 in Firefox, which reports the heap of all pages only.
func (p *page) memoryUse() (u [len(memoryNames)]float64) {
	p.t.Helper()
	p.eval("sheafscope.pause().catch(() => {}), true", new(bool))
	p.call(`load({graph: "karate", seed: 1})`)
	p.eval(`{ const c = document.querySelector('[data-testid="compare-close"]'); if (c?.getBoundingClientRect().width) c.click(); } `+
		`true`, new(bool))
	for _, tab := range []string{"tab-results", "paper-tab", "tab-stage"} { // a run over splits is cancelled in its own panel
		p.eval(`document.querySelector('[data-testid="`+tab+`"]').click(), true`, new(bool))
		p.settle()
		p.eval(`for (const e of document.querySelectorAll('[data-testid$="-cancel"]')) e.click(); true`, new(bool))
	}
	p.call("run(20)")
	p.settle()
	if _, ok := p.driver.(chromeTab); ok {
		p.within(func(ctx context.Context) error {
			heap, heapErr := p.driver.heap(ctx)
			counters, err := chromedp.Call(ctx, memory.GetDOMCounters, cdp.Empty{})
			u[0], u[1], u[2] = heap/1e6, float64(counters.Nodes), float64(counters.JsEventListeners)
			return errors.Join(heapErr, err)
		})
	}
	// The heaps of the Go programs, in bytes. The script asks all workers once, waits for the first answer, and returns, for example,
	// {Page: 3e7, Worker: [5e7]}.
	var heaps struct {
		Page   float64
		Worker []float64
	}
	p.eval(`new Promise(done => { const c = new BroadcastChannel("heap"), all = []; c.onmessage = e => { if (typeof e.data === "number") `+
		`all.push(e.data); };
		c.postMessage("ask"); const wait = setInterval(() => { if (all.length) { clearInterval(wait); c.close(); done({Page: `+
		`sheafscopeHeap(), Worker: all}); } }, 50); })`, &heaps)
	if len(heaps.Worker) != 1 {
		p.t.Errorf("%d workers have answered, want one", len(heaps.Worker))
	}
	u[3], u[4] = heaps.Page/1e6, heaps.Worker[0]/1e6
	if u[3] == 0 || u[4] == 0 {
		p.t.Errorf("the programs report heaps of %v bytes, want more than 0", heaps)
	}
	return u
}
