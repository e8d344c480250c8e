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

const (
	root = "../.."
	// base is a path below the server's root: the page must work under any.
	base = "/some/where/"
)

// patience is the time for which a test waits for a condition. testLimit is the time that a test has for a page, unless the test names
// another time. Both are longer on a slow machine, by the time in which node starts.
var patience, testLimit = patient(nodeStart(), os.Getenv("LONG") != "")

// patient returns the patience and the limit of a test, given the time in which node starts. In the long form the limit is ten times as
// long, since tests do more work.
func patient(start time.Duration, long bool) (patience, test time.Duration) {
	slow := max(1, start.Seconds()/0.110)
	if test = time.Duration(120 * slow * float64(time.Second)); long {
		test *= 10
	}
	return time.Duration(60 * slow * float64(time.Second)), test
}

// nodeStart returns the time in which node starts: the time that build.sh has measured or, without build.sh, the least of three new
// measurements.
func nodeStart() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("SHEAFSCOPE_NODE_START")); err == nil {
		return d
	}
	return NodeStart()
}

var browser context.Context

func TestMain(m *testing.M) { os.Exit(run(m)) }

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
		return nil, nil, fmt.Errorf("%s does not start: %w", chrome, err)
	}
	return ctx, func() { cancel(); end() }, nil
}

// chromeOptions are the options of the tests' browser.
func chromeOptions(chrome string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chrome),
		chromedp.NoSandbox,
		// Two pages of the browser's own for each window, which list what one types into the address: a sixth of a load of the page.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		// Pages composited by the processor: a seventh less time than by SwiftShader.
		chromedp.Flag("disable-gpu-compositing", true),
		// WebGL without a graphics card.
		chromedp.Flag("use-gl", "angle"),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("js-flags", "--expose-gc"),
		chromedp.WSURLReadTimeout(time.Minute),
	)
}

// noOfflineCopy removes the service workers of the browser from the page.
const noOfflineCopy = `delete Navigator.prototype.serviceWorker`

// countWorkers counts the running workers of a page in the global variable alive.
const countWorkers = `window.alive = 0; { const W = Worker; globalThis.Worker = class extends W { constructor(...a) { super(...a); ` +
	`alive++; } terminate() { alive--; super.terminate(); } }; }`

// view has the properties of a window in which a page is opened.
type view struct {
	width, height int64
	theme         string // "light" or "dark", as the system prefers it
	fragment      string // of the address, without #
	newcomer      bool   // never here before: greeted
}

var desktop = view{width: 1440, height: 900, theme: "light"}

// page is an open page. A method of page that does not succeed fails the test.
type page struct {
	t      *testing.T
	ctx    context.Context // of everything it does; in Chromium it carries the connection
	whole  context.Context // as long as the page is open
	close  func()
	driver driver
	origin string
	// greet leaves the page to greet a newcomer; else visit says that they were at Research before.
	greet bool
	// keeps lets the page install its offline copy, which costs more than the start of the page; else goTo takes the means
	// away, once.
	keeps, prepared bool

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

// openFor is open for a test that takes the time long.
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
		p.greet = true
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
		p.wrong("console: " + strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		p.wrong("exception: " + (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError {
			p.wrong("log: " + e.Entry.Text + " " + e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		p.asked(e.Request.URL)
	}
}

// wrong records an error of the page.
func (p *page) wrong(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errors = append(p.errors, text)
}

// asked records the address of a request to another host.
func (p *page) asked(address string) {
	u, err := url.Parse(address)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || "http://"+u.Host == p.origin) {
		return
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

// within calls f, which may take at most the time patience.
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

// ready waits until the promise window.sheafscope.ready resolves and the program has rendered. Before this moment the page does not answer,
// as on a slow machine.
func (p *page) ready() {
	p.t.Helper()
	p.waitFor("window.sheafscope !== undefined")
	p.eval("sheafscope.ready.then(() => true)", new(bool))
	p.waitFor(`document.querySelector("#app").inert === false`)
}

// try evaluates JavaScript that may be evaluated several times. It returns an error if the page is loading another address, or if no result
// came back: a browser can lose an evaluation while it refuses a frame.
func (p *page) try(js string, into any) (gone error) {
	p.t.Helper()
	p.within(func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, patience/6)
		defer cancel()
		err := p.driver.eval(short, js, into)
		if errors.Is(err, errGone) || short.Err() != nil && ctx.Err() == nil {
			gone, err = err, nil
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
			Ok    bool
			Error string
		}
		if err := p.try("(() => { try { return {Ok: Boolean("+js+")}; } catch (e) { return {Error: String(e)}; } })()", &got); err != nil {
			got.Ok, got.Error = false, err.Error()
		}
		if got.Ok {
			return
		}
		if time.Now().After(end) {
			var text string
			p.eval(`document.body.innerText.slice(0, 800) + "\nstate: " + (window.sheafscope ? JSON.stringify(sheafscope.state(), (k, v) => `+
				`Array.isArray(v) && v.length > 20 ? v.length + " items" : v) : "none")`, &text)
			p.shot("timeout-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.mu.Lock()
			defer p.mu.Unlock()
			// What matters most comes last: of a long output the end is read first.
			p.t.Fatalf("page: %s\nerrors of the page: %q\n%s\nwaited in vain for %s", text, p.errors, got.Error, js)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
