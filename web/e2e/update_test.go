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

// This file tests updates: a service worker that installs them, and a host that has only a part of one.

// version returns the version of the page. It fails the test if a part was requested with another version, or if fewer than four parts were
// requested with a version.
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
			p.t.Errorf("the page of version %s has requested %s", v.Version, part)
		}
	}
	if len(v.Parts) < 4 {
		p.t.Errorf("only %q have a version in their addresses, want at least four parts", v.Parts)
	}
	return v.Version
}

// cached returns the versions of the page that the service worker keeps.
func (p *page) cached() (versions []string) {
	p.t.Helper()
	p.eval(`caches.keys().then((l) => l.filter((k) => k.startsWith("sheafscope-page-")).map((k) => k.slice(16)))`, &versions)
	return versions
}

// newerNotice is true if the page announces a newer version.
const newerNotice = `document.querySelector('[data-testid="boot-notice"]')?.textContent.includes("newer version")`

// The service worker installs each of two updates as a whole beside the running version, and the page announces it. A tab that is two
// versions old continues with its own parts until a reload. One click reloads this tab as the newest version with the same state(). Then
// the service worker deletes the version that no tab needs.
func TestUpdatesInstallWhole(t *testing.T) {
	dist := filepath.Join(root, "dist")
	// Build 0 is dist. Builds 1 and 2 are copies with other versions. The server sends the build whose index is in served.
	builds := []string{dist, t.TempDir(), t.TempDir()}
	versions := []string{"", "0123456789ab", "ba9876543210"}
	handlers := []http.Handler{site.Handler(dist), site.Handler(builds[1]), site.Handler(builds[2])}
	for k := 1; k < 3; k++ {
		versions[0] = nextBuild(t, dist, builds[k], versions[k])
		// The server sends the time of a change in seconds, and both copies may be of the same second.
		later := time.Now().Add(time.Duration(k) * time.Minute)
		if err := os.Chtimes(filepath.Join(builds[k], "sw.js"), later, later); err != nil {
			t.Fatal(err)
		}
	}
	var served atomic.Int32
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handlers[served.Load()].ServeHTTP(w, r)
	}))
	p.keeps = true // permits the service worker
	p.goTo("")
	p.ready()
	p.controlled()
	if v := p.version(); v != versions[0] {
		t.Fatalf("the first visit shows %s, want %s", v, versions[0])
	}
	p.call(`load({graph: "florentine", seed: 3})`)
	p.call("seek(15)")
	other := tab(t, desktop, browser, p.origin, testLimit)
	other.keeps = true
	// A second tab takes both updates, one after the other.
	for k := int32(1); k < 3; k++ {
		served.Store(k)
		// The service worker tries an update again at the next start of the page if it could not install it at once.
		announced := false
		for try := 0; try < 4 && !announced; try++ {
			other.goTo("")
			other.ready()
			if v := other.version(); v != versions[k-1] {
				t.Errorf("while build %d is fetched the page has the version %s, want %s", k, v, versions[k-1])
			}
			// The script waits at most 15 s for the notice.
			other.eval(`(async () => { for (let i = 0; i < 150 && !(`+newerNotice+`); i++) await new Promise((r) => setTimeout(r, 100));
				return Boolean(`+newerNotice+`); })()`, &announced)
		}
		if !announced {
			t.Fatalf("build %d is not announced", k)
		}
		other.reload()
		other.ready()
		if v := other.version(); v != versions[k] {
			t.Errorf("after the reload for build %d the page has the version %s, want %s", k, v, versions[k])
		}
	}
	// The first tab, two versions old, fetches parts that it has not used yet: the program for files and the comparison.
	if got := p.cached(); !slices.Contains(got, versions[0]) {
		t.Errorf("the version %s of an open tab is not kept; the kept versions are %q", versions[0], got)
	}
	p.call(`load({graph: "file", seed: 1}, [{name: "g.csv", data: "source,target\n0,1\n1,2\n2,0\n"}])`)
	p.call(`load({graph: "florentine", seed: 3})`)
	p.call("seek(15)")
	p.click("compare")
	p.waitFor(`document.querySelector('[data-testid="compare-view"] canvas, [data-testid="compare-view"] svg')`)
	p.click("compare")
	p.waitFor("!sheafscope.state().busy")
	want := p.state()
	// One click makes the first tab new.
	p.waitFor(newerNotice)
	p.shot("update-notice")
	p.click("boot-reload")
	p.waitFor(`window.sheafscope?.version === "` + versions[2] + `"`)
	p.ready()
	p.version()
	same(t, "after one click", p.state(), want)
	// The old version is deleted at one of the next starts.
	for try := 0; try < 4 && slices.Contains(other.cached(), versions[0]); try++ {
		other.reload()
		other.ready()
	}
	if got := other.cached(); slices.Contains(got, versions[0]) {
		t.Errorf("no tab needs version %s, but the kept versions are %q", versions[0], got)
	}
	if got := other.cached(); !slices.Contains(got, versions[2]) {
		t.Errorf("every tab has version %s, but the kept versions are %q", versions[2], got)
	}
	p.clean()
	other.clean()
}

