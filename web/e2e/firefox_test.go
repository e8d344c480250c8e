//go:build e2e

package e2e

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// This file implements driver for Firefox, by the protocol WebDriver BiDi.

// firefox is the Firefox of all tests. The first test that needs it starts it.
var firefox = struct {
	sync.Mutex
	b *bidi
}{}

// sharedFirefox returns the Firefox of all tests, and starts it if it does not run yet.
func sharedFirefox() (*bidi, error) {
	firefox.Lock()
	defer firefox.Unlock()
	if firefox.b != nil {
		return firefox.b, nil
	}
	var err error
	firefox.b, err = startFirefox()
	return firefox.b, err
}

// stopFirefox stops the Firefox of all tests, if a test has started it.
func stopFirefox() {
	firefox.Lock()
	defer firefox.Unlock()
	if firefox.b != nil {
		firefox.b.stop()
	}
}

// foxTab is a tab of Firefox in a separate window, because a browser draws only visible tabs.
type foxTab struct {
	b       *bidi
	context string
}

// blankInFirefox is blankFor in Firefox.
func blankInFirefox(t *testing.T, v view, handler http.Handler, long time.Duration) (*page, *httptest.Server) {
	t.Helper()
	beside(t)
	server := serve(handler)
	t.Cleanup(server.Close)
	p := newTabInFirefox(t, v, server.URL)
	t.Cleanup(p.close)
	p.begin(t, long)
	p.showInFirefox(v)
	return p, server
}

// newTabInFirefox is newTab in Firefox. The theme must be light, since the preferences of the tests' Firefox decide it.
func newTabInFirefox(t *testing.T, v view, origin string) *page {
	t.Helper()
	b, err := sharedFirefox()
	if err != nil {
		t.Fatal(err)
	}
	if v.theme != "light" {
		t.Fatal("the tests' Firefox prefers light pages")
	}
	return newTabOf(t, b, v, origin)
}

// newTabOf opens a tab of a Firefox, in a window of its own. The page records errors and requests until close closes the tab.
func newTabOf(t *testing.T, b *bidi, v view, origin string) *page {
	t.Helper()
	f := foxTab{b: b}
	var made struct{ Context string }
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.ask(ctx, "browsingContext.create", map[string]any{"type": "window"}, &made); err != nil {
		t.Fatal(err)
	}
	f.context = made.Context
	p := &page{driver: f, origin: origin, greet: v.newcomer, whole: context.Background()}
	p.close = func() {
		b.mu.Lock()
		delete(b.tabs, f.context)
		b.mu.Unlock()
		end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		// An error means that the tab is already closed.
		_ = f.ask(end, "browsingContext.close", nil, nil)
	}
	b.mu.Lock()
	b.tabs[f.context] = p.listenFirefox
	b.mu.Unlock()
	return p
}

// showInFirefox is show in Firefox.
func (p *page) showInFirefox(v view) {
	p.t.Helper()
	p.within(func(ctx context.Context) error {
		return p.driver.(foxTab).ask(ctx, "browsingContext.setViewport", map[string]any{"viewport": map[string]any{"width": v.width,
			"height": v.height}}, nil)
	})
}

// listenFirefox records errors and requests, like listen in Chromium.
func (p *page) listenFirefox(method string, params json.RawMessage) {
	var e struct {
		Level, Text, Type string
		Request           struct{ URL string }
	}
	if err := json.Unmarshal(params, &e); err != nil {
		p.recordError("event: " + err.Error())
		return
	}
	switch {
	case method == "network.beforeRequestSent":
		p.recordRequest(e.Request.URL)
	case e.Level == "error":
		p.recordError(e.Type + ": " + e.Text)
	}
}

// ask sends a command about this tab and stores the result in into.
func (f foxTab) ask(ctx context.Context, method string, params map[string]any, into any) error {
	all := map[string]any{"context": f.context}
	for k, v := range params {
		all[k] = v
	}
	return f.b.ask(ctx, method, all, into)
}

