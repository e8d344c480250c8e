//go:build e2e

package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// TestFailedStarts: a page of which a part is missing, cut, of another type, or never comes says so, long before its reader
// has given up. LONG=1 tries every part in every way.
func TestFailedStarts(t *testing.T) {
	ways := map[string]func(w http.ResponseWriter, r *http.Request, whole http.Handler){
		"missing": func(w http.ResponseWriter, r *http.Request, _ http.Handler) { http.NotFound(w, r) },
		"cut": func(w http.ResponseWriter, r *http.Request, whole http.Handler) {
			w.Header().Set("Content-Type", map[bool]string{true: "application/wasm",
				false: "text/javascript"}[strings.HasSuffix(r.URL.Path, ".wasm")])
			data, err := os.ReadFile(filepath.Join(root, "dist", filepath.Base(r.URL.Path)))
			if err == nil {
				w.Write(data[:len(data)/2])
			}
		},
		"of another type": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Write([]byte("<!doctype html><title>Welcome</title>"))
		},
		"silent": nil, // until the test is over
	}
	all := []string{"boot.js", "islands.js", "first.js", "worker.js", "sheafscope.wasm"}
	short := map[string][]string{"boot.js": {"missing", "silent"}, "islands.js": {"silent"}, "worker.js": {"silent"},
		"sheafscope.wasm": {"silent"},
		"first.js":        {"cut"}}
	for _, part := range all {
		for way, serve := range ways {
			if share(t) == 0 && !strings.Contains(strings.Join(short[part], ","), way) {
				continue
			}
			t.Run(part+" "+way, func(t *testing.T) {
				whole, over := site.Handler(filepath.Join(root, "dist")), make(chan struct{})
				p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch {
					case filepath.Base(r.URL.Path) != part:
						whole.ServeHTTP(w, r)
					case serve == nil:
						<-over
					default:
						serve(w, r, whole)
					}
				}))
				t.Cleanup(func() { close(over) }) // before the server is closed, which waits for its answers
				p.research()
				p.eval(`location.assign(`+quoted(t, p.origin+base)+`), true`, new(bool)) // its load may never be over
				p.waitFor(`(() => {
					const late = document.querySelector(".boot-late"), seen = late && getComputedStyle(late).visibility === "visible";
					const text = document.body.innerText;
					return seen || /could not be|has not started|is being updated|did not start|could not be fetched/.test(text);
				})()`)
				var at float64
				if p.eval(`performance.now() / 1000`, &at); at > 60 {
					t.Errorf("says so after %.0f s", at)
				}
			})
		}
	}
}
