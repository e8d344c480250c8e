//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// This file tests graphs that a user draws, edits or generates.

// onGraph converts a position in the drawing, as shares of its width and height, into a position in the window, in pixels.
func (p *page) onGraph(fx, fy float64) (x, y float64) {
	p.t.Helper()
	var box struct{ X, Y, W, H float64 }
	p.eval(`(() => { const r = document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect(); return {x: r.x, y: r.y, w: `+
		`r.width, h: r.height}; })()`, &box)
	return box.X + fx*box.W, box.Y + fy*box.H
}

// drag presses the mouse at one position of the drawing and releases it at another. Positions are shares of width and height. with has
// further options, such as a modifier key.
func (p *page) drag(ax, ay, bx, by float64, with ...chromedp.MouseOption) {
	p.t.Helper()
	x1, y1 := p.onGraph(ax, ay)
	x2, y2 := p.onGraph(bx, by)
	p.pull(x1, y1, x2, y2, with...)
}

// pull presses the mouse at one position of the window, in pixels, moves it half-way and to another position, and releases it there.
func (p *page) pull(x1, y1, x2, y2 float64, with ...chromedp.MouseOption) {
	p.t.Helper()
	with = append(with, chromedp.ButtonLeft)
	p.do(chromedp.MouseEvent(chromedp.MousePressed, x1, y1, with...),
		chromedp.MouseEvent(chromedp.MouseMoved, (x1+x2)/2, (y1+y2)/2, with...),
		chromedp.MouseEvent(chromedp.MouseMoved, x2, y2, with...),
		chromedp.MouseEvent(chromedp.MouseReleased, x2, y2, with...))
}

// clickGraph clicks at a position in the drawing, as shares of its width and height.
func (p *page) clickGraph(fx, fy float64) {
	p.t.Helper()
	x, y := p.onGraph(fx, fy)
	p.do(chromedp.MouseClickXY(x, y))
}

// size waits until the graph has n nodes and m edges, the drawing has n nodes, and no work is running.
func (p *page) size(n, m int) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("(s => s.graph.n === %d && s.graph.m === %d && !s.busy && sheafscopeIslands.shown().nodes.length === "+
		"%d)(sheafscope.state())", n, m, n))
}

// places returns the positions of the nodes in the coordinates of the drawing, when the page is at rest.
func (p *page) places() [][2]float64 {
	p.t.Helper()
	var shown struct{ Nodes []struct{ X, Y float64 } }
	p.settle()
	p.eval("sheafscopeIslands.shown()", &shown)
	var out [][2]float64
	for _, n := range shown.Nodes {
		out = append(out, [2]float64{n.X, n.Y})
	}
	return out
}

