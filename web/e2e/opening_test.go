//go:build e2e

package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// This file opens pages for tests: servers, tabs, and the choice whether a test runs beside others.

// blankFor is blankOn for a test that takes the time long.
func blankFor(t *testing.T, v view, browser context.Context, handler http.Handler, long time.Duration) (*page, *httptest.Server) {
	t.Helper()
	beside(t)
	server := serve(handler)
	t.Cleanup(server.Close)
	return tab(t, v, browser, server.URL, long), server
}

// tab returns a page on an origin, in a new tab that is closed at the end of the test.
func tab(t *testing.T, v view, browser context.Context, origin string, long time.Duration) *page {
	t.Helper()
	p := newTab(t, v, browser, origin)
	t.Cleanup(p.close)
	p.begin(t, long)
	p.show(v)
	return p
}

// newTab opens a tab in its own window. The tab stays open until p.close. No test has the page before begin.
func newTab(t *testing.T, v view, browser context.Context, origin string) *page {
	t.Helper()
	// The browser draws only one tab of a window, so each tab has its own window.
	made, err := chromedp.CallBrowser(browser, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", NewWindow: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	p := &page{driver: chromeTab{}, origin: origin, greet: v.newcomer}
	whole, cancel := chromedp.NewContext(browser, chromedp.WithTargetID(made.TargetID), chromedp.WithListener(p.listen))
	p.whole, p.close = whole, func() { quiet(whole); cancel() }
	if err := chromedp.Do(whole); err != nil { // no deadline: the listener of the tab ends with the context of the first action
		p.close()
		t.Fatalf("cannot open a tab: %v", err)
	}
	return p
}

// begin assigns the page to a test for at most the time long.
func (p *page) begin(t *testing.T, long time.Duration) {
	ctx, cancel := context.WithTimeout(p.whole, long)
	p.t, p.ctx = t, ctx
	t.Cleanup(cancel)
}

// show gives the tab the size and the theme of a view. Narrow windows are phones.
func (p *page) show(v view) {
	p.t.Helper()
	p.do(
		send(network.Enable, network.EnableParams{}), send(cdplog.Enable, cdp.Empty{}), send(runtime.Enable, cdp.Empty{}),
		// Several tests share the browser, so each page is made to have the focus.
		send(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		resize(v.width, v.height, 1, v.width < 500),
		media("", "prefers-color-scheme", v.theme),
	)
}

// quiet closes a tab while chromedp still reads its events. If nobody reads the events of a tab, the 1025th event blocks the events of all
// other tabs.
func quiet(tab context.Context) {
	gone, err := chromedp.Detached(tab)
	if err != nil {
		return // it was never open
	}
	ctx, cancel := context.WithTimeout(tab, 10*time.Second)
	defer cancel()
	// An error means that the tab is closed already.
	_, _ = chromedp.CallBrowser(ctx, target.CloseTarget, target.CloseTargetParams{TargetID: chromedp.FromContext(tab).Target.TargetID})
	select {
	case <-gone:
	case <-ctx.Done():
	}
}

// started has the tests that have called beside or alone, as *testing.T. The first call of a test decides whether it runs in parallel.
var started sync.Map

// beside makes a test run in parallel with other tests, unless an earlier call of beside or alone has decided.
func beside(t *testing.T) {
	if _, again := started.LoadOrStore(t, true); !again {
		t.Parallel()
	}
}

// alone keeps a test that measures time from running in parallel with other tests. The test must be in the list Timed.
func alone(t *testing.T) {
	if name, _, _ := strings.Cut(t.Name(), "/"); !slices.Contains(Timed, name) {
		t.Fatalf("%s measures time and is not in the list Timed", name)
	}
	started.Store(t, true)
}

// serve starts a server with a new origin. The files of the handler are below the path base.
func serve(handler http.Handler) *httptest.Server {
	handler = http.StripPrefix(strings.TrimSuffix(base, "/"), handler)
	for {
		server := httptest.NewServer(handler)
		// The tests share a profile. A repeated origin would have the stored files of an earlier test.
		if _, again := origins.LoadOrStore(server.URL, true); !again {
			return server
		}
		server.Close()
	}
}

// origins has the addresses of all servers that the tests have started.
var origins sync.Map
