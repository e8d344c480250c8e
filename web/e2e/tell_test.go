//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// This file tests that the page reports what it has done, what it cannot do, and what is selected.

// The button Share reports that it has copied the link, and the copy is the address. If the browser refuses to copy, the page reports the
// refusal, and the link is selected for a copy by hand.
func TestShareReportsTheCopy(t *testing.T) {
	p := blank(t, desktop)
	// The fake clipboard stores a text in clip, whether it refuses or not. It refuses unless allowed is true. The older command for a copy
	// does nothing.
	p.beforeScripts(`Object.defineProperty(navigator, "clipboard", { value: { writeText: (s) => { globalThis.clip = s; return allowed ? ` +
		`Promise.resolve() : Promise.reject(new DOMException("no", "NotAllowedError")); } } });
		document.execCommand = () => false;`)
	p.goTo("")
	p.ready()
	for _, allowed := range []bool{true, false} {
		p.eval(fmt.Sprintf("globalThis.allowed = %v", allowed), nil)
		p.call(`load({graph: "karate", seed: %v})`, map[bool]int{true: 1, false: 2}[allowed]) // the two links differ
		p.click("share")
		p.waitFor(`document.querySelector('[data-testid="share-panel"]').checkVisibility()`)
		note := p.text("share-note")
		if allowed {
			if !strings.Contains(note, "is copied") || p.text("share") != "Copied" {
				t.Errorf("after a copy the note is %q and the button %q, want \"is copied\" and \"Copied\"", note, p.text("share"))
			}
			var same bool
			p.eval(`globalThis.clip === location.href && location.hash.length > 10`, &same)
			if !same {
				t.Error("the copied text is not the address")
			}
			// Escape closes the panel, and the button has its first text.
			p.do(chromedp.KeyEvent("\x1b"))
			p.waitFor(`!document.querySelector('[data-testid="share-panel"]').checkVisibility() && ` +
				`document.querySelector('[data-testid="share"]').textContent === "Share"`)
			continue
		}
		if !strings.Contains(note, "did not allow") {
			t.Errorf("after a refused copy the note is %q, want \"did not allow\" in it", note)
		}
		p.waitFor(`(() => { const i = document.querySelector('[data-testid="share-link"]'); return i.checkVisibility() && i.value === ` +
			`location.href && document.activeElement === i && i.selectionEnd === i.value.length; })()`)
		p.axe("the refused link")
		p.do(chromedp.KeyEvent("\x1b"))
		p.waitFor(`!document.querySelector('[data-testid="share-panel"]').checkVisibility()`)
		p.clean()
	}
}

// A search without a result displays a message with the text and the valid numbers, also after another stage was opened, until the next
// search finds a node.
func TestSearchWithoutResult(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	// find enters a text into the field of the search.
	find := func(q string) {
		t.Helper()
		p.eval(fmt.Sprintf(`(() => { const i = document.querySelector(".seek"); i.value = %q; i.dispatchEvent(new Event("change", `+
			`{bubbles: true})); return true; })()`, q), new(bool))
	}
	find("nobody")
	p.waitFor(`document.querySelector('[data-testid="find-none"]')?.checkVisibility()`)
	if text := p.text("find-none"); !strings.Contains(text, "“nobody”") || !strings.Contains(text, "0 to 33") {
		t.Errorf("the message about a search without a result is %q, want the text “nobody” and the numbers 0 to 33", text)
	}
	p.click("stage-4") // a render of the panels keeps the message
	p.waitFor(`/Restriction/.test(document.querySelector(".ihead h1").textContent)`)
	p.settle()
	p.waitFor(`document.querySelector('[data-testid="find-none"]')?.checkVisibility()`)
	find("33")
	p.waitFor(`!document.querySelector('[data-testid="find-none"]') && document.querySelector('[data-testid="inspector-node"]')`)
	p.clean()
}

