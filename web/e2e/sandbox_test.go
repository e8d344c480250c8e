//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sheafscope/wasm/recipe"
	"sheafscope/web/tool/site"
)

// In a frame without an origin (sandbox="allow-scripts"), a link opens a GCN, and an epoch of training works. The table of results trains
// GCN and MLP over three splits beside the run.
func TestPeersInSandbox(t *testing.T) { inBoth(t, peersInSandbox) }

// peersInSandbox is TestPeersInSandbox in one browser.
func peersInSandbox(t *testing.T, in engine) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Model: "gcn", Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	h := site.Handler(filepath.Join(root, "dist"))
	p, _ := in.blankFor(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) == "outer.html" {
			sandboxed(w, link)
			return
		}
		h.ServeHTTP(w, r)
	}), testLimit)
	// The run in the frame, and an epoch of it.
	f := p.inSandbox(base + "outer.html")
	f.ready()
	f.waitFor(`sheafscope.state().model === "gcn"`)
	before := f.state().Epoch
	f.eval(`sheafscope.step("epoch").then(() => true)`, new(bool))
	s := f.state()
	if s.Error != nil {
		t.Errorf("the epoch fails: %s", *s.Error)
	}
	if s.Epoch != before+1 || s.Graph.N != 34 {
		t.Errorf("an epoch leads from %d to %d on a graph of %d nodes, want the next epoch and 34 nodes", before, s.Epoch, s.Graph.N)
	}
	// A job beside the run: two models over three splits.
	f.openResults()
	for key, on := range map[string]bool{"sgpc": false, "gcn": true, "mlp": true} {
		f.setBox("results-model-"+key, on)
	}
	f.choose("results-runs", "3")
	f.click("results-run")
	f.waitFor(`["gcn", "mlp"].every((m) => document.querySelector('[data-testid="result-' + m + '"]')?.dataset.n === "3")`)
	if r := f.row("mlp"); r.N != 3 || !(r.Mean > 0) {
		t.Errorf("the row of MLP is %+v, want three runs and a positive mean", r)
	}
	f.clean()
}

// sandboxed responds with a page that opens a link in a frame without an origin.
func sandboxed(w http.ResponseWriter, link string) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, `<!doctype html><iframe sandbox="allow-scripts" width="1200" height="800" src="./#%s"></iframe>`, link)
}

// inSandbox loads the page of sandboxed at a path, waits until its frame exists, and returns the frame. In Firefox the frame is a context
// of the same tab, in Chromium a target of its own.
func (p *page) inSandbox(path string) *page {
	p.t.Helper()
	p.within(func(ctx context.Context) error { return p.driver.navigate(ctx, p.origin+path) })
	f := &page{t: p.t, ctx: p.ctx, driver: p.driver, origin: p.origin}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		// Firefox: the frame is the child of the tab's context.
		if tab, ok := p.driver.(foxTab); ok {
			var tree struct {
				Contexts []struct{ Children []struct{ Context string } }
			}
			p.within(func(ctx context.Context) error {
				return tab.b.ask(ctx, "browsingContext.getTree", map[string]any{"root": tab.context}, &tree)
			})
			if len(tree.Contexts) == 1 && len(tree.Contexts[0].Children) == 1 {
				f.driver = foxTab{b: tab.b, context: tree.Contexts[0].Children[0].Context}
				return f
			}
			continue
		}
		// Chromium: the frame is a target, because it has another origin than the page.
		list, err := chromedp.Targets(p.ctx)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, x := range list {
			if x.Type == "iframe" && strings.HasPrefix(x.URL, p.origin) {
				ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(x.TargetID))
				p.t.Cleanup(cancel)
				if err := chromedp.Do(ctx); err != nil { // attaches to the frame, without the deadline of a single action
					p.t.Fatal(err)
				}
				f.ctx = ctx
				return f
			}
		}
	}
	p.t.Fatal("the page has no frame")
	return nil
}
