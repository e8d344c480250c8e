//go:build e2e

package e2e

import (
	"sheafscope/web/e2e/trace"
	"sheafscope/web/e2e/trace/chrome"
)

// rulerMarks are the marks that ruler sets in the page.
var rulerMarks = []string{"panels", "models", "clicked", "answered"}

// record traces the main thread of the page while f runs, and returns the digest of the trace, with the marks of ruler.
func (p *page) record(f func()) trace.Recording {
	p.t.Helper()
	stop, err := chrome.Record(p.ctx, rulerMarks...)
	if err != nil {
		p.t.Fatal(err)
	}
	f()
	r, err := stop()
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}
