//go:build e2e

package e2e

import (
	"reflect"
	"testing"
)

// This file tests the first picture of the page, which the build has computed.

// drawn is the picture of the graph: the places of the nodes and the number of edges.
type drawn struct {
	Nodes []struct{ X, Y float64 }
	Edges int
}

// holdProgram delays the program of the page until the test calls letGo().
const holdProgram = `{ const f = fetch; const gate = new Promise((r) => { globalThis.letGo = r; });
	globalThis.fetch = (u, ...a) => String(u).includes(".wasm") ? gate.then(() => f(u, ...a)) : f(u, ...a); }`

// countMessages counts the messages to the worker in the global list asked: before the page is ready in asked[0], and later in asked[1].
const countMessages = `{ const post = Worker.prototype.postMessage; globalThis.asked = [0, 0];
	Worker.prototype.postMessage = function (m, ...a) {
		if (m.bytes) asked[performance.getEntriesByName("sheafscope:ready").length]++;
		return post.call(this, m, ...a);
	}; }`

// The page displays the first picture before its program is ready: 34 nodes and 78 edges. The page is inert until then, and no node moves
// when the program replaces the picture. The start sets its four marks in their order, starts one worker, and sends one message before the
// page is ready.
func TestFirstPicture(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(holdProgram + countMessages)
	p.goTo("")
	p.waitFor(`document.documentElement.dataset.boot === undefined && document.querySelector('[data-testid="graph-canvas"] canvas') && ` +
		`document.querySelector("#app").inert`)
	p.waitFor("sheafscopeIslands.shown()?.nodes.every((n) => Number.isFinite(n.x)) && document.body.innerText.includes('karate club')")
	// The picture and the head of the graph before the program.
	var before, after drawn
	var text string
	p.waitFor("!sheafscopeIslands.shown().moving")
	p.eval("sheafscopeIslands.shown()", &before)
	p.eval(`document.querySelector(".graph .gbar").innerText`, &text)
	if len(before.Nodes) != 34 || before.Edges != 78 {
		t.Fatalf("the picture has %d nodes and %d edges", len(before.Nodes), before.Edges)
	}
	// The same with the program.
	p.eval("letGo()", nil)
	p.ready()
	p.eval("sheafscopeIslands.shown()", &after)
	if !reflect.DeepEqual(before, after) {
		t.Error("the program drew another picture than the build")
	}
	// Nothing of the first drawing is left: the page is not inert, not busy, and has no line of the boot script.
	var left struct {
		Inert bool
		Busy  string
		Text  string
		Boot  int
		Marks []string
	}
	p.eval(`({inert: document.querySelector("#app").inert, busy: document.querySelector("#app").ariaBusy ?? "", text: `+
		`document.querySelector(".graph .gbar").innerText,
		boot: document.querySelectorAll("#boot").length, marks: performance.getEntriesByType("mark").map((m) => m.name)})`, &left)
	if left.Inert || left.Busy == "true" || left.Boot != 0 {
		t.Errorf("after the start the page is inert: %v, busy: %q, lines of the boot script: %d", left.Inert, left.Busy, left.Boot)
	}
	if left.Text != text {
		t.Errorf("the head of the graph is %q, and was %q in the first picture", left.Text, text)
	}
	if want := []string{"sheafscope:boot", "sheafscope:picture", "sheafscope:compiled", "sheafscope:ready"}; !reflect.DeepEqual(left.Marks,
		want) {
		t.Errorf("the marks are %v, want %v", left.Marks, want)
	}
	// The boot script has started a worker and has sent the first goal in place of the program. The program has the same goal; for another
	// goal it would have started another worker.
	var workers int
	p.eval(`performance.getEntriesByType("resource").filter((r) => r.name.includes("worker.js")).length`, &workers)
	if workers != 1 {
		t.Errorf("the page started %d workers, want 1", workers)
	}
	// Until the page is drawn, it requests the graph alone. The training starts later, so that it does not slow the drawing.
	var messages [2]int
	p.eval("asked", &messages)
	if messages[0] != 1 || messages[1] == 0 {
		t.Errorf("%d messages to the worker before the page is ready and %d after it, want 1 and at least 1", messages[0], messages[1])
	}
	p.clean()
}

// If a link opens another state, the page displays no picture of the first graph.
func TestNoFirstPictureForALink(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(holdProgram)
	p.goTo("#url=https%3A%2F%2Fexample.org%2Fg.csv")
	p.waitFor(`document.querySelector("#boot progress")`)
	p.waitFor(`performance.getEntriesByType("resource").some((r) => r.name.includes("first.js"))`)
	var shown bool
	p.waitFor(`document.readyState === "complete"`) // a first picture would be drawn before this moment
	p.eval(`document.querySelector("#app").childElementCount > 0 || performance.getEntriesByName("sheafscope:picture").length > 0`, &shown)
	if shown {
		t.Error("a picture of another graph is drawn")
	}
}