// An edge reacts to a pointer and to a click at distances of 0, 4 and 7 pixels, and not at 14 pixels.
func TestEdgesCanBeHit(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "ring:n=12", seed: 1})`)
	p.settle()
	p.waitFor(`!sheafscopeIslands.shown().moving`)
	// at is the middle of an edge of a ring, and its direction (DX, DY) points outwards, where nothing else is drawn.
	var at struct{ X, Y, DX, DY float64 }
	p.eval(`(() => { const a = sheafscopeIslands.where(0), b = sheafscopeIslands.where(1), all = [...Array(12).keys()].map((k) => `+
		`sheafscopeIslands.where(k));
		const cx = all.reduce((t, q) => t + q.X, 0) / 12, cy = all.reduce((t, q) => t + q.Y, 0) / 12, x = (a.X + b.X) / 2, y = (a.Y + b.Y) / 2;
		let dx = -(b.Y - a.Y), dy = b.X - a.X; const r = Math.hypot(dx, dy), s = dx * (x - cx) + dy * (y - cy) > 0 ? 1 : -1; return {x, y, `+
		`dx: s * dx / r, dy: s * dy / r}; })()`, &at)
	for _, c := range []struct {
		distance float64
		hits     bool
	}{{0, true}, {4, true}, {7, true}, {14, false}} {
		// The tab of the stage replaces the panel of the edge that the last click may have selected.
		p.eval(`document.querySelector('[data-testid="tab-stage"]').click(), true`, new(bool))
		x, y := at.X+c.distance*at.DX, at.Y+c.distance*at.DY
		p.do(chromedp.MouseEvent("mouseMoved", x, y))
		p.rests()
		var tip bool
		p.eval(`Boolean(document.querySelector('[data-testid="graph-canvas"] .tip'))`, &tip)
		if tip != c.hits {
			t.Errorf("at %v pixels from the edge the pointer has a tip: %v, want %v", c.distance, tip, c.hits)
		}
		p.waitOutDoubleClick()
		p.do(chromedp.MouseClickXY(x, y))
		p.rests()
		var picked bool
		p.eval(`Boolean(document.querySelector('[data-testid="inspector-edge"]'))`, &picked)
		if picked != c.hits {
			t.Errorf("at %v pixels from the edge a click selects it: %v, want %v", c.distance, picked, c.hits)
		}
	}
	p.clean()
}

// A lasso around the left half of the drawing selects the nodes inside. A click on a cell of the confusion matrix selects as many nodes as
// the cell's label states. For the lasso and for the cell the panel has the number of selected nodes and their statistics.
func TestSelectionsAreSummedUp(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(10)")
	p.settle()
	p.click("lasso")
	var box struct{ X, Y, W, H float64 }
	p.eval(`(() => { const b = document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect(); return {x: b.x, y: b.y, w: `+
		`b.width, h: b.height}; })()`, &box)
	// The lasso starts at the upper left corner, goes along the border of the left half, and ends at the left side.
	p.do(chromedp.MouseEvent("mousePressed", box.X+4, box.Y+4, chromedp.ButtonLeft))
	for _, c := range [][2]float64{{box.W / 2, 4}, {box.W / 2, box.H - 4}, {4, box.H - 4}, {4, box.H / 2}} {
		p.do(chromedp.MouseEvent("mouseMoved", box.X+c[0], box.Y+c[1], chromedp.ButtonLeft))
	}
	p.do(chromedp.MouseEvent("mouseReleased", box.X+4, box.Y+box.H/2, chromedp.ButtonLeft))
	p.waitFor(`document.querySelector('[data-testid="selection-stats"]')`)
	p.settle()
	var want, selected int
	p.eval(fmt.Sprintf(`[...Array(34).keys()].filter((k) => sheafscopeIslands.where(k).X < %v).length`, box.X+box.W/2), &want)
	p.eval(`parseInt(document.querySelector(".ihead h1").textContent)`, &selected)
	if selected != want || want == 0 {
		t.Errorf("the lasso selects %d nodes, %d lie inside, want the same number above 0", selected, want)
	}
	p.shot("selection")
	p.eval(`document.querySelector('[data-testid="tab-stage"]').click(), document.querySelector('[data-testid="stage-8"]').click(), true`,
		new(bool))
	p.waitFor(`document.querySelector('[data-testid="confusion"] [data-cell]')`)
	p.settle()
	// The label of a cell has the number of its nodes.
	var count int
	p.eval(`(() => { const c = document.querySelector('[data-testid="confusion"] [data-cell]'), n = `+
		`+c.getAttribute("aria-label").match(/select (\d+)/)[1]; c.dispatchEvent(new MouseEvent("click", {bubbles: true})); return n; })()`,
		&count)
	p.waitFor(fmt.Sprintf(`parseInt(document.querySelector(".ihead h1").textContent) === %d && `+
		`document.querySelector('[data-testid="selection-stats"]')`, count))
	p.axe("a selection")
	p.clean()
}

// At the end of a run a text states the end, and the three buttons of steps are disabled with the reason in their titles. Eleven calls of
// run, step and seek with invalid arguments fail with a message that begins with the name of the call. After a click on a disabled button
// and after these calls the run has its position.
func TestEndDisablesSteps(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1, settings: {epochs: 2}})`)
	p.call("run()")
	p.settle()
	position := p.state().Position
	if text := p.text("rest"); text != "all 2 epochs are done" {
		t.Errorf("the text about the rest of the run is %q, want \"all 2 epochs are done\"", text)
	}
	// The attribute aria-disabled and the title of each button, such as "true The run is over: all 2 epochs …".
	var buttons []string
	p.eval(`["inner", "stage", "epoch"].map((u) => { const b = document.querySelector('[data-testid="step-' + u + '"]'); return `+
		`b.getAttribute("aria-disabled") + " " + b.title; })`, &buttons)
	for _, text := range buttons {
		if !strings.HasPrefix(text, "true The run is over: all 2 epochs") {
			t.Errorf("aria-disabled and title of a step button are %q, want true and the reason", text)
		}
	}
	// A click on a disabled step, and calls with invalid arguments.
	p.click("step-inner")
	p.settle()
	p.axe("the end of a run")
	p.shot("end")
	for _, call := range []string{"run(-3)", "run(0.5)", `run("x")`, "run(NaN)", "run({})", `step("foo")`, "step(3)", "seek(-1)",
		"seek(2.5)", `seek("a")`, "seek()"} {
		var message string
		p.eval(`sheafscope.`+call+`.then(() => "", (e) => e.message)`, &message)
		name, _, _ := strings.Cut(call, "(")
		if !strings.HasPrefix(message, name+": ") {
			t.Errorf("%s fails with %q, want a message that begins with %q", call, message, name+": ")
		}
	}
	if now := p.state().Position; now != position {
		t.Errorf("the position has changed from %d to %d", position, now)
	}
	p.clean()
}

