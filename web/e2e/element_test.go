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

// deep returns JavaScript for the window of the k-th figure in a page of a host.
func deep(k int) string {
	return fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].shadowRoot.querySelector("iframe")?.contentWindow`, k)
}

// shownParts returns JavaScript for the parts that the k-th figure displays.
func shownParts(k int) string {
	return fmt.Sprintf(`((d) => ["bar", "rail", "graph", "insp", "time", "c-spec", "c-train", "c-bound"].filter((part) => {
		const e = d.querySelector("." + part), box = e.getBoundingClientRect();
		return e.checkVisibility({visibilityProperty: true}) && box.width > 100 && box.height > 30;
	}).join(" "))((%s).document)`, deep(k))
}

// Each example page displays its figures without a violation of the content security policy for hosts, and at most two figures have a
// worker. The site that MkDocs makes from its example does the same on another host.
func TestExamplePagesShowFigures(t *testing.T) {
	made := mkdocsSite(t)
	inBoth(t, func(t *testing.T, in engine) { examples(t, in, made) })
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

// onAnotherHost opens a site that contains the element, on a separate host. The policy of the host is that of the element's README.md, with
// inline scripts and styles for the theme of the site. The element answers the page of the site.
func (p *page) onAnotherHost(made string) {
	p.t.Helper()
	files := http.FileServer(http.Dir(made))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'unsafe-inline' "+p.origin+"; frame-src "+p.origin+
			"; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'")
		if r.URL.Path != "/" {
			files.ServeHTTP(w, r)
			return
		}
		text, err := os.ReadFile(filepath.Join(made, "index.html"))
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
		p.t.Errorf("the element in the site of MkDocs shows %q", name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = slices.DeleteFunc(p.requests, func(r string) bool { return strings.HasPrefix(r, host.URL+"/") })
}

func examples(t *testing.T, in engine, made string) {
	p := in.blank(t)
	p.beforeScripts(`addEventListener("securitypolicyviolation", (e) => console.error("policy", e.violatedDirective, e.blockedURI));
		const outer = (() => { try { return top.document && top; } catch { return self; } })(); // of another host nothing is known
		const heard = (outer.heard ??= new Set());
		for (const event of ["ready", "frame", "change", "error", "private"]) {
			addEventListener(event, (e) => { if (e.target.localName === "sheaf-scope") heard.add(event); }, true);
		}
		const W = Worker, alive = (outer.alive ??= new Set());
		globalThis.Worker = class extends W {
			constructor(...args) { super(...args); alive.add(this); outer.most = Math.max(outer.most ?? 0, alive.size); }
			terminate() { alive.delete(this); super.terminate(); }
		};`)
	p.onAnotherHost(made)
	p.shot("example-mkdocs-site-" + in.name)
	type example struct {
		page  string
		first int      // of its figures that is examined
		parts []string // of this one and those after it
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
			k += c.first
			p.eval(fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].scrollIntoView({block: "center"})`, k), nil)
			p.waitFor(fmt.Sprintf(`(%s)?.sheafscope && (%[1]s).document.documentElement.dataset.boot === "ready"`, deep(k)))
			p.eval(fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].ready().then(() => true)`, k), new(bool))
			p.waitFor(fmt.Sprintf(`%s === %q`, shownParts(k), parts))
			if strings.HasPrefix(parts, "insp") {
				p.waitFor(fmt.Sprintf(`(%s).document.querySelectorAll(".ibody .isec svg, .ibody .claim").length > 2`, deep(k)))
			}
			name, _, _ := strings.Cut(strings.ReplaceAll(c.page, "/", "-"), ".")
			p.shot(fmt.Sprintf("example-%s-%d-%s", name, k, in.name))
		}
	}
	// The third figure of the last page has made one of the first two rest.
	p.waitFor(`document.getElementById("says").textContent.endsWith("at epoch 60.")`) // by the events of the first figure
	var epoch int
	p.eval(`(async () => { const e = document.getElementById("whole"); await e.step("epoch"); return (await e.state()).epoch; })()`, &epoch)
	if epoch != 61 {
		t.Errorf("the first figure has gone from epoch 60 to %d", epoch)
	}
	// The frame is as large as the element, the element as wide as what it stands in, and as high as its attribute says.
	const room = `((e) => {
		const css = getComputedStyle(e.parentElement), inside = e.shadowRoot.querySelector("iframe").contentWindow;
		return e.offsetWidth === e.parentElement.clientWidth - parseFloat(css.paddingLeft) - parseFloat(css.paddingRight)
			&& e.clientWidth === inside.innerWidth && e.clientHeight === inside.innerHeight;
	})(document.getElementById("spectrum")) && `
	p.waitFor(room + `spectrum.offsetWidth === 820`)
	p.eval(`document.querySelector("main").style.width = "500px", spectrum.style.height = "300px"`, nil)
	p.waitFor(room + `spectrum.offsetWidth === 500 && spectrum.offsetHeight === 300`)
	p.eval(`heard.delete("error"); spectrum.setAttribute("recipe", "{")`, nil)
	var heard string
	if p.eval(`[...heard].sort().join(" ")`, &heard); heard != "change error frame ready" {
		t.Errorf("the elements of the page have fired: %s", heard)
	}
	var most int
	if p.eval(`top.most`, &most); most != 2 {
		t.Errorf("at one time there were %d workers", most)
	}
	p.clean()
}
