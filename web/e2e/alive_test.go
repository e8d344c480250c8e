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

// This file tests starts of the page in which a part cannot be fetched or fails.

// keepWorkers stores the workers of a page in the global list testWorkers, so that tests reach them.
const keepWorkers = `{ const W = Worker; globalThis.testWorkers = [];
	globalThis.Worker = class extends W { constructor(...a) { super(...a); testWorkers.push(this); } }; }`

// busyWorker precedes the script of a worker. If the worker receives {busy: ms}, it computes for ms milliseconds without a pause. The
// program of the worker does not receive this message.
const busyWorker = `addEventListener("message", (e) => { if (!e.data?.busy) return;
	e.stopImmediatePropagation(); const end = performance.now() + e.data.busy; while (performance.now() < end); });`

// serverExcept serves dist/ except the files for which answer returns true. For these files answer has written the response.
func serverExcept(answer func(name string, w http.ResponseWriter) bool) http.Handler {
	h := site.Handler(filepath.Join(root, "dist"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answer(filepath.Base(r.URL.Path), w) {
			h.ServeHTTP(w, r)
		}
	})
}

// serverWithPrefixes serves dist/. Before the content of a file it writes the text that texts has for the name of the file.
func serverWithPrefixes(texts map[string]string) http.Handler {
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

// WriteHeader removes the length of the body, since the text before the body makes the body longer.
func (p *prefixed) WriteHeader(code int) {
	p.Header().Del("Content-Length")
	p.ResponseWriter.WriteHeader(code)
}

// Write writes the text before the first part of the body.
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
	p, _ := blankOn(t, desktop, browser, serverExcept(func(name string, w http.ResponseWriter) bool {
		if name != "worker.js" || !gone.Load() {
			return false
		}
		http.Error(w, "gone", http.StatusGone)
		return true
	}))
	p.goTo("")
	p.waitFor(`document.querySelector('[data-testid="start-again"]').hidden === false && document.documentElement.dataset.boot === "ready"`)
	if text := p.text("error"); !strings.Contains(text, "could not be fetched: the server answered 410") {
		t.Errorf("the page reports %q, want the HTTP status 410", text)
	}
	p.shot("worker-gone")
	gone.Store(false)
	p.click("start-again")
	p.waitFor(`sheafscope.state().graph?.n === 34 && !sheafscope.state().busy`)
	p.call(`step("inner")`)
	if s := p.state(); s.Error != nil {
		t.Errorf("the error stays after a new start: %q", *s.Error)
	}
}

