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
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"sheafscope/wasm/data"
	"sheafscope/web/tool/site"
)

// This file tests public data sets and graphs from other hosts.

// datasets is the folder of the public data sets, beside the repository.
const datasets = root + "/../shared/datasets"

// source is a server in place of the host of the public data sets. Each of its faults occurs once.
type source struct {
	mu      sync.Mutex
	files   map[string]string // address → local file
	faults  map[string]string // end of an address → "cut", "busy" or "wrong", see ServeHTTP
	log     []string          // for each request the name of the file and the header Range
	private []string          // headers of requests that identify the user or the page; the page must send none
	down    bool              // every connection is aborted
}

// newSource returns a source that has the files of all public data sets and no faults.
func newSource() *source {
	s := &source{files: map[string]string{}, faults: map[string]string{}}
	for i := range data.All().Sets {
		for _, f := range data.All().Sets[i].MirrorFiles(nil) {
			s.files[f.URL] = filepath.Join(datasets, filepath.FromSlash(f.Path))
		}
	}
	return s
}

// ServeHTTP records the request and answers with the file of the address. A fault is a connection that breaks after half of the file
// ("cut"), the status 503 ("busy"), or a file with one changed bit ("wrong").
func (s *source) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	address := "https://" + r.Host + r.URL.Path
	s.log = append(s.log, filepath.Base(r.URL.Path)+" "+r.Header.Get("Range"))
	for _, name := range []string{"Referer", "Cookie", "Authorization"} {
		if v := r.Header.Get(name); v != "" {
			s.private = append(s.private, name+": "+v)
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
			// The half must reach the page before the connection breaks: a browser drops data that it has not delivered.
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

// sourceBrowser returns a browser in which s answers for the host of the public data sets and for graphs.example, by https.
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

// refused loads a graph and returns the message of the failure, or "loaded" if the load succeeds.
func (p *page) refused(graph string) string {
	p.t.Helper()
	var message string
	p.eval(fmt.Sprintf(`sheafscope.load({graph: %q, seed: 1}).then(() => "loaded", (err) => err.message)`, graph), &message)
	return message
}

// The page fetches a public data set although one connection breaks and one answer is "busy": it requests only the rest of the broken file.
// No request identifies the user. A file with a wrong checksum and an unknown set are refused. The page stores the set, and opens it
// without a network.
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
	g := p.state().Graph
	// The files of Texas have 183 nodes, 279 edges, 1703 features and 5 classes. Its first public split has 87 training nodes.
	counts, want := []int{g.N, g.M, g.Features, g.Classes, g.Train}, []int{183, 279, 1703, 5, 87}
	if g.Name != "Texas" || !slices.Equal(counts, want) {
		t.Fatalf("%s is read with the counts %v, want Texas with %v", g.Name, counts, want)
	}
	// The five requests: edges, features and split, and one more for each of the two faults. One of them resumes a file. It need not begin
	// at the half, since a busy browser may drop the end of the first answer.
	resumed := 0
	for _, l := range s.log {
		if strings.Contains(l, "bytes=") && !strings.Contains(l, "bytes=0-") {
			resumed++
		}
	}
	if len(s.private) > 0 {
		t.Errorf("the requests have the headers %q", s.private)
	}
	if resumed != 1 || len(s.log) != 5 {
		t.Errorf("requests %q: want five, one of which resumes a file", s.log)
	}

	// A refused set leaves the graph unchanged. The message about an unknown set lists the known sets, such as texas.
	s.faults["new_data/cornell/out1_node_feature_label.txt"] = "wrong"
	if m := p.refused("data:cornell"); !strings.Contains(m, "checksum") {
		t.Errorf("a set with a wrong checksum: message %q, want the word checksum in it", m)
	}
	if g := p.state().Graph; g.Name != "Texas" {
		t.Errorf("after a refused set the graph is %+v, want Texas", g)
	}
	if m := p.refused("data:nowhere"); !strings.Contains(m, "texas") {
		t.Errorf("an unknown set: message %q, want texas in it", m)
	}

	// Offline, a stored set opens without a request, and a set that was never fetched is refused.
	s.mu.Lock()
	s.down, s.log = true, nil
	s.mu.Unlock()
	p.do(chromedp.Reload())
	p.ready()
	p.call(`load({graph: "data:texas", seed: 1})`)
	if g := p.state().Graph; g.N != 183 || len(s.log) != 0 {
		t.Errorf("offline: %+v, requests %q; want 183 nodes and no request", g, s.log)
	}
	p.call(`load({graph: "karate", seed: 1})`)
	if m := p.refused("data:wisconsin"); !strings.Contains(m, "connection") {
		t.Errorf("a set that was never fetched, offline: message %q, want the word connection in it", m)
	}
}

// mirrorWord matches the place in worker.js that decides whether the server of the page has a folder of data sets.
var mirrorWord = regexp.MustCompile(`mirror:\w+&&new URL\(\w+,`)

// withSets returns a server that has dist/ and, beside it, the public data sets in datasets/. In its worker.js this folder is always the
// mirror of the data sets.
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
				t.Errorf("worker.js has no match for %s, the place of the mirror", mirrorWord)
			}
			_, _ = w.Write(mirrorWord.ReplaceAll(b, []byte(`mirror:new URL("datasets/",`)))
		default:
			pages.ServeHTTP(w, r)
		}
	})
}

