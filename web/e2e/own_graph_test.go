//go:build e2e

package e2e

// This file tests graphs that a user pastes, drops, or opens by an address.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A pasted graph opens, and a notice says how it was read. A link to the graph contains the graph: a second page that opens the link has
// the same numbers.
func TestPasteAndOwnLink(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.eval(`(() => { const d = new DataTransfer(); d.setData("text/plain", "source,target\n0,1\n1,2\n2,3\n3,0\n0,2\n");
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true})); })()`, nil)
	p.waitFor("sheafscope.state().graph?.n === 4 && !sheafscope.state().busy")
	p.waitFor(`document.querySelector('[data-testid="read"]')?.getClientRects().length > 0`)
	if text := p.text("read"); !strings.Contains(text, "Read as an edge list: 4 nodes, 5 edges") || !strings.Contains(text, "no labels") {
		t.Errorf("the notice about the files is %q", text)
	}
	p.axe("what was read of the files")
	p.eval(`document.querySelector('[data-testid="read"] button[aria-label^="Dismiss"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-testid="read"]')?.getClientRects().length === 0`)
	// The second page must restore a position within the run.
	p.call("pause()")
	p.call("seek(7)")
	want := p.state()
	p.click("share")
	p.waitFor(`location.hash.startsWith("#s1.")`)
	var hash string
	p.eval("location.hash", &hash)
	q := open(t, view{width: 1440, height: 900, theme: "light", fragment: strings.TrimPrefix(hash, "#")})
	q.ready()
	same(t, "a link with its graph", q.state(), want)
	p.clean()
	q.clean()
}

// Escape closes the panel Open. An address that is not https is refused without a request. A dropped folder of a data set opens with its
// name and its splits, and a notice says how it was read.
func TestOpenPanel(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	// waitForPanel waits until the panel is shown, or, if shown is false, until it is hidden.
	waitForPanel := func(shown bool) {
		t.Helper()
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="open-panel"]')?.hidden === %v`, !shown))
	}
	p.click("open")
	waitForPanel(true)
	p.axe("the panel to open a graph")
	// Escape keeps the text of the address. Enter then sends this text.
	p.do(chromedp.SendKeys(chromedp.CSS(byTestID("open-url")), "http://graphs.example/g.csv"+kb.Escape))
	waitForPanel(false)
	p.click("open")
	waitForPanel(true)
	p.do(chromedp.SendKeys(chromedp.CSS(byTestID("open-url")), kb.Enter))
	waitForPanel(false)
	p.waitFor(`sheafscope.state().error?.includes("https://")`)
	// The folder is dropped.
	folder, err := filepath.Abs(filepath.Join(datasets, "texas"))
	if err != nil {
		t.Fatal(err)
	}
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{folder}, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver,
		input.DispatchDragEventTypeDrop} {
		p.do(send(input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 600, Y: 300, Data: data}))
	}
	p.waitFor(`sheafscope.state().graph?.n === 183 && !sheafscope.state().busy`)
	var got struct {
		Name, Split, Read string
		Options           []string
	}
	p.eval(`({name: sheafscope.state().graph.name, split: sheafscope.state().split, read: `+
		`document.querySelector('[data-testid="read"]').textContent,
		options: [...document.querySelectorAll('[data-testid="split-select"] option')].slice(0, 2).map((o) => o.textContent)})`, &got)
	first, second := "texas_split_0.6_0.2_0.npz", "texas_split_0.6_0.2_1.npz"
	if got.Name != "Texas" || got.Split != first || !slices.Equal(got.Options, []string{first, second}) {
		t.Errorf("the folder is opened as %+v, want Texas with the splits %s and %s", got, first, second)
	}
	for _, want := range []string{"Read as Geom-GCN: 183 nodes, 279 edges", "16 self-loops dropped"} {
		if !strings.Contains(got.Read, want) {
			t.Errorf("the notice about the folder is %q, want %q in it", got.Read, want)
		}
	}
	p.clean()
}
