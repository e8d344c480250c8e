//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// This file starts the browser of the tests and opens pages in it.

const (
	// root is the root of the repository.
	root = "../.."
	// base is the path of the page on the server. It is not the root, because the page must work at any path.
	base = "/some/where/"
)

// patience is the time for which a test waits for a condition. testLimit is the time that a test has for a page, unless the test names
// another time. On a slow machine both are longer, in proportion to the time in which node starts.
var patience, testLimit = timeLimits(nodeStart(), os.Getenv("LONG") != "")

// timeLimits returns patience and testLimit, given the time in which node starts: 60 and 120 seconds where node starts within 110 ms, and
// proportionally more where it starts later. In the long form testLimit is ten times as long, since the tests do more work.
func timeLimits(start time.Duration, long bool) (patience, test time.Duration) {
	slow := max(1, start.Seconds()/0.110)
	patience = time.Duration(60 * slow * float64(time.Second))
	test = time.Duration(120 * slow * float64(time.Second))
	if long {
		test *= 10
	}
	return patience, test
}

// nodeStart returns the time in which node starts: the time that build.sh has measured or, without build.sh, the least of three new
// measurements.
func nodeStart() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("SHEAFSCOPE_NODE_START")); err == nil {
		return d
	}
	return NodeStart()
}

// browser is the Chromium in which most tests run.
var browser context.Context

func TestMain(m *testing.M) { os.Exit(run(m)) }

// run starts the browser, runs the tests, and returns the exit status.
func run(m *testing.M) int {
	dist := filepath.Join(root, "dist")
	if _, err := os.Stat(filepath.Join(dist, "index.html")); err != nil {
		fmt.Fprintln(os.Stderr, "e2e: dist/ is not built; run ./build.sh build first")
		return 1
	}
	// The browsers' profiles and all else that a test leaves in the folder for temporary files.
	folder, err := os.MkdirTemp("", "sheafscope-")
	if err == nil {
		defer os.RemoveAll(folder)
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	var stop func()
	if browser, stop, err = startChrome(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer stop()
	defer stopFirefox()
	return m.Run()
}

// startChrome starts a Chromium with further options. The browser runs until stop is called or this program ends.
func startChrome(options ...chromedp.ExecAllocatorOption) (ctx context.Context, stop func(), err error) {
	chrome, err := FindChrome()
	if err != nil {
		return nil, nil, err
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), append(chromeOptions(chrome), options...)...)
	ctx, cancel := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		end()
		return nil, nil, fmt.Errorf("%s did not start: %w", chrome, err)
	}
	return ctx, func() { cancel(); end() }, nil
}

// chromeOptions are the options of the tests' browser.
func chromeOptions(chrome string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chrome),
		chromedp.NoSandbox,
		// Without the last three of these features the browser opens no pages of its own for suggestions in the address bar. Each
		// window would have two such pages, which take a sixth of the time of a load.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		// The processor composites pages, which takes a seventh less time than SwiftShader.
		chromedp.Flag("disable-gpu-compositing", true),
		// SwiftShader gives WebGL to a machine without a graphics card.
		chromedp.Flag("use-gl", "angle"),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("js-flags", "--expose-gc"), // the function gc, for tests of memory
		chromedp.WSURLReadTimeout(time.Minute),
	)
}

// noOfflineCopy hides the service workers of the browser from the page, so that the page installs no offline copy.
const noOfflineCopy = `delete Navigator.prototype.serviceWorker`

// countWorkers counts the running workers of a page in the global variable alive.
const countWorkers = `window.alive = 0; { const W = Worker; globalThis.Worker = class extends W { constructor(...a) { super(...a); ` +
	`alive++; } terminate() { alive--; super.terminate(); } }; }`

// view has the properties of a window in which a page is opened.
type view struct {
	width, height int64
	theme         string // "light" or "dark", the preference of the system
	fragment      string // of the address, without #
	newcomer      bool   // the user has never visited the page, and the page shows its first screen
}

// desktop is a large screen in the light theme.
var desktop = view{width: 1440, height: 900, theme: "light"}

// page is an open page. A method of page that does not succeed fails the test.
type page struct {
	t      *testing.T
	ctx    context.Context // of every operation on the page; in Chromium it carries the connection
	whole  context.Context // ends when the page is closed
	close  func()
	driver driver
	origin string // of the server of the page, such as http://127.0.0.1:8000
	// greet makes the page show its first screen to a new visitor. Without greet, visit stores the level Research of an earlier visit.
	greet bool
	// keeps permits the page to install its offline copy, which takes longer than the start of the page. Without keeps, goTo forbids it.
	keeps bool
	// prepared is true after the first goTo, which installs the scripts before those of the page.
	prepared bool

	mu       sync.Mutex
	errors   []string // console errors and uncaught exceptions
	requests []string // addresses on other hosts
}

// open opens the page in a new tab and from a new server. Another port is another origin; therefore no test sees the storage or the cache
// of another test.
func open(t *testing.T, v view) *page {
	t.Helper()
	p := blank(t, v)
	p.goTo(v.fragment)
	return p
}

// openFor is open for a test whose time limit is long.
func openFor(t *testing.T, v view, long time.Duration) *page {
	t.Helper()
	p, _ := blankFor(t, v, browser, site.Handler(filepath.Join(root, "dist")), long)
	p.goTo(v.fragment)
	return p
}

// blank returns a page that has not loaded an address yet.
func blank(t *testing.T, v view) *page {
	t.Helper()
	p, _ := blankOn(t, v, browser, site.Handler(filepath.Join(root, "dist")))
	return p
}