// For a graph of 1200 nodes the button in the line about large graphs scrolls to the list of limits, which is visible and stays in sight.
func TestLargeGraphLineLeadsToItsList(t *testing.T) {
	p := shared(t, view{width: 1280, height: 720, theme: "light"})
	p.ready()
	p.call(`load({graph: "sbm:n=1200,classes=3", seed: 1})`)
	p.call(`step("stage")`)
	p.eval(`document.querySelector(".view").scrollTo(0, 0), true`, new(bool))
	p.click("limits-show")
	p.waitFor(`(() => { const e = document.querySelector('[data-section="limit-0"]')?.getBoundingClientRect(), v = ` +
		`document.querySelector(".view").getBoundingClientRect(); return e && e.height > 20 && e.top >= v.top - 2 && e.top + 30 < v.bottom; })()`)
	p.rests()
	var inSight bool
	p.eval(`(() => { const e = document.querySelector('[data-section="limit-0"]').getBoundingClientRect(), v = `+
		`document.querySelector(".view").getBoundingClientRect(); return e.top >= v.top - 2 && e.top + 30 < v.bottom; })()`, &inSight)
	if !inSight {
		t.Error("the list of limits does not stay in sight")
	}
	p.clean()
}

// The legend has v₃ while the layout by eigenvectors is chosen, and not after another choice. The picture of the spectrum, which has two
// halves, marks λ₂ twice.
func TestLegendFollowsLayout(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.choose("layout-by", "spectral")
	p.waitFor(`document.querySelector(".legend").textContent.includes("v₃")`)
	p.choose("layout-by", "force")
	p.waitFor(`!document.querySelector(".legend").textContent.includes("v₃")`)
	p.settle()
	var marks int
	p.eval(`[...document.querySelectorAll('[data-testid="spectrum"] text.a')].filter((t) => t.textContent.startsWith("λ2")).length`, &marks)
	if marks != 2 {
		t.Errorf("λ₂ is marked %d times in the spectrum, want 2", marks)
	}
	p.clean()
}