func (f foxTab) navigate(ctx context.Context, address string) error {
	return f.ask(ctx, "browsingContext.navigate", map[string]any{"url": address, "wait": "complete"}, nil)
}

func (f foxTab) reload(ctx context.Context) error {
	return f.ask(ctx, "browsingContext.reload", map[string]any{"wait": "complete"}, nil)
}

func (f foxTab) beforeScripts(ctx context.Context, js string) error {
	return f.b.ask(ctx, "script.addPreloadScript", map[string]any{"functionDeclaration": "() => {" + js + "\n}",
		"contexts": []string{f.context}}, nil)
}

// remote is a value in the page, as the protocol sends it. Value is a simple value. Any other value has a Handle, and an element also has
// a SharedID.
type remote struct {
	Type     string          `json:"type"`
	Value    json.RawMessage `json:"value,omitempty"`
	Handle   string          `json:"handle,omitempty"`
	SharedID string          `json:"sharedId,omitempty"`
}

// script runs a command of the protocol's module "script", waits if the value is a promise, and returns the value. An exception in the page
// is an error.
func (f foxTab) script(ctx context.Context, method string, params map[string]any) (remote, error) {
	params["target"] = map[string]any{"context": f.context}
	params["awaitPromise"] = true
	params["resultOwnership"] = "root"
	params["serializationOptions"] = map[string]any{"maxObjectDepth": 0, "maxDomDepth": 0}
	var got struct {
		Type             string
		Result           remote
		ExceptionDetails struct{ Text string }
	}
	err := f.b.ask(ctx, method, params, &got)
	if err == nil && got.Type == "exception" {
		err = errors.New(got.ExceptionDetails.Text)
	}
	return got.Result, err
}

// eval evaluates JavaScript and stores the value in into, unless into is nil. A second call in the page converts the value to JSON, because
// the protocol has another form of values.
func (f foxTab) eval(ctx context.Context, js string, into any) error {
	r, err := f.script(ctx, "script.evaluate", map[string]any{"expression": js})
	if err != nil || into == nil {
		return errors.Join(err, f.disown(ctx, r.Handle))
	}
	// The argument of the second call is the handle of an object, or a simple value. undefined and null have no value field.
	argument := map[string]any{"type": r.Type, "value": r.Value}
	switch {
	case r.Handle != "":
		argument = map[string]any{"handle": r.Handle}
	case r.Value == nil:
		argument = map[string]any{"type": r.Type}
	}
	text, err := f.script(ctx, "script.callFunction", map[string]any{
		"functionDeclaration": `(v) => JSON.stringify(v) ?? "null"`, "arguments": []any{argument}})
	if err = errors.Join(err, f.disown(ctx, r.Handle)); err != nil {
		return err
	}
	var s string
	if err := json.Unmarshal(text.Value, &s); err != nil {
		return err
	}
	return json.Unmarshal([]byte(s), into)
}

// disown releases the value of a handle, so that the page can collect it.
func (f foxTab) disown(ctx context.Context, handle string) error {
	if handle == "" {
		return nil
	}
	return f.b.ask(ctx, "script.disown", map[string]any{"handles": []string{handle}, "target": map[string]any{"context": f.context}}, nil)
}

// act performs actions of the input device kind, "pointer" or "key".
func (f foxTab) act(ctx context.Context, kind string, actions ...map[string]any) error {
	return f.ask(ctx, "input.performActions", map[string]any{"actions": []any{
		map[string]any{"type": kind, "id": kind, "actions": actions}}}, nil)
}

func (f foxTab) mouse(ctx context.Context, x, y float64) error {
	return f.act(ctx, "pointer", map[string]any{"type": "pointerMove", "x": int(x), "y": int(y)},
		map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0})
}

