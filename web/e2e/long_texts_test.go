//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// This file tests texts that are longer than the page permits.

// A link whose graph has 9 000 bytes, more than the page permits, is refused with a message. A call with 200 000 bytes is refused, too. The
// page keeps its default graph. After a crash of such a page the report replaces the line of the boot script and is above an open dialog.
// The button of the report starts the page without the link.
func TestLongLink(t *testing.T) {
	// recipe.Format refuses such a recipe. Therefore the test packs the text of a file as a link.
	data, err := recipe.FormatFile(recipe.Recipe{Setup: recipe.Setup{Graph: strings.Repeat("x", 9000)}})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := json.Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	v := desktop
	v.fragment = "s1." + packed // s1. marks a link of version 1
	p := open(t, v)
	p.ready()
	p.waitFor(`document.body.innerText.includes("This link is damaged: its graph has 9000 bytes")`)
	var message string
	p.eval(`sheafscope.load("x".repeat(2e5)).then(() => "taken", (err) => err.message)`, &message)
	if !strings.Contains(message, "its graph has 200000 bytes") {
		t.Errorf("the call with 200 000 bytes is answered with %q", message)
	}
	if n := p.state().Graph.N; n != 34 { // karate, the default
		t.Errorf("the graph has %d nodes, want 34", n)
	}
	// A dialog and the line of the boot script are on the page when it reports a crash.
	p.eval(`(() => {
		const dialog = document.body.appendChild(Object.assign(document.createElement("dialog"), { textContent: "on top" }));
		dialog.showModal();
		const boot = document.body.appendChild(Object.assign(document.createElement("div"), { id: "boot",
			className: "boot", textContent: "Loading" }));
		sheafscopeBoot.panic("of the test");
		return true;
	})()`, new(bool))
	p.waitFor(`(() => {
		const box = document.querySelector('[data-testid="crash-plain"]'), at = box.getBoundingClientRect();
		return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2) === box && !document.getElementById("boot");
	})()`)
	p.eval(`document.querySelector('[data-testid="crash-plain"]').click(), true`, new(bool))
	p.waitFor(`location.hash === "" && window.sheafscope !== undefined`)
	p.ready()
}