// blankOn is blank in a given browser, and with a server that has the given handler.
func blankOn(t *testing.T, v view, browser context.Context, handler http.Handler) (*page, *httptest.Server) {
	t.Helper()
	return blankFor(t, v, browser, handler, testLimit)
}

// goTo loads the page with a fragment.
func (p *page) goTo(fragment string) {
	p.t.Helper()
	if !p.prepared {
		p.prepared = true
		p.beforeScripts(countWorkers)
		if !p.keeps {
			p.beforeScripts(noOfflineCopy)
		}
	}
	address := p.origin + base
	if fragment != "" {
		address += "#" + fragment
	}
	p.visit(address)
}

// visit loads any address.
func (p *page) visit(address string) {
	p.t.Helper()
	p.research()
	p.within(func(ctx context.Context) error { return p.driver.navigate(ctx, address) })
}

// research makes the page start at the level Research, unless the page greets a new visitor.
func (p *page) research() {
	p.t.Helper()
	if !p.greet {
		p.greet = true // the script runs before every later load, too: it is installed once
		p.beforeScripts(`try { localStorage.setItem("sheafscope-level", "research"); } catch { /* no storage */ }`)
	}
}

// reload loads the page anew.
func (p *page) reload() {
	p.t.Helper()
	p.within(p.driver.reload)
}

// beforeScripts runs a script in the page before the scripts of the page.
func (p *page) beforeScripts(js string) {
	p.t.Helper()
	p.within(func(ctx context.Context) error { return p.driver.beforeScripts(ctx, js) })
}

// listen records errors of the page and its requests to other hosts. It receives each event of Chromium.
func (p *page) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.ConsoleAPICalledTypeError {
			return
		}
		var words []string
		for _, a := range e.Args {
			words = append(words, strings.Trim(string(a.Value), `"`)+a.Description)
		}
		p.recordError("console: " + strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		p.recordError("exception: " + (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError {
			p.recordError("log: " + e.Entry.Text + " " + e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		p.recordRequest(e.Request.URL)
	}
}

// recordError records an error of the page.
func (p *page) recordError(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errors = append(p.errors, text)
}

// recordRequest records the address of a request to another host. Addresses of other schemes, such as data: and blob:, are not recorded.
// An address that cannot be parsed is recorded.
func (p *page) recordRequest(address string) {
	if u, err := url.Parse(address); err == nil {
		leaves := u.Scheme == "http" || u.Scheme == "https"
		own := "http://"+u.Host == p.origin
		if !leaves || own {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, address)
}

// clean fails the test if the page has written an error or has sent a request to another host.
func (p *page) clean() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.errors {
		p.t.Errorf("error in the page: %s", e)
	}
	for _, r := range p.requests {
		p.t.Errorf("request to another host: %s", r)
	}
}

// do runs actions of chromedp. It works only in Chromium.
func (p *page) do(actions ...act) {
	p.t.Helper()
	p.within(func(ctx context.Context) error { return chromedp.Do(ctx, actions...) })
}

// within calls f, which may take at most the time patience. An error of f ends the test.
func (p *page) within(f func(ctx context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := f(ctx); err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.t.Fatalf("%v\nerrors of the page: %q", err, p.errors)
	}
}

// eval evaluates JavaScript, waits for the promise, and stores the value in into.
func (p *page) eval(js string, into any) {
	p.t.Helper()
	p.within(func(ctx context.Context) error { return p.driver.eval(ctx, js, into) })
}

// ready waits until the promise window.sheafscope.ready resolves and the program has rendered. Before this moment the page is inert: on a
// slow machine it would ignore clicks and keys.
func (p *page) ready() {
	p.t.Helper()
	p.waitFor("window.sheafscope !== undefined")
	p.eval("sheafscope.ready.then(() => true)", new(bool))
	p.waitFor(`document.querySelector("#app").inert === false`)
}

// try evaluates JavaScript that may be evaluated several times. It returns an error if the page is loading another address, or if no result
// came back within a sixth of patience: a browser can lose an evaluation while it refuses a frame. Any other error ends the test.
func (p *page) try(js string, into any) (gone error) {
	p.t.Helper()
	p.within(func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, patience/6)
		defer cancel()
		err := p.driver.eval(short, js, into)
		lost := short.Err() != nil && ctx.Err() == nil
		if errors.Is(err, errGone) || lost {
			gone = err
			return nil
		}
		return err
	})
	return gone
}

// waitFor waits until a JavaScript expression is true. An expression that throws, for example because an element does not exist yet, counts
// as false.
func (p *page) waitFor(js string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for {
		var got struct {
			Holds bool
			Error string
		}
		if err := p.try("(() => { try { return {Holds: Boolean("+js+")}; } catch (e) { return {Error: String(e)}; } })()", &got); err != nil {
			got.Holds, got.Error = false, err.Error()
		}
		if got.Holds {
			return
		}
		// At the end the test fails. Its report has the visible text, the state with long lists shortened, and a screenshot.
		if time.Now().After(end) {
			var text string
			p.eval(`document.body.innerText.slice(0, 800) + "\nstate: " + (window.sheafscope ? JSON.stringify(sheafscope.state(), (k, v) => `+
				`Array.isArray(v) && v.length > 20 ? v.length + " items" : v) : "none")`, &text)
			// The most important part is the last, since a reader of a long output reads the end first. The report precedes the
			// screenshot, which Chromium refuses for a frame.
			p.mu.Lock()
			p.t.Errorf("page: %s\nerrors of the page: %q\n%s\nwaited in vain for %s", text, p.errors, got.Error, js)
			p.mu.Unlock()
			p.shot("timeout-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.t.FailNow()
		}
		time.Sleep(50 * time.Millisecond)
	}
}
