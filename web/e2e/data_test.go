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
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/wasm/data"
	"sheafscope/web/tool/site"
)

const datasets = root + "/../shared/datasets"

// source is a server in place of the host of the public data sets. Each of its faults occurs once.
type source struct {
	mu     sync.Mutex
	files  map[string]string // address → local file
	faults map[string]string // end of an address → "cut", "busy" or "wrong"
	log    []string
	told   []string // who asks, of which nothing is to be told
	down   bool
}

func newSource() *source {
	s := &source{files: map[string]string{}, faults: map[string]string{}}
	for i := range data.All().Sets {
		for _, f := range data.All().Sets[i].MirrorFiles(nil) {
			s.files[f.URL] = filepath.Join(datasets, filepath.FromSlash(f.Path))
		}
	}
	return s
}

func (s *source) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	address := "https://" + r.Host + r.URL.Path
	s.log = append(s.log, filepath.Base(r.URL.Path)+" "+r.Header.Get("Range"))
	for _, name := range []string{"Referer", "Cookie", "Authorization"} {
		if v := r.Header.Get(name); v != "" {
			s.told = append(s.told, name+": "+v)
		}
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	if s.down {
		panic(http.ErrAbortHandler)
	}
	b, err := os.ReadFile(s.files[address])
	if err != nil {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	for end, fault := range s.faults {
		if !strings.HasSuffix(address, end) {
			continue
		}
		delete(s.faults, end)
		switch fault {
		case "cut":
			w.Header().Set("Content-Length", fmt.Sprint(len(b)))
			_, _ = w.Write(b[:len(b)/2])
			w.(http.Flusher).Flush()
			// The half must reach the page first: a browser drops what it has not delivered.
			time.Sleep(500 * time.Millisecond)
			panic(http.ErrAbortHandler)
		case "busy":
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		case "wrong":
			b[len(b)/2] ^= 1
		}
	}
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(b)))
}

// sourceBrowser returns a browser in which s answers for every https host.
func sourceBrowser(t *testing.T, s http.Handler) context.Context {
	t.Helper()
	server := httptest.NewTLSServer(s)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return ownBrowser(t, chromedp.Flag("host-resolver-rules", "MAP raw.githubusercontent.com "+u.Host+", MAP graphs.example "+u.Host),
		chromedp.Flag("ignore-certificate-errors", true))
}

