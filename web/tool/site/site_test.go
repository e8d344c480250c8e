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

func TestHandler(t *testing.T) {
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
	// A compressed file that is older than its original is stale and not served.
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"index.html", "a.wasm", "sub/index.html"} {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	h := Handler(dir)
	for _, c := range []struct {
		method, path, accept   string
		status                 int
		body, typ, enc, caches string
	}{
		{"GET", "/", "", 200, "<p>", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/a.wasm?v=1", "gzip, br", 200, "br", "application/wasm", "br", "max-age=31536000, immutable"},
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
		if w.Body.String() != c.body || head.Get("Content-Type") != c.typ || head.Get("Content-Encoding") != c.enc ||
			head.Get("Cache-Control") != c.caches {
			t.Errorf("%s %s accepting %q: %q %v", c.method, c.path, c.accept, w.Body, head)
		}
	}
}

func TestPolicyForbidsEval(t *testing.T) {
	for _, bad := range []string{"'unsafe-eval'", "'unsafe-inline'", " * ", "data: *"} {
		if strings.Contains(MetaPolicy, bad) {
			t.Errorf("the policy allows %s", bad)
		}
	}
}