// A user draws six nodes and three edges with the mouse on an empty canvas, and the run trains. Nine undos lead back to the empty canvas,
// nine redos restore the run. The recipe restores the run and the positions. After another layout and after Undo of a drag, a node is at
// its drawn position again. Restored positions may differ by 2 units of the drawing.
func TestDrawFromBlank(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.choose("graph-select", "blank")
	p.size(0, 0)
	p.waitFor(`document.querySelector('[data-testid="edit-delete"]')`)
	p.settle()
	if text := p.text("edit-needs"); len(text) < 20 {
		t.Errorf("the hint of the empty canvas is %q, want at least 20 bytes", text)
	}
	// Six clicks and three drags. The edges do not move the nodes.
	nodes := [][2]float64{{.2, .4}, {.35, .7}, {.3, .55}, {.7, .4}, {.8, .7}, {.65, .6}}
	for i, place := range nodes {
		if i == 3 { // the last three nodes are of class 1
			p.click("edit-class-1")
		}
		p.clickGraph(place[0], place[1])
		p.size(i+1, 0)
	}
	before := p.places()
	for k, e := range [][2]int{{0, 1}, {3, 4}, {1, 5}} {
		p.drag(nodes[e[0]][0], nodes[e[0]][1], nodes[e[1]][0], nodes[e[1]][1])
		p.size(6, k+1)
	}
	for i, place := range p.places() {
		if place != before[i] {
			t.Errorf("node %d moved from %v to %v", i, before[i], place)
		}
	}
	drawn := p.state()
	if drawn.Epoch == 0 || len(drawn.Predictions) != 6 {
		t.Fatalf("the drawn graph is at epoch %d with %d predictions, want a trained run with 6", drawn.Epoch, len(drawn.Predictions))
	}
	if drawn.Lambda2 == nil {
		t.Fatal("the drawn graph has no λ2")
	}
	var text string
	p.eval("JSON.stringify(sheafscope.recipe())", &text)
	// Nine steps, six nodes and three edges, back and forth.
	for k := 9; k > 0; k-- {
		p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
		p.settle()
	}
	p.size(0, 0)
	p.waitFor(`document.querySelector('[data-testid="edit-undo"]')?.disabled`)
	for range 9 {
		p.click("edit-redo")
		p.settle()
	}
	p.size(6, 3)
	same(t, "redone", p.state(), drawn)
	// The recipe restores the drawing after another graph.
	p.call(`load("karate")`)
	p.call("load(%s)", text)
	p.size(6, 3)
	same(t, "from the recipe", p.state(), drawn)
	for i, place := range p.places() {
		if math.Hypot(place[0]-before[i][0], place[1]-before[i][1]) > 2 {
			t.Errorf("node %d of the opened recipe is at %v, was drawn at %v", i, place, before[i])
		}
	}
	// The circular layout puts node 3 of 6 at x = 0. Afterwards the layout "force" restores the drawn position of node 3.
	p.choose("layout-by", "circular")
	p.waitFor("Math.abs(sheafscopeIslands.shown().nodes[3].x) < 2")
	p.choose("layout-by", "force")
	p.waitFor(fmt.Sprintf("Math.hypot(sheafscopeIslands.shown().nodes[3].x - %g, sheafscopeIslands.shown().nodes[3].y - %g) < 2",
		before[3][0], before[3][1]))
	// A drag with Shift moves node 0. The recipe has its new x in add[0][1]. Undo restores its drawn position.
	p.click("edit-toggle")
	p.waitFor(`document.querySelector('[data-testid="edit-undo"]')`)
	p.settle()
	var from struct{ X, Y float64 }
	p.eval(`(() => { const r = document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect(), at = `+
		`sheafscopeIslands.shown().nodes[0].at; return {x: at.x / r.width, y: at.y / r.height}; })()`, &from)
	p.drag(from.X, from.Y, .1, .8, chromedp.ButtonModifiers(chromedp.ModifierShift))
	p.waitFor(fmt.Sprintf("Math.abs(sheafscope.recipe().edits.add[0][1] - %g) > 100", before[0][0]))
	p.waitFor(`document.querySelector('[data-testid="edit-undo"]')?.disabled === false`)
	p.click("edit-undo")
	p.waitFor(fmt.Sprintf("Math.hypot(sheafscopeIslands.shown().nodes[0].x - %g, sheafscopeIslands.shown().nodes[0].y - %g) < 2",
		before[0][0], before[0][1]))
	same(t, "moved and put back", p.state(), drawn)
	p.clean()
}

