//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The footer names the kernels that compute. If the address selects plain Go, or if the companion is missing, plain Go computes the same
// numbers.
func TestFooterNamesKernels(t *testing.T) {
	epoch := func(prepare, query string) (string, string, state) {
		t.Helper()
		p := blank(t, desktop)
		p.beforeScripts(prepare)
		p.do(chromedp.Navigate(p.origin + base + query))
		p.ready()
		p.call(`load({graph: "karate", seed: 3})`)
		p.call("run(2)")
		var note string
		p.eval(`document.querySelector('[data-testid="kernel"]').title`, &note)
		return p.text("kernel"), note, p.state()
	}
	name, note, want := epoch("", "")
	if name != "SIMD" || !strings.Contains(note, "?kernel=go") {
		t.Fatalf("the footer says %q, %q", name, note)
	}
	name, note, got := epoch("", "?kernel=go")
	if name != "plain Go" || !strings.Contains(note, "?kernel=go") {
		t.Errorf("with ?kernel=go the footer says %q, %q", name, note)
	}
	same(t, "with ?kernel=go", got, want)
	// A browser that refuses the companion: its bytes come as base64.
	refuse := `{ const c = WebAssembly.compile; WebAssembly.compile = (b) => b.byteLength < 100000 ? Promise.reject(new ` +
		`WebAssembly.CompileError("no SIMD")) : c.call(WebAssembly, b); }`
	name, _, got = epoch(refuse, "")
	if name != "plain Go" {
		t.Errorf("without the companion the footer says %q", name)
	}
	same(t, "without the companion", got, want)
}
