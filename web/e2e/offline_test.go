//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// controlled waits until the service worker has installed this version and
// answers for the page.
func (p *page) controlled() {
	p.t.Helper()
	p.waitFor("navigator.serviceWorker.controller !== null && navigator.serviceWorker.controller.state === 'activated'")
}

// After one visit the page works without its server and without network.
func TestOffline(t *testing.T) {
	p, server := blankOn(t, desktop, browser, site.Handler(filepath.Join(root, "dist")))
	p.goTo("")
	p.ready()
	p.controlled()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(3)")
	want := p.state()
	server.Close()
	p.do(network.EmulateNetworkConditions(true, 0, -1, -1), chromedp.Reload())
	p.ready()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(3)")
	same(t, "offline", p.state(), want)
	p.do(network.EmulateNetworkConditions(false, 0, -1, -1))
	// The data sets of other hosts are not there; the page says so and goes on.
	if m := p.refused("data:texas"); !strings.Contains(m, "connection") {
		t.Errorf("a public set offline: %q", m)
	}
}
