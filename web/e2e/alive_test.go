//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sheafscope/wasm/recipe"
	"sheafscope/web/tool/site"
)

// keepWorkers lets tests reach the workers of a page: testWorkers.
const keepWorkers = `{ const W = Worker; globalThis.testWorkers = [];
	globalThis.Worker = class extends W { constructor(...a) { super(...a); testWorkers.push(this); } }; }`

// busyWorker, before a worker's own script, lets it compute for so many
// milliseconds without an end when it is told {busy}.
const busyWorker = `addEventListener("message", (e) => { if (!e.data?.busy) return;
	e.stopImmediatePropagation(); const end = performance.now() + e.data.busy; while (performance.now() < end); });`

// aliveServer serves the page with answers of the test's own for some files.
func aliveServer(answer func(name string, w http.ResponseWriter) bool) http.Handler {
	h := site.Handler(filepath.Join(root, "dist"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answer(filepath.Base(r.URL.Path), w) {
			h.ServeHTTP(w, r)
		}
	})
}

// died kills the newest worker and returns the milliseconds until the page has
// noticed: a quarter of a second later there is another worker. On a busy
// machine a page may be late for reasons of its own: the better of two counts.
func (p *page) died(before string) (ms float64) {
	p.t.Helper()
	for range 2 {
		p.eval(`(async () => { `+before+`
			const count = testWorkers.length; testWorkers.at(-1).terminate();
			const t = performance.now();
			while (testWorkers.length === count && performance.now() - t < 20000) await new Promise((r) => setTimeout(r, 10));
			return performance.now() - t - 250; })()`, &ms)
		if ms <= 3000 {
			return ms
		}
		p.waitFor("!sheafscope.state().busy")
	}
	return ms
}

// A worker that is ended without a word is noticed within three seconds,
// whatever the page waits for, and one that computes for long is left alone.
func TestSilentDeath(t *testing.T) { inBoth(t, silentDeath) }

