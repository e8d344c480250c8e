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

	"github.com/chromedp/chromedp"

	"sheafscope/wasm/recipe"
	"sheafscope/web/tool/site"
)

// keepWorkers stores the workers of a page in the global list testWorkers, so that tests reach them.
const keepWorkers = `{ const W = Worker; globalThis.testWorkers = [];
	globalThis.Worker = class extends W { constructor(...a) { super(...a); testWorkers.push(this); } }; }`

// busyWorker precedes the script of a worker. If the worker receives {busy}, it computes for so many milliseconds without a pause.
const busyWorker = `addEventListener("message", (e) => { if (!e.data?.busy) return;
	e.stopImmediatePropagation(); const end = performance.now() + e.data.busy; while (performance.now() < end); });`

// aliveServer serves the page. For some files, answer writes the response and returns true.
func aliveServer(answer func(name string, w http.ResponseWriter) bool) http.Handler {
	h := site.Handler(filepath.Join(root, "dist"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answer(filepath.Base(r.URL.Path), w) {
			h.ServeHTTP(w, r)
		}
	})
}

// withBefore serves the page with texts before some files, by the names of the files.
func withBefore(texts map[string]string) http.Handler {
	h := site.Handler(filepath.Join(root, "dist"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if text := texts[filepath.Base(r.URL.Path)]; text != "" {
			r.Header.Del("Accept-Encoding")
			w = &prefixed{ResponseWriter: w, text: text}
		}
		h.ServeHTTP(w, r)
	})
}

// prefixed is a ResponseWriter that writes a text before the body of the response.
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

// If the script of a worker cannot be fetched, the page reports the HTTP status and no crash. After the server has the script again, a
// click continues.
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

// If the program for files cannot be fetched, only the opening of a file fails. Other models need no further program, and a refused model
// leaves the run unchanged.
func TestFilesProgramIsBroken(t *testing.T) {
	var how atomic.Int32
	p, _ := blankOn(t, desktop, browser, aliveServer(func(name string, w http.ResponseWriter) bool {
		if name != "files.wasm" {
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
	p.choosePeers()
	var workers int
	p.eval("testWorkers.length", &workers)
	if workers != 1 {
		t.Errorf("%d workers were needed", workers)
	}
	how.Store(0)
	p.call(file)
	if s := p.state(); s.Graph.N != 4 {
		t.Errorf("when it is there again: %+v", s.Graph)
	}
}

// choosePeers loads a model that the page refuses, and then a model that the page trains.
func (p *page) choosePeers() {
	p.t.Helper()
	want := p.state()
	var text string
	p.eval(`sheafscope.load({graph: "karate", model: "nsd-orth", seed: 1, settings: {d: "1"}}).then(() => "loaded", (e) => e.message)`, &text)
	if !strings.Contains(text, "setting d=1: want") {
		p.t.Errorf("a peer is refused with %q", text)
	}
	p.call(`step("inner")`)
	p.call("seek(%d)", want.Position)
	same(p.t, "after a refusal", p.state(), want)
	p.call(`load({graph: "karate", model: "gcn", seed: 1})`)
	p.call("run(1)")
}

// The traceback of a panic has the names of functions, although the program does not contain these names.
func TestTraceNamesFunctions(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withBefore(map[string]string{
		"worker.js": `console.log = (text) => new BroadcastChannel("trace").postMessage(text + "\n");`}))
	p.beforeScripts(keepWorkers + `globalThis.trace = ""; new BroadcastChannel("trace").onmessage = ({ data }) => { trace += data; };`)
	p.goTo("")
	p.ready()
	p.eval(`testWorkers.at(-1).postMessage({ bytes: new Uint8Array([1]), contents: [] })`, nil)
	p.waitFor(`/^panic: wire: /m.test(trace) && trace.includes("sheafscope/wasm/worker.(*workerHost).receive")`)
}

// If a link cannot be opened, the page opens the default graph and reports the failure, also in a frame without an origin.
func TestFirstLoadThatFails(t *testing.T) { inBoth(t, firstLoadFails) }

func firstLoadFails(t *testing.T, in engine) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Settings: map[string]string{"d": "64"}}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "This link could not be opened: setting d=64: want a whole number from 1 to 8. The page opened its default graph instead."
	h := withBefore(map[string]string{"boot.js": keepWorkers, "worker.js": busyWorker})
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "outer.html" {
			sandboxed(w, link)
			return
		}
		h.ServeHTTP(w, r)
	}), testLimit)
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
	p.eval(`(sheafscopeBoot.keep(), location.hash)`, &hash) // what would write the address in a second is made to do it now
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

// cutInHalf checks that a truncated or changed single file reports the damage, wherever the damage is.
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
