//go:build e2e

package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// version returns the version of the page, which all of its parts must have.
func (p *page) version() string {
	p.t.Helper()
	var v struct {
		Version string
		Parts   []string
	}
	p.eval(`({version: sheafscope.version, parts: performance.getEntriesByType("resource").map((e) => e.name).filter((n) => `+
		`n.includes("?v="))})`, &v)
	for _, part := range v.Parts {
		if !strings.HasSuffix(part, "?v="+v.Version) {
			p.t.Errorf("version %s has asked for %s", v.Version, part)
		}
	}
	if len(v.Parts) < 4 {
		p.t.Errorf("only %q carry a version", v.Parts)
	}
	return v.Version
}

// cached lists the versions in the cache of the service worker.
func (p *page) cached() (versions []string) {
	p.t.Helper()
	p.eval(`caches.keys().then((l) => l.filter((k) => k.startsWith("sheafscope-page-")).map((k) => k.slice(16)))`, &versions)
	return versions
}

const newerNotice = `document.querySelector('[data-testid="boot-notice"]')?.textContent.includes("newer version")`

// The service worker installs an update as a whole beside the running version, and the page announces it. A tab that is two versions old
// continues with its own parts until a reload. One click reloads the page and keeps the displayed state. The service worker deletes the
// versions that no tab needs.
func TestUpdatesInstallWhole(t *testing.T) {
	dist := filepath.Join(root, "dist")
	builds := []string{dist, t.TempDir(), t.TempDir()}
	versions := []string{"", "0123456789ab", "ba9876543210"}
	handlers := []http.Handler{site.Handler(dist), site.Handler(builds[1]), site.Handler(builds[2])}
	for k := 1; k < 3; k++ {
		versions[0] = nextBuild(t, dist, builds[k], versions[k])
		// The server dates changes by the second, and both builds were written in one.
		later := time.Now().Add(time.Duration(k) * time.Minute)
		if err := os.Chtimes(filepath.Join(builds[k], "sw.js"), later, later); err != nil {
			t.Fatal(err)
		}
	}
	var now atomic.Int32
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handlers[now.Load()].ServeHTTP(w, r)
	}))
	p.keeps = true
	p.goTo("")
	p.ready()
	p.controlled()
	if v := p.version(); v != versions[0] {
		t.Fatalf("the first visit shows %s, want %s", v, versions[0])
	}
	p.call(`load({graph: "florentine", seed: 3})`)
	p.call("seek(15)")
	q := tab(t, desktop, browser, p.origin, testLimit)
	q.keeps = true
	for k := int32(1); k < 3; k++ {
		now.Store(k)
		// An update that cannot be installed at once is tried again at the next start.
		announced := false
		for try := 0; try < 4 && !announced; try++ {
			q.goTo("")
			q.ready()
			if v := q.version(); v != versions[k-1] {
				t.Errorf("while version %d is fetched the page is %s, want %s", k, v, versions[k-1])
			}
			q.eval(`(async () => { for (let i = 0; i < 150 && !(`+newerNotice+`); i++) await new Promise((r) => setTimeout(r, 100));
				return Boolean(`+newerNotice+`); })()`, &announced)
		}
		if !announced {
			t.Fatalf("update %d is not announced", k)
		}
		q.reload()
		q.ready()
		if v := q.version(); v != versions[k] {
			t.Errorf("after update %d the page is %s, want %s", k, v, versions[k])
		}
	}
	// The first tab, two versions old, fetches the parts that it has not used yet.
	if got := p.cached(); !slices.Contains(got, versions[0]) {
		t.Errorf("the version of an open tab is gone; there are %q", got)
	}
	p.call(`load({graph: "file", seed: 1}, [{name: "g.csv", data: "source,target\n0,1\n1,2\n2,0\n"}])`)
	p.call(`load({graph: "florentine", seed: 3})`)
	p.call("seek(15)")
	p.click("compare")
	p.waitFor(`document.querySelector('[data-testid="compare-view"] canvas, [data-testid="compare-view"] svg')`)
	p.click("compare")
	p.waitFor("!sheafscope.state().busy")
	want := p.state()
	p.waitFor(newerNotice)
	p.shot("update-notice")
	p.click("boot-reload")
	p.waitFor(`window.sheafscope?.version === "` + versions[2] + `"`)
	p.ready()
	p.version()
	same(t, "after one click", p.state(), want)
	for try := 0; try < 4 && slices.Contains(q.cached(), versions[0]); try++ {
		q.reload()
		q.ready()
	}
	if got := q.cached(); slices.Contains(got, versions[0]) {
		t.Errorf("no tab needs version %s, and there are %q", versions[0], got)
	}
	if got := q.cached(); !slices.Contains(got, versions[2]) {
		t.Errorf("with every tab at the newest version there are %q", got)
	}
	p.clean()
	q.clean()
}

