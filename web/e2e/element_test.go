//go:build e2e

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// figureWindow returns JavaScript for the window of the k-th figure, from 0, in a page of a host.
func figureWindow(k int) string {
	return fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].shadowRoot.querySelector("iframe")?.contentWindow`, k)
}

// shownParts returns JavaScript for the parts that the k-th figure displays, with a space between two parts. A part counts if it is
// visible, wider than 100 pixels and higher than 30.
func shownParts(k int) string {
	return fmt.Sprintf(`((d) => ["bar", "rail", "graph", "insp", "time", "c-spec", "c-train", "c-bound"].filter((part) => {
		const e = d.querySelector("." + part), box = e.getBoundingClientRect();
		return e.checkVisibility({visibilityProperty: true}) && box.width > 100 && box.height > 30;
	}).join(" "))((%s).document)`, figureWindow(k))
}

// Each example page displays the parts of its figures without a violation of the content security policy for hosts. On the page with three
// figures two have a worker. The frame follows the size of its element, and the elements fire their events. The site that MkDocs makes from
// its example displays the element on another host. The usual form tests the first and the last of the five pages.
func TestExamplePagesShowFigures(t *testing.T) {
	folder := mkdocsSite(t)
	inBoth(t, func(t *testing.T, in engine) { examplePagesShowFigures(t, in, folder) })
}

// mkdocsSite returns a folder with the site that MkDocs makes from the source of the example.
func mkdocsSite(t *testing.T) string {
	t.Helper()
	python, err := FindNotebook()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"mkdocs.yml": "mkdocs.yml", "mkdocs.md": "docs/index.md"} {
		text, err := os.ReadFile(filepath.Join(root, "assets", "static", "examples", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command(python, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", "site")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("mkdocs: %v\n%s", err, out)
	}
	return filepath.Join(dir, "site")
}

// visitOnAnotherHost opens the site in a folder on a separate host, and checks that the element in it displays the karate club. The policy
// of the host is that of the element's README.md, with inline scripts and styles for the theme of the site.
func (p *page) visitOnAnotherHost(folder string) {
	p.t.Helper()
	// In the first page of the site the address of the laboratory is that of the test's server.
	files := http.FileServer(http.Dir(folder))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'unsafe-inline' "+p.origin+"; frame-src "+p.origin+
			"; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'")
		if r.URL.Path != "/" {
			files.ServeHTTP(w, r)
			return
		}
		text, err := os.ReadFile(filepath.Join(folder, "index.html"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.ReplaceAll(string(text), "https://example.org/sheafscope/", p.origin+base))
	}))
	p.t.Cleanup(host.Close)
	p.visit(host.URL)
	var name string
	p.eval(`(async () => { const e = document.querySelector("sheaf-scope"); await e.ready(); return (await e.state()).graph.name; })()`, &name)
	if name != "Zachary's karate club" {
		p.t.Errorf("the element in the site of MkDocs shows %q, want Zachary's karate club", name)
	}
	// The requests to the host itself are no fault; see clean.
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = slices.DeleteFunc(p.requests, func(r string) bool { return strings.HasPrefix(r, host.URL+"/") })
}

// examplePagesShowFigures is TestExamplePagesShowFigures in one browser. folder has the site that MkDocs has made.
func examplePagesShowFigures(t *testing.T, in engine, folder string) {
	// The outermost window records violations of the policy as errors, the events of the elements, and the largest number of workers.
	p := in.blank(t)
	p.beforeScripts(`addEventListener("securitypolicyviolation", (e) => console.error("policy", e.violatedDirective, e.blockedURI));
		const outer = (() => { try { return top.document && top; } catch { return self; } })(); // a window of another host is not accessible
		const heard = (outer.heard ??= new Set());
		for (const event of ["ready", "frame", "change", "error", "private"]) {
			addEventListener(event, (e) => { if (e.target.localName === "sheaf-scope") heard.add(event); }, true);
		}
		const W = Worker, alive = (outer.alive ??= new Set());
		globalThis.Worker = class extends W {
			constructor(...args) { super(...args); alive.add(this); outer.most = Math.max(outer.most ?? 0, alive.size); }
			terminate() { alive.delete(this); super.terminate(); }
		};`)
	p.visitOnAnotherHost(folder)
	p.shot("example-mkdocs-site-" + in.name)
	type example struct {
		page  string
		first int      // the first figure that is tested, from 0
		parts []string // for this figure and each figure after it, the parts as in shownParts
	}
	list := []example{
		{"examples/mkdocs.html", 0, []string{"time c-bound"}},
		{"examples/observable.html", 0, []string{"time c-train"}},
		{"examples/quarto.html", 0, []string{"insp"}},
		{"examples/reveal.html#/1", 1, []string{"insp time"}},
	}
	last := example{"examples/plain.html", 0, []string{"graph time", "c-spec", "insp"}}
	for _, c := range append(sample(t, 1, list), last) {
		p.visit(p.origin + base + c.page)
		for k, parts := range c.parts {
			// A figure starts when it is scrolled into view.
			k += c.first
			p.eval(fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].scrollIntoView({block: "center"})`, k), nil)
			p.waitFor(fmt.Sprintf(`(%s)?.sheafscope && (%[1]s).document.documentElement.dataset.boot === "ready"`, figureWindow(k)))
			p.eval(fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].ready().then(() => true)`, k), new(bool))
			p.waitFor(fmt.Sprintf(`%s === %q`, shownParts(k), parts))
			// An inspector has at least three pictures or claims.
			if strings.HasPrefix(parts, "insp") {
				p.waitFor(fmt.Sprintf(`(%s).document.querySelectorAll(".ibody .isec svg, .ibody .claim").length > 2`, figureWindow(k)))
			}
			name, _, _ := strings.Cut(strings.ReplaceAll(c.page, "/", "-"), ".")
			p.shot(fmt.Sprintf("example-%s-%d-%s", name, k, in.name))
		}
	}
	// On the last page the first figure has the id "whole", and the second "spectrum". The page writes the text "says" from the events of
	// the first figure, which is at epoch 60. A call of step continues the run of this figure.
	p.waitFor(`document.getElementById("says").textContent.endsWith("at epoch 60.")`)
	var epoch int
	p.eval(`(async () => { const e = document.getElementById("whole"); await e.step("epoch"); return (await e.state()).epoch; })()`, &epoch)
	if epoch != 61 {
		t.Errorf("after a step from epoch 60 the first figure is at epoch %d, want 61", epoch)
	}
	// The frame has the size of the element. The element has the inner width of its parent, 820 pixels in this window, and the height
	// that a style gives it.
	const room = `((e) => {
		const css = getComputedStyle(e.parentElement), inside = e.shadowRoot.querySelector("iframe").contentWindow;
		return e.offsetWidth === e.parentElement.clientWidth - parseFloat(css.paddingLeft) - parseFloat(css.paddingRight)
			&& e.clientWidth === inside.innerWidth && e.clientHeight === inside.innerHeight;
	})(document.getElementById("spectrum")) && `
	p.waitFor(room + `spectrum.offsetWidth === 820`)
	p.eval(`document.querySelector("main").style.width = "500px", spectrum.style.height = "300px"`, nil)
	p.waitFor(room + `spectrum.offsetWidth === 500 && spectrum.offsetHeight === 300`)
	// A broken recipe fires the event error. The event private belongs to graphs of the user's own, and has not been fired.
	p.eval(`heard.delete("error"); spectrum.setAttribute("recipe", "{")`, nil)
	var events string
	p.eval(`[...heard].sort().join(" ")`, &events)
	if events != "change error frame ready" {
		t.Errorf("the elements of the page have fired the events %s, want change error frame ready", events)
	}
	// The third figure of the last page has ended the worker of one of the first two.
	var most int
	p.eval(`top.most`, &most)
	if most != 2 {
		t.Errorf("at most %d workers were running at one time, want 2", most)
	}
	p.clean()
}
