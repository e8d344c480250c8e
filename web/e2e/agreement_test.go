//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// This file tests the consent that a page around Sheafscope needs for the graph of the reader.

// A host, the page that embeds Sheafscope, may load an edited built-in graph. If the reader's own graph is open, a search and such a load
// wait for the consent of the reader. One refusal refuses both requests, and the graph stays. To consent, the reader clicks two buttons,
// which do not overlap. Then the load succeeds.
func TestHostWaitsForTheReader(t *testing.T) {
	f := embed(t, desktop, site.Handler(filepath.Join(root, "dist")))
	if m := f.answer("load", map[string]any{"graph": "karate", "edits": map[string]any{"cut": [][2]int{{0, 1}}}}); m.Sheafscope != "result" {
		t.Fatalf("a load of an edited built-in graph by the host was answered with %+v", m)
	}
	// The reader opens a file. Now the graph is the reader's own.
	openOwnFile := `(() => {
		const files = new DataTransfer(), input = document.querySelector('[data-testid="file-input"]');
		files.items.add(new File(["source,target\na,b\nb,c\nc,d\nd,a\n"], "mine.csv"));
		input.files = files.files;
		input.dispatchEvent(new Event("change", { bubbles: true }));
	})()`
	f.inside(openOwnFile, nil) // a circle of four nodes
	f.insideUntil(`sheafscope.state().graph?.n === 4 && !sheafscope.state().busy`)
	// visible returns an expression that is true while an element is visible.
	visible := func(id string) string {
		return `document.querySelector('[data-testid="` + id + `"]').checkVisibility()`
	}
	// The host sends two requests and keeps the promises of their answers. One refusal by the reader refuses both.
	f.eval(`window.searched = answer("tune", { runs: 1, configurations: 1, epochs: 2 }), window.changed = answer("load", { graph: "karate",
		edits: { cut: [[0, 1]] } }), 0`, nil)
	f.insideUntil(visible("private-ask"))
	f.press("private-refuse")
	for _, name := range []string{"searched", "changed"} {
		var m message
		f.eval(name, &m)
		refused := m.Sheafscope == "error" && m.Private && strings.Contains(m.Error, "not allowed")
		if !refused {
			t.Errorf("after a refusal by the reader the request %s is answered with %+v, want a private error, \"not allowed\"", name, m)
		}
	}
	var n int
	f.inside(`sheafscope.state().graph.n`, &n)
	if n != 4 {
		t.Errorf("after a refusal the graph has %d nodes, want the 4 of the reader's file", n)
	}
	// The reader then changes the answer. private-change shows the question again, as after a click on private-allow, the first of the
	// two buttons. The second button, sure-yes, must not overlap private-allow.
	f.press("private-change")
	f.insideUntil(visible("sure-yes"))
	var apart bool
	f.inside(`(() => {
		const [a, b] = ["private-allow", "sure-yes"].map((id) => document.querySelector('[data-testid="' + id + '"]').getBoundingClientRect());
		return a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left;
	})()`, &apart)
	if !apart {
		t.Error("the two buttons of the consent overlap")
	}
	f.shot("sure")
	f.press("sure-yes")
	if m := f.answer("load", map[string]any{"graph": "karate", "edits": map[string]any{"cut": [][2]int{{0, 2}}}}); m.Sheafscope != "result" {
		t.Errorf("a load by the host after the consent was answered with %+v", m)
	}
}