// If a host has only some parts of an update, the page does not start, and its message names a part of another version. This holds for five
// sets of new parts. After the host has the old parts again, another try starts the page. If the host then has the whole update, a new
// worker would be of another version. The page then reports that it is older, and one click loads the new page with the same state().
func TestHalfUpdatedHost(t *testing.T) {
	dist, next := filepath.Join(root, "dist"), t.TempDir()
	oldVersion := nextBuild(t, dist, next, "0123456789ab")
	old, updated := site.Handler(dist), site.Handler(next)
	// The server sends a part of the update if newParts has its name, and otherwise the old part.
	var newParts atomic.Value // names of the parts that the host has of the update, as "|a|b|", or "all"
	newParts.Store("")
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := filepath.Base(r.URL.Path)
		if r.URL.Path == "/" {
			name = "index.html"
		}
		list := newParts.Load().(string)
		if list == "all" || strings.Contains(list, "|"+name+"|") {
			updated.ServeHTTP(w, r)
			return
		}
		old.ServeHTTP(w, r)
	}))
	// Each set of new parts, in an empty cache of the browser.
	for parts, want := range map[string]string{
		"|index.html|": "index.html is of version 0123456789ab",
		"|index.html|boot.js|first.js|style.css|islands.css|": "islands.js is of version " + oldVersion,
		"|style.css|":       "style.css is of version 0123456789ab",
		"|worker.js|":       "worker.js is of version 0123456789ab",
		"|sheafscope.wasm|": "sheafscope.wasm is of another version",
	} {
		newParts.Store(parts)
		p.do(send(network.ClearBrowserCache, cdp.Empty{}), chromedp.Navigate("about:blank"))
		p.goTo("")
		p.waitFor(`document.querySelector('[data-testid="boot-error"]')`)
		text := p.text("boot-error")
		if !strings.Contains(text, want) || !strings.Contains(text, "being updated") {
			t.Errorf("with the new parts %s the message is %q, want %q and \"being updated\"", parts, text, want)
		}
	}
	p.shot("half-updated")
	// Another try starts, although the browser's cache has parts of the other version under the same addresses.
	newParts.Store("")
	p.eval(`document.querySelector(".boot-again").click()`, nil)
	p.waitFor(`document.documentElement.dataset.boot === "ready"`)
	p.ready()
	if v := p.version(); v != oldVersion {
		t.Errorf("after another try the page has the version %s, want %s", v, oldVersion)
	}
	// The host has the whole update. The comparison needs a new worker, which would be of another version than this tab.
	newParts.Store("all")
	p.do(send(network.ClearBrowserCache, cdp.Empty{}))
	p.call(`load({graph: "ring", seed: 2})`)
	p.call("seek(12)")
	p.click("compare")
	p.waitFor(`document.querySelector('[data-testid="boot-notice"]')?.textContent.includes("older version")`)
	p.shot("outdated")
	want := p.state()
	p.eval(`document.querySelector('[data-testid="compare"]').click()`, nil) // closes the comparison
	p.click("boot-reload")
	p.waitFor(`window.sheafscope?.version === "0123456789ab"`)
	p.ready()
	same(t, "after one click", p.state(), want)
}

// nextBuild copies the files of dist to the folder next, with another version and with the hashes that follow from it, and returns the
// version of dist. The version has 12 characters, like the hash at the end of a program.
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
	// changed has the new SHA-256 sums of the changed files by their old sums, both as text, because sw.js has a list of the sums.
	sum := func(b []byte) []byte { h := sha256.Sum256(b); return []byte(hex.EncodeToString(h[:])) }
	changed := map[string][]byte{}
	// A program ends with its hash of 12 characters, which boot.js has, too. programs has the new hash by the old one.
	programs := map[string]string{}
	for _, name := range []string{"sheafscope.wasm", "files.wasm"} {
		b, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			t.Fatal(err)
		}
		hash := string(b[len(b)-12:])
		programs[hash] = version[6:] + hash[6:] // another text of 12 characters for each program
	}
	// Each file except sw.js and compressed copies, with the new version and the new hashes.
	for _, n := range names {
		compressed := filepath.Ext(n) == ".br" || filepath.Ext(n) == ".gz"
		if compressed || strings.HasSuffix(n, "sw.js") {
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
	// The service worker, with the new version and the new sums.
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