// The deletion of an edge of karate, which has 34 nodes and 78 edges, changes λ2 and the loss. Undo restores the state, and redo the state
// without the edge. The texts of both buttons name the edit. The nodes keep their positions. A form adds a node, an edge by names, and a
// class, and reports an unknown name. The button of a class works even if its contents change between press and release of the mouse.
func TestEditKarate(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(10)")
	want := p.state()
	p.click("edit-toggle")
	p.click("tab-edge") // selects an edge
	p.waitFor(`document.querySelector('[data-testid="edit-delete"]')?.disabled === false`)
	before := p.places()
	// The edge is deleted.
	p.click("edit-delete")
	p.size(34, 77)
	cut := p.state()
	if *cut.Lambda2 == *want.Lambda2 || *cut.Loss == *want.Loss {
		t.Errorf("without the edge λ2 is %v and the loss %v, as with it", *cut.Lambda2, *cut.Loss)
	}
	for i, place := range p.places() {
		if place != before[i] {
			t.Fatalf("node %d moved from %v to %v", i, before[i], place)
		}
	}
	if got := p.text("edit-undo"); got != "Undo: edge deleted" {
		t.Errorf("the text of the undo button is %q, want \"Undo: edge deleted\"", got)
	}
	// Undo and redo.
	p.click("edit-undo")
	p.size(34, 78)
	same(t, "undone", p.state(), want)
	if got := p.text("edit-redo"); got != "Redo: edge deleted" {
		t.Errorf("the text of the redo button is %q, want \"Redo: edge deleted\"", got)
	}
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl|chromedp.ModifierShift)))
	p.size(34, 77)
	same(t, "redone", p.state(), cut)

	// The form adds a node. Then a class button is pressed while undo or redo removes or restores this node.
	p.eval(`document.querySelector('[data-testid="edit-panel"] details').open = true`, new(bool))
	p.click("edit-add")
	p.size(35, 77)
	for _, c := range []struct {
		chip, button string
		n            int
	}{{"edit-class-1", "edit-undo", 34}, {"edit-class-0", "edit-redo", 35}} {
		chip := fmt.Sprintf("document.querySelector(%q)", byTestID(c.chip))
		p.pressedWhile(chip, func() {
			p.eval(fmt.Sprintf("document.querySelector(%q).click()", byTestID(c.button)), nil)
			p.size(c.n, 77)
			p.settle()
		})
		p.waitFor(chip + `.getAttribute("aria-pressed") === "true"`)
	}
	// The form adds an edge by the names of its nodes, refuses an unknown name, and adds a class.
	p.do(chromedp.SendKeys(byTestID("edit-from"), "34"), chromedp.SendKeys(byTestID("edit-to"), "34 (John A.)"+kb.Enter))
	p.size(35, 78)
	p.do(chromedp.SendKeys(byTestID("edit-from"), "nobody"), chromedp.SendKeys(byTestID("edit-to"), "1"+kb.Enter))
	p.waitFor(`document.querySelector('[data-testid="edit-note"]').textContent.includes("nobody")`)
	p.click("edit-class-new")
	p.waitFor("sheafscope.state().graph.classes === 3 && !sheafscope.state().busy")
	for i, place := range p.places()[:34] {
		if place != before[i] {
			t.Fatalf("node %d moved from %v to %v", i, before[i], place)
		}
	}
	p.choose("graph-select", "karate")
	p.size(34, 78)
	p.clean()
}

// pressedWhile presses the mouse on an element, calls meanwhile, and releases the mouse. element is JavaScript for the element.
func (p *page) pressedWhile(element string, meanwhile func()) {
	p.t.Helper()
	var centre struct{ X, Y float64 }
	p.eval("(() => { const e = "+element+"; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); "+
		"return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()", &centre)
	p.do(chromedp.MouseEvent(chromedp.MousePressed, centre.X, centre.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	meanwhile()
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, centre.X, centre.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// On a touch screen a tap adds a node, and a drag of a finger joins two nodes. The graph of two nodes and an edge is trained.
func TestDrawByTouch(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "dark"})
	p.do(fingers(true))
	p.ready()
	p.choose("graph-select", "blank")
	p.size(0, 0)
	p.waitFor(`document.querySelector('[data-testid="edit-delete"]')`) // the tools have changed the size of the drawing
	p.settle()
	// touch puts a finger on the first position of the drawing, moves it through the others, and lifts it.
	touch := func(path ...[2]float64) {
		t.Helper()
		kind, finger := input.DispatchTouchEventTypeTouchStart, input.TouchPoint{}
		for _, place := range path {
			finger.X, finger.Y = p.onGraph(place[0], place[1])
			p.do(send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{&finger}}))
			kind = input.DispatchTouchEventTypeTouchMove
		}
		p.do(send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd,
			TouchPoints: []*input.TouchPoint{}}))
	}
	touch([2]float64{.3, .4})
	p.size(1, 0)
	p.settle() // the tools of a node can change the size of the drawing
	p.click("edit-class-1")
	p.waitFor(`document.querySelector('[data-testid="edit-class-1"]').getAttribute("aria-pressed") === "true"`)
	touch([2]float64{.7, .6})
	p.size(2, 0)
	touch([2]float64{.3, .4}, [2]float64{.5, .5}, [2]float64{.7, .6})
	p.size(2, 1)
	p.waitFor("sheafscope.state().epoch > 0 && sheafscope.state().predictions?.length === 2")
	p.clean()
}

