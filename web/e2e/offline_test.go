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
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// controlled waits until the service worker has installed this version and
// answers for the page.
func (p *page) controlled() {
	p.t.Helper()
	p.waitFor("navigator.serviceWorker.controller !== null && navigator.serviceWorker.controller.state === 'activated'")
}

// After one visit the page works without its server and without network.
func TestOffline(t *testing.T) {
	p, server := blankOn(t, desktop, browser, site.Handler(filepath.Join(root, "dist")))
	p.goTo("")
	p.ready()
	p.controlled()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(3)")
	want := p.state()
	server.Close()
	p.do(network.EmulateNetworkConditions(true, 0, -1, -1), chromedp.Reload())
	p.ready()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(3)")
	same(t, "offline", p.state(), want)
	p.do(network.EmulateNetworkConditions(false, 0, -1, -1))
	// The data sets of other hosts are not there; the page says so and goes on.
	if m := p.refused("data:texas"); !strings.Contains(m, "connection") {
		t.Errorf("a public set offline: %q", m)
	}
}

// An update is installed as a whole beside the running version, is announced,
// and is what the next load shows; no page sees files of both.
func TestUpdate(t *testing.T) {
	dist := filepath.Join(root, "dist")
	next := t.TempDir()
	const newVersion = "0123456789ab"
	oldVersion := nextBuild(t, dist, next, newVersion)
	var updated atomic.Bool
	first, second := site.Handler(dist), site.Handler(next)
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if updated.Load() {
			second.ServeHTTP(w, r)
			return
		}
		first.ServeHTTP(w, r)
	}))
	version := func() string {
		t.Helper()
		var v struct {
			Version string
			Parts   []string
		}
		p.eval(`({version: sheafscope.version, parts: performance.getEntriesByType("resource").map((e) => e.name).filter((n) => n.includes("?v="))})`, &v)
		for _, part := range v.Parts {
			if !strings.HasSuffix(part, "?v="+v.Version) {
				t.Errorf("version %s has asked for %s", v.Version, part)
			}
		}
		if len(v.Parts) < 4 {
			t.Errorf("only %q carry a version", v.Parts)
		}
		return v.Version
	}
	p.goTo("")
	p.ready()
	p.controlled()
	if v := version(); v != oldVersion {
		t.Fatalf("the first visit shows %s, want %s", v, oldVersion)
	}
	updated.Store(true)
	p.do(chromedp.Reload())
	p.ready()
	if v := version(); v != oldVersion {
		t.Errorf("while the update is fetched the page is %s, want %s", v, oldVersion)
	}
	p.waitFor(`document.querySelector('[data-testid="boot-notice"]')?.textContent.includes("newer version")`)
	// A page of the old version can still start a worker of its own version.
	p.eval(`fetch("worker.js?v=`+oldVersion+`").then((r) => r.ok)`, new(bool))
	p.do(chromedp.Reload())
	p.ready()
	if v := version(); v != newVersion {
		t.Errorf("after the update the page is %s, want %s", v, newVersion)
	}
	p.clean()
}

// nextBuild copies dist with another version word and returns the old one.
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
	for _, n := range names {
		if ext := filepath.Ext(n); ext == ".br" || ext == ".gz" || strings.HasSuffix(n, "sw.js") {
			continue
		}
		b, err := os.ReadFile(n)
		if err != nil {
			continue // a folder
		}
		c := bytes.ReplaceAll(b, []byte(v.Version), []byte(version))
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
