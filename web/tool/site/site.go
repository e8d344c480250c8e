// Package site serves dist/ with MIME types, precompressed files and security headers. For development it rebuilds dist/ after each change
// and reloads the open pages.
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
	"strconv"
	"strings"
)

// MetaPolicy is the content security policy of the page. The meta tag of index.html contains the policy for hosts that send no headers.
// Some sources need a reason:
//   - connect-src 'self': only the worker sends requests to other hosts;
//   - worker-src blob: a sandboxed frame, which has no origin, starts workers only from a blob; these workers inherit this policy;
//   - connect-src blob: in browsers without locks the page reads an object URL of its worker (workers.js).
const MetaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' blob:; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// workerPolicy is the content security policy of the worker. A worker obeys the policy in the response with its script. The policy allows
// requests to any https address, because a user may open a graph from any address. The worker sends such a request only after the user has
// agreed.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https:"

// Names of the single files. Their meta tags have policies with the hashes of their scripts.
const (
	SingleName = "sheafscope.html"       // the laboratory
	LearnName  = "sheafscope-learn.html" // the course
)

// policy returns the content security policy of a response, given the path and the query of its address: workerPolicy for the script of the
// worker, frame-ancestors alone for a single file, and all directives for any other file.
//
// The directive frame-ancestors lists the sites that may embed the page: this site, and with ?embed=1&origin=… the named site, which then
// receives the messages of the page. A meta tag cannot have this directive. The directive frame-src is for the example of embedding; the
// meta tag of the page forbids frames.
func policy(name string, query url.Values) string {
	base := path.Base(name)
	if base == "worker.js" {
		return workerPolicy
	}
	ancestors := "frame-ancestors 'self'"
	origin := query.Get("origin")
	if query.Get("embed") == "1" && originForm.MatchString(origin) {
		ancestors += " " + origin
	}
	if base == SingleName || base == LearnName { // the meta tag has the other directives
		return ancestors
	}
	return MetaPolicy + "; frame-src 'self'; " + ancestors
}

// originForm matches an origin that is safe in a header: a scheme, a host or an address, and possibly a port.
var originForm = regexp.MustCompile(`^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// mimeTypes has the MIME types of the page's files by extension. The table of the operating system can lack a type or have another type.
var mimeTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".webmanifest": "application/manifest+json",
}

// allowHosts restricts a handler to requests whose host is localhost or below it, an address, or one of the names. The handler refuses
// other hosts with status 421, because a foreign site whose name resolves to this machine must not read the page (DNS rebinding).
func allowHosts(h http.Handler, names ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Host
		if host, _, err := net.SplitHostPort(name); err == nil { // an error means that name has no port
			name = host
		}
		name = strings.ToLower(strings.Trim(name, "[]")) // an IPv6 address without a port is in brackets
		isName := func(x string) bool { return x != "" && strings.ToLower(x) == name }
		isLocal := name == "localhost" || strings.HasSuffix(name, ".localhost")
		isAddress := net.ParseIP(name) != nil
		if !isLocal && !isAddress && !slices.ContainsFunc(names, isName) {
			http.Error(w, "this server does not answer to the name "+name+"; start it with HOST="+name, http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Readers are the sites whose scripts may read the served files.
type Readers int

const (
	OwnSite Readers = iota // this site, and pages without an origin: sandboxed frames of any site, and files
	AnySite                // all sites
)

// Handler serves the files of dir for the readers OwnSite. See handlerFor.
func Handler(dir string) http.Handler { return handlerFor(dir, OwnSite) }

// handlerFor serves the files of dir with security headers; readers decides which scripts may read the files. It serves a compressed form
// of a file if the browser accepts compression. It refuses methods other than GET and HEAD with status 405, and follows no link out of dir.
// An address with a final slash means the file index.html there. The response has status 404 for an absent file, for a folder
// without the slash, or if dir cannot be opened.
func handlerFor(dir string, readers Readers) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy(r.URL.Path, r.URL.Query()))
		header.Set("X-Content-Type-Options", "nosniff")
		header.Add("Vary", "Origin") // the next header depends on the origin; caches must not mix responses
		origin := r.Header.Get("Origin")
		switch {
		case readers == AnySite:
			header.Set("Access-Control-Allow-Origin", "*")
		case origin == "null": // of a sandboxed frame, which needs permission to read the page's program
			header.Set("Access-Control-Allow-Origin", origin)
		}
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			header.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			http.Error(w, "no such file", http.StatusNotFound)
			return
		}
		defer root.Close()
		serveFile(w, r, root, filepath.FromSlash(strings.TrimPrefix(name, "/")))
	})
}

// serveFile responds with a file below a root. The status is 404 if there is no regular file of this name, and 500 if the file cannot be
// opened. serveFile responds with a compressed form of the file if the browser accepts the form, and if the form exists and is not older
// than the file. A browser may use a cached response without revalidation only if the address has a version, ?v=….
func serveFile(w http.ResponseWriter, r *http.Request, root *os.Root, file string) {
	info, err := root.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	header := w.Header()
	extension := filepath.Ext(file)
	mimeType := cmp.Or(mimeTypes[extension], mime.TypeByExtension(extension), "application/octet-stream")
	header.Set("Content-Type", mimeType)
	header.Add("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	if r.URL.Query().Has("v") {
		header.Set("Cache-Control", "max-age=31536000, immutable")
	}
	// The smallest form that the browser accepts: Brotli is smaller than gzip.
	served := file
	for _, encoding := range []struct{ name, extension string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(r, encoding.name) {
			continue
		}
		compressed, err := root.Stat(file + encoding.extension)
		isCurrent := err == nil && !compressed.ModTime().Before(info.ModTime())
		if isCurrent {
			header.Set("Content-Encoding", encoding.name)
			served = file + encoding.extension
			break
		}
	}
	f, err := root.Open(served)
	if err != nil {
		http.Error(w, "cannot read the file", http.StatusInternalServerError)
		return
	}
	defer f.Close()
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// accepts reports whether a request names an encoding, with a weight above 0. For example, the header "gzip, br;q=0" accepts gzip and not
// br. A weight that is no number counts as 1. The wildcard * names no encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameter, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			weight, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(parameter), "q="), 64)
			return err != nil || weight > 0 // an error also without a weight, which means 1
		}
	}
	return false
}
