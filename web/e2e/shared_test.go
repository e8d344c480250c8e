//go:build e2e

package e2e

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sheafscope/web/tool/site"
)

// This file lends open pages to tests. To open a page takes three seconds of a processor. To load a graph in an open page takes a tenth of
// a second. So tests that need an ordinary page share pages. At the end of a test, restore brings its page back to karate. A test can also
// have changed a panel, a menu or the size of a window. These changes appear in the outline of the page. A page whose outline differs from
// that of a new page is closed. A test that changes the functions or the storage of the page opens a page of its own.

// freePages has the pages that no test uses at present, by browser and view.
var freePages = struct {
	sync.Mutex
	pages    map[pageKind][]*page
	outlines map[pageKind]string // outline of a new page after restore
}{pages: map[pageKind][]*page{}, outlines: map[pageKind]string{}}

// pageKind has the properties in which lent pages differ: the name of the browser and the view.
type pageKind struct {
	browser string
	view
}

// shared lends a page of Chromium with karate at position 0 and seed 1, at the level Research, until the end of the test.
func shared(t *testing.T, v view) *page {
	t.Helper()
	return engines[0].shared(t, v)
}

// shared lends a page like the function shared, but of the browser e: a free page, or else a new page.
func (e engine) shared(t *testing.T, v view) *page {
	t.Helper()
	beside(t) // permits other tests at the same time
	key := pageKind{e.name, v}
	freePages.Lock()
	list := freePages.pages[key]
	var p *page
	if len(list) > 0 {
		p, freePages.pages[key] = list[len(list)-1], list[:len(list)-1]
	}
	freePages.Unlock()
	if p == nil {
		p = e.newShared(t, v)
	} else {
		p.begin(t, testLimit)
	}
	t.Cleanup(func() {
		if reason := e.giveBack(p, key, t.Failed()); reason != "" {
			t.Logf("the page is not lent again: %s", reason)
			p.close()
		}
	})
	return p
}

// newShared opens a page that stays open after the test, and stores the outline of such a page.
func (e engine) newShared(t *testing.T, v view) *page {
	t.Helper()
	server := serve(site.Handler(filepath.Join(root, "dist")))
	p := e.newTab(t, v, server.URL)
	closeTab := p.close
	p.close = func() { closeTab(); server.Close() }
	p.begin(t, testLimit)
	e.show(p, v)
	p.goTo("")
	p.ready()
	outline, err := p.restore(p.ctx)
	if err != nil {
		p.close()
		t.Fatal(err)
	}
	freePages.Lock()
	defer freePages.Unlock()
	freePages.outlines[pageKind{e.name, v}] = outline
	return p
}

// giveBack restores a page and adds it to freePages. If the page is not fit for the next test, giveBack returns the reason, and else "".
func (e engine) giveBack(p *page, key pageKind, failed bool) (reason string) {
	if failed {
		return "the test failed"
	}
	p.mu.Lock()
	faults := len(p.errors) + len(p.requests)
	p.mu.Unlock()
	if faults > 0 {
		return "it wrote an error or sent a request to another host"
	}
	ctx, cancel := context.WithTimeout(p.whole, patience)
	defer cancel()
	p.ctx = ctx
	e.show(p, key.view)
	outline, err := p.restore(ctx)
	if err != nil {
		return err.Error()
	}
	freePages.Lock()
	defer freePages.Unlock()
	if want := freePages.outlines[key]; outline != want {
		return difference(outline, want)
	}
	freePages.pages[key] = append(freePages.pages[key], p)
	return ""
}

// restore brings a lent page back to its first state and returns the outline of the page.
func (p *page) restore(ctx context.Context) (outline string, err error) {
	err = p.driver.eval(ctx, restoreScript, &outline)
	return outline, err
}

// difference returns a sentence with the first lines in which two outlines differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "it shows " + a[i] + ", a new one " + b[i]
		}
	}
	return "it shows more or less than a new one"
}

// restoreScript closes what a test has left open, loads karate as in a new page, and waits until five frames in a row are at rest, but at
// most 200 frames. It returns the outline, line by line: visible elements with names, states and texts; the contents of localStorage; and
// the size of the drawing, on a logarithmic scale of three steps for each factor of two.
const restoreScript = `(async () => {
	document.querySelectorAll("dialog[open]").forEach((d) => d.close());
	for (const id of ["edit-toggle", "lasso", "table-toggle", "compare"])
		document.querySelector('[data-testid="' + id + '"][aria-pressed="true"]')?.click();
	document.querySelector('[data-testid="error"] button')?.click();
	if (document.querySelector('[data-testid="share"][aria-expanded="true"]'))
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
	document.activeElement?.blur?.();
	await sheafscope.load({graph: "karate", seed: 1, view: {panel: "stage", nodes: "prediction", edges: "kappa", layout: "force"}});
	for (let rest = 0, all = 0; rest < 5 && all < 200; all++) {
		await new Promise((r) => sheafscopeIslands.soon(r));
		rest = sheafscopeIslands.still() && !sheafscope.state().busy ? rest + 1 : 0;
	}
	const states = ["aria-pressed", "aria-selected", "aria-expanded", "aria-current", "aria-checked", "open", "disabled", "hidden"];
	const own = (e) => [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join("");
	const lines = [...document.querySelectorAll("body, body *")].filter((e) => !e.closest("canvas, svg, .canvas > *, script") &&
		e.checkVisibility({visibilityProperty: true})).map((e) => [e.tagName.toLowerCase(), e.dataset.testid ?? "", e.className,
			...states.filter((s) => e.hasAttribute(s)).map((s) => s + "=" + e.getAttribute(s)), e.value ?? "", e.checked ?? "", own(e)].join(" "));
	const kept = Object.keys(localStorage).sort().map((k) => k + "=" + localStorage.getItem(k));
	const first = sheafscopeIslands.where(0), last = sheafscopeIslands.where(33);
	const zoom = Math.round(3 * Math.log2(Math.hypot(first.X - last.X, first.Y - last.Y)));
	return [...lines, ...kept, "zoom " + zoom].join("\n");
})()`
