// Package site serves the finished page: MIME types, precompressed files and
// security headers.
package site

import (
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// MetaPolicy is the content security policy of the page. It stands in the
// meta tag of index.html, so that it also holds on hosts that send no headers.
// Requests may go to any https address because the user may open a graph from
// one; nothing is asked without a click.
const MetaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' https:; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// headerPolicy adds what only a header may say: anyone may embed the page. The
// example of embedding shows frames of this site; the page itself has none, its
// meta tag forbids them.
const headerPolicy = MetaPolicy + "; frame-src 'self'; frame-ancestors *"

// types names the MIME types that matter; the table of the machine may lack or mangle them.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".webmanifest": "application/manifest+json",
}

// Handler serves the files of dir with security headers, precompressed
// where the browser accepts it.
func Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", headerPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		serveFile(w, r, filepath.Join(dir, filepath.FromSlash(name)))
	})
}

func serveFile(w http.ResponseWriter, r *http.Request, file string) {
	info, err := os.Stat(file)
	if err != nil || info.IsDir() {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	h := w.Header()
	ext := filepath.Ext(file)
	typ := types[ext]
	if typ == "" {
		if typ = mime.TypeByExtension(ext); typ == "" {
			typ = "application/octet-stream"
		}
	}
	h.Set("Content-Type", typ)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Has("v") {
		h.Set("Cache-Control", "max-age=31536000, immutable")
	}
	for _, enc := range []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(r, enc.name) {
			continue
		}
		if c, err := os.Stat(file + enc.ext); err == nil && !c.ModTime().Before(info.ModTime()) {
			h.Set("Content-Encoding", enc.name)
			file += enc.ext
			break
		}
	}
	f, err := os.Open(file)
	if err != nil {
		http.Error(w, "cannot read the file", http.StatusInternalServerError)
		return
	}
	defer f.Close()
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// accepts reports whether the browser takes an encoding (a weight of 0 means no).
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			q = strings.TrimSpace(q)
			return q != "q=0" && q != "q=0.0"
		}
	}
	return false
}
