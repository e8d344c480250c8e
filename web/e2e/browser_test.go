//go:build e2e

package e2e

import (
	"context"
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

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

const (
	root = "../.."
	// base is a path below the server's root: the page must work under any.
	base = "/some/where/"
	// patience is how long a test waits for anything. The machine may be busy.
	patience = 90 * time.Second
)

var browser context.Context

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dist := filepath.Join(root, "dist")
	if _, err := os.Stat(filepath.Join(dist, "index.html")); err != nil {
		fmt.Fprintln(os.Stderr, "e2e: dist/ is not built; run ./build.sh build first")
		return 1
	}
	chrome, err := FindChrome()
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), chromeOptions(chrome)...)
	defer stop()
	var cancel context.CancelFunc
	browser, cancel = chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Run(browser); err != nil {
		fmt.Fprintf(os.Stderr, "e2e: %s does not start: %v\n", chrome, err)
		return 1
	}
	return m.Run()
}

// chromeOptions are the options of the tests' browser.
func chromeOptions(chrome string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chrome),
		chromedp.NoSandbox,
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

// view is how a page is opened.
type view struct {
	width, height int64
	theme         string // "light" or "dark", as the system prefers it
	fragment      string // of the address, without #
}

var desktop = view{width: 1440, height: 900, theme: "light"}

// page is an open page. Its methods fail the test when they do not succeed.
type page struct {
	t      *testing.T
	ctx    context.Context
	origin string

	mu       sync.Mutex
	errors   []string // console errors and uncaught exceptions
	requests []string // addresses on other hosts
}

// open opens the page in a tab and from a server of its own: another port is
// another origin, so no test sees the storage or cache of another.
func open(t *testing.T, v view) *page {
	t.Helper()
	p := blank(t, v)
	p.goTo(v.fragment)
	return p
}

// openFor is open for a test that takes as long as it says.
func openFor(t *testing.T, v view, long time.Duration) *page {
	t.Helper()
	p, _ := blankFor(t, v, browser, site.Handler(filepath.Join(root, "dist")), long)
	p.goTo(v.fragment)
	return p
}

// blank makes a page that has not gone anywhere yet.
func blank(t *testing.T, v view) *page {
	t.Helper()
	p, _ := blankOn(t, v, browser, site.Handler(filepath.Join(root, "dist")))
	return p
}

// blankOn is blank in a given browser and with another server.
func blankOn(t *testing.T, v view, browser context.Context, handler http.Handler) (*page, *httptest.Server) {
	t.Helper()
	return blankFor(t, v, browser, handler, 5*time.Minute)
}

// blankFor is blankOn with a limit of time.
func blankFor(t *testing.T, v view, browser context.Context, handler http.Handler, long time.Duration) (*page, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(http.StripPrefix(strings.TrimSuffix(base, "/"), handler))
	ctx, cancel := chromedp.NewContext(browser)
	ctx, cancelTime := context.WithTimeout(ctx, long)
	p := &page{t: t, ctx: ctx, origin: server.URL}
	t.Cleanup(func() { cancelTime(); cancel(); server.Close() })
	chromedp.ListenTarget(ctx, p.listen)
	p.do(
		network.Enable(), cdplog.Enable(), runtime.Enable(),
		emulation.SetDeviceMetricsOverride(v.width, v.height, 1, v.width < 500),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.theme}}),
	)
	return p, server
}

// goTo loads the page with a fragment.
func (p *page) goTo(fragment string) {
	p.t.Helper()
	address := p.origin + base
	if fragment != "" {
		address += "#" + fragment
	}
	p.do(chromedp.Navigate(address))
}

// beforeScripts runs a script in the page before its own.
func (p *page) beforeScripts(js string) {
	p.t.Helper()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(js).Do(ctx)
		return err
	}))
}

