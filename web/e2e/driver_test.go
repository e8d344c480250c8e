//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// This file has the operations on a tab, in Chromium and in Firefox.

// driver has the operations on a tab that tests in both browsers need.
type driver interface {
	navigate(ctx context.Context, address string) error
	reload(ctx context.Context) error
	// beforeScripts runs a script in every page that the tab loads from now on, before the scripts of the page.
	beforeScripts(ctx context.Context, js string) error
	// eval evaluates JavaScript, waits for its promise and stores its value in into, unless that is nil.
	eval(ctx context.Context, js string, into any) error
	// mouse clicks at the point (x, y) of the window, in pixels.
	mouse(ctx context.Context, x, y float64) error
	// key presses and releases a key of package kb.
	key(ctx context.Context, key string) error
	// drag presses the button of the mouse at (x1, y1), moves to (x2, y2), and releases the button there.
	drag(ctx context.Context, x1, y1, x2, y2 float64) error
	// files chooses local files in the file input that a CSS selector names.
	files(ctx context.Context, selector string, names []string) error
	// shot returns a picture of the window, as PNG.
	shot(ctx context.Context) ([]byte, error)
	// offline disconnects the page from the network.
	offline(ctx context.Context) error
	// slow makes the main thread of the page slower by a factor.
	slow(ctx context.Context, times int) error
	// heap collects the garbage of JavaScript and returns the bytes that remain in use.
	heap(ctx context.Context) (float64, error)
}

// errGone is the error of eval in a tab that has begun to load another page.
var errGone = errors.New("the page has gone elsewhere")

// chromeTab is a tab of Chromium. The context of each call has the connection.
type chromeTab struct{}

func (chromeTab) navigate(ctx context.Context, address string) error {
	return chromedp.Do(ctx, chromedp.Navigate(address))
}

func (chromeTab) reload(ctx context.Context) error { return chromedp.Do(ctx, chromedp.Reload()) }

func (chromeTab) beforeScripts(ctx context.Context, js string) error {
	return chromedp.Do(ctx, send(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: js}))
}

// eval returns errGone if the page was left during the evaluation. Chromium reports this by one of four messages.
func (chromeTab) eval(ctx context.Context, js string, into any) error {
	err := evaluate(ctx, js, into)
	if err == nil {
		return nil
	}
	for _, word := range []string{"navigated", "Cannot find context", "context was destroyed", "context with specified id"} {
		if strings.Contains(err.Error(), word) {
			return fmt.Errorf("%w: %w", errGone, err)
		}
	}
	return err
}

func (chromeTab) mouse(ctx context.Context, x, y float64) error {
	return chromedp.Do(ctx, chromedp.MouseClickXY(x, y))
}

func (chromeTab) key(ctx context.Context, key string) error {
	return chromedp.Do(ctx, chromedp.KeyEvent(key))
}

func (chromeTab) files(ctx context.Context, selector string, names []string) error {
	return chromedp.Do(ctx, chromedp.SetUploadFiles(chromedp.CSS(selector), names))
}

func (chromeTab) shot(ctx context.Context) ([]byte, error) {
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// offline stops the requests of the page, and makes navigator.onLine false.
func (chromeTab) offline(ctx context.Context) error {
	conditions := &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}
	return chromedp.Do(ctx,
		send(network.EmulateNetworkConditionsByRule,
			network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{conditions}}),
		send(network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}))
}

func (chromeTab) drag(ctx context.Context, x1, y1, x2, y2 float64) error {
	button := []chromedp.MouseOption{chromedp.ButtonLeft, chromedp.ClickCount(1)}
	return chromedp.Do(ctx, chromedp.MouseEvent(chromedp.MousePressed, x1, y1, button...),
		chromedp.MouseEvent(chromedp.MouseMoved, x2, y2, button...), chromedp.MouseEvent(chromedp.MouseReleased, x2, y2, button...))
}

func (chromeTab) slow(ctx context.Context, times int) error {
	return chromedp.Do(ctx, send(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: float64(times)}))
}

// heap collects garbage three times before it reads the size, since one collection can leave garbage.
func (chromeTab) heap(ctx context.Context) (bytes float64, err error) {
	for range 3 {
		if _, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			return 0, err
		}
	}
	usage, err := chromedp.Call(ctx, runtime.GetHeapUsage, cdp.Empty{})
	return usage.UsedSize, err
}

// engine is a browser in which the tests of both browsers run.
type engine struct {
	name string
	// blankFor is the function blankFor in this browser.
	blankFor func(t *testing.T, v view, handler http.Handler, long time.Duration) (*page, *httptest.Server)
	// newTab opens a tab that stays open after the test. show gives the tab the properties of a view.
	newTab func(t *testing.T, v view, origin string) *page
	show   func(p *page, v view)
}

// engines lists both browsers.
var engines = []engine{
	{
		name: "chromium",
		blankFor: func(t *testing.T, v view, handler http.Handler, long time.Duration) (*page, *httptest.Server) {
			return blankFor(t, v, browser, handler, long)
		},
		newTab: func(t *testing.T, v view, origin string) *page { return newTab(t, v, browser, origin) },
		show:   (*page).show,
	},
	{name: "firefox", blankFor: blankInFirefox, newTab: newTabInFirefox, show: (*page).showInFirefox},
}

// inBoth runs a test in both browsers. In the usual form only the tests whose names InFirefox lists run in Firefox.
func inBoth(t *testing.T, test func(t *testing.T, in engine)) {
	beside(t)
	for _, e := range engines {
		if e.name == "firefox" && share(t) == 0 && !slices.Contains(InFirefox, t.Name()) {
			continue
		}
		t.Run(e.name, func(t *testing.T) { test(t, e) })
	}
}

// blank is the function blank in this browser, with a window of the size desktop.
func (e engine) blank(t *testing.T) *page {
	t.Helper()
	p, _ := e.blankFor(t, desktop, site.Handler(filepath.Join(root, "dist")), testLimit)
	return p
}

// open is the function open in this browser, with a window of the size desktop.
func (e engine) open(t *testing.T) *page {
	t.Helper()
	p := e.blank(t)
	p.goTo("")
	return p
}

// openFor is open for a test that takes the time long. before is JavaScript that runs before the scripts of the page.
func (e engine) openFor(t *testing.T, before string, long time.Duration) *page {
	t.Helper()
	p, _ := e.blankFor(t, desktop, site.Handler(filepath.Join(root, "dist")), long)
	p.beforeScripts(before)
	p.goTo("")
	return p
}
