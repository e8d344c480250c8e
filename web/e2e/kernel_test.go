//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The footer names the kernels that compute: SIMD, in a companion of the program, or plain Go. If the address selects plain Go, or if the
// companion is missing, plain Go computes the same numbers.
func TestFooterNamesKernels(t *testing.T) {
	// twoEpochs runs two epochs on a page with a query, after the script prepare. It returns the name of the kernel in the footer, its note,
	// and the state.
	twoEpochs := func(prepare, query string) (name, note string, s state) {
		t.Helper()
		p := blank(t, desktop)
		p.beforeScripts(prepare)
		p.do(chromedp.Navigate(p.origin + base + query))
		p.ready()
		p.call(`load({graph: "karate", seed: 3})`)
		p.call("run(2)")
		p.eval(`document.querySelector('[data-testid="kernel"]').title`, &note)
		return p.text("kernel"), note, p.state()
	}
	name, note, want := twoEpochs("", "")
	if name != "SIMD" || !strings.Contains(note, "?kernel=go") {
		t.Fatalf("the footer names the kernel %q with the note %q, want SIMD with ?kernel=go", name, note)
	}
	name, note, got := twoEpochs("", "?kernel=go")
	if name != "plain Go" || !strings.Contains(note, "?kernel=go") {
		t.Errorf("with ?kernel=go the footer names the kernel %q with the note %q, want plain Go with ?kernel=go", name, note)
	}
	same(t, "with ?kernel=go", got, want)
	// The browser refuses the companion, which is the only program below 100 000 bytes.
	refuse := `{ const c = WebAssembly.compile; WebAssembly.compile = (b) => b.byteLength < 100000 ? Promise.reject(new ` +
		`WebAssembly.CompileError("no SIMD")) : c.call(WebAssembly, b); }`
	name, _, got = twoEpochs(refuse, "")
	if name != "plain Go" {
		t.Errorf("without the companion the footer names the kernel %q, want plain Go", name)
	}
	same(t, "without the companion", got, want)
}