// If the program for files cannot be fetched, only the opening of a file fails, with a message that names the fault. The faults are an
// aborted connection, a wrong content, a truncated content and two HTTP statuses. The run goes on. A refused model leaves it unchanged, and
// GCN runs in the same worker. After the server has the program again, the file opens.
func TestFilesProgramIsBroken(t *testing.T) {
	// 0: no fault; 1: aborted connection; 2: wrong content; 3: truncated content, the first 8 bytes of a program; otherwise an HTTP status.
	var fault atomic.Int32
	p, _ := blankOn(t, desktop, browser, serverExcept(func(name string, w http.ResponseWriter) bool {
		if name != "files.wasm" {
			return false
		}
		switch code := int(fault.Load()); code {
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
	fault.Store(404) // before the page is loaded, so that no service worker stores the program
	p.beforeScripts(keepWorkers)
	p.goTo("")
	p.ready()
	p.call("run(1)")
	const file = `load({graph: "file"}, [{name: "a.csv", data: "source,target\na,b\nb,c\nc,d\n"}])`
	for code, want := range map[int]string{1: "could not be reached", 2: "something else in its place",
		3: "could not be reached", 404: "404", 500: "500"} {
		fault.Store(int32(code))
		var text string
		p.eval(`sheafscope.`+file+`.then(() => "loaded", (e) => e.message)`, &text)
		if !strings.Contains(text, "reads and writes files could not be loaded") || !strings.Contains(text, want) {
			t.Errorf("fault %d: the load fails with %q, want %q in it", code, text, want)
		}
		p.call(`step("inner")`) // the run goes on
	}
	if s := p.state(); s.Graph.N != 34 || s.Position == 0 {
		t.Errorf("the run did not go on: %+v", s)
	}
	p.choosePeers()
	var workers int
	p.eval("testWorkers.length", &workers)
	if workers != 1 {
		t.Errorf("the page started %d workers, want 1", workers)
	}
	fault.Store(0)
	p.call(file)
	if s := p.state(); s.Graph.N != 4 {
		t.Errorf("with the program the file opens as %+v, want 4 nodes", s.Graph)
	}
}

// choosePeers loads a model that the page refuses (nsd-orth with d = 1), and checks that the run stays as it was. Then it trains GCN for
// one epoch.
func (p *page) choosePeers() {
	p.t.Helper()
	want := p.state()
	var text string
	p.eval(`sheafscope.load({graph: "karate", model: "nsd-orth", seed: 1, settings: {d: "1"}}).then(() => "loaded", (e) => e.message)`, &text)
	if !strings.Contains(text, "setting d=1: want") {
		p.t.Errorf("a model with d = 1 is refused with %q", text)
	}
	// A step and a way back: the run still moves, and its replay ends in the same state.
	p.call(`step("inner")`)
	p.call("seek(%d)", want.Position)
	same(p.t, "after a refusal", p.state(), want)
	p.call(`load({graph: "karate", model: "gcn", seed: 1})`)
	p.call("run(1)")
}

// The traceback of a panic in the worker has the name of the function. The program itself has no such names. The panic is caused by a
// message that is not of the protocol. The worker writes the traceback by console.log, which the test replaces: it sends the text to the
// page.
func TestTraceNamesFunctions(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, serverWithPrefixes(map[string]string{
		"worker.js": `console.log = (text) => new BroadcastChannel("trace").postMessage(text + "\n");`}))
	p.beforeScripts(keepWorkers + `globalThis.trace = ""; new BroadcastChannel("trace").onmessage = ({ data }) => { trace += data; };`)
	p.goTo("")
	p.ready()
	p.eval(`testWorkers.at(-1).postMessage({ bytes: new Uint8Array([1]), contents: [] })`, nil)
	p.waitFor(`/^panic: wire: /m.test(trace) && trace.includes("sheafscope/wasm/worker.(*workerHost).receive")`)
}

// If a link cannot be opened, the page opens the default graph and reports the failure. The report stays after a step, and the address
// keeps the link. In a frame without an origin the page opens the default graph and reports the failure, too. There it also notices the
// death of a worker within 3 seconds, and takes no busy worker for dead.
func TestFirstLoadThatFails(t *testing.T) { inBoth(t, firstLoadFails) }

// firstLoadFails is TestFirstLoadThatFails in one browser.
func firstLoadFails(t *testing.T, in engine) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Settings: map[string]string{"d": "64"}}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "This link could not be opened: setting d=64: want a whole number from 1 to 8. The page opened its default graph instead."
	// outer.html has the page in a frame without an origin, with the link.
	h := serverWithPrefixes(map[string]string{"boot.js": keepWorkers, "worker.js": busyWorker})
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "outer.html" {
			sandboxed(w, link)
			return
		}
		h.ServeHTTP(w, r)
	}), testLimit)
	p.goTo(link)
	p.ready()
	// checkDefaultGraph checks the message, and that the graph is the karate club, with 34 nodes.
	checkDefaultGraph := func(s state) {
		t.Helper()
		if s.Error == nil || *s.Error != want {
			t.Errorf("the page reports %v, want %q", s.Error, want)
		}
		if s.Graph.N != 34 {
			t.Errorf("the page has the graph %+v, want 34 nodes", s.Graph)
		}
	}
	checkDefaultGraph(p.state())
	p.click("step-inner")
	p.settle()
	if !strings.Contains(p.text("error"), want) {
		t.Errorf("after a step the page reports %q, want %q in it", p.text("error"), want)
	}
	p.shot("first-load-fails")
	var hash string
	p.eval(`(sheafscopeBoot.keep(), location.hash)`, &hash) // keep writes the address now; the page writes it only after a second
	if hash != "#"+link {
		t.Errorf("the address is %q, want the link %q", hash, link)
	}
	p.clean()

	// A frame without an origin. A worker of such a frame can hold no lock that shows its death.
	f := p.inSandbox(base + "outer.html")
	f.ready()
	checkDefaultGraph(f.state())
	f.click("step-inner")
	f.settle()
	f.busyIsNotDead()
	if ms := f.killWorker(""); ms > 3000 {
		t.Errorf("without an origin: a dead worker was noticed after %.0f ms, want at most 3000", ms)
	}
	f.clean()
}

// checkDamagedFile checks that a damaged single file html reports the damage. Three files are truncated: at half of their length, after
// 30 000 bytes, and 2 000 bytes before their end. One file lacks 999 bytes in the middle, and one has an added byte near its end.
func checkDamagedFile(t *testing.T, html []byte) {
	t.Helper()
	dir := t.TempDir()
	p, server := blankOn(t, desktop, browser, http.NotFoundHandler())
	server.Close() // the file is opened from the disk
	n := len(html)
	last := bytes.LastIndex(html, []byte("sheafscopeBoot")) // near the end
	for k, text := range [][]byte{html[:n/2], html[:30_000], html[:n-2000],
		slices.Concat(html[:n/2], html[n/2+999:]), slices.Concat(html[:last], []byte("x"), html[last:])} {
		name := filepath.Join(dir, fmt.Sprint(k, ".html"))
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		p.do(chromedp.Navigate("file://" + name))
		p.waitFor(`document.documentElement.dataset.boot === "failed"`)
		if text := p.text("boot-error"); !strings.Contains(text, "Get it once more") && !strings.Contains(text, "get it once more") {
			t.Errorf("damaged file %d: the page reports %q, want the advice to get it once more", k, text)
		}
	}
	p.shot("single-cut")
}
