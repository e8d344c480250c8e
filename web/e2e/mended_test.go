//go:build e2e

package e2e

import "testing"

// A link that an e-mail has damaged opens the state that was sent, and the page reports that it has repaired the link.
func TestMendedLink(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(noOfflineCopy)
	p.visit(p.origin + base + "#karate%2E)")
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && sheafscope.state().graph.n === 34`)
	p.eval(`document.querySelector('[data-testid="link-mended"] button').click()`, nil)
	p.waitFor(`!document.querySelector('[data-testid="link-mended"]')`)
	p.eval(`globalThis.sent = location.hash, location.hash = sent + ".)"`, nil)
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && location.hash === sent && !sheafscope.state().busy`)
	p.eval(`document.querySelector('[data-testid="link-mended"] button').click(), sheafscope.load("k2")`, nil)
	p.eval(`sheafscope.load(sent.slice(1, 9) + "\u00ad\r\n" + sent.slice(9) + ">.")`, nil) // the same for a script
	p.waitFor(`document.querySelector('[data-testid="link-mended"]')?.checkVisibility() && sheafscope.state().graph.n === 34`)
	p.clean()
}
