//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// This file has the actions of a user: clicks, keys, choices, files; and the wait for a page at rest.

// byTestID returns the CSS selector of the element with a test id.
func byTestID(id string) string { return `[data-testid="` + id + `"]` }

// click clicks a control like a user. First it opens the closed parts that contain the control. If the control moves away from the pointer
// or is covered, the click would hit another element. click keeps such a click from the page, aims again, and fails the test after the time
// patience.
func (p *page) click(id string) {
	p.t.Helper()
	element := fmt.Sprintf("document.querySelector(%q)", byTestID(id))
	var hit struct {
		Ok   bool
		What string
	}
	p.eval(fmt.Sprintf(reveal, element), new(bool))
	for end := time.Now().Add(patience); !hit.Ok; {
		p.waitFor(element + ".checkVisibility({visibilityProperty: true}) && " + element + ".getClientRects().length > 0")
		var centre struct{ X, Y float64 }
		p.eval(fmt.Sprintf(aim, element), &centre)
		p.within(func(ctx context.Context) error { return p.driver.mouse(ctx, centre.X, centre.Y) })
		if p.try("window.e2eAim?.() ?? {Ok: true}", &hit) != nil {
			return // the click has opened another page
		}
		if !hit.Ok && time.Now().After(end) {
			p.t.Errorf("a click on %s hits %q", id, hit.What)
			p.shot("missed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.t.FailNow()
		}
	}
}

// waitOutDoubleClick waits 400 ms, so that the next click does not make a double click with the last click.
func (p *page) waitOutDoubleClick() {
	p.t.Helper()
	p.eval(`new Promise((r) => setTimeout(() => r(true), 400))`, new(bool))
}

// aim scrolls an element into sight and returns its centre in the window. The %s is JavaScript for the element. Until e2eAim is called, aim
// keeps pointer events that do not hit the element from the page. e2eAim returns in Ok whether the pointer has hit the element, and in What
// the hit element.
const aim = `(() => {
	const e = %s, kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
	let met = null, ok = false;
	const meet = (event) => {
		if (!event.isTrusted) return; // a click by a script
		if (met === null) {
			met = event.composedPath()[0];
			ok = event.composedPath().includes(e) || met.closest?.("label")?.control === e;
		} else if (event.type === "click" && !event.composedPath().includes(met) && !event.composedPath().includes(e)) {
			ok = false; // pressed on the element and released beside it, because it has moved meanwhile
		}
		if (!ok) { event.preventDefault(); event.stopImmediatePropagation(); }
	};
	for (const k of kinds) addEventListener(k, meet, true);
	window.e2eAim = () => {
		for (const k of kinds) removeEventListener(k, meet, true);
		delete window.e2eAim;
		return {Ok: ok, What: met === null ? "nothing" : met.outerHTML?.slice(0, 200) ?? String(met)};
	};
	e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
	const b = e.getBoundingClientRect();
	return {X: b.x + b.width / 2, Y: b.y + b.height / 2};
})()`

// press presses a key, given as text or by its name in package kb.
func (p *page) press(key string) {
	p.t.Helper()
	p.within(func(ctx context.Context) error { return p.driver.key(ctx, key) })
}

// reveal opens the closed parts of the page that contain a control: a list with a summary, the list of notices, the settings, or the group
// of a tab. The %s is JavaScript for the control.
const reveal = `(() => {
	const e = %s, at = (id) => document.querySelector('[data-testid="' + id + '"]');
	if (!e || e.checkVisibility()) return true;
	const fold = e.closest("details:not([open])");
	if (fold) fold.open = true;
	if (e.closest(".pile:not(.all)")) at("notices-all").click();
	if (e.closest(".setup[hidden]")) at("settings").click();
	if (e.closest(".within")) at(["tab-edge", "tab-node"].includes(e.dataset.testid) ? "tab-selection" : "tab-evidence").click();
	return true;
})()`

// text waits for an element and returns its text without outer spaces: the visible text, or all text if the element is not visible.
func (p *page) text(id string) (s string) {
	p.t.Helper()
	element := fmt.Sprintf("document.querySelector(%q)", byTestID(id))
	p.waitFor(element)
	p.eval(`((e) => e.getClientRects().length > 0 ? e.innerText : e.textContent)(`+element+`)`, &s)
	return strings.TrimSpace(s)
}

// choose sets the value of a select element and sends the event of a user's change.
func (p *page) choose(id, value string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("change", {bubbles: `+
		`true})); return s.value; })()`, byTestID(id), value), new(string))
}

// files passes files to the page's file input, by their names relative to this package or absolute.
func (p *page) files(names ...string) {
	p.t.Helper()
	for i, n := range names {
		abs, err := filepath.Abs(n)
		if err != nil {
			p.t.Fatal(err)
		}
		if _, err := os.Stat(abs); err != nil {
			p.t.Fatalf("%v (the data sets are expected beside the repository, in ../shared/datasets)", err)
		}
		names[i] = abs
	}
	p.within(func(ctx context.Context) error { return p.driver.files(ctx, byTestID("file-input"), names) })
}

// shot writes a screenshot of the window to .build/screens, as NAME.png.
func (p *page) shot(name string) {
	p.t.Helper()
	var png []byte
	p.within(func(ctx context.Context) (err error) {
		png, err = p.driver.shot(ctx)
		return err
	})
	dir := filepath.Join(root, ".build", "screens")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// settle waits until the page is at rest and has drawn its contents: until, in five consecutive frames, no work waits for its turn and no
// animation with an end runs. It waits at most forty frames. A browser does not draw a page behind another page, so settle first waits
// until the page is visible.
func (p *page) settle() {
	p.t.Helper()
	p.waitFor("!sheafscope.state().busy && !document.hidden")
	p.eval(`(async () => {
		const moves = (a) => a.playState === "running" && a.effect?.getComputedTiming().endTime !== Infinity;
		for (let rest = 0, all = 0; rest < 5 && all < 40; all++) {
			await new Promise((r) => sheafscopeIslands.soon(r));
			rest = sheafscopeIslands.still() && !document.getAnimations().some(moves) ? rest + 1 : 0;
		}
	})()`, nil)
	p.axeEverywhere()
}
