//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/tool/site"
)

// monkeySeed makes the game another one; MONKEY_SEED=7 names it.
func monkeySeed(t *testing.T) uint64 {
	text := os.Getenv("MONKEY_SEED")
	if text == "" {
		return 20
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("MONKEY_SEED: %v; write it as a whole number", err)
	}
	return seed
}

// Random clicking raises no error and leaks no memory beyond 20 %: for half an
// hour with LONG=1.
func TestMonkey(t *testing.T) { inBoth(t, monkey) }

func monkey(t *testing.T, in engine) {
	seed := monkeySeed(t)
	short := 16 * time.Second
	if in.name != "chromium" {
		short /= 2
	}
	play := lasting(t, short, 30*time.Minute)
	p := in.openTelling(t, 2*play+10*time.Minute)
	p.everyView()
	r := rand.New(rand.NewPCG(seed, 1))
	p.monkey(r, 40*play/100) // what is built once is built: panels, layouts, caches
	before := p.use()
	p.monkey(r, 60*play/100)
	after := p.use()
	for i, name := range useNames {
		if before[i] == 0 && after[i] == 0 {
			continue // this browser does not tell
		}
		t.Logf("%-32s %10.1f before, %10.1f after", name, before[i], after[i])
		slack := useSlack[i]
		if play < 5*time.Minute {
			slack *= 2 // the first part of a short game does not come everywhere
		}
		if after[i] > 1.2*before[i]+slack {
			t.Errorf("%s went from %.1f to %.1f", name, before[i], after[i])
		}
	}
	p.call(`load({graph: "karate", seed: 1})`)
	if s := p.state(); s.Graph == nil || s.Graph.N != 34 {
		t.Errorf("after all this the page shows %+v", s.Graph)
	}
	p.clean()
}

// useNames are the figures of use. useSlack is what each may grow by beside the
// 20 %: caches of the page hold what was looked at last.
var (
	useNames = [...]string{"JavaScript heap, MB", "DOM nodes", "listeners", "heap of the page's program, MB", "heap of the worker, MB"}
	useSlack = [...]float64{1, 400, 100, 2, 2}
)

// heapAnswer lets a worker tell what its program holds.
const heapAnswer = `new BroadcastChannel("heap").onmessage = e => { if (e.data === "ask") { const c = new BroadcastChannel("heap"); ` +
	`c.postMessage(globalThis.sheafscopeHeap?.() ?? 0); c.close(); } };`

// openTelling opens the page with a worker that tells what its program holds.
func (e engine) openTelling(t *testing.T, long time.Duration) *page {
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
	p.goTo("")
	p.ready()
	return p
}

// everyView opens every view once: what is built at first use is built then.
func (p *page) everyView() {
	p.t.Helper()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.eval(`(async () => {
		const at = l => { for (const e of document.querySelectorAll(l)) if (!e.disabled) return e; };
		const rest = () => `+rests+`;
		const open = async id => { at('[data-testid="' + id + '"]')?.click(); await rest(); };
		for (let k = 1; k <= 10; k++) await open("stage-" + k);
		for (const e of [...document.querySelectorAll('[role="tab"]')]) { e.click(); await rest(); }
		await open("compare"); await rest(); await open("compare");
		await open("edit-toggle"); await open("edit-toggle");
		return true;
	})()`, new(bool))
	p.settle()
}

