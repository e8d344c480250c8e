//go:build e2e

package e2e

import "testing"

// A link that an e-mail has damaged opens the graph that was sent, karate with 34 nodes, and a notice reports the repair. The damages are:
// "%2E)" after the name of a graph, and ".)" after a full link. A script passes a third damaged link to load: a full link with a soft
// hyphen and a line break inside, and ">." at its end.
func TestMendedLink(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(noOfflineCopy)
	// A link with the name of a graph.
	p.visit(p.origin + base + "#karate%2E)")
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && sheafscope.state().graph.n === 34`)
	p.eval(`document.querySelector('[data-testid="link-mended"] button').click()`, nil)
	p.waitFor(`!document.querySelector('[data-testid="link-mended"]')`)
	// A full link: the address becomes the undamaged link.
	p.eval(`globalThis.sent = location.hash, location.hash = sent + ".)"`, nil)
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && location.hash === sent && !sheafscope.state().busy`)
	// A script loads the damaged full link while another graph, k2, is open.
	p.eval(`document.querySelector('[data-testid="link-mended"] button').click(), sheafscope.load("k2")`, nil)
	p.eval(`sheafscope.load(sent.slice(1, 9) + "\u00ad\r\n" + sent.slice(9) + ">.")`, nil)
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && sheafscope.state().graph.n === 34`)
	p.clean()
}
