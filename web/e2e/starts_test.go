//go:build e2e

package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// startPages lists the pages. parts are the files with which a page starts, separated by spaces. spare is a part without which the page
// also starts: without the script of Look, for example, the page shows Research. It is "" if the page needs every part.
var startPages = []struct{ name, address, parts, spare string }{
	{"Research", "?level=research", "boot.js islands.js first.js style.css islands.css worker.js sheafscope.wasm", ""},
	{"Look", "?level=look", "boot.js islands.js first.js look.js style.css islands.css worker.js sheafscope.wasm", "look.js"},
	{"embedded", "?embed=1", "boot.js islands.js first.js style.css islands.css worker.js sheafscope.wasm", ""},
	{"course", "learn.html", "learn.js learn.css course.wasm", ""},
}

// failures are the ways in which a server can fail to send a part: no such file, the first half, an HTML page instead, and no answer. The
// value nil stands for a server that stays silent until the end of the test.
var failures = map[string]func(w http.ResponseWriter, r *http.Request){
	"missing": http.NotFound,
	"cut": func(w http.ResponseWriter, r *http.Request) {
		name := filepath.Base(r.URL.Path)
		w.Header().Set("Content-Type", map[string]string{".wasm": "application/wasm", ".js": "text/javascript",
			".css": "text/css"}[filepath.Ext(name)])
		if data, err := os.ReadFile(filepath.Join(root, "dist", name)); err == nil {
			w.Write(data[:len(data)/2])
		}
	},
	"of another type": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Write([]byte("<!doctype html><title>Welcome</title>"))
	},
	"silent": nil,
}

// startReport returns an object. Message is the message about a failed start, or "" if the reader cannot see it or another element covers
// it. Started is whether the page has started, Seconds the time since the navigation, and Text the beginning of the page's text.
const startReport = `(() => {
	const painted = performance.getEntriesByName("first-contentful-paint").length > 0; // not while a style sheet holds the page back
	const seen = (e) => {
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		return painted && r.width > 0 && r.height > 0 && e.checkVisibility({visibilityProperty: true, opacityProperty: true})
			&& e.contains(document.elementFromPoint(x, y));
	};
	const own = (e) => [...e?.childNodes ?? []].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join("");
	const messages = [...document.querySelectorAll("h1, p, span, strong, div")].filter((e) => !e.closest("#text, noscript") &&
		/has not started|could not be|did not start|is being updated|cannot be moved|is missing or of/.test(own(e)) && seen(e));
	const h = document.documentElement.dataset;
	return {Message: own(messages.at(-1)), Started: h.boot === "ready" || h.course === "ready", Seconds: performance.now() / 1000,
		Text: document.body?.innerText.slice(0, 300) ?? ""};
})()`

// If a part of a page is missing, truncated or of another type, or if it never arrives, the page reports it visibly at most 30 s after the
// navigation. Without a spare part it may start instead. The long form tests every failure of every part of every page, the usual form six
// of them.
func TestFailedStarts(t *testing.T) {
	usual := " Research boot.js silent, Research islands.js silent, Look worker.js silent, course learn.js missing, embedded first.js cut, " +
		"Look style.css silent, "
	for _, page := range startPages {
		for part := range strings.FieldsSeq(page.parts) {
			for failure, answer := range failures {
				name := page.name + " " + part + " " + failure
				inUsualForm := strings.Contains(usual, " "+name+",")
				if share(t) == 0 && !inUsualForm { // share is 0 in the usual form
					continue
				}
				t.Run(name, func(t *testing.T) {
					checkFailedStart(t, page.address, part, strings.Contains(page.spare, part), answer)
				})
			}
		}
	}
}

// checkFailedStart opens an address of a server that answers a request for part with answer, or never if answer is nil. It fails the test
// if 30 s after the navigation the page has no visible message about its start. If spare is true, the page may have started instead.
func checkFailedStart(t *testing.T, address, part string, spare bool, answer func(w http.ResponseWriter, r *http.Request)) {
	t.Helper()
	whole, ended := site.Handler(filepath.Join(root, "dist")), make(chan struct{})
	p, _ := blankOn(t, desktop, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case filepath.Base(r.URL.Path) != part:
			whole.ServeHTTP(w, r)
		case answer == nil:
			<-ended
		default:
			answer(w, r)
		}
	}))
	t.Cleanup(func() { close(ended) }) // runs before the server is closed, because the server waits for its answers
	// A navigation of the driver would wait for the end of the load, which may never come.
	p.eval(`location.assign(`+quoted(t, p.origin+base+address)+`), true`, new(bool))
	p.waitFor(`location.pathname.startsWith(` + quoted(t, base) + `)`)
	var got struct {
		Message, Text string
		Started       bool
		Seconds       float64
	}
	// The page has a message, or it starts without the spare part, or 30 seconds have passed.
	p.waitFor(fmt.Sprintf(`((s) => s.Message || s.Started && %v || s.Seconds > 30)(%s)`, spare, startReport))
	p.eval(startReport, &got)
	t.Logf("after %.1f s: %q, started: %v", got.Seconds, got.Message, got.Started)
	startedWithout := spare && got.Started
	if got.Message == "" && !startedWithout {
		name := strings.TrimPrefix(t.Name(), "TestFailedStarts/") // with "_" in place of each space
		p.shot("start-" + strings.ReplaceAll(name, "_", "-"))
		t.Errorf("the page has no message about its start; it shows %q", got.Text)
	}
}
