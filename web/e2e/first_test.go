//go:build e2e

package e2e

import (
	"reflect"
	"testing"
)

// This file tests the first picture of the page, which the build has computed.

// drawn has two properties of the picture of the graph: the places of the nodes and the number of edges.
type drawn struct {
	Nodes []struct{ X, Y float64 }
	Edges int
}

// holdProgram delays the program of the page until the test calls letGo().
const holdProgram = `{ const f = fetch; const gate = new Promise((r) => { globalThis.letGo = r; });
	globalThis.fetch = (u, ...a) => String(u).includes(".wasm") ? gate.then(() => f(u, ...a)) : f(u, ...a); }`

// countMessages counts the goals, that is, the messages with bytes, that the page sends to its workers. The global list asked has the count
// before the page is ready and the count after it.
const countMessages = `{ const post = Worker.prototype.postMessage; globalThis.asked = [0, 0];
	Worker.prototype.postMessage = function (m, ...a) {
		if (m.bytes) asked[performance.getEntriesByName("sheafscope:ready").length]++;
		return post.call(this, m, ...a);
	}; }`

// The page displays the first picture before its program is ready: 34 nodes and 78 edges. The page is inert until then, and no node moves
// when the program replaces the picture. The start sets its four marks in their order, starts one worker, and sends one goal to it before
// the page is ready.
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
		t.Fatalf("the picture has %d nodes and %d edges, want 34 and 78", len(before.Nodes), before.Edges)
	}
	// The picture after the program has started.
	p.eval("letGo()", nil)
	p.ready()
	p.eval("sheafscopeIslands.shown()", &after)
	if !reflect.DeepEqual(before, after) {
		t.Errorf("the program drew %+v, want the picture of the build, %+v", after, before)
	}
	// The page is no longer inert or busy, and has no line of the boot script.
	var started struct {
		Inert bool
		Busy  string
		Text  string
		Boot  int
		Marks []string
	}
	p.eval(`({inert: document.querySelector("#app").inert, busy: document.querySelector("#app").ariaBusy ?? "", text: `+
		`document.querySelector(".graph .gbar").innerText,
		boot: document.querySelectorAll("#boot").length, marks: performance.getEntriesByType("mark").map((m) => m.name)})`, &started)
	if started.Inert || started.Busy == "true" || started.Boot != 0 {
		t.Errorf("after the start the page is inert: %v, busy: %q, lines of the boot script: %d; want none of these", started.Inert,
			started.Busy, started.Boot)
	}
	if started.Text != text {
		t.Errorf("the head of the graph is %q, want %q as in the first picture", started.Text, text)
	}
	marks := []string{"sheafscope:boot", "sheafscope:picture", "sheafscope:compiled", "sheafscope:ready"}
	if !reflect.DeepEqual(started.Marks, marks) {
		t.Errorf("the marks are %v, want %v", started.Marks, marks)
	}
	// The boot script has started a worker and has sent it the first goal. For another goal the program would have started a second worker.
	var workers int
	p.eval(`performance.getEntriesByType("resource").filter((r) => r.name.includes("worker.js")).length`, &workers)
	if workers != 1 {
		t.Errorf("the page started %d workers, want 1", workers)
	}
	// Before the page is ready, the only goal is the graph. The training starts later, so that it does not slow the drawing.
	var goals [2]int
	p.eval("asked", &goals)
	if goals[0] != 1 || goals[1] == 0 {
		t.Errorf("%d goals for the worker before the page is ready and %d after it, want 1 and at least 1", goals[0], goals[1])
	}
	p.clean()
}

// If a link opens another graph, the page displays no first picture before its program is ready.
func TestNoFirstPictureForALink(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(holdProgram) // the program never becomes ready
	p.goTo("#url=https%3A%2F%2Fexample.org%2Fg.csv")
	p.waitFor(`document.querySelector("#boot progress")`)
	p.waitFor(`performance.getEntriesByType("resource").some((r) => r.name.includes("first.js"))`)
	var shown bool
	p.waitFor(`document.readyState === "complete"`) // a first picture would be drawn before this moment
	p.eval(`document.querySelector("#app").childElementCount > 0 || performance.getEntriesByName("sheafscope:picture").length > 0`, &shown)
	if shown {
		t.Error("the page draws the first picture, want none for a link to another graph")
	}
}
