//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The scenes 1 to 5 can be saved as SVG, PNG, PDF and TikZ. A PNG has at least 8000 bytes; the other files have a word of the sentence, and
// an SVG has no classes. In the long form typeset checks PDF and TikZ. The arrow keys select another person, in Look and in the crowd of
// scene 4, which keeps the focus.
func TestThreadPictures(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	// The arrow keys in Look.
	p.eval(`document.querySelector(".lgraph").focus()`, nil)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor("sheafscope.recipe().view.scene?.u > 0")
	var person int
	p.eval("sheafscope.recipe().view.scene.u", &person)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor(fmt.Sprintf("sheafscope.recipe().view.scene.u !== %d", person))
	// The files are kept in the list saved instead of being downloaded.
	p.eval(`globalThis.saved = []; URL.createObjectURL = (b) => { saved.push(b); return "data:,"; }; addEventListener("click", (e) => {
		if (e.target.download) e.preventDefault(); }, true)`, nil)
	for k := 1; k <= 5; k++ {
		p.call("scene(%d)", k)
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
		p.settle()
		// SVG and PNG are saved one after the other. The list then has the PNG.
		for _, end := range []string{"svg", "png"} {
			p.eval(`saved.length = 0`, nil)
			p.eval(fmt.Sprintf(`document.querySelector('[data-testid="scene-%s"]').click()`, end), nil)
			p.waitFor(`saved.length === 1`)
		}
		var size int
		p.eval("saved[0].size", &size)
		if size < 8000 {
			t.Errorf("scene %d as PNG has %d bytes, want at least 8000", k, size)
		}
		// The text of the SVG.
		p.eval(`saved.length = 0; document.querySelector('[data-testid="scene-svg"]').click()`, nil)
		p.waitFor(`saved.length === 1`)
		var text string
		p.eval(`saved[0].text()`, &text)
		sentence := p.sceneContents().Say
		secondWord := strings.Fields(sentence)[1]
		if !strings.HasPrefix(text, "<svg") || !strings.Contains(text, secondWord) {
			t.Errorf("scene %d as SVG is no SVG with the word %q: %.300s", k, secondWord, text)
		}
		if strings.Contains(text, "class=") {
			t.Errorf("scene %d as SVG has classes: %.300s", k, text)
		}
		// PDF and TikZ have the first word of the sentence.
		for end, prefix := range map[string]string{"pdf": "%PDF-1.4", "tex": "%"} {
			p.eval(fmt.Sprintf(`saved.length = 0, document.querySelector('[data-testid="scene-%s"]').click()`, end), nil)
			p.waitFor(`saved.length === 1`)
			p.eval(`saved[0].text()`, &text)
			word := strings.Fields(sentence)[0]
			if !strings.HasPrefix(text, prefix) || !strings.Contains(text, word) {
				t.Errorf("scene %d as %s lacks %q: %.300s", k, end, word, text)
			}
			if os.Getenv("LONG") != "" {
				typeset(t, map[string]string{"pdf": "scene-pdf", "tex": "scene-tikz"}[end], text, word)
			}
		}
	}
	// The arrow keys in the crowd of scene 4.
	p.call("scene(4)")
	p.waitFor(`document.querySelector(".thread .tsvg[tabindex]")`)
	p.eval("sheafscope.recipe().view.scene.u", &person)
	p.eval(`document.querySelector(".thread .tsvg").focus()`, nil)
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	p.waitFor(fmt.Sprintf(`sheafscope.recipe().view.scene.u !== %d && sheafscope.scene() === 4`, person))
	p.waitFor(`document.activeElement?.matches(".tsvg")`)
	p.clean()
}

// On paper each of the scenes 1 to 6 has its sentence and the listed parts, and no controls.
func TestThreadOnPaper(t *testing.T) {
	p := open(t, view{width: 1280, height: 720, theme: "light", fragment: "scene=1"})
	p.ready()
	for k, parts := range []string{1: ".lcanvas svg, .tcells", 2: ".tsvg, .tcells", 3: ".tsvg, .tsum, .tcells",
		4: ".tsvg, .tscore, .cline, .tcells", 5: ".tsvg, .tcells", 6: ".pgraph svg, .ihead, .lead, .ibody svg"} {
		if parts == "" { // scene 0 is Look
			continue
		}
		p.do(media("screen", "prefers-reduced-motion", "reduce"))
		p.call("scene(%d)", k)
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
		if k == 6 {
			p.waitFor(`document.querySelector('.ibody [data-testid="strip"]')`)
		}
		p.settle()
		p.do(media("print", "prefers-reduced-motion", "reduce"))
		within, foreign := ".thread ", ".insp" // the layer of the scene, and a panel that does not belong to it
		if k == 6 {                            // scene 6 is a line above Learn, so its parts lie outside of the layer
			within, foreign = "", ".tabs"
			p.waitFor(`document.querySelector(".pgraph svg")?.checkVisibility()`) // the page makes it for the paper
		}
		// The listed parts, and the sentence.
		var hidden, noSentence, extra []string
		p.eval(fmt.Sprintf(`%q.split(", ").filter((q) => !document.querySelector(%q + q)?.checkVisibility({ visibilityProperty: true }))`,
			parts, within), &hidden)
		p.eval(`["h1.lsay"].filter((q) => !document.querySelector(".thread " + q).checkVisibility({ visibilityProperty: true }))`, &noSentence)
		if len(hidden)+len(noSentence) > 0 {
			t.Errorf("scene %d on paper lacks %v", k, append(hidden, noSentence...))
		}
		// The controls, and the panels that do not belong to the scene.
		p.eval(fmt.Sprintf(`[".tfoot", ".ttop .reset", ".tsave", ".bar", ".time", ".walk select", %q].filter((q) =>
			document.querySelector(q)?.checkVisibility({ visibilityProperty: true }))`, foreign), &extra)
		if len(extra) > 0 {
			t.Errorf("scene %d on paper has %v, want none", k, extra)
		}
	}
	p.clean()
}
