//go:build e2e

package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sheafscope/web/tool/site"
)

// Where a worker holds no lock, as in a frame without an origin, its silent end is
// noticed too, and one that computes for long is left alone.
func TestSilentDeathWithoutLocks(t *testing.T) { inBoth(t, silentDeathWithoutLocks) }

func silentDeathWithoutLocks(t *testing.T, in engine) {
	const none = `Object.defineProperty(navigator, "locks", {value: undefined});`
	h := site.Handler(filepath.Join(root, "dist"))
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "worker.js" {
			r.Header.Del("Accept-Encoding")
			w = &prefixed{ResponseWriter: w, text: none + busyWorker}
		}
		h.ServeHTTP(w, r)
	}), 5*time.Minute)
	p.beforeScripts(keepWorkers)
	p.goTo("")
	p.ready()
	p.call("run(2)")
	want := p.state()
	for waits, before := range map[string]string{"nothing": "", "a run": `sheafscope.run(1000).catch(() => {}); ` +
		`await new Promise((r) => setTimeout(r, 300));`} {
		if ms := p.died(before); ms > 3000 {
			t.Errorf("waiting for %s: noticed after %.0f ms", waits, ms)
		} else {
			t.Logf("waiting for %s: noticed after %.0f ms", waits, ms)
		}
		p.waitFor("!sheafscope.state().busy")
		if s := p.state(); s.Error == nil || !strings.Contains(*s.Error, "worker stopped") {
			t.Errorf("waiting for %s: %v", waits, s.Error)
		}
		p.call("seek(%d)", want.Position)
		same(t, "after "+waits, p.state(), want)
	}
	p.busyIsNotDead()
}