// monkey plays for a while with what it finds on the page.
func (p *page) monkey(r *rand.Rand, long time.Duration) {
	p.t.Helper()
	keys := []string{" ", ".", "/", "e", kb.ArrowLeft, kb.ArrowRight, kb.Escape, kb.Tab, kb.Home, kb.End}
	var did string
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(60 * time.Millisecond) {
		a, b := r.Float64(), r.Float64()
		switch k := r.IntN(100); {
		case k < 45: // files and the clipboard belong to the machine, the paper's data sets to another host
			p.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll("button, [data-eig], svg [data-edge], svg `+
				`[data-node]")].filter(e => !e.disabled && e.getBoundingClientRect().width && !e.closest(".menu") && `+
				`!/open|export|share|^cell-|figure-run/i.test((e.dataset.testid || "") + e.textContent));
				const e = l[Math.floor(%v * l.length)]; e?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})); return `+
				`e?.dataset.testid || e?.textContent || ""; })()`, a), &did)
		case k < 58: // no other host is there
			p.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll("select")].filter(e => !e.disabled && `+
				`e.getBoundingClientRect().width), e = l[Math.floor(%v * l.length)], o = [...e.options].filter(o => `+
				`!/^(data|public|https?):/.test(o.value));
				e.value = o[Math.floor(%v * o.length)]?.value ?? e.value; e.dispatchEvent(new Event("change", {bubbles: true})); return e.value; `+
				`})()`, a, b), &did)
		case k < 68:
			p.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll("input[type=range]")].filter(e => !e.disabled && `+
				`e.getBoundingClientRect().width), e = l[Math.floor(%v * l.length)];
				if (e) { e.value = +e.min + %v * (e.max - e.min); for (const k of ["input", "change"]) e.dispatchEvent(new Event(k, {bubbles: `+
				`true})); } return e?.getAttribute("aria-label") || ""; })()`, a, b), &did)
		case k < 82:
			p.within(func(ctx context.Context) error { return p.driver.mouse(ctx, 250+a*740, 90+b*500) })
		case k < 88:
			p.within(func(ctx context.Context) error {
				return p.driver.drag(ctx, 300+a*600, 150+b*350, 300+b*600, 150+a*350)
			})
		default:
			p.press(keys[r.IntN(len(keys))])
		}
		p.mu.Lock()
		n := len(p.errors)
		p.mu.Unlock()
		if n > 0 {
			p.t.Logf("the last thing used was %q", did)
			p.clean()
			p.t.FailNow()
		}
	}
}

// use is what the page and its worker hold, at rest on the same graph: the
// figures of useNames.
func (p *page) use() (u [len(useNames)]float64) {
	p.t.Helper()
	p.eval("sheafscope.pause(), true", new(bool))
	p.call(`load({graph: "karate", seed: 1})`)
	p.eval(`{ const c = document.querySelector('[data-testid="compare-close"]'); if (c?.getBoundingClientRect().width) c.click(); } `+
		`true`, new(bool))
	for _, tab := range []string{"tab-results", "paper-tab", "tab-stage"} { // runs under way are cancelled where they are shown
		p.eval(`document.querySelector('[data-testid="`+tab+`"]').click(), true`, new(bool))
		p.settle()
		p.eval(`for (const e of document.querySelectorAll('[data-testid$="-cancel"]')) e.click(); true`, new(bool))
	}
	p.call("run(20)")
	p.settle()
	if _, ok := p.driver.(chromeTab); ok { // Firefox tells the heap of all pages only
		p.within(func(ctx context.Context) error {
			heap, failed := p.driver.heap(ctx)
			has, err := chromedp.Call(ctx, memory.GetDOMCounters, cdp.Empty{})
			u[0], u[1], u[2] = heap/1e6, float64(has.Nodes), float64(has.JsEventListeners)
			return errors.Join(failed, err)
		})
	}
	var heaps struct {
		Page   float64
		Worker []float64
	}
	p.eval(`new Promise(done => { const c = new BroadcastChannel("heap"), all = []; c.onmessage = e => { if (typeof e.data === "number") `+
		`all.push(e.data); };
		c.postMessage("ask"); const wait = setInterval(() => { if (all.length) { clearInterval(wait); c.close(); done({Page: `+
		`sheafscopeHeap(), Worker: all}); } }, 50); })`, &heaps)
	if len(heaps.Worker) != 1 {
		p.t.Errorf("%d workers are there, want one", len(heaps.Worker))
	}
	u[3], u[4] = heaps.Page/1e6, heaps.Worker[0]/1e6
	if u[3] == 0 || u[4] == 0 {
		p.t.Errorf("the programs hold %v bytes", heaps)
	}
	return u
}