func (p *page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.APITypeError {
			return
		}
		var words []string
		for _, a := range e.Args {
			words = append(words, strings.Trim(string(a.Value), `"`)+a.Description)
		}
		p.errors = append(p.errors, "console: "+strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		p.errors = append(p.errors, "exception: "+e.ExceptionDetails.Error())
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.LevelError {
			p.errors = append(p.errors, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || (u.Scheme == "http" || u.Scheme == "https") && "http://"+u.Host != p.origin {
			p.requests = append(p.requests, e.Request.URL)
		}
	}
}

// clean fails the test when the page wrote an error or asked another host.
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

func (p *page) do(actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// The first Run of a context must not carry the shorter deadline, or the tab dies with it.
	if chromedp.FromContext(p.ctx).Target == nil {
		if err := chromedp.Run(p.ctx); err != nil {
			p.t.Fatalf("cannot open a tab: %v", err)
		}
	}
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.t.Fatalf("%v\nerrors of the page: %q", err, p.errors)
	}
}

// eval evaluates JavaScript, waits for its promise and stores its value.
func (p *page) eval(js string, into any) {
	p.t.Helper()
	p.do(chromedp.Evaluate(js, into, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
		return e.WithAwaitPromise(true)
	}))
}

// ready waits until window.sheafscope.ready is fulfilled.
func (p *page) ready() {
	p.t.Helper()
	p.waitFor("window.sheafscope !== undefined")
	p.eval("sheafscope.ready.then(() => true)", new(bool))
}

// try evaluates JavaScript. An error is that the page is just going elsewhere.
func (p *page) try(js string, into any) error {
	p.t.Helper()
	var gone error
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		err := chromedp.Evaluate(js, into).Do(ctx)
		if err != nil && (strings.Contains(err.Error(), "context") && strings.Contains(err.Error(), "destroyed") ||
			strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "Cannot find context")) {
			gone, err = err, nil
		}
		return err
	}))
	return gone
}

// waitFor waits until a JavaScript expression is true. While it throws, as
// where an element is not there yet, it is not.
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
			p.eval(`document.body.innerText.slice(0, 800) + "\nstate: " + (window.sheafscope ? JSON.stringify(sheafscope.state(), (k, v) => Array.isArray(v) && v.length > 20 ? v.length + " items" : v) : "none")`, &text)
			p.shot("timeout-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.mu.Lock()
			defer p.mu.Unlock()
			p.t.Fatalf("waited in vain for %s\n%s\nerrors of the page: %q\npage: %s", js, got.Error, p.errors, text)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// byTestID is the selector of a control.
func byTestID(id string) string { return `[data-testid="` + id + `"]` }

// click clicks a control as a user does.
func (p *page) click(id string) {
	p.t.Helper()
	p.do(chromedp.Click(byTestID(id), chromedp.ByQuery, chromedp.NodeVisible))
}

// text is the visible text of an element.
func (p *page) text(id string) string {
	p.t.Helper()
	var s string
	p.do(chromedp.Text(byTestID(id), &s, chromedp.ByQuery))
	return strings.TrimSpace(s)
}

// choose sets a select.
func (p *page) choose(id, value string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true})); return s.value; })()`, byTestID(id), value), new(string))
}

// files gives files to the file input.
func (p *page) files(names ...string) {
	p.t.Helper()
	for i, n := range names {
		abs, err := filepath.Abs(n)
		if err != nil {
			p.t.Fatal(err)
		}
		if _, err := os.Stat(abs); err != nil {
			p.t.Fatalf("%v (the data sets are expected beside the repository, in ../shared/datasets)", err)
		}
		names[i] = abs
	}
	p.do(chromedp.SetUploadFiles(byTestID("file-input"), names, chromedp.ByQuery))
}

// shot writes a screenshot into .build/screens.
func (p *page) shot(name string) {
	p.t.Helper()
	var png []byte
	p.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		png, err = cdppage.CaptureScreenshot().WithFormat(cdppage.CaptureScreenshotFormatPng).Do(ctx)
		return err
	}))
	dir := filepath.Join(root, ".build", "screens")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// settle waits until the page is at rest and what it shows has been drawn.
func (p *page) settle() {
	p.t.Helper()
	p.waitFor("!sheafscope.state().busy")
	p.frames(20)
}
