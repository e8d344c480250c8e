//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// monkeyTime is how long the monkey plays; MONKEY=20m makes it patient.
func monkeyTime(t *testing.T) time.Duration {
	text := os.Getenv("MONKEY")
	if text == "" {
		return 30 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("MONKEY: %v; write it as 60s or 20m", err)
	}
	return d
}

// Random clicking raises no error and leaks no memory beyond 20 %.
func TestMonkey(t *testing.T) {
	const seed = 20
	play := monkeyTime(t)
	p := openFor(t, desktop, play+3*time.Minute)
	p.ready()
	r := rand.New(rand.NewPCG(seed, 1))
	p.monkey(r, 40*play/100) // what is built once is built: panels, layouts, caches
	before := p.heap()
	p.monkey(r, 60*play/100)
	after := p.heap()
	t.Logf("%.1f MB before, %.1f MB after", before/1e6, after/1e6)
	if after > 1.2*before {
		t.Errorf("the heap went from %.1f to %.1f MB", before/1e6, after/1e6)
	}
	p.call(`load({graph: "karate", seed: 1})`)
	if s := p.state(); s.Graph == nil || s.Graph.N != 34 {
		t.Errorf("after all this the page shows %+v", s.Graph)
	}
	p.clean()
}

// monkey plays for a while with what it finds on the page.
func (p *page) monkey(r *rand.Rand, long time.Duration) {
	p.t.Helper()
	keys := []string{" ", ".", "/", "e", kb.ArrowLeft, kb.ArrowRight, kb.Escape, kb.Tab, kb.Home, kb.End}
	var did string
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(60 * time.Millisecond) {
		a, b := r.Float64(), r.Float64()
		switch k := r.IntN(100); {
		case k < 45: // files and the clipboard belong to the machine
			p.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll("button, [data-eig], svg [data-edge], svg [data-node]")].filter(e => !e.disabled && e.getBoundingClientRect().width && !e.closest(".menu") && !/open|export|share/i.test((e.dataset.testid || "") + e.textContent));
				const e = l[Math.floor(%v * l.length)]; e?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})); return e?.dataset.testid || e?.textContent || ""; })()`, a), &did)
		case k < 58: // no other host is there
			p.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll("select")].filter(e => !e.disabled && e.getBoundingClientRect().width), e = l[Math.floor(%v * l.length)], o = [...e.options].filter(o => !/^(data|public|https?):/.test(o.value));
				e.value = o[Math.floor(%v * o.length)]?.value ?? e.value; e.dispatchEvent(new Event("change", {bubbles: true})); return e.value; })()`, a, b), &did)
		case k < 68:
			p.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll("input[type=range]")].filter(e => !e.disabled && e.getBoundingClientRect().width), e = l[Math.floor(%v * l.length)];
				if (e) { e.value = +e.min + %v * (e.max - e.min); for (const k of ["input", "change"]) e.dispatchEvent(new Event(k, {bubbles: true})); } return e?.getAttribute("aria-label") || ""; })()`, a, b), &did)
		case k < 82:
			p.do(chromedp.MouseClickXY(250+a*740, 90+b*500))
		case k < 88:
			p.do(chromedp.MouseEvent(input.MousePressed, 300+a*600, 150+b*350, chromedp.Button("left"), chromedp.ClickCount(1)),
				chromedp.MouseEvent(input.MouseMoved, 300+b*600, 150+a*350, chromedp.Button("left")),
				chromedp.MouseEvent(input.MouseReleased, 300+b*600, 150+a*350, chromedp.Button("left"), chromedp.ClickCount(1)))
		default:
			p.do(chromedp.KeyEvent(keys[r.IntN(len(keys))]))
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

// heap is the page's JavaScript heap in bytes, at rest on the same graph.
func (p *page) heap() float64 {
	p.t.Helper()
	p.eval("sheafscope.pause(), true", new(bool))
	p.call(`load({graph: "karate", seed: 1})`)
	p.eval(`document.querySelector('[data-testid="tab-stage"]').click(), true`, new(bool))
	p.call("run(20)")
	p.settle()
	var used float64
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		for range 2 {
			if err := heapprofiler.CollectGarbage().Do(ctx); err != nil {
				return err
			}
		}
		js, _, dom, buffers, err := runtime.GetHeapUsage().Do(ctx)
		used = js
		p.t.Logf("JavaScript %.1f MB, DOM %.1f MB, buffers %.1f MB", js/1e6, dom/1e6, buffers/1e6)
		return err
	}))
	return used
}
