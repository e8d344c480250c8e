//go:build e2e

package e2e

import "testing"

// A link that an e-mail has damaged opens the state that was sent, and the page reports the repair. The damages are: "%2E)" after the name
// of a graph, ".)" after a full link, and a soft hyphen with a line break inside a full link, which a script passes to load.
func TestMendedLink(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(noOfflineCopy)
	// The name of a graph.
	p.visit(p.origin + base + "#karate%2E)")
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && sheafscope.state().graph.n === 34`)
	p.eval(`document.querySelector('[data-testid="link-mended"] button').click()`, nil)
	p.waitFor(`!document.querySelector('[data-testid="link-mended"]')`)
	// A full link: the address becomes the link that was sent.
	p.eval(`globalThis.sent = location.hash, location.hash = sent + ".)"`, nil)
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && location.hash === sent && !sheafscope.state().busy`)
	// The same for a script, from another graph.
	p.eval(`document.querySelector('[data-testid="link-mended"] button').click(), sheafscope.load("k2")`, nil)
	p.eval(`sheafscope.load(sent.slice(1, 9) + "\u00ad\r\n" + sent.slice(9) + ">.")`, nil)
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && sheafscope.state().graph.n === 34`)
	p.clean()
}