// ownBrowser returns a new browser for one test, with further options.
func ownBrowser(t *testing.T, options ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	ctx, stop, err := startChrome(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return ctx
}

// refused calls load and returns the message of its failure.
func (p *page) refused(graph string) string {
	p.t.Helper()
	var message string
	p.eval(fmt.Sprintf(`sheafscope.load({graph: %q, seed: 1}).then(() => "loaded", (err) => err.message)`, graph), &message)
	return message
}

// The page fetches a public data set although a connection breaks, checks the files, and stores them. Afterwards the set opens without a
// network.
func TestPublicDataFromSource(t *testing.T) {
	s := newSource()
	ctx := sourceBrowser(t, s)
	p, _ := blankOn(t, desktop, ctx, site.Handler(filepath.Join(root, "dist")))
	p.goTo("")
	p.ready()
	if len(s.log) != 0 {
		t.Fatalf("requests without a click: %q", s.log)
	}
	s.faults["new_data/texas/out1_node_feature_label.txt"] = "cut"
	s.faults["new_data/texas/out1_graph_edges.txt"] = "busy"
	p.call(`load({graph: "data:texas", seed: 1})`)
	if g := p.state().Graph; g.Name != "Texas" || g.N != 183 || g.M != 279 || g.Features != 1703 || g.Classes != 5 || g.Train != 87 {
		t.Fatalf("Texas is read as %+v", g)
	}
	half := 0
	for _, l := range s.log {
		// From wherever the first answer was cut for the page: a busy browser may drop the last of it.
		if strings.Contains(l, "bytes=") && !strings.Contains(l, "bytes=0-") {
			half++
		}
	}
	if len(s.told) > 0 {
		t.Errorf("the requests tell %q", s.told)
	}
	if half != 1 || len(s.log) != 5 {
		t.Errorf("requests %q: want one that resumes half way", s.log)
	}

	s.faults["new_data/cornell/out1_node_feature_label.txt"] = "wrong"
	if m := p.refused("data:cornell"); !strings.Contains(m, "checksum") {
		t.Errorf("a set with a wrong checksum: %q", m)
	}
	if g := p.state().Graph; g.Name != "Texas" {
		t.Errorf("after a refused set the graph is %+v", g)
	}
	if m := p.refused("data:nowhere"); !strings.Contains(m, "texas") {
		t.Errorf("an unknown set: %q", m)
	}

	s.mu.Lock()
	s.down, s.log = true, nil
	s.mu.Unlock()
	p.do(chromedp.Reload())
	p.ready()
	p.call(`load({graph: "data:texas", seed: 1})`)
	if g := p.state().Graph; g.N != 183 || len(s.log) != 0 {
		t.Errorf("offline: %+v, requests %q", g, s.log)
	}
	p.call(`load({graph: "karate", seed: 1})`)
	if m := p.refused("data:wisconsin"); !strings.Contains(m, "connection") {
		t.Errorf("a set that was never fetched, offline: %q", m)
	}
}

// mirrorWord matches the place in worker.js that names the folder of data sets beside the page.
var mirrorWord = regexp.MustCompile(`mirror:\w+&&new URL\(\w+,`)

// withSets returns a server that has the page and, beside it, the public data sets.
func withSets(t *testing.T) http.Handler {
	t.Helper()
	pages := site.Handler(filepath.Join(root, "dist"))
	sets := http.StripPrefix("/datasets/", http.FileServer(http.Dir(datasets)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/datasets/"):
			sets.ServeHTTP(w, r)
		case r.URL.Path == "/worker.js":
			b, err := os.ReadFile(filepath.Join(root, "dist", "worker.js"))
			if err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Type", "text/javascript")
			if !mirrorWord.Match(b) {
				t.Error("worker.js has no word for the folder of data sets")
			}
			_, _ = w.Write(mirrorWord.ReplaceAll(b, []byte(`mirror:new URL("datasets/",`)))
		default:
			pages.ServeHTTP(w, r)
		}
	})
}

// If the server has a mirror of the data sets beside the page, the page sends no request to another host.
func TestPublicDataFromMirror(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:chameleon", split: "public:4", seed: 1})`)
	if g := p.state().Graph; g.N != 2277 || g.M != 31371 || g.Train != 1092 {
		t.Errorf("Chameleon is read as %+v", g)
	}
	p.clean()
}

