package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"sync"
)

// buildEvent is the message to open pages about a build. assets/boot/dev.js reads the message.
type buildEvent struct {
	Version string `json:"version"` // version of the last successful build
	// Styled is the previous version if Version differs from the previous version only in styles. It is "" for any other build.
	Styled  string `json:"styled"`
	Failure string `json:"failure"` // error of a failed build, "" after a successful build
}

// pages notifies the open pages of builds by server-sent events. Its methods are safe for concurrent use.
type pages struct {
	mu   sync.Mutex               // protects last and open
	last buildEvent               // the last event that was sent
	open map[chan buildEvent]bool // a channel of capacity 1 for each page
}

// newPages returns the state without open pages.
func newPages() *pages { return &pages{open: map[chan buildEvent]bool{}} }

// rebuilt notifies the pages of a successful build.
func (p *pages) rebuilt(version string) { p.broadcast(buildEvent{Version: version}) }

// restyled notifies the pages of a successful build that has changed only styles.
func (p *pages) restyled(version string) {
	p.mu.Lock()
	before := p.last.Version
	p.mu.Unlock()
	p.broadcast(buildEvent{Version: version, Styled: before})
}

// broadcast sends an event to every page. An event without a version receives the version of the previous event. If a page has not received
// the previous event yet, it receives only the new event.
func (p *pages) broadcast(b buildEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b.Version = cmp.Or(b.Version, p.last.Version)
	p.last = b
	for page := range maps.Keys(p.open) {
		select {
		case <-page: // drop the event that the page has not received
		default:
		}
		page <- b
	}
}

// events serves the stream of one page. It sends the last event at once, and then each new event.
func (p *pages) events(w http.ResponseWriter, r *http.Request) {
	flush, canFlush := w.(http.Flusher)
	if !canFlush {
		http.Error(w, "no stream", http.StatusInternalServerError)
		return
	}
	// The page is registered until its request ends.
	news := make(chan buildEvent, 1)
	p.mu.Lock()
	p.open[news] = true
	news <- p.last
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.open, news)
		p.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		select {
		case <-r.Context().Done():
			return
		case b := <-news:
			text, err := json.Marshal(b)
			if err != nil {
				return // impossible: three strings
			}
			fmt.Fprintf(w, "data: %s\n\n", text)
			flush.Flush()
		}
	}
}

// eventsScript is the script of the page that listens to the events.
const eventsScript = "assets/boot/dev.js"

// noWorker is a service worker that unregisters itself and reloads the pages. It replaces a service worker that ./build.sh serve has
// installed, which would respond with files of its version.
const noWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const pages = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  for (const page of pages) page.navigate(page.url);
})()));
`

// handler serves dir like Handler. It adds eventsScript to the page, and serves noWorker in place of the service worker.
func (p *pages) handler(dir string) http.Handler {
	files := Handler(dir)
	mux := http.NewServeMux()
	mux.Handle("/", files)
	mux.HandleFunc("/dev-events", p.events)
	script := func(serve http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			serve(w, r)
		}
	}
	mux.HandleFunc("/dev.js", script(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, eventsScript) }))
	mux.HandleFunc("/sw.js", script(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, noWorker) }))
	shell := func(w http.ResponseWriter, r *http.Request) {
		// The script is inserted into the whole text of the page, which must not be compressed.
		r.Header.Del("Accept-Encoding")
		r.Header.Del("If-Modified-Since")
		page := &bufferedResponse{header: w.Header()}
		files.ServeHTTP(page, r)
		p.mu.Lock()
		version := p.last.Version
		p.mu.Unlock()
		scriptTag := fmt.Appendf(nil, "<script src=\"dev.js?v=%s\"></script>\n</head>", version)
		text := bytes.Replace(page.Bytes(), []byte("</head>"), scriptTag, 1)
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(page.status)
		_, _ = w.Write(text) // fails if the page has been closed
	}
	mux.HandleFunc("/{$}", shell)
	mux.HandleFunc("/index.html", shell)
	return mux
}

// bufferedResponse is a ResponseWriter that keeps body and status in memory.
type bufferedResponse struct {
	bytes.Buffer
	header http.Header
	status int
}

// Header implements http.ResponseWriter.
func (b *bufferedResponse) Header() http.Header { return b.header }

// WriteHeader implements http.ResponseWriter.
func (b *bufferedResponse) WriteHeader(status int) { b.status = status }
