//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// sceneContents describes a scene. Words is the number of words with letters, and Controls is the number of elements that can be pressed
// or chosen.
type sceneContents struct {
	Words, Controls int
	Say, Class, At  string
	Cells           [][2]string
	Wide, Tall      bool
}

func (p *page) sceneContents() (s sceneContents) {
	p.t.Helper()
	p.eval(`(() => {
		const root = document.querySelector('[data-testid="scene"]'), shown = (e) => e.checkVisibility({visibilityProperty: true});
		return {words: root.innerText.split(/\s+/).filter((w) => /[a-z]{2}/i.test(w)).length, at: root.dataset.scene,
			controls: [...root.querySelectorAll("button, input, select, a")].filter(shown).length,
			say: root.querySelector('[data-testid="scene-sentence"]').textContent,
			class: root.querySelector('[data-testid="scene-class"]')?.textContent ?? "",
			cells: [...root.querySelectorAll('[data-testid="strip-cell"]')].map((e) => [e.dataset.name, e.querySelector("b").textContent]),
			wide: document.scrollingElement.scrollWidth > innerWidth, tall: document.scrollingElement.scrollHeight > innerHeight};
	})()`, &s)
	return s
}

// From Look at most eight presses lead to the class of a person. Each scene has one sentence, few words and few controls, on a desktop and
// on a phone, and axe-core finds no problem.
func TestThreadWalks(t *testing.T) {
	for _, v := range []view{{width: 1440, height: 900, theme: "light", newcomer: true},
		{width: 390, height: 844, theme: "dark", newcomer: true}} {
		p := open(t, v)
		p.ready()
		p.turn(2)
		p.click("look-how")
		presses, class := 2, 0
		for k := 1; k <= 5; k++ {
			p.waitFor(fmt.Sprintf("sheafscope.scene() === %d && sheafscope.state().scene === %d", k, k))
			p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
			p.settle()
			s := p.sceneContents()
			if s.Words > 75 || s.Words < 8 || s.Controls > 16 || len(strings.Fields(s.Say)) > 25 || s.Wide || s.Tall || len(s.Cells) != 7 {
				t.Errorf("scene %d on %d px: %+v", k, v.width, s)
			}
			if k == 3 && s.Class != "" && class == 0 {
				class = presses
			}
			p.axe(fmt.Sprintf("scene %d", k))
			if k < 5 {
				p.click("scene-next")
				presses++
			}
		}
		if class == 0 || class > 8 {
			t.Errorf("the class is there after %d presses", class)
		}
		for k := 4; k >= 0; k-- {
			p.click("scene-back")
			p.waitFor(fmt.Sprintf("sheafscope.scene() === %d", k))
		}
		p.waitFor(`!document.querySelector('[data-testid="scene"]') && document.activeElement?.dataset.testid === "look-how"`)
		p.clean()
	}
}

