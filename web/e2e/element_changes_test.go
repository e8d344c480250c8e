//go:build e2e

package e2e

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// The methods of an element with a wrong recipe reject. After a change of its theme the error is still shown, and after a correction of the
// recipe the figure starts. A figure of the course follows a change of its theme. ready() rejects if the element is removed before its
// start.
func TestElementAttributesChange(t *testing.T) {
	pages := site.Handler(filepath.Join(root, "dist"))
	host := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) != "host.html" {
			pages.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// The first element has the recipe "{", which is no JSON. The second element is a figure of the course.
		fmt.Fprint(w, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A lecture</title>`+
			`<script src="element/sheaf-scope.js" defer></script>`+
			`<sheaf-scope id="wrong" figure="bound" recipe="{"></sheaf-scope><sheaf-scope id="course" figure="course-4-ring"></sheaf-scope>`)
	})
	p, _ := blankFor(t, desktop, browser, host, testLimit)
	p.visit(p.origin + base + "host.html")
	// rejection returns the message with which a promise rejects, "" if the promise resolves. promise is JavaScript.
	rejection := func(promise string) (message string) {
		t.Helper()
		p.eval(promise+`.then(() => "", (err) => err.message)`, &message)
		return message
	}
	const alert = `document.getElementById("wrong").shadowRoot.querySelector("[role=alert]")`
	p.waitFor(alert)
	for _, method := range []string{"ready()", "state()", "step()"} {
		if message := rejection(`document.getElementById("wrong").` + method); !strings.Contains(message, "JSON") {
			t.Errorf("%s of an element with a wrong recipe rejects with %q, want the error of the JSON", method, message)
		}
	}
	p.eval(`document.getElementById("wrong").setAttribute("theme", "dark")`, nil)
	p.waitFor(alert)
	p.eval(`document.getElementById("wrong").setAttribute("recipe", "karate")`, nil)
	if message := rejection(`document.getElementById("wrong").ready()`); message != "" {
		t.Errorf("after the correction of the recipe the element rejects with %q", message)
	}
	// The figure of the course.
	p.waitFor(`document.getElementById("course").shadowRoot.querySelector("iframe")`)
	p.eval(`document.getElementById("course").setAttribute("theme", "dark")`, nil)
	p.waitFor(`document.getElementById("course").shadowRoot.querySelector("iframe")?.src.includes("theme=dark")`)
	// An element that is removed at once.
	if message := rejection(`(() => { const e = document.createElement("sheaf-scope"); document.body.append(e); const ready = e.ready();
		e.remove(); return ready; })()`); !strings.Contains(message, "removed") {
		t.Errorf("a removed element rejects with %q, want the word removed in it", message)
	}
	p.clean()
}