// The page requests an address in a link only after a click.
func TestAddressNeedsAClick(t *testing.T) {
	s := newSource()
	name := filepath.Join(t.TempDir(), "g.csv")
	if err := os.WriteFile(name, []byte("source,target\na,b\nb,c\nc,a\nc,<img src=x onerror=alert(1)>\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s.files["https://graphs.example/g.csv"] = name
	ctx := sourceBrowser(t, s)
	p, _ := blankOn(t, desktop, ctx, site.Handler(filepath.Join(root, "dist")))
	p.goTo("url=https://graphs.example/g.csv")
	p.ready()
	p.waitFor(`!document.querySelector('[data-testid="ask"]').hidden`)
	if text := p.text("ask"); !strings.Contains(text, "graphs.example") {
		t.Errorf("the question is %q", text)
	}
	p.settle() // behind all that the page does by itself
	if len(s.log) != 0 {
		t.Fatalf("requests before the click: %q", s.log)
	}
	p.click("ask-load")
	p.waitFor("sheafscope.state().graph?.n === 4 && !sheafscope.state().busy")
	if len(s.log) != 1 {
		t.Errorf("requests %q, want one", s.log)
	}
	var images int
	p.eval(`document.querySelectorAll("img").length`, &images)
	if images != 0 {
		t.Error("the name of a node became an image")
	}
}

// A pasted graph opens, and a link to the graph contains it.
func TestPasteAndOwnLink(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.eval(`(() => { const d = new DataTransfer(); d.setData("text/plain", "source,target\n0,1\n1,2\n2,3\n3,0\n0,2\n");
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true})); })()`, nil)
	p.waitFor("sheafscope.state().graph?.n === 4 && !sheafscope.state().busy")
	p.waitFor(`document.querySelector('[data-testid="read"]')?.getClientRects().length > 0`)
	if text := p.text("read"); !strings.Contains(text, "Read as an edge list: 4 nodes, 5 edges") || !strings.Contains(text, "no labels") {
		t.Errorf("of the files the page says %q", text)
	}
	p.axe("what was read of the files")
	p.eval(`document.querySelector('[data-testid="read"] button[aria-label^="Dismiss"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-testid="read"]')?.getClientRects().length === 0`)
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

// A link from a random recipe opens a state with the numbers of the recipe.
func TestLinksRestoreTheState(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	q := shared(t, desktop)
	q.ready()
	for i, graph := range []string{"karate", "sbm:n=40,classes=2,homophily=0.2", "ring:n=9", "florentine", "k4"} {
		// The last seeds are beyond the exact numbers of JavaScript.
		seed := []string{"0", "77", "9007199254740991", `"9007199254740993"`, `"18446744073709551615"`}[i]
		p.call(`load({graph: %q, seed: %s, settings: {d: %d}})`, graph, seed, 2+i%3)
		p.call("run(%d)", 1+i%3)
		for range i {
			p.call(`step("inner")`)
		}
		var recipe string
		p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
		if !strings.Contains(recipe, `"seed":`+seed) {
			t.Errorf("recipe() of the seed %s is %s", seed, recipe)
		}
		q.call("load(%s)", recipe)
		same(t, graph, q.state(), p.state())
	}
	p.clean()
	q.clean()
}

// The panel Open explains how a user opens a graph. It checks an address before the request, Escape closes it, and a user may drop a folder
// on it.
func TestOpenPanel(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	shown := func(yes bool) {
		t.Helper()
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="open-panel"]')?.hidden === %v`, !yes))
	}
	p.click("open")
	shown(true)
	p.axe("the panel to open a graph")
	p.do(chromedp.SendKeys(chromedp.CSS(byTestID("open-url")), "http://graphs.example/g.csv"+kb.Escape))
	shown(false)
	p.click("open")
	shown(true)
	p.do(chromedp.SendKeys(chromedp.CSS(byTestID("open-url")), kb.Enter))
	shown(false)
	p.waitFor(`sheafscope.state().error?.includes("https://")`)
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
	if got.Name != "Texas" || got.Split != first || len(got.Options) != 2 || got.Options[0] != first || got.Options[1] != second ||
		!strings.Contains(got.Read, "Read as Geom-GCN: 183 nodes, 279 edges") || !strings.Contains(got.Read, "16 self-loops dropped") {
		t.Errorf("the folder is opened as %+v", got)
	}
	p.clean()
}

// If the browser has no room for the page and the data sets, both still open, and the page reports that neither works offline.
func TestFullStorage(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.do(send(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: p.origin, QuotaSize: new(1e5)}))
	p.keeps = true
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:texas", seed: 1})`)
	if g := p.state().Graph; g.N != 183 || g.M != 279 {
		t.Errorf("Texas is read as %+v", g)
	}
	p.click("stage-1")
	p.waitFor(`document.querySelector(".insp")?.textContent.includes("will not be there offline")`)
	// The service worker comes whole or not at all: its failed installation leaves nothing.
	var left struct {
		State string
		Names []string
	}
	p.eval(`(async () => {
		const { installing: worker } = await navigator.serviceWorker.register("sw.js");
		while (worker.state !== "redundant" && worker.state !== "activated") {
			await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
		}
		return { State: worker.state, Names: (await caches.keys()).filter((name) => name.startsWith("sheafscope-page-")) };
	})()`, &left)
	if left.State != "redundant" || len(left.Names) > 0 {
		t.Errorf("without room the service worker is %q and leaves %q", left.State, left.Names)
	}
	p.do(send(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: p.origin}))
	p.clean()
}
