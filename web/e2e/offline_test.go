//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// controlled waits until the service worker has installed this version and responds to the requests of the page.
func (p *page) controlled() {
	p.t.Helper()
	p.waitFor("navigator.serviceWorker.controller !== null && navigator.serviceWorker.controller.state === 'activated'")
}

// After one visit the page works without its server and without network.
func TestPageWorksOffline(t *testing.T) { inBoth(t, offline) }

func offline(t *testing.T, in engine) {
	p, server := in.blankFor(t, desktop, site.Handler(filepath.Join(root, "dist")), testLimit)
	p.keeps = true
	p.goTo("")
	p.ready()
	p.controlled()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(3)")
	want := p.state()
	server.Close()
	p.within(p.driver.offline)
	p.reload()
	p.ready()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(3)")
	same(t, "offline", p.state(), want)
	// The data sets of other hosts are not there; the page says so and goes on.
	if m := p.refused("data:texas"); !strings.Contains(m, "connection") {
		t.Errorf("a public set offline: %q", m)
	}
}

// The offline copy contains every file that the page may ever need. The copy starts only after the end of a run. The page makes no copy if
// the user saves data.
func TestCopyWaits(t *testing.T) {
	for saves, want := range map[bool]int{false: 1, true: 0} {
		p := blank(t, desktop)
		p.keeps = true
		p.beforeScripts(fmt.Sprintf(`Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: %t }) });
			window.copies = 0;
			navigator.serviceWorker.register = async () => { copies++; throw new Error("not here"); };`, saves))
		p.goTo("")
		p.ready()
		p.call(`load({graph: "karate", seed: 3})`)
		p.call("run(30)")
		p.rests()
		var copies int
		p.eval("copies", &copies)
		if copies != want {
			t.Errorf("with saved data %t the page made %d copies after a run, want %d", saves, copies, want)
		}
		p.clean()
	}
}
