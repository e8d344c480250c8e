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

// A page costs three seconds of a processor, a graph loaded into one a tenth of a second. So tests that need only *a* page
// share one: shared lends it, and it is put back when the test ends. What a test changed beside the graph (a panel, a menu,
// a window's size) shows in the page's outline; a page whose outline differs from that of a new one is closed.
// A test that changes the page's own functions, or its storage, opens a page of its own.

// free has the pages that no test uses at present, by browser and view.
var free = struct {
	sync.Mutex
	pages    map[lending][]*page
	outlines map[lending]string // of a page that was just opened and put back
}{pages: map[lending][]*page{}, outlines: map[lending]string{}}

// lending names a kind of page that a test borrows: the browser and the view.
type lending struct {
	browser string
	view
}

// shared lends a page with karate at position 0 and seed 1.
func shared(t *testing.T, v view) *page {
	t.Helper()
	return engines[0].shared(t, v)
}

// shared lends a page of this browser.
func (e engine) shared(t *testing.T, v view) *page {
	t.Helper()
	beside(t)
	key := lending{e.name, v}
	free.Lock()
	list := free.pages[key]
	var p *page
	if len(list) > 0 {
		p, free.pages[key] = list[len(list)-1], list[:len(list)-1]
	}
	free.Unlock()
	if p == nil {
		p = e.lend(t, v)
	} else {
		p.begin(t, testLimit)
	}
	t.Cleanup(func() {
		if why := e.giveBack(p, key, t.Failed()); why != "" {
			t.Logf("the page is not lent again: %s", why)
			p.close()
		}
	})
	return p
}

// lend opens a page that outlives the test.
func (e engine) lend(t *testing.T, v view) *page {
	t.Helper()
	server := serve(site.Handler(filepath.Join(root, "dist")))
	p := e.newTab(t, v, server.URL)
	closeTab := p.close
	p.close = func() { closeTab(); server.Close() }
	p.begin(t, testLimit)
	e.show(p, v)
	p.goTo("")
	p.ready()
	outline, err := p.putBack(p.ctx)
	if err != nil {
		p.close()
		t.Fatal(err)
	}
	free.Lock()
	defer free.Unlock()
	free.outlines[lending{e.name, v}] = outline
	return p
}

// giveBack prepares a page for the next test. If this fails, giveBack returns the reason.
func (e engine) giveBack(p *page, key lending, failed bool) (why string) {
	if failed {
		return "the test failed"
	}
	p.mu.Lock()
	wrong := len(p.errors) + len(p.requests)
	p.mu.Unlock()
	if wrong > 0 {
		return "it wrote an error"
	}
	ctx, cancel := context.WithTimeout(p.whole, patience)
	defer cancel()
	p.ctx = ctx
	e.show(p, key.view)
	outline, err := p.putBack(ctx)
	if err != nil {
		return err.Error()
	}
	free.Lock()
	defer free.Unlock()
	if want := free.outlines[key]; outline != want {
		return difference(outline, want)
	}
	free.pages[key] = append(free.pages[key], p)
	return ""
}

// putBack restores the state of a lent page and returns the outline of the page.
func (p *page) putBack(ctx context.Context) (outline string, err error) {
	err = p.driver.eval(ctx, putBack, &outline)
	return outline, err
}

// difference returns the first lines in which two outlines differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "it shows " + a[i] + ", a new one " + b[i]
		}
	}
	return "it shows more or less than a new one"
}

// putBack loads karate like a new page after its first load, and waits until the graph is drawn. It returns the outline: the names of
// visible elements with their states and texts, the contents of the storage, and the size of the drawing.
const putBack = `(async () => {
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
