//go:build e2e

package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// This file tests workers that end without a message.

// killWorker evaluates the JavaScript before, ends the newest worker without a message, and returns the milliseconds until the page notices
// the death. The page starts a new worker a quarter of a second after it has noticed. Therefore killWorker measures the time until the new
// worker and subtracts a quarter of a second. If the result exceeds 3 seconds, killWorker measures once more, since a busy machine can
// delay the page.
func (p *page) killWorker(before string) (ms float64) {
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

// If a worker ends without a message, the page notices the end within three seconds, and a new worker continues. In five cases the
// page waits for nothing, a run, a step, a load or a file. In the sixth case the worker of a comparison ends. The page does not replace a
// worker that computes for four seconds without a pause.
func TestSilentDeath(t *testing.T) { inBoth(t, silentDeath) }

// silentDeath is TestSilentDeath in one browser.
func silentDeath(t *testing.T, in engine) {
	h := serverWithPrefixes(map[string]string{"worker.js": busyWorker})
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "files.wasm" {
			<-r.Context().Done() // the program for files never arrives, so that the page waits for the file
			return
		}
		h.ServeHTTP(w, r)
	}), testLimit)
	p.beforeScripts(keepWorkers + `globalThis.filesAsked = new Promise((asked) => { const f = fetch;
		globalThis.fetch = (u, ...a) => { if (String(u).includes("files.wasm")) asked(); return f(u, ...a); }; });`)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "k4", seed: 2})`)
	p.call("run(2)")
	want := p.state()
	// wait defines frame(), a promise that the next frame resolves. before is JavaScript that makes the page wait for what waits names.
	const wait = `const frame = () => new Promise((r) => { const off = sheafscope.on("frame", () => { off(); r(); }); });`
	for _, c := range []struct{ waits, before string }{
		{"nothing", ""},
		{"a run", `sheafscope.run(1000).catch(() => {}); await frame();`},
		{"a step", `sheafscope.step("epoch").catch(() => {});`},
		{"a load", `sheafscope.load("sbm:n=3000").catch(() => {});`},
		{"a file", `sheafscope.load({graph: "file"}, [{name: "a.csv", data: "a,b\nb,c"}]).catch(() => {}); await filesAsked;`},
	} {
		p.checkReplacement(c.waits, wait+c.before, want)
	}
	p.busyIsNotDead()
	// A comparison has a worker of its own. The test waits until the comparison is at the epoch of the page: data-a and data-b are the epochs.
	p.click("compare")
	p.waitFor(`(() => { const d = document.querySelector('[data-testid="compare-body"]')?.dataset; ` +
		`return d?.busy === "false" && d.a === d.b; })()`)
	if ms := p.killWorker(""); ms > 3000 {
		t.Errorf("a comparison: noticed after %.0f ms, want at most 3000", ms)
	}
	p.click("compare")
}

// checkReplacement kills the newest worker while the page waits: before is JavaScript that makes the page wait, and waits names the wait in
// messages. checkReplacement checks that the page notices the death within 3 seconds, reports it, and has as many nodes as want. After a
// seek to the position of want the page has the numbers of want.
func (p *page) checkReplacement(waits, before string, want state) {
	p.t.Helper()
	if ms := p.killWorker(before); ms > 3000 {
		p.t.Errorf("waiting for %s: noticed after %.0f ms, want at most 3000", waits, ms)
	} else {
		p.t.Logf("waiting for %s: noticed after %.0f ms", waits, ms)
	}
	p.waitFor("!sheafscope.state().busy")
	s := p.state()
	if s.Error == nil || !strings.Contains(*s.Error, "worker stopped") {
		p.t.Errorf("waiting for %s: the page reports %v, want that the worker stopped", waits, s.Error)
	}
	if s.Graph.N != want.Graph.N {
		p.t.Errorf("waiting for %s: the graph has %d nodes, want %d", waits, s.Graph.N, want.Graph.N)
	}
	p.call("seek(%d)", want.Position)
	same(p.t, "after "+waits, p.state(), want)
}

// busyIsNotDead makes the worker unresponsive for four seconds, and checks that the page does not replace it.
func (p *page) busyIsNotDead() {
	p.t.Helper()
	var kept bool
	p.eval(`(async () => { const count = testWorkers.length; testWorkers.at(-1).postMessage({busy: 4000});
		await sheafscope.step("inner"); return testWorkers.length === count; })()`, &kept)
	if !kept {
		p.t.Error("a busy worker was replaced")
	}
}

// At an insecure address a worker can hold no lock that shows its end to the page. The worker of this test has no locks either. During a
// run the page notices the silent end of such a worker within three seconds, and it does not replace a busy worker. TestFirstLoadThatFails
// tests a frame without an origin.
func TestSilentDeathWithoutLocks(t *testing.T) { inBoth(t, silentDeathWithoutLocks) }

// silentDeathWithoutLocks is TestSilentDeathWithoutLocks in one browser.
func silentDeathWithoutLocks(t *testing.T, in engine) {
	const noLocks = `Object.defineProperty(navigator, "locks", {value: undefined});`
	p, _ := in.blankFor(t, desktop, serverWithPrefixes(map[string]string{"worker.js": noLocks + busyWorker}), testLimit)
	p.beforeScripts(keepWorkers)
	p.goTo("")
	p.ready()
	p.call("run(2)")
	p.checkReplacement("a run", `sheafscope.run(1000).catch(() => {});
		await new Promise((r) => { const off = sheafscope.on("frame", () => { off(); r(); }); });`, p.state())
	p.busyIsNotDead()
}