// If the server has a mirror of the data sets beside the page, the page reads a set without a request to another host.
func TestPublicDataFromMirror(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:chameleon", split: "public:4", seed: 1})`)
	// The files of Chameleon have 2277 nodes and 31 371 edges. Its public split 4 has 1092 training nodes.
	if g := p.state().Graph; g.N != 2277 || g.M != 31371 || g.Train != 1092 {
		t.Errorf("Chameleon is read as %+v, want 2277 nodes, 31371 edges and 1092 training nodes", g)
	}
	p.clean()
}

// The page requests an address in a link only after a click on the button of a question, which names the host. HTML in the name of a node
// stays text.
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
		t.Errorf("the question is %q, want graphs.example in it", text)
	}
	p.settle() // the page has finished everything that it does without a click
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

// The recipe of a run, loaded in a second page, gives the numbers of the first page. It has the exact seed. The five runs differ in graph
// and seed; d is from 2 to 4, and a run ends after 1 to 3 epochs and 0 to 4 inner steps.
func TestLinksRestoreTheState(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	q := shared(t, desktop)
	q.ready()
	for i, graph := range []string{"karate", "sbm:n=40,classes=2,homophily=0.2", "ring:n=9", "florentine", "k4"} {
		// The last three seeds are 2⁵³ − 1, 2⁵³ + 1 and 2⁶⁴ − 1. JavaScript has no exact numbers for the last two, so that these are strings.
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

// In a browser with room for only 100 kB, the page and a data set still open. The page reports that the set will not be there offline. The
// installation of the service worker fails and leaves no cache.
func TestFullStorage(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.do(send(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: p.origin, QuotaSize: new(1e5)}))
	p.keeps = true // goTo does not forbid the service worker
	p.goTo("")
	p.ready()
	p.call(`load({graph: "data:texas", seed: 1})`)
	if g := p.state().Graph; g.N != 183 || g.M != 279 {
		t.Errorf("Texas is read as %+v, want 183 nodes and 279 edges", g)
	}
	p.click("stage-1")
	p.waitFor(`document.querySelector(".insp")?.textContent.includes("will not be there offline")`)
	// The script waits for the end of the installation. It returns the state of the worker, "redundant" after a failure, and the names of the
	// caches of the page.
	var installed struct {
		State string
		Names []string
	}
	p.eval(`(async () => {
		const { installing: worker } = await navigator.serviceWorker.register("sw.js");
		while (worker.state !== "redundant" && worker.state !== "activated") {
			await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
		}
		return { State: worker.state, Names: (await caches.keys()).filter((name) => name.startsWith("sheafscope-page-")) };
	})()`, &installed)
	if installed.State != "redundant" || len(installed.Names) > 0 {
		t.Errorf("without room the service worker is %q and leaves the caches %q, want redundant and none", installed.State, installed.Names)
	}
	p.do(send(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: p.origin})) // without a quota again
	p.clean()
}
