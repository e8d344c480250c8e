//go:build e2e

package e2e

import (
	"reflect"
	"testing"
)

type drawn struct {
	Nodes []struct{ X, Y float64 }
	Edges int
}

// hold delays the program of the page until the test calls letGo().
const hold = `{ const f = fetch; const gate = new Promise((r) => { globalThis.letGo = r; });
	globalThis.fetch = (u, ...a) => String(u).includes(".wasm") ? gate.then(() => f(u, ...a)) : f(u, ...a); }`

// asks counts the messages to the worker: first the messages before the page is ready, and then the later messages.
const asks = `{ const post = Worker.prototype.postMessage; globalThis.asked = [0, 0];
	Worker.prototype.postMessage = function (m, ...a) {
		if (m.bytes) asked[performance.getEntriesByName("sheafscope:ready").length]++;
		return post.call(this, m, ...a);
	}; }`

// The page displays the first picture before its program is ready. This picture answers no input, and nothing moves when the program
// replaces the picture.
func TestFirstPicture(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(hold + asks)
	p.goTo("")
	p.waitFor(`document.documentElement.dataset.boot === undefined && document.querySelector('[data-testid="graph-canvas"] canvas') && ` +
		`document.querySelector("#app").inert`)
	p.waitFor("sheafscopeIslands.shown()?.nodes.every((n) => Number.isFinite(n.x)) && document.body.innerText.includes('karate club')")
	var before, after drawn
	var text string
	p.waitFor("!sheafscopeIslands.shown().moving")
	p.eval("sheafscopeIslands.shown()", &before)
	p.eval(`document.querySelector(".graph .gbar").innerText`, &text)
	if len(before.Nodes) != 34 || before.Edges != 78 {
		t.Fatalf("the picture has %d nodes and %d edges", len(before.Nodes), before.Edges)
	}
	p.eval("letGo()", nil)
	p.ready()
	p.eval("sheafscopeIslands.shown()", &after)
	if !reflect.DeepEqual(before, after) {
		t.Error("the nodes jumped")
	}
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
	if left.Inert || left.Busy == "true" || left.Boot != 0 || left.Text != text {
		t.Errorf("the page was left as %+v; its head was %q", left, text)
	}
	if want := []string{"sheafscope:boot", "sheafscope:picture", "sheafscope:compiled", "sheafscope:ready"}; !reflect.DeepEqual(left.Marks,
		want) {
		t.Errorf("the marks are %v, want %v", left.Marks, want)
	}
	// The program asks what the boot script asked in its place: else it would have got another worker.
	var workers int
	if p.eval(`performance.getEntriesByType("resource").filter((r) => r.name.includes("worker.js")).length`, &workers); workers != 1 {
		t.Errorf("the page started %d workers", workers)
	}
	// The run goes on when the page is drawn, not beside the drawing of it: until then it requests the graph alone.
	var asked [2]int
	p.eval("asked", &asked)
	if asked[0] != 1 || asked[1] == 0 {
		t.Errorf("%d messages to the worker before the page is there, %d after it", asked[0], asked[1])
	}
	p.clean()
}

// If a link opens another state, the page displays no picture of the first graph.
func TestNoFirstPictureForALink(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(hold)
	p.goTo("#url=https%3A%2F%2Fexample.org%2Fg.csv")
	p.waitFor(`document.querySelector("#boot progress")`)
	p.waitFor(`performance.getEntriesByType("resource").some((r) => r.name.includes("first.js"))`)
	var shown bool
	p.waitFor(`document.readyState === "complete"`) // by then a first picture is drawn
	p.eval(`document.querySelector("#app").childElementCount > 0 || performance.getEntriesByName("sheafscope:picture").length > 0`, &shown)
	if shown {
		t.Error("a picture of another graph is drawn")
	}
}
