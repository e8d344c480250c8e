// Package site serves dist/ with MIME types, precompressed files and security headers. For development it also rebuilds dist/ after each
// change and reloads the open pages.
package site

import (
	"cmp"
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

// MetaPolicy is the content security policy of the page. The meta tag of index.html contains the policy for hosts that send no headers.
// Some sources need a reason:
//   - connect-src 'self': only the worker sends requests to other hosts;
//   - worker-src blob: a sandboxed frame, which has no origin, starts workers only from a blob; they inherit this policy;
//   - connect-src blob: in browsers without locks the page reads an object URL of its worker (workers.js).
const MetaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' blob:; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// workerPolicy is the content security policy of the worker, which obeys the policy in the response with its script. The policy allows any
// https address, because a user may open a graph from there. The worker sends no such request before the user agrees.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https:"

// Names of the single files. Their meta tags have policies with the hashes of their scripts.
const (
	SingleName = "sheafscope.html"       // the laboratory
	LearnName  = "sheafscope-learn.html" // the course
)

// policy returns the content security policy of the response to a request for the path name with a query. The directive frame-ancestors,
// which a meta tag cannot have, allows pages of the same site to embed the page. With ?embed=1&origin=… it also allows the site of the
// origin, which then receives the messages of the page. frame-src is for the example of embedding; the meta tag of the page forbids frames.
func policy(name string, query url.Values) string {
	if path.Base(name) == "worker.js" {
		return workerPolicy
	}
	ancestors := "frame-ancestors 'self'"
	origin := query.Get("origin")
	if query.Get("embed") == "1" && originForm.MatchString(origin) {
		ancestors += " " + origin
	}
	file := path.Base(name)
	if file == SingleName || file == LearnName { // the meta tag has all other directives
		return ancestors
	}
	return MetaPolicy + "; frame-src 'self'; " + ancestors
}

// originForm matches an origin that is safe in a header: scheme, host or address, port.
var originForm = regexp.MustCompile(`^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// mimeTypes has the MIME types of the page's files by the ending of their names. The table of the operating system can have other types, or
// none.
var mimeTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".webmanifest": "application/manifest+json",
}

// allowHosts restricts a handler to requests for localhost, for an IP address, or for one of the names. It refuses requests for other names
// with status 421, because a foreign site whose name resolves to this machine must not read the page (DNS rebinding).
func allowHosts(h http.Handler, names ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil { // a host without a port
			host = r.Host
		}
		name := strings.ToLower(strings.Trim(host, "[]"))
		isName := func(x string) bool { return x != "" && strings.ToLower(x) == name }
		isLocal := name == "localhost" || strings.HasSuffix(name, ".localhost")
		isAddress := net.ParseIP(name) != nil
		if !isLocal && !isAddress && !slices.ContainsFunc(names, isName) {
			http.Error(w, "this server has another name; HOST gives it one", http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Readers are the sites whose scripts may read the served files.
type Readers int

const (
	OwnSite Readers = iota // this site, and its sandboxed frames
	AnySite                // all sites
)

// Handler serves the files of dir, and allows only scripts of the same site to read them. See handlerFor.
func Handler(dir string) http.Handler { return handlerFor(dir, OwnSite) }

// handlerFor serves the files of dir with security headers. Files are compressed if the browser accepts a compressed form. handlerFor
// follows no link out of dir. A sandboxed frame has the origin null, and needs permission to read the page's program.
func handlerFor(dir string, readers Readers) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Security headers.
		h := w.Header()
		h.Set("Content-Security-Policy", policy(r.URL.Path, r.URL.Query()))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		switch {
		case readers == AnySite:
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
		// The file of the address.
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

// serveFile responds with a file of the folder inside. If the browser accepts a compressed form that exists and is not older than the file,
// serveFile responds with the compressed form. Only addresses with a version, ?v=…, are cached without revalidation.
func serveFile(w http.ResponseWriter, r *http.Request, inside *os.Root, file string) {
	info, err := inside.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	// Type and caching.
	h := w.Header()
	ext := filepath.Ext(file)
	h.Set("Content-Type", cmp.Or(mimeTypes[ext], mime.TypeByExtension(ext), "application/octet-stream"))
	h.Add("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Has("v") {
		h.Set("Cache-Control", "max-age=31536000, immutable")
	}
	// brotli compresses better than gzip.
	served := file
	for _, encoding := range []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(r, encoding.name) {
			continue
		}
		compressed, err := inside.Stat(file + encoding.ext)
		isCurrent := err == nil && !compressed.ModTime().Before(info.ModTime())
		if isCurrent {
			h.Set("Content-Encoding", encoding.name)
			served = file + encoding.ext
			break
		}
	}
	f, err := inside.Open(served)
	if err != nil {
		http.Error(w, "cannot read the file", http.StatusInternalServerError)
		return
	}
	defer f.Close()
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// accepts reports whether a request accepts an encoding with a weight above 0.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameter, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			weight := strings.TrimSpace(parameter)
			return weight != "q=0" && weight != "q=0.0"
		}
	}
	return false
}
