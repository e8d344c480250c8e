// This file notifies the open pages of builds, by server-sent events.

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
	Version string `json:"version"` // version of the last successful build; "" if there is none
	// Styled is the previous version if Version differs from the previous version only in styles. Otherwise Styled is "".
	Styled  string `json:"styled"`
	Failure string `json:"failure"` // error of a failed build; "" after a successful build
}

// pages notifies the open pages of builds by server-sent events. Its methods are safe for concurrent use.
type pages struct {
	mu   sync.Mutex               // guards last and open
	last buildEvent               // the last event; the zero value before the first event
	open map[chan buildEvent]bool // a channel of capacity 1 for each page; the values are true
}

// newPages returns pages without an open page or an event.
func newPages() *pages { return &pages{open: map[chan buildEvent]bool{}} }

// rebuilt notifies the pages of a successful build.
func (p *pages) rebuilt(version string) { p.broadcast(buildEvent{Version: version}) }

// restyled notifies the pages of a successful build that has changed only styles.
func (p *pages) restyled(version string) {
	p.mu.Lock()
	previous := p.last.Version
	p.mu.Unlock() // broadcast locks p.mu again
	p.broadcast(buildEvent{Version: version, Styled: previous})
}

// broadcast sends an event to every page. An event without a version, such as a failure, gets the version of the previous event. If a page
// has not received the previous event yet, the new event replaces the previous event.
func (p *pages) broadcast(event buildEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	event.Version = cmp.Or(event.Version, p.last.Version)
	p.last = event
	for page := range maps.Keys(p.open) {
		select {
		case <-page: // remove the previous event
		default: // the page has received the previous event
		}
		page <- event // does not block: the channel is empty
	}
}

// events serves the stream of events of one page, as an HTTP handler. It sends the last event at once, and then each new event, as a line
// `data: {"version":"…","styled":"","failure":""}` with an empty line behind. It ends with the request. If the connection cannot send parts
// of a response, events responds with status 500.
func (p *pages) events(w http.ResponseWriter, r *http.Request) {
	flush, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no stream", http.StatusInternalServerError)
		return
	}
	// The page is in p.open until its request ends.
	page := make(chan buildEvent, 1)
	p.mu.Lock()
	p.open[page] = true
	page <- p.last
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.open, page)
		p.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		select {
		case <-r.Context().Done():
			return
		case event := <-page:
			text, err := json.Marshal(event)
			if err != nil {
				return // impossible: an event has three strings
			}
			fmt.Fprintf(w, "data: %s\n\n", text)
			flush.Flush()
		}
	}
}

// eventsScript is the script that listens to the events in an open page.
const eventsScript = "assets/boot/dev.js"

// noWorker is a service worker that unregisters itself and reloads the pages. It replaces the service worker that ./build.sh serve has
// installed in the browser, which would respond with the files of its own version.
const noWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const pages = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  for (const page of pages) page.navigate(page.url);
})()));
`

// handler serves dir like Handler, with three differences: the page contains eventsScript as dev.js, /dev-events is the stream of events,
// and noWorker is the service worker.
func (p *pages) handler(dir string) http.Handler {
	files := Handler(dir)
	mux := http.NewServeMux()
	mux.Handle("/", files)
	mux.HandleFunc("/dev-events", p.events)
	// script returns a handler that sets the headers of a script and then calls serve.
	script := func(serve http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			serve(w, r)
		}
	}
	mux.HandleFunc("/dev.js", script(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, eventsScript) }))
	mux.HandleFunc("/sw.js", script(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, noWorker) }))
	// serveIndex serves index.html with dev.js. To insert the script, it needs the whole uncompressed text. Without index.html, because the
	// first build has failed, it serves an empty page, on which the script shows the failure.
	serveIndex := func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		r.Header.Del("If-Modified-Since") // a response 304 would have no text
		response := &bufferedResponse{header: w.Header()}
		files.ServeHTTP(response, r)
		p.mu.Lock()
		version := cmp.Or(p.last.Version, "none") // not "", which is the field styled of a build that changes more than styles
		p.mu.Unlock()
		text := response.Bytes()
		if response.status == http.StatusNotFound {
			w.Header().Set("Content-Type", mimeTypes[".html"])
			response.status, text = http.StatusOK, []byte("<!doctype html><head></head><body></body>")
		}
		headEnd := fmt.Appendf(nil, "<script src=\"dev.js?v=%s\"></script>\n</head>", version)
		text = bytes.Replace(text, []byte("</head>"), headEnd, 1)
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(response.status)
		_, _ = w.Write(text) // fails if the page has been closed
	}
	mux.HandleFunc("/{$}", serveIndex)
	mux.HandleFunc("/index.html", serveIndex)
	return mux
}

// bufferedResponse is an http.ResponseWriter that keeps the body and the status of a response in memory.
type bufferedResponse struct {
	bytes.Buffer
	header http.Header
	status int
}

// Header implements http.ResponseWriter.
func (b *bufferedResponse) Header() http.Header { return b.header }

// WriteHeader implements http.ResponseWriter. Handlers of package site always call it; without this call status would be 0.
func (b *bufferedResponse) WriteHeader(status int) { b.status = status }
