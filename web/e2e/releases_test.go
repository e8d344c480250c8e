//go:build e2e

package e2e

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/releases"
	"sheafscope/web/tool/site"
)

// writeRelease writes the archive of a release, version.tar.gz, that contains only an empty index.html.
func writeRelease(t *testing.T, dir, version string) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, version+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	err = errors.Join(w.WriteHeader(&tar.Header{Name: "dist/index.html", Typeflag: tar.TypeReg, Mode: 0o644}), w.Close(), z.Close(), f.Close())
	if err != nil {
		t.Fatal(err)
	}
}

// In a site of releases, the first page redirects to the newest release and keeps the whole link. Links of the newest release name its
// folder, not latest. The page and the course of an older release offer the newest release; a click in the page keeps the graph. In a
// folder that is no release the page does not fetch versions.json. The server gives the built page in each folder, instead of the empty
// page of a release.
func TestReleasesOfferTheNewest(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "site")
	writeRelease(t, from, "v0.1.0")
	writeRelease(t, from, "v0.10.0")
	if err := releases.Site(from, to); err != nil {
		t.Fatal(err)
	}
	files, page := http.FileServer(http.Dir(to)), site.Handler(filepath.Join(root, "dist"))
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, name, inFolder := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if !inFolder {
			files.ServeHTTP(w, r)
			return
		}
		r.URL.Path = "/" + name
		page.ServeHTTP(w, r)
	}))
	const notice = `document.querySelector('[data-testid="boot-notice"]')`
	// The page of the older release offers the newest, and a click opens it with the same graph.
	p.visit(p.origin + base + "v0.1.0/?level=research#graph=florentine")
	p.waitFor(notice + ` && window.sheafscope?.state().graph?.n === 16`)
	if text := p.text("boot-notice"); !strings.Contains(text, "Sheafscope 0.10.0 is there") {
		t.Errorf("the notice of the older release is %q, want one that offers 0.10.0", text)
	}
	p.shot("releases-notice")
	p.click("boot-reload")
	p.waitFor(`location.pathname.endsWith("/latest/") && window.sheafscope?.state().graph?.n === 16`)
	p.ready()
	// The newest release offers nothing, and its links have its folder instead of latest.
	p.call("seek(15)")
	p.waitFor(`document.querySelector('[data-testid="share"]') && !sheafscopeBoot.address().includes("/latest/")`)
	var own string
	p.eval(notice+` ? "offered" : sheafscopeBoot.address()`, &own)
	if !strings.HasPrefix(own, p.origin+base+"v0.10.0/?level=research#") {
		t.Errorf("a link of the newest release is %s, want one to the folder v0.10.0", own)
	}
	p.eval(`document.querySelector('[data-testid="share"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-testid="share-link"]').value.includes("/v0.10.0/")`)
	// The first page of the site redirects with the whole link. Only the link can give graph and level; soon the page replaces the hash.
	p.visit(p.origin + base + "?level=research#graph=ring")
	p.waitFor(`location.pathname.endsWith("/latest/") && window.sheafscope?.state().level === "research" &&
		/^Ring/.test(window.sheafscope.state().graph?.name)`)
	// The course of the older release.
	p.visit(p.origin + base + "v0.1.0/learn.html")
	p.waitFor(`document.querySelector('[data-testid="notice"]')?.textContent.includes("0.10.0 is there")`)
	// A folder that is no release.
	p.visit(p.origin + base + "elsewhere/")
	p.ready()
	var fetched bool
	p.eval(`performance.getEntriesByType("resource").some((e) => e.name.includes("versions.json"))`, &fetched)
	if fetched {
		t.Error("a page outside of the releases has fetched versions.json")
	}
	p.clean()
}