// If a host has only a part of an update, the page detects it by the versions of its parts and reports it. After the host has the whole
// update, one click loads the new page.
func TestHalfUpdatedHost(t *testing.T) {
	dist, next := filepath.Join(root, "dist"), t.TempDir()
	oldVersion := nextBuild(t, dist, next, "0123456789ab")
	old, updated := site.Handler(dist), site.Handler(next)
	var half atomic.Value // the parts that are new
	half.Store("")
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := filepath.Base(r.URL.Path)
		if r.URL.Path == "/" {
			name = "index.html"
		}
		if list := half.Load().(string); list == "all" || strings.Contains(list, "|"+name+"|") {
			updated.ServeHTTP(w, r)
			return
		}
		old.ServeHTTP(w, r)
	}))
	for parts, want := range map[string]string{
		"|index.html|": "index.html is of version 0123456789ab",
		"|index.html|boot.js|first.js|style.css|islands.css|": "islands.js is of version " + oldVersion,
		"|style.css|":       "style.css is of version 0123456789ab",
		"|worker.js|":       "worker.js is of version 0123456789ab",
		"|sheafscope.wasm|": "sheafscope.wasm is of another version",
	} {
		half.Store(parts)
		p.do(send(network.ClearBrowserCache, cdp.Empty{}), chromedp.Navigate("about:blank"))
		p.goTo("")
		p.waitFor(`document.querySelector('[data-testid="boot-error"]')`)
		if text := p.text("boot-error"); !strings.Contains(text, want) || !strings.Contains(text, "being updated") {
			t.Errorf("new %s: the page says %q, want %q", parts, text, want)
		}
	}
	p.shot("half-updated")
	// The wrong parts are in the browser's cache, under the addresses of the right ones.
	half.Store("")
	p.eval(`document.querySelector(".boot-again").click()`, nil)
	p.waitFor(`document.documentElement.dataset.boot === "ready"`)
	p.ready()
	if v := p.version(); v != oldVersion {
		t.Errorf("after another try the page is %s", v)
	}
	// A tab whose host has gone on: a new worker would be of another version.
	half.Store("all")
	p.do(send(network.ClearBrowserCache, cdp.Empty{}))
	p.call(`load({graph: "ring", seed: 2})`)
	p.call("seek(12)")
	p.click("compare")
	p.waitFor(`document.querySelector('[data-testid="boot-notice"]')?.textContent.includes("older version")`)
	p.shot("outdated")
	want := p.state()
	p.eval(`document.querySelector('[data-testid="compare"]').click()`, nil)
	p.click("boot-reload")
	p.waitFor(`window.sheafscope?.version === "0123456789ab"`)
	p.ready()
	same(t, "after one click", p.state(), want)
}

// nextBuild copies dist with another version, and returns the version of dist.
func nextBuild(t *testing.T, dist, next, version string) string {
	t.Helper()
	var v struct{ Version string }
	b, err := os.ReadFile(filepath.Join(dist, "version.json"))
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dist, "*"))
	if err != nil {
		t.Fatal(err)
	}
	sum := func(b []byte) []byte { h := sha256.Sum256(b); return []byte(hex.EncodeToString(h[:])) }
	changed := map[string][]byte{}
	// A program ends with its hash, which boot.js knows.
	programs := map[string]string{}
	for _, name := range []string{"sheafscope.wasm", "files.wasm"} {
		b, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			t.Fatal(err)
		}
		hash := string(b[len(b)-12:])
		programs[hash] = version[6:] + hash[6:]
	}
	for _, n := range names {
		if ext := filepath.Ext(n); ext == ".br" || ext == ".gz" || strings.HasSuffix(n, "sw.js") {
			continue
		}
		b, err := os.ReadFile(n)
		if err != nil {
			continue // a folder
		}
		c := bytes.ReplaceAll(b, []byte(v.Version), []byte(version))
		for from, to := range programs {
			c = bytes.ReplaceAll(c, []byte(from), []byte(to))
		}
		if !bytes.Equal(b, c) {
			changed[string(sum(b))] = sum(c)
		}
		if err := os.WriteFile(filepath.Join(next, filepath.Base(n)), c, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sw, err := os.ReadFile(filepath.Join(dist, "sw.js"))
	if err != nil {
		t.Fatal(err)
	}
	sw = bytes.ReplaceAll(sw, []byte(v.Version), []byte(version))
	for from, to := range changed {
		sw = bytes.ReplaceAll(sw, []byte(from), to)
	}
	if err := os.WriteFile(filepath.Join(next, "sw.js"), sw, 0o666); err != nil {
		t.Fatal(err)
	}
	return v.Version
}
