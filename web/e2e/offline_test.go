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

// After one visit the page works without its server and without network: the same three epochs of karate lead to the same state. A public
// data set is refused with a message about the connection.
func TestPageWorksOffline(t *testing.T) { inBoth(t, offline) }

// offline is TestPageWorksOffline in one browser.
func offline(t *testing.T, in engine) {
	p, server := in.blankFor(t, desktop, site.Handler(filepath.Join(root, "dist")), testLimit)
	p.keeps = true // the page may install its offline copy
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
	// Public data sets belong to other hosts, so the offline copy does not have them.
	if m := p.refused("data:texas"); !strings.Contains(m, "connection") {
		t.Errorf("offline, a public set is refused with %q, want a message about the connection", m)
	}
}

// After a run of 30 epochs the page has registered its service worker, which makes the offline copy, exactly once. If the browser reports
// that the user saves data, the page never registers it. A script counts the registrations and lets them fail.
func TestCopyWaits(t *testing.T) {
	for saves, want := range map[bool]int{false: 1, true: 0} {
		p := blank(t, desktop)
		p.keeps = true // the page may install its offline copy
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
			t.Errorf("if the user saves data is %t, the page registers %d service workers after a run, want %d", saves, copies, want)
		}
		p.clean()
	}
}