// A move of the slider of homophily generates a graph whose homophily differs from the chosen one by less than 0.01. A small move of the
// slider moves the nodes, by at most a quarter of the picture's width on average. Of several quick moves the last value counts, and the
// recipe has it.
func TestGeneratorSliders(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.choose("graph-select", "sbm:n=120,classes=3,homophily=0.1")
	p.waitFor("sheafscope.state().graph.n === 120 && sheafscope.state().graph.homophily < 0.2 && " +
		"document.querySelector('[data-testid=\"gen-homophily\"]')")
	before := p.places()
	p.eval(`(() => { const s = document.querySelector('[data-testid="gen-homophily"]'); s.value = 0.14; s.dispatchEvent(new Event("input", `+
		`{bubbles: true})); return true; })()`, new(bool))
	p.waitFor("Math.abs(sheafscope.state().graph.homophily - 0.14) < 0.01")
	// shift is the mean distance of a node from its earlier position.
	left, right, shift := math.Inf(1), math.Inf(-1), 0.0
	for i, place := range p.places() {
		left, right = math.Min(left, before[i][0]), math.Max(right, before[i][0])
		shift += math.Hypot(place[0]-before[i][0], place[1]-before[i][1]) / 120
	}
	if shift == 0 || shift > 0.25*(right-left) {
		t.Errorf("a move by 0.04 moves the nodes by %v on average, the picture has the width %v", shift, right-left)
	}
	p.eval(`[0.3, 0.5, 0.7, 0.9].map((v) => { const s = document.querySelector('[data-testid="gen-homophily"]'); s.value = v; `+
		`s.dispatchEvent(new Event("input", {bubbles: true})); }).length`, new(int))
	p.waitFor("Math.abs(sheafscope.state().graph.homophily - 0.9) < 0.01")
	var recipe struct{ Graph string }
	p.eval("sheafscope.recipe()", &recipe)
	if recipe.Graph != "sbm:n=120,homophily=0.9" && recipe.Graph != "sbm:n=120,classes=3,homophily=0.9" {
		t.Errorf("the graph of the recipe is %q, want one with homophily=0.9", recipe.Graph)
	}
	p.waitFor("sheafscope.state().epoch > 0")
	p.clean()
}

// On a desktop and on a phone, axe-core finds no serious or critical problem in the section of the graph: with the tools of the editor for
// karate and for an empty canvas, and with the sliders of the generator. The page is not wider than the window.
func TestEditorAccessibility(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(root, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("%v (./build.sh installs axe-core)", err)
	}
	for _, v := range []view{desktop, {width: 390, height: 844, theme: "dark"}} {
		p := open(t, v)
		p.ready()
		p.eval(string(source)+"\n;true", new(bool))
		// check runs axe-core and measures the width. what names the state of the editor.
		check := func(what string) {
			t.Helper()
			p.settle()
			var faults []string
			p.eval(`axe.run(document.querySelector("section.graph"), {resultTypes: ["violations"]}).then(r => r.violations.filter(v => v.impact `+
				`=== "serious" || v.impact === "critical")
				.flatMap(v => v.nodes.map(n => v.id + ", " + v.impact + ": " + n.target.join(" "))))`, &faults)
			for _, f := range faults {
				t.Errorf("%s, %d wide: %s", what, v.width, f)
			}
			var wide bool
			p.eval(`document.documentElement.scrollWidth > innerWidth`, &wide)
			if wide {
				t.Errorf("%s: the page is wider than the window of %d", what, v.width)
			}
			p.shot(fmt.Sprintf("editor-%s-%d", what, v.width))
		}
		p.call(`load("karate")`)
		p.click("edit-toggle")
		p.waitFor(`document.querySelector('[data-testid="edit-panel"] details')`)
		p.eval(`document.querySelector('[data-testid="edit-panel"] details').open = true`, new(bool))
		p.clickGraph(.5, .5)
		check("karate")
		p.choose("graph-select", "blank")
		p.size(0, 0)
		check("blank")
		p.call(`load("sbm:n=40")`)
		p.eval(`document.querySelector('[data-testid="generator"]').open = true`, new(bool))
		check("generator")
		p.clean()
	}
}
