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

// built is what open pages get of a build.
type built struct {
	Version string `json:"version"`
	// Styled is the version from which only styles changed, or "".
	Styled  string `json:"styled"`
	Failure string `json:"failure"`
}

// pages informs the open pages of builds, by server-sent events.
type pages struct {
	mu   sync.Mutex
	last built
	open map[chan built]bool
}

func newPages() *pages { return &pages{open: map[chan built]bool{}} }

// built reports a build that went well.
func (p *pages) built(version string, styles bool) {
	b := built{Version: version}
	if styles {
		p.mu.Lock()
		b.Styled = p.last.Version
		p.mu.Unlock()
	}
	p.tell(b)
}

// tell sends to every page; a failed build has the version before it.
func (p *pages) tell(b built) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b.Version = cmp.Or(b.Version, p.last.Version)
	p.last = b
	for page := range maps.Keys(p.open) {
		select {
		case <-page: // what it has not taken yet is out of date
		default:
		}
		page <- b
	}
}

// events is the stream of one page: the last build at once, then each new one.
func (p *pages) events(w http.ResponseWriter, r *http.Request) {
	flush, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no stream", http.StatusInternalServerError)
		return
	}
	news := make(chan built, 1)
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
				return // cannot happen: three strings
			}
			fmt.Fprintf(w, "data: %s\n\n", text)
			flush.Flush()
		}
	}
}

// eventsScript is the script that listens to the events.
const eventsScript = "assets/boot/dev.js"

// noWorker takes the place of the service worker: it removes the one of an
// earlier ./build.sh serve, which would go on answering with its own version.
const noWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const pages = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  for (const page of pages) page.navigate(page.url);
})()));
`

// handler serves dir like package site, with the script that listens to events
// in the page, and without a service worker.
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
		r.Header.Del("Accept-Encoding")
		r.Header.Del("If-Modified-Since")
		page := &held{header: w.Header()}
		files.ServeHTTP(page, r)
		p.mu.Lock()
		version := p.last.Version
		p.mu.Unlock()
		text := bytes.Replace(page.Bytes(), []byte("</head>"), fmt.Appendf(nil, "<script src=\"dev.js?v=%s\"></script>\n</head>", version), 1)
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(page.status)
		_, _ = w.Write(text) // the page may have gone
	}
	mux.HandleFunc("/{$}", shell)
	mux.HandleFunc("/index.html", shell)
	return mux
}

// held keeps an answer back.
type held struct {
	bytes.Buffer
	header http.Header
	status int
}

func (h *held) Header() http.Header { return h.header }

func (h *held) WriteHeader(status int) { h.status = status }
