package site

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The server chooses the MIME type, the compressed form and the caching of a response by the request. Files with a version in the address
// are cached for a year. Every response has the policy. Paths out of the folder and folders without a slash have the status 404, and the
// method POST has 405.
func TestHandlerChoosesTypeAndEncoding(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": "<p>", "a.wasm": "plain", "a.wasm.br": "br", "a.wasm.gz": "gz",
		"sub/index.html": "sub"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// A compressed file that is older than its original is not served. So the originals become older.
	hourAgo := time.Now().Add(-time.Hour)
	for _, name := range []string{"index.html", "a.wasm", "sub/index.html"} {
		if err := os.Chtimes(filepath.Join(dir, name), hourAgo, hourAgo); err != nil {
			t.Fatal(err)
		}
	}
	h := Handler(dir)
	for _, c := range []struct {
		method, path, accept string
		status               int
		body                 string
		// The headers Content-Type, Content-Encoding and Cache-Control.
		mimeType, encoding, caching string
	}{
		{"GET", "/", "", 200, "<p>", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/a.wasm?v=1", "gzip, br", 200, "br", "application/wasm", "br", "max-age=31536000, immutable"},
		{"GET", "/a.wasm", "br; q=0.000, gzip", 200, "gz", "application/wasm", "gzip", "no-cache"},
		{"GET", "/a.wasm", "br;q=0.001, gzip", 200, "br", "application/wasm", "br", "no-cache"},
		{"GET", "/a.wasm", "gzip, br;q=0", 200, "gz", "application/wasm", "gzip", "no-cache"},
		{"GET", "/a.wasm", "", 200, "plain", "application/wasm", "", "no-cache"},
		{"GET", "/sub/", "", 200, "sub", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/sub", "", 404, "", "", "", ""},
		{"GET", "/../site.go", "", 404, "", "", "", ""},
		{"POST", "/", "", 405, "", "", "", ""},
	} {
		r := httptest.NewRequest(c.method, "http://x"+c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		head := w.Result().Header
		if w.Code != c.status {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, w.Code, c.status)
		}
		if !strings.Contains(head.Get("Content-Security-Policy"), "script-src 'self' 'wasm-unsafe-eval';") {
			t.Errorf("%s %s: policy %q", c.method, c.path, head.Get("Content-Security-Policy"))
		}
		if c.status != http.StatusOK {
			continue
		}
		if w.Body.String() != c.body || head.Get("Content-Type") != c.mimeType || head.Get("Content-Encoding") != c.encoding ||
			head.Get("Cache-Control") != c.caching {
			t.Errorf("%s %s accepting %q: body %q and headers %v, want %q of type %q, encoding %q, caching %q", c.method, c.path, c.accept,
				w.Body, head, c.body, c.mimeType, c.encoding, c.caching)
		}
	}
}

// The server follows a link to a file inside the folder, and does not follow a link out of the folder. If the compressed form of a file is
// a link out of the folder, the server sends the original.
func TestNoLinkLeadsOut(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{filepath.Join(dir, "a.txt"): "inside", filepath.Join(outside, "secret.txt"): "secret"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"near.txt": "a.txt", "far.txt": filepath.Join(outside, "secret.txt"), "folder": outside,
		"up": "..", "a.txt.gz": filepath.Join(outside, "secret.txt")} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	// dir and outside are in one folder, to which the link up leads.
	for path, want := range map[string]int{"/near.txt": 200, "/far.txt": 404, "/folder/secret.txt": 404,
		"/up/" + filepath.Base(outside) + "/secret.txt": 404, "/a.txt": 200} {
		r := httptest.NewRequest("GET", "http://x"+path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		Handler(dir).ServeHTTP(w, r)
		if w.Code != want || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: status %d, %q; want status %d", path, w.Code, w.Body, want)
		}
	}
}

// Two sites may embed the page: its own site, and the one site that the address names as origin beside embed=1. An origin with a wildcard,
// a path, two sites or a further directive is ignored.
func TestTwoSitesMayEmbed(t *testing.T) {
	for query, want := range map[string]string{
		"":                                       "'self'",
		"embed=1":                                "'self'",
		"embed=1&origin=https://your.site":       "'self' https://your.site",
		"embed=1&origin=http%3A%2F%2F[::1]:8000": "'self' http://[::1]:8000",
		"origin=https://your.site":               "'self'",
		"embed=1&origin=*":                       "'self'",
		"embed=1&origin=https://*":               "'self'",
		"embed=1&origin=https://a%3B+script-src+*": "'self'",
		"embed=1&origin=https://a+https://b":       "'self'",
		"embed=1&origin=https://your.site/path":    "'self'",
	} {
		w := httptest.NewRecorder()
		Handler(t.TempDir()).ServeHTTP(w, httptest.NewRequest("GET", "http://x/?"+query, nil))
		_, got, _ := strings.Cut(w.Header().Get("Content-Security-Policy"), "frame-ancestors ")
		if got != want {
			t.Errorf("with ?%s the sites %q may embed the page, want %q", query, got, want)
		}
	}
}

// Only the worker may send requests to other hosts.
func TestWorkerAloneMayRequestOtherHosts(t *testing.T) {
	for path, mayRequest := range map[string]bool{"/": false, "/index.html": false, "/sw.js?v=1": false, "/sub/worker.js?v=1": true} {
		w := httptest.NewRecorder()
		Handler(t.TempDir()).ServeHTTP(w, httptest.NewRequest("GET", "http://x"+path, nil))
		csp := w.Header().Get("Content-Security-Policy")
		if strings.Contains(csp, "https:") != mayRequest || !strings.Contains(csp, "connect-src 'self'") {
			t.Errorf("%s may request other hosts: %v, want %v; the policy is %s", path, strings.Contains(csp, "https:"), mayRequest, csp)
		}
	}
}

// The content security policy allows neither eval nor inline scripts, and no source * for all hosts.
func TestPolicyForbidsEval(t *testing.T) {
	for _, bad := range []string{"'unsafe-eval'", "'unsafe-inline'", " * ", "data: *"} {
		if strings.Contains(MetaPolicy, bad) {
			t.Errorf("the policy %q contains %s", MetaPolicy, bad)
		}
	}
}

// The response with a single file has only one directive, frame-ancestors: which sites may embed the file. The meta tag of the file has the
// other directives.
func TestSingleFileHasItsOwnPolicy(t *testing.T) {
	for _, name := range []string{SingleName, LearnName} {
		w := httptest.NewRecorder()
		Handler(t.TempDir()).ServeHTTP(w, httptest.NewRequest("GET", "http://x/sub/"+name, nil))
		if got := w.Header().Get("Content-Security-Policy"); got != "frame-ancestors 'self'" {
			t.Errorf("%s has the policy %q, want frame-ancestors alone", name, got)
		}
	}
}

// Frames without an origin, which send "Origin: null", may read served files. With --cors (AnySite) every site may read them. No response
// permits credentials. Each response says that it varies with the origin.
func TestFramesWithoutOriginMayRead(t *testing.T) {
	for _, c := range []struct {
		readers      Readers
		origin, want string
	}{{OwnSite, "", ""}, {OwnSite, "null", "null"}, {OwnSite, "https://other.site", ""}, {AnySite, "https://other.site", "*"},
		{AnySite, "null", "*"}, {AnySite, "", "*"}} {
		r := httptest.NewRequest("GET", "http://x/", nil)
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		handlerFor(t.TempDir(), c.readers).ServeHTTP(w, r)
		if got := w.Header().Get("Access-Control-Allow-Origin"); got != c.want {
			t.Errorf("readers %v, Origin %q: the response allows %q, want %q", c.readers, c.origin, got, c.want)
		}
		if got := w.Header().Get("Access-Control-Allow-Credentials"); got != "" {
			t.Errorf("readers %v, Origin %q: the response permits credentials: %q", c.readers, c.origin, got)
		}
		// Caches must not give the response to another origin.
		if vary := strings.Join(w.Header().Values("Vary"), ","); !strings.Contains(vary, "Origin") {
			t.Errorf("readers %v, Origin %q: the response varies with %q, want Origin", c.readers, c.origin, vary)
		}
	}
}

// Requests to the given name box, to localhost and to addresses are served, here with 404. Requests to foreign names and to an empty name
// are refused with status 421, although an empty name is given, too.
func TestForeignHostsAreRefused(t *testing.T) {
	h := allowHosts(Handler(t.TempDir()), "box", "")
	for name, want := range map[string]int{"localhost:8080": 404, "127.0.0.1:8080": 404, "[::1]:8080": 404, "[::1]": 404, "BOX": 404,
		"a.localhost": 404, "evil.example": 421, "localhost.evil.example": 421, "box.evil": 421, "": 421} {
		r := httptest.NewRequest("GET", "http://x/none", nil)
		r.Host = name
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("a request to %q has the status %d, want %d", name, w.Code, want)
		}
	}
}