// written returns the value of a number in the format of the page.
func written(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "+", "").Replace(strings.TrimSpace(text)), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The terms of the visible sum add up to the score and give the class, for several people, at every stop and with all maps. A click on
// another tie changes only the strip. Package scene computes the formulas independently.
func TestThreadAddsUp(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	for stop := range 3 {
		p.call("scene(0)")
		p.turn(stop)
		for _, at := range []int{0, 11, 40} {
			p.call("scene(0)")
			// A person is chosen by a click in the crowd.
			var id int
			p.eval(fmt.Sprintf(`(() => {
				const n = document.querySelectorAll(".lgraph .n")[%d], b = n.getBoundingClientRect(), g = document.querySelector(".lgraph");
				g.dispatchEvent(new PointerEvent("click", {clientX: b.x + b.width / 2, clientY: b.y + b.height / 2, bubbles: true}));
				return sheafscope.recipe().view.scene.u - 1;
			})()`, at), &id)
			var line string
			p.waitFor(`document.querySelector('.look [data-testid="crowd-line"]').textContent !== ""`)
			p.eval(`document.querySelector('.look [data-testid="crowd-line"]').textContent`, &line)
			p.call("scene(3)")
			p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
			for _, maps := range []string{"learned", "identity", "zero"} {
				if stop == 0 && maps != "learned" {
					continue
				}
				if stop > 0 {
					p.eval(fmt.Sprintf(`document.querySelector('[data-maps="%s"]').click()`, maps), nil)
					p.waitFor(fmt.Sprintf(`document.querySelector('[data-maps="%s"]').ariaPressed === "true"`, maps))
				}
				var pulls []string
				p.eval(`[...document.querySelectorAll(".tsum .pull b")].map((e) => e.textContent)`, &pulls)
				last := written(t, pulls[len(pulls)-1])
				sum := 0.0
				for _, text := range pulls[:len(pulls)-1] {
					sum += written(t, text)
				}
				_, decimals, _ := strings.Cut(pulls[len(pulls)-1], ".")
				unit := 1.0
				for range decimals {
					unit /= 10
				}
				s := p.sceneContents()
				want := "blue"
				if last < 0 {
					want = "amber"
				}
				if diff := sum - last; diff > unit*float64(len(pulls)) || -diff > unit*float64(len(pulls)) || s.Class != want {
					t.Errorf("stop %d, person %d, %s: %v add up to %.4f, written is %v, %s", stop, id, maps, pulls, sum, last, s.Class)
				}
				if maps == "learned" && !strings.Contains(line, ": "+want+", ") {
					t.Errorf("the crowd's line of %d is %q, the class %s", id, line, want)
				}
			}
			before := p.sceneContents()
			p.do(chromedp.KeyEvent(kb.ArrowDown))
			p.waitFor(fmt.Sprintf(`document.querySelector('[data-name="given"] b').textContent !== %q || `+
				`document.querySelectorAll(".tsum tbody tr").length < 5`, before.Cells[0][1]))
			if after := p.sceneContents(); after.Class != before.Class {
				t.Errorf("following another tie changes the class from %s to %s", before.Class, after.Class)
			}
		}
	}
	p.clean()
}

// A link restores a scene. Back of the browser returns to the previous scene, arrow keys walk through the scenes, and a step of the run
// leaves them.
func TestThreadLinks(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.turn(2)
	p.click("look-how")
	p.waitFor("sheafscope.scene() === 1 && sheafscope.state().oneEdge.u >= 0")
	var maps [][]float64
	if p.eval("sheafscope.state().oneEdge.maps", &maps); maps[0][0]*maps[1][0] > -0.5 {
		t.Errorf("the edge of two rivals opens with the maps %v", maps)
	}
	p.do(chromedp.Focus(chromedp.CSS(`[data-testid="scene-next"]`)))
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor("sheafscope.scene() === 2")
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor("sheafscope.scene() === 3")
	p.eval(`document.querySelector('[data-maps="identity"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-maps="identity"]').ariaPressed === "true"`)
	seen := p.sceneContents()
	var recipe string
	p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
	p.eval("history.back()", nil)
	p.waitFor("sheafscope.scene() === 2 && document.querySelector('[data-testid=\"scene\"]').dataset.scene === '2'")
	p.call(`load({graph: "karate", seed: 1})`)
	p.waitFor(`sheafscope.level() === "research" && sheafscope.scene() === null && !document.querySelector('[data-testid="scene"]')`)
	p.call("load(%s)", recipe)
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
	if again := p.sceneContents(); again.Say != seen.Say || again.Class != seen.Class || fmt.Sprint(again.Cells) != fmt.Sprint(seen.Cells) {
		t.Errorf("the recipe opens %+v, not %+v", again, seen)
	}
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor("sheafscope.scene() === 0")
	p.call(`scene(2)`)
	p.call(`step("inner")`)
	p.waitFor(`sheafscope.level() === "research" && sheafscope.scene() === null && !document.querySelector('[data-testid="scene"]')`)
	p.clean()
}

