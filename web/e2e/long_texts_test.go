//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// A link that unpacks to a text longer than any text of the page is refused with a message, and so is a call with such a text. The page
// continues to work.
func TestLongLink(t *testing.T) {
	data, err := recipe.FormatFile(recipe.Recipe{Setup: recipe.Setup{Graph: strings.Repeat("x", 9000)}}) // Format writes no such link
	if err != nil {
		t.Fatal(err)
	}
	packed, err := json.Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	v := desktop
	v.fragment = "s1." + packed
	p := open(t, v)
	p.ready()
	p.waitFor(`document.body.innerText.includes("This link is damaged: its graph has 9000 bytes")`)
	var said string
	p.eval(`sheafscope.load("x".repeat(2e5)).then(() => "taken", (err) => err.message)`, &said)
	if !strings.Contains(said, "its graph has 200000 bytes") {
		t.Error(said)
	}
	if n := p.state().Graph.N; n != 34 {
		t.Errorf("%d nodes", n)
	}
	// After a crash the message is seen whatever was on top, and offers to start without the link.
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