func (f foxTab) drag(ctx context.Context, x1, y1, x2, y2 float64) error {
	return f.act(ctx, "pointer", map[string]any{"type": "pointerMove", "x": int(x1), "y": int(y1)},
		map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerMove", "x": int(x2), "y": int(y2)},
		map[string]any{"type": "pointerUp", "button": 0})
}

// foxKeys has the codes of keys in WebDriver by their codes in package kb.
var foxKeys = map[string]string{kb.Tab: "\ue004", kb.Enter: "\ue007", kb.Escape: "\ue00c", kb.End: "\ue010", kb.Home: "\ue011",
	kb.ArrowLeft: "\ue012", kb.ArrowRight: "\ue014"}

// key presses and releases a key: a key of foxKeys, or a character.
func (f foxTab) key(ctx context.Context, key string) error {
	if k, ok := foxKeys[key]; ok {
		key = k
	}
	return f.act(ctx, "key", map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
}

// files finds the input by a script, since the protocol needs the shared ID of the element.
func (f foxTab) files(ctx context.Context, selector string, names []string) error {
	r, err := f.script(ctx, "script.evaluate", map[string]any{"expression": fmt.Sprintf("document.querySelector(%q)", selector)})
	if err != nil {
		return err
	}
	return f.ask(ctx, "input.setFiles", map[string]any{"element": map[string]any{"sharedId": r.SharedID}, "files": names}, nil)
}

// shot returns a PNG picture, which the protocol sends as base64.
func (f foxTab) shot(ctx context.Context) ([]byte, error) {
	var got struct{ Data string }
	if err := f.ask(ctx, "browsingContext.captureScreenshot", nil, &got); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(got.Data)
}

func (f foxTab) offline(ctx context.Context) error {
	return f.b.ask(ctx, "emulation.setNetworkConditions", map[string]any{"networkConditions": map[string]any{"type": "offline"},
		"contexts": []string{f.context}}, nil)
}

// slow keeps the main thread busy, because Firefox cannot slow the processor. A timer fires after four milliseconds at the earliest. Each
// time the script computes for times − 1 such periods, so that about one of times periods remains for the page.
func (f foxTab) slow(ctx context.Context, times int) error {
	return f.eval(ctx, fmt.Sprintf(`(() => { const busy = () => { const end = performance.now() + %d; while (performance.now() < end); `+
		`setTimeout(busy); }; busy(); })()`,
		4*(times-1)), nil)
}

// inside evaluates JavaScript in the first window of the browser itself, with the rights of the browser.
func (f foxTab) inside(ctx context.Context, js string, into any) error {
	var tree struct{ Contexts []struct{ Context string } }
	if err := f.b.ask(ctx, "browsingContext.getTree", map[string]any{"moz:scope": "chrome", "maxDepth": 0}, &tree); err != nil {
		return err
	}
	if len(tree.Contexts) == 0 {
		return errors.New("firefox has no window")
	}
	return foxTab{b: f.b, context: tree.Contexts[0].Context}.eval(ctx, js, into)
}

// heap returns the bytes that JavaScript uses in all processes with pages, after three garbage collections. It reads them in a window of
// the browser itself. A test that needs the memory of one page must run alone.
func (f foxTab) heap(ctx context.Context) (bytes float64, err error) {
	err = f.inside(ctx, `(async () => {
		for (let k = 0; k < 3; k++) {
			Services.obs.notifyObservers(null, "child-gc-request");
			Services.obs.notifyObservers(null, "child-cc-request");
			await new Promise((r) => setTimeout(r, 300));
		}
		const manager = Cc["@mozilla.org/memory-reporter-manager;1"].getService(Ci.nsIMemoryReporterManager);
		let sum = 0;
		await new Promise((done) => manager.getReports((process, path, kind, units, amount) => {
			if (process.startsWith("web") && path.startsWith("js-main-runtime-gc-heap-committed/used")) sum += amount;
		}, null, done, null, false));
		return sum;
	})()`, &bytes)
	return bytes, err
}