// An address can name a scene. The scene can also be a figure of another page, with the dial at its last stop.
func TestThreadIsNamed(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", fragment: "scene=3"})
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3" && sheafscope.state().dial.stop === 2`)
	last := p.sceneContents()
	p.eval(`location.hash = "#scene=2"`, nil)
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "2" && sheafscope.scene() === 2`)
	p.visit(p.origin + base + "?embed=1&figure=scene:3")
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
	if got := p.sceneContents(); got.Say != last.Say || fmt.Sprint(got.Cells) != fmt.Sprint(last.Cells) {
		t.Errorf("the figure shows %+v, the page %+v", got, last)
	}
	p.clean()
}

// A click on a cell of the strip opens the formula of the cell. The contents that a scene requests arrive within 100 ms.
func TestStripOpensFormulas(t *testing.T) {
	p := open(t, view{width: 1280, height: 720, theme: "dark", newcomer: true})
	p.ready()
	p.turn(2)
	p.click("look-how")
	p.waitFor(`document.querySelector('[data-testid="scene"]')`)
	p.call("scene(3)")
	p.waitFor(`document.querySelector('[data-testid="scene"]').dataset.scene === "3"`)
	for _, c := range p.sceneContents().Cells {
		p.eval(fmt.Sprintf(`document.querySelector('[data-name="%s"]').click()`, c[0]), nil)
		var text string
		p.eval(`document.querySelector('[data-testid="strip-formula"]').innerText`, &text)
		if text == "" || c[0] != "given" && c[0] != "guess" && !strings.Contains(text, "= "+c[1]) {
			t.Errorf("%s, %s, has the formula %q", c[0], c[1], text)
		}
	}
	p.do(send(performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}))
	threeTries(t, func(j *judge) {
		before := p.busyTime()
		p.eval(`(async () => {
			await sheafscope.scene(2);
			while (document.querySelector('[data-testid="scene"]').dataset.scene !== "2") await new Promise(requestAnimationFrame);
		})()`, nil)
		j.check("the next scene, processor time", p.busyTime()-before, 100)
		p.call("scene(3)")
	})
	p.clean()
}

// If the reader prefers less motion, the scenes have no motion.
func TestThreadWithoutMotion(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.do(media("screen", "prefers-reduced-motion", "reduce"))
	p.ready()
	p.click("look-how")
	p.waitFor(`document.querySelector('[data-testid="scene"]')`)
	for range 3 {
		var moving int
		if p.eval(`document.getAnimations().filter((a) => a.playState === "running").length`, &moving); moving > 0 {
			t.Errorf("%d things move", moving)
		}
		p.click("scene-next")
	}
	p.clean()
}

// Every scene can be saved as SVG, PNG, PDF and TikZ, with its sentence. In the long form pdfLaTeX compiles the last two. The arrow keys
// choose people, in Look and among everybody.
func TestThreadPictures(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.eval(`document.querySelector(".lgraph").focus()`, nil)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor("sheafscope.recipe().view.scene?.u > 0")
	var first, second int
	p.eval("sheafscope.recipe().view.scene.u", &first)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor(fmt.Sprintf("sheafscope.recipe().view.scene.u !== %d", first))
	p.eval(`globalThis.saved = []; URL.createObjectURL = (b) => { saved.push(b); return "data:,"; }; addEventListener("click", (e) => {
		if (e.target.download) e.preventDefault(); }, true)`, nil)
	for k := 1; k <= 5; k++ {
		p.call("scene(%d)", k)
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
		p.settle()
		for _, end := range []string{"svg", "png"} {
			p.eval(`saved.length = 0`, nil)
			p.eval(fmt.Sprintf(`document.querySelector('[data-testid="scene-%s"]').click()`, end), nil)
			p.waitFor(`saved.length === 1`)
		}
		var size int
		if p.eval("saved[0].size", &size); size < 8000 {
			t.Errorf("scene %d as PNG has %d bytes", k, size)
		}
		p.eval(`saved.length = 0; document.querySelector('[data-testid="scene-svg"]').click()`, nil)
		p.waitFor(`saved.length === 1`)
		var text string
		p.eval(`saved[0].text()`, &text)
		words := p.sceneContents().Say
		if _, rest, _ := strings.Cut(words, " "); !strings.HasPrefix(text, "<svg") || !strings.Contains(text, strings.Fields(rest)[0]) ||
			strings.Contains(text, "class=") {
			t.Errorf("scene %d as SVG: %.300s", k, text)
		}
		for end, begins := range map[string]string{"pdf": "%PDF-1.4", "tex": "%"} {
			p.eval(fmt.Sprintf(`saved.length = 0, document.querySelector('[data-testid="scene-%s"]').click()`, end), nil)
			p.waitFor(`saved.length === 1`)
			p.eval(`saved[0].text()`, &text)
			word := strings.Fields(words)[0]
			if !strings.HasPrefix(text, begins) || !strings.Contains(text, word) {
				t.Errorf("scene %d as %s lacks %q: %.300s", k, end, word, text)
			}
			if os.Getenv("LONG") != "" {
				typeset(t, map[string]string{"pdf": "scene-pdf", "tex": "scene-tikz"}[end], text, word)
			}
		}
	}
	p.call("scene(4)")
	p.waitFor(`document.querySelector(".thread .tsvg[tabindex]")`)
	p.eval("sheafscope.recipe().view.scene.u", &second)
	p.eval(`document.querySelector(".thread .tsvg").focus()`, nil)
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	p.waitFor(fmt.Sprintf(`sheafscope.recipe().view.scene.u !== %d && sheafscope.scene() === 4`, second))
	p.waitFor(`document.activeElement?.matches(".tsvg")`)
	p.clean()
}

// On paper every scene has its sentence, its picture and its strip, and no controls.
func TestThreadOnPaper(t *testing.T) {
	p := open(t, view{width: 1280, height: 720, theme: "light", fragment: "scene=1"})
	p.ready()
	for k, prints := range []string{1: ".lcanvas svg, .tcells", 2: ".tsvg, .tcells", 3: ".tsvg, .tsum, .tcells",
		4: ".tsvg, .tscore, .cline, .tcells", 5: ".tsvg, .tcells", 6: ".pgraph svg, .ihead, .lead, .ibody svg"} {
		if prints == "" {
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
		within := map[bool]string{true: "", false: ".thread "}[k == 6]
		if k == 6 {
			p.waitFor(`document.querySelector(".pgraph svg")?.checkVisibility()`) // it is made when the paper is known
		}
		var hidden, left []string
		p.eval(fmt.Sprintf(`%q.split(", ").filter((q) => !document.querySelector(%q + q)?.checkVisibility({ visibilityProperty: true }))`,
			prints, within), &hidden)
		p.eval(`["h1.lsay"].filter((q) => !document.querySelector(".thread " + q).checkVisibility({ visibilityProperty: true }))`, &left)
		if len(hidden)+len(left) > 0 {
			t.Errorf("scene %d prints without %v", k, append(hidden, left...))
		}
		also := map[bool]string{true: ".tabs", false: ".insp"}[k == 6]
		p.eval(fmt.Sprintf(`[".tfoot", ".ttop .reset", ".tsave", ".bar", ".time", ".walk select", %q].filter((q) =>
			document.querySelector(q)?.checkVisibility({ visibilityProperty: true }))`, also), &left)
		if len(left) > 0 {
			t.Errorf("scene %d prints %v", k, left)
		}
	}
	p.clean()
}

// A screen reader reads a scene from a region that exists before the scene: first the sentence and the strip, and then the changes.
func TestThreadIsHeard(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "light", newcomer: true})
	p.ready()
	p.turn(2)
	const live = `document.querySelector('[data-testid="scene-live"]')`
	heard := func(has ...string) {
		t.Helper()
		for _, text := range has {
			p.waitFor(fmt.Sprintf(live+`?.textContent.includes(%q)`, text))
		}
	}
	for k := 1; k <= 6; k++ {
		p.call("scene(%d)", k)
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
		heard(strings.TrimSuffix(p.sceneContents().Say, "."))
		if k == 1 {
			heard("v is given: ", "guess: ")
		}
	}
	p.click("scene-next")
	heard("stage 2 of 10")
	p.call("scene(3)")
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
	heard("add up")
	p.eval(`document.querySelector('[data-name="pull"]').click()`, nil)
	heard("w = ")
	var role string
	if p.eval(live+`.getAttribute("role") + " " + getComputedStyle(`+live+`).display`, &role); role != "status block" {
		t.Errorf("the region is %s", role)
	}
	p.clean()
}
