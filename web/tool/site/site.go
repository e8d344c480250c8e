// Package site serves the finished page, with MIME types, precompressed files and security headers, and, for who works on the page,
// each new build of it.
package site

import (
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// MetaPolicy is the content security policy of the page. It stands in the
// meta tag of index.html, so that it also holds on hosts that send no headers.
// The page itself asks its own host alone; the worker sends requests to other hosts.
// Workers may come from a text of the page because a sandboxed frame, which has
// no origin, starts none otherwise; such a worker obeys the policy of the page.
// Where there are no locks the page also reads an object URL of its worker's (workers.js).
const MetaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' blob:; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// workerPolicy is that of the worker, which has the policy of its own answer
// and not the page's. It may ask any https address, because the user may open a
// graph from one; no request goes out before the user agrees.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https:"

// SingleName is the file that holds the whole page, LearnName the one that holds the
// course. Their own meta tags have their policies, by the hashes of their scripts.
const (
	SingleName = "sheafscope.html"
	LearnName  = "sheafscope-learn.html"
)

// policy is the policy of an answer. Only a header may say who may embed the
// page: pages of its own site and, with ?embed=1&origin=…, the site that is
// named there and hears the page's answers. The example of embedding shows
// frames of this site; the page itself has none, its meta tag forbids them.
func policy(name string, query url.Values) string {
	if path.Base(name) == "worker.js" {
		return workerPolicy
	}
	ancestors := "frame-ancestors 'self'"
	if o := query.Get("origin"); query.Get("embed") == "1" && originForm.MatchString(o) {
		ancestors += " " + o
	}
	if b := path.Base(name); b == SingleName || b == LearnName {
		return ancestors
	}
	return MetaPolicy + "; frame-src 'self'; " + ancestors
}

// originForm is an origin that may stand in a header: a scheme of the web, a
// host or an address, a port.
var originForm = regexp.MustCompile(`^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// types names the MIME types that matter; the table of the machine may lack or mangle them.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".webmanifest": "application/manifest+json",
}

// forHosts answers requests to localhost, to an address, and to the given names. A page of another site whose name was led to
// this machine is refused.
func forHosts(h http.Handler, names ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Host
		if host, _, err := net.SplitHostPort(name); err == nil {
			name = host
		}
		name = strings.ToLower(strings.Trim(name, "[]"))
		own := func(x string) bool { return x != "" && strings.ToLower(x) == name }
		if name != "localhost" && !strings.HasSuffix(name, ".localhost") && net.ParseIP(name) == nil && !slices.ContainsFunc(names, own) {
			http.Error(w, "this server has another name; HOST gives it one", http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Handler is HandlerFor this site alone.
func Handler(dir string) http.Handler { return handlerFor(dir, false) }

// handlerFor serves the files of dir with security headers, precompressed
// where the browser accepts it. No link leads out of dir. A sandboxed frame of this
// page, which has no origin, may read its program; with anyone so may pages of other sites.
func handlerFor(dir string, anyone bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy(r.URL.Path, r.URL.Query()))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Add("Vary", "Origin")
		switch origin := r.Header.Get("Origin"); {
		case anyone:
			h.Set("Access-Control-Allow-Origin", "*")
		case origin == "null":
			h.Set("Access-Control-Allow-Origin", origin)
		}
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
		inside, err := os.OpenRoot(dir)
		if err != nil {
			http.Error(w, "no such file", http.StatusNotFound)
			return
		}
		defer inside.Close()
		serveFile(w, r, inside, filepath.FromSlash(strings.TrimPrefix(name, "/")))
	})
}

func serveFile(w http.ResponseWriter, r *http.Request, inside *os.Root, file string) {
	info, err := inside.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
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
	h.Add("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Has("v") {
		h.Set("Cache-Control", "max-age=31536000, immutable")
	}
	for _, enc := range []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(r, enc.name) {
			continue
		}
		if c, err := inside.Stat(file + enc.ext); err == nil && !c.ModTime().Before(info.ModTime()) {
			h.Set("Content-Encoding", enc.name)
			file += enc.ext
			break
		}
	}
	f, err := inside.Open(file)
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