func silentDeath(t *testing.T, in engine) {
	h := site.Handler(filepath.Join(root, "dist"))
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch name := filepath.Base(r.URL.Path); {
		case name == "worker.js":
			r.Header.Del("Accept-Encoding")
			h.ServeHTTP(&prefixed{ResponseWriter: w, text: busyWorker}, r)
			return
		case name == "files.wasm":
			<-r.Context().Done() // it never comes, not for a service worker either
			return
		}
		h.ServeHTTP(w, r)
	}), 5*time.Minute)
	p.beforeScripts(keepWorkers)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "k4", seed: 2})`)
	p.call("run(2)")
	want := p.state()
	wait := `const rest = (ms) => new Promise((r) => setTimeout(r, ms));`
	for _, c := range []struct{ waits, before string }{
		{"nothing", ""},
		{"a run", `sheafscope.run(1000).catch(() => {}); await rest(300);`},
		{"a step", `sheafscope.step("epoch").catch(() => {});`},
		{"a load", `sheafscope.load("sbm:n=3000").catch(() => {});`},
		{"a file", `sheafscope.load({graph: "file"}, [{name: "a.csv", data: "a,b\nb,c"}]).catch(() => {}); await rest(300);`},
	} {
		if ms := p.died(wait + c.before); ms > 3000 {
			t.Errorf("waiting for %s: noticed after %.0f ms", c.waits, ms)
		} else {
			t.Logf("waiting for %s: noticed after %.0f ms", c.waits, ms)
		}
		p.waitFor("!sheafscope.state().busy")
		if s := p.state(); s.Error == nil || !strings.Contains(*s.Error, "worker stopped") || s.Graph.N != 4 {
			t.Errorf("waiting for %s: %v, %+v", c.waits, s.Error, s.Graph)
		}
		p.call("seek(%d)", want.Position)
		same(t, "after "+c.waits, p.state(), want)
	}
	// One that answers nothing for four seconds is not taken for dead.
	p.busyIsNotDead()
	// A comparison has a worker of its own.
	p.click("compare")
	p.waitFor(`(() => { const d = document.querySelector('[data-testid="compare-body"]')?.dataset; ` +
		`return d?.busy === "false" && d.a === d.b; })()`)
	if ms := p.died(""); ms > 3000 {
		t.Errorf("a comparison: noticed after %.0f ms", ms)
	}
	p.click("compare")
}

// busyIsNotDead lets the worker answer nothing for four seconds.
func (p *page) busyIsNotDead() {
	p.t.Helper()
	var same bool
	p.eval(`(async () => { const count = testWorkers.length; testWorkers.at(-1).postMessage({busy: 4000});
		await sheafscope.step("inner"); return testWorkers.length === count; })()`, &same)
	if !same {
		p.t.Error("a busy worker was replaced")
	}
}

// prefixed writes a text before the body.
type prefixed struct {
	http.ResponseWriter
	text string
}

func (p *prefixed) WriteHeader(code int) {
	p.Header().Del("Content-Length")
	p.ResponseWriter.WriteHeader(code)
}

func (p *prefixed) Write(b []byte) (int, error) {
	if p.text != "" {
		fmt.Fprintln(p.ResponseWriter, p.text)
		p.text = ""
	}
	return p.ResponseWriter.Write(b)
}

// A worker's script that cannot be fetched is told from a crash, with the
// status; when the server has it again, a click goes on.
func TestWorkerScriptIsGone(t *testing.T) {
	var gone atomic.Bool
	gone.Store(true)
	p, _ := blankOn(t, desktop, browser, aliveServer(func(name string, w http.ResponseWriter) bool {
		if name != "worker.js" || !gone.Load() {
			return false
		}
		http.Error(w, "gone", http.StatusGone)
		return true
	}))
	p.goTo("")
	p.waitFor(`document.querySelector('[data-testid="start-again"]').hidden === false && document.documentElement.dataset.boot === "ready"`)
	if text := p.text("error"); !strings.Contains(text, "could not be fetched: the server answered 410") {
		t.Errorf("told %q", text)
	}
	p.shot("worker-gone")
	gone.Store(false)
	p.click("start-again")
	p.waitFor(`sheafscope.state().graph?.n === 34 && !sheafscope.state().busy`)
	p.call(`step("inner")`)
	if s := p.state(); s.Error != nil {
		t.Errorf("the message stays: %q", *s.Error)
	}
}

// A program for files that does not come costs that file, and nothing else; one with the other
// models costs a click, after which the run is there again, as after a model that is refused.
func TestFilesProgramIsBroken(t *testing.T) {
	var how atomic.Int32
	p, _ := blankOn(t, desktop, browser, aliveServer(func(name string, w http.ResponseWriter) bool {
		if name != "files.wasm" && name != "peers.wasm" {
			return false
		}
		switch code := int(how.Load()); code {
		case 0:
			return false
		case 1:
			panic(http.ErrAbortHandler)
		case 2:
			w.Write([]byte("not what was asked for"))
		case 3:
			w.Header().Set("Content-Length", "100000")
			w.Write([]byte("\x00asm\x01\x00\x00\x00"))
		default:
			http.Error(w, "no", code)
		}
		return true
	}))
	how.Store(404) // from the beginning, so that no service worker keeps it
	p.beforeScripts(keepWorkers)
	p.goTo("")
	p.ready()
	p.call("run(1)")
	const file = `load({graph: "file"}, [{name: "a.csv", data: "source,target\na,b\nb,c\nc,d\n"}])`
	for code, want := range map[int]string{1: "could not be reached", 2: "something else in its place",
		3: "could not be reached", 404: "404", 500: "500"} {
		how.Store(int32(code))
		var text string
		p.eval(`sheafscope.`+file+`.then(() => "loaded", (e) => e.message)`, &text)
		if !strings.Contains(text, "reads and writes files could not be loaded") || !strings.Contains(text, want) {
			t.Errorf("%d: told %q, want %q in it", code, text, want)
		}
		p.call(`step("inner")`)
	}
	if s := p.state(); s.Graph.N != 34 || s.Position == 0 {
		t.Errorf("the run did not go on: %+v", s)
	}
	var workers int
	p.eval("testWorkers.length", &workers)
	if workers != 1 {
		t.Errorf("%d workers were needed", workers)
	}
	how.Store(404)
	p.peersDoNotCome(&how)
	p.call(file)
	if s := p.state(); s.Graph.N != 4 {
		t.Errorf("when it is there again: %+v", s.Graph)
	}
}

func (p *page) peersDoNotCome(how *atomic.Int32) {
	p.t.Helper()
	want := p.state()
	told := func(recipe, part string) {
		p.t.Helper()
		var text string
		p.eval(`sheafscope.load(`+recipe+`).then(() => "loaded", (e) => e.message)`, &text)
		if !strings.Contains(text, part) {
			p.t.Errorf("told %q, want %q in it", text, part)
		}
	}
	told(`{graph: "karate", model: "gcn", seed: 1}`, "the program of the other models did not come. The server answered 404")
	p.click("start-again")
	p.waitFor(`sheafscope.state().graph?.n === 34 && !sheafscope.state().busy`)
	same(p.t, "after a click", p.state(), want)
	how.Store(0)
	told(`{graph: "karate", model: "nsd-orth", seed: 1, settings: {d: "1"}}`, "setting d=1: want")
	p.call(`step("inner")`)
	p.call("seek(%d)", want.Position)
	same(p.t, "after a refusal", p.state(), want)
	p.call(`load({graph: "karate", model: "gcn", seed: 1})`)
	p.call("run(1)")
}

// The trace of a panic names functions, though their names do not travel with the program.
func TestTraceNamesFunctions(t *testing.T) {
	h := site.Handler(filepath.Join(root, "dist"))
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "worker.js" {
			r.Header.Del("Accept-Encoding")
			w = &prefixed{ResponseWriter: w, text: `console.log = (text) => new BroadcastChannel("trace").postMessage(text + "\n");`}
		}
		h.ServeHTTP(w, r)
	}))
	p.beforeScripts(keepWorkers + `globalThis.trace = ""; new BroadcastChannel("trace").onmessage = ({ data }) => { trace += data; };`)
	p.goTo("")
	p.ready()
	p.eval(`testWorkers.at(-1).postMessage({ bytes: new Uint8Array([1]), contents: [] })`, nil)
	p.waitFor(`/^panic: wire: /m.test(trace) && trace.includes("sheafscope/wasm/worker.(*workerHost).receive")`)
}

// A link that cannot be opened says so over the default graph, also in a frame without an origin.
func TestFirstLoadThatFails(t *testing.T) { inBoth(t, firstLoadFails) }

func firstLoadFails(t *testing.T, in engine) {
	link, err := recipe.Format(recipe.Recipe{Run: recipe.Run{Graph: "karate", Settings: map[string]string{"d": "64"}}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "This link could not be opened: setting d=64: want a whole number from 1 to 8. The page opened its default graph instead."
	h := site.Handler(filepath.Join(root, "dist"))
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "outer.html" {
			sandboxed(w, link)
			return
		}
		if text := map[string]string{"boot.js": keepWorkers, "worker.js": busyWorker}[filepath.Base(r.URL.Path)]; text != "" {
			r.Header.Del("Accept-Encoding")
			w = &prefixed{ResponseWriter: w, text: text}
		}
		h.ServeHTTP(w, r)
	}), 5*time.Minute)
	p.goTo(link)
	p.ready()
	if s := p.state(); s.Error == nil || *s.Error != want || s.Graph.N != 34 {
		t.Errorf("says %v over %+v", s.Error, s.Graph)
	}
	p.click("step-inner")
	p.settle()
	if !strings.Contains(p.text("error"), want) {
		t.Errorf("the message has gone: %q", p.text("error"))
	}
	p.shot("first-load-fails")
	var hash string
	p.eval(`new Promise((r) => setTimeout(() => r(location.hash), 1500))`, &hash)
	if hash != "#"+link {
		t.Errorf("the address has lost the link: %q", hash)
	}
	p.clean()

	f := p.inSandbox(base + "outer.html")
	f.ready()
	if s := f.state(); s.Error == nil || *s.Error != want || s.Graph.N != 34 {
		t.Errorf("without an origin: says %v over %+v", s.Error, s.Graph)
	}
	f.click("step-inner")
	f.settle()
	f.busyIsNotDead()
	if ms := f.died(""); ms > 3000 {
		t.Errorf("without an origin: a dead worker was noticed after %.0f ms", ms)
	}
	f.clean()
}

// cutInHalf checks that a single file that was cut off, or changed, says so wherever that happened.
func cutInHalf(t *testing.T, html []byte) {
	t.Helper()
	dir := t.TempDir()
	p, server := blankOn(t, desktop, browser, http.NotFoundHandler())
	server.Close()
	n, last := len(html), bytes.LastIndex(html, []byte("sheafscopeBoot"))
	for k, text := range [][]byte{html[:n/2], html[:30_000], html[:n-2000],
		slices.Concat(html[:n/2], html[n/2+999:]), slices.Concat(html[:last], []byte("x"), html[last:])} {
		name := filepath.Join(dir, fmt.Sprint(k, ".html"))
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		p.do(chromedp.Navigate("file://" + name))
		p.waitFor(`document.documentElement.dataset.boot === "failed"`)
		if text := p.text("boot-error"); !strings.Contains(text, "Get it once more") && !strings.Contains(text, "get it once more") {
			t.Errorf("%d: says %q", k, text)
		}
	}
	p.shot("single-cut")
}
