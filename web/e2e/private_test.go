//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
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

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"sheafscope/wasm/recipe"
)

// shownFrame is a frame with Sheafscope inside a page of another site. The methods of page act on the outer page.
type shownFrame struct {
	*page
	site string // origin of the outer page
	mu   sync.Mutex
	id   runtime.ExecutionContextID // of the scripts in the frame; guarded by mu
}

// embed opens a page of another site with Sheafscope in a frame, and waits until the frame is ready. The handler pages serves Sheafscope.
// In the outer page, answer(method, ...args) calls a method of the frame by a message, and the list seen has all messages of the frame.
func embed(t *testing.T, v view, pages http.Handler) *shownFrame {
	t.Helper()
	p, server := blankOn(t, v, browser, pages)
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><meta name="viewport" `+
			`content="width=device-width"><title>outer</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
			<iframe id="f" src=%q></iframe><script>
			const seen = [], waiting = new Map();
			addEventListener("message", ({ data }) => { seen.push(data); waiting.get(data.id)?.(data); });
			const answer = (method, ...args) => new Promise((resolve) => {
				const id = waiting.size + 1;
				waiting.set(id, resolve);
				document.getElementById("f").contentWindow.postMessage({ sheafscope: "call", id, method, args }, "*");
			});
		</script>`, r.URL.Query().Get("frame"))
	}))
	t.Cleanup(outer.Close)
	f := &shownFrame{page: p, site: outer.URL}
	// The listener keeps the newest default context of scripts in the frame.
	err := chromedp.Listen(p.ctx, func(event any) {
		e, ok := event.(*runtime.EventExecutionContextCreated)
		if !ok || e.Context.Origin != server.URL {
			return
		}
		var aux struct{ IsDefault bool }
		if json.Unmarshal(e.Context.AuxData, &aux) == nil && aux.IsDefault {
			f.mu.Lock()
			f.id = e.Context.ID
			f.mu.Unlock()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	inner := server.URL + base + "?embed=1&origin=" + url.QueryEscape(outer.URL)
	p.do(chromedp.Navigate(outer.URL + "/?frame=" + url.QueryEscape(inner)))
	f.waitFor(`seen.some((m) => m.sheafscope === "ready")`)
	f.answer("ready")
	return f
}

// message is an answer of Sheafscope to the outer page. Sheafscope is "result" or "error". Private is set if the answer is withheld because
// the graph is the user's own.
type message struct {
	Sheafscope string
	Value      struct{ Graph struct{ N int } }
	Error      string
	Private    bool
}

// answer calls a method of Sheafscope from the outer page and returns the answer.
func (f *shownFrame) answer(call string, args ...any) (m message) {
	f.t.Helper()
	list, err := json.Marshal(append([]any{call}, args...))
	if err != nil {
		f.t.Fatal(err)
	}
	f.eval("answer(..."+string(list)+")", &m)
	return m
}

// inside evaluates JavaScript in the frame and stores the value in into.
func (f *shownFrame) inside(js string, into any) {
	f.t.Helper()
	f.mu.Lock()
	id := f.id
	f.mu.Unlock()
	f.within(func(ctx context.Context) error {
		return evaluate(ctx, js, into, func(e *runtime.EvaluateParams) { e.ContextID = id })
	})
}

// insideUntil waits until JavaScript in the frame is true.
func (f *shownFrame) insideUntil(js string) {
	f.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		var holds bool
		if f.inside("Boolean("+js+")", &holds); holds {
			return
		}
		if time.Now().After(end) {
			f.t.Fatalf("in the frame %s is not true, want true", js)
		}
	}
}

// press clicks a control of the frame.
func (f *shownFrame) press(id string) {
	f.t.Helper()
	f.inside(fmt.Sprintf(`document.querySelector('[data-testid=%q]').click()`, id), nil)
}

// A page that embeds Sheafscope receives no data of the user's own graph, by calls or by events, until the user consents in Sheafscope. The
// question names the site. After a refusal the data stay private, and the user can change the answer. Public data sets need a question only
// if they come from another host. Sheafscope sends no request to another host before the user has agreed.
func TestEmbeddedOwnFilesArePrivate(t *testing.T) {
	sets := withSets(t)
	// This server has no Cornell, so the page must fetch Cornell from another host.
	f := embed(t, desktop, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/datasets/cornell") {
			http.NotFound(w, r)
			return
		}
		sets.ServeHTTP(w, r)
	}))
	// The built-in graph is not private. The site subscribes to all events.
	if m := f.answer("state"); m.Value.Graph.N != 34 {
		t.Fatalf("state of the built-in graph is %+v, want 34 nodes", m)
	}
	for _, event := range []string{"change", "frame", "error", "private"} {
		f.answer("on", event)
	}
	f.answer("pause")
	f.eval(`seen.length = 0`, nil)
	// The user opens a file in the frame. Every call that returns data is refused; a step is allowed.
	f.inside(`(() => {
		const files = new DataTransfer(), input = document.querySelector('[data-testid="file-input"]');
		files.items.add(new File(["source,target\nsecret-a,secret-b\nsecret-b,secret-c\nsecret-c,secret-d\n"], "secret.csv"));
		input.files = files.files;
		input.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, nil)
	f.insideUntil(`sheafscope.state().graph?.n === 4 && !sheafscope.state().busy`)
	for _, call := range []string{"state", "recipe", "trace"} {
		m := f.answer(call)
		if m.Sheafscope != "error" || !m.Private {
			t.Errorf("%s of the user's own graph gives %+v, want a private error", call, m)
		}
		if !strings.Contains(m.Error, "own") {
			t.Errorf("the error of %s is %q, want one about the user's own graph", call, m.Error)
		}
	}
	if m := f.answer("step", "epoch"); m.Sheafscope != "result" {
		t.Errorf("a step with the user's own graph gives %+v, want a result", m)
	}
	var seen string
	// Events before the first "private" belong to the built-in graph.
	f.eval(`JSON.stringify((events => events.slice(events.findIndex((m) => m.event === "private")))(
		seen.filter((m) => m.sheafscope === "event")))`, &seen)
	if seen != `[{"sheafscope":"event","event":"private","detail":{"withheld":true}}]` {
		t.Errorf("the events of the user's own graph are %s, want only that data are withheld", seen)
	}
	// The question names the site, and axe-core finds no problem in it.
	f.insideUntil(`document.querySelector('[data-testid="private-ask"]').checkVisibility()`)
	var text string
	f.inside(`document.querySelector('[data-testid="private-ask"]').innerText`, &text)
	if !strings.Contains(text, f.site) {
		t.Errorf("the question does not name %s: %s", f.site, text)
	}
	f.axeInside("the question of an embedding site")
	f.shot("private-desktop")
	f.do(resize(390, 844, 1, true))
	f.rests()
	f.shot("private-phone")
	f.do(resize(desktop.width, desktop.height, 1, false))
	// The user refuses. No message to the site has contained a name of the file.
	f.press("private-refuse")
	f.insideUntil(`document.querySelector('[data-testid="private-note"]').checkVisibility()`)
	if m := f.answer("state"); !m.Private {
		t.Errorf("after a refusal state is %+v, want a private error", m)
	}
	f.eval(`JSON.stringify(seen)`, &seen)
	if strings.Contains(seen, "secret") {
		t.Errorf("the site has received names of the file: %s", seen)
	}
	f.shot("private-refused")
	// The user changes the answer and confirms the change: the site receives the data.
	f.press("private-change")
	f.press("sure-yes")
	f.waitFor(`seen.some((m) => m.event === "private" && !m.detail.withheld)`)
	if m := f.answer("state"); m.Value.Graph.N != 4 {
		t.Errorf("after the consent state is %+v, want 4 nodes", m)
	}
	// Texas lies beside the page and needs no question. Cornell comes from another host: the question names it, and a refusal fails the call.
	if m := f.answer("load", "data:texas"); m.Sheafscope != "result" {
		t.Errorf("loading a set beside the page gives %+v, want a result", m)
	}
	f.eval(`window.cornell = answer("load", "data:cornell"), 0`, nil)
	f.insideUntil(`document.querySelector('[data-testid="ask"]').checkVisibility()`)
	f.inside(`document.querySelector('[data-testid="ask"]').innerText`, &text)
	for _, want := range []string{"Cornell", "raw.githubusercontent.com", f.site} {
		if !strings.Contains(text, want) {
			t.Errorf("the question does not name %s: %s", want, text)
		}
	}
	f.shot("private-ask")
	f.press("ask-decline")
	var m message
	f.eval(`cornell`, &m)
	if m.Sheafscope != "error" || !strings.Contains(m.Error, "did not agree") {
		t.Errorf("loading a declined set gives %+v, want an error", m)
	}
	// A link to Cornell opens the same question, and the default graph meanwhile.
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "data:cornell", Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	f.goTo(link)
	f.ready()
	f.waitFor(`sheafscope.state().graph.n === 34 && document.querySelector('[data-testid="ask"]').checkVisibility()`)
	f.shot("ask-link")
	// All requests went to the outer page or to the server of Sheafscope.
	f.page.mu.Lock()
	defer f.page.mu.Unlock()
	for _, r := range f.requests {
		if !strings.HasPrefix(r, f.site) {
			t.Errorf("the page sent a request to another host: %s", r)
		}
	}
}

// axeInside runs axe-core on the questions of the frame, and fails the test for each serious or critical problem.
func (f *shownFrame) axeInside(where string) {
	f.t.Helper()
	source, err := os.ReadFile(filepath.Join(root, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		f.t.Fatalf("%v (./build.sh installs axe-core)", err)
	}
	f.inside("(() => {"+string(source)+"\n})(), true", new(bool))
	var faults []string
	f.inside(`axe.run(".asks", {resultTypes: ["violations"]}).then((r) => r.violations.filter((v) => v.impact === "serious" || v.impact `+
		`=== "critical")
		.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" "))))`, &faults)
	for _, fault := range faults {
		f.t.Errorf("%s: %s", where, fault)
	}
}
