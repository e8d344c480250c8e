//go:build e2e

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// This file tests the thread: scenes 0 to 6, which follow one person, one tie and one number from the dial of Look to a class.

// sceneContents describes a scene.
type sceneContents struct {
	Words, Controls int         // words with at least two letters; visible elements that can be pressed or chosen
	Say, Class, At  string      // the sentence, the class ("" before the scene that has it), and the number of the scene
	Cells           [][2]string // name and value of each cell of the strip
	Wide, Tall      bool        // whether the page is larger than the window
}

// sceneContents returns the visible contents of the open scene.
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

// From Look at most eight presses lead to the class of a person. On a desktop and on a phone, each of the scenes 1 to 5 has a sentence of
// at most 25 words, 8 to 75 words in all, at most 16 controls, exactly seven cells, and no scroll bar. axe-core finds no problem. The
// button Back leads through the scenes to Look, and focuses the button that leads from Look to scene 1.
func TestThreadWalks(t *testing.T) {
	for _, v := range []view{{width: 1440, height: 900, theme: "light", newcomer: true},
		{width: 390, height: 844, theme: "dark", newcomer: true}} {
		p := open(t, v)
		p.ready()
		p.turn(2)
		p.click("look-how")
		// From Look through the scenes 1 to 5 by the button Next.
		presses := 2        // the dial, and the button of Look
		pressesToClass := 0 // presses until scene 3 has the class
		for k := 1; k <= 5; k++ {
			p.waitFor(fmt.Sprintf("sheafscope.scene() === %d && sheafscope.state().scene === %d", k, k))
			p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
			p.settle()
			s := p.sceneContents()
			if s.Words > 75 || s.Words < 8 {
				t.Errorf("scene %d on %d px has %d words, want 8 to 75", k, v.width, s.Words)
			}
			if n := len(strings.Fields(s.Say)); n > 25 {
				t.Errorf("scene %d on %d px has a sentence of %d words, want at most 25: %q", k, v.width, n, s.Say)
			}
			if s.Controls > 16 || len(s.Cells) != 7 {
				t.Errorf("scene %d on %d px has %d controls and the cells %v, want at most 16, and 7", k, v.width, s.Controls, s.Cells)
			}
			if s.Wide || s.Tall {
				t.Errorf("scene %d on %d px is larger than the window: in width %v, in height %v", k, v.width, s.Wide, s.Tall)
			}
			if k == 3 && s.Class != "" {
				pressesToClass = presses
			}
			p.axe(fmt.Sprintf("scene %d", k))
			if k < 5 {
				p.click("scene-next")
				presses++
			}
		}
		if pressesToClass == 0 || pressesToClass > 8 {
			t.Errorf("the class appears after %d presses, want 1 to 8", pressesToClass)
		}
		// Back to Look.
		for k := 4; k >= 0; k-- {
			p.click("scene-back")
			p.waitFor(fmt.Sprintf("sheafscope.scene() === %d", k))
		}
		p.waitFor(`!document.querySelector('[data-testid="scene"]') && document.activeElement?.dataset.testid === "look-how"`)
		p.clean()
	}
}

// displayedNumber returns the value of a number in the format of the page, with "−" as the minus and an optional "+".
func displayedNumber(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "+", "").Replace(strings.TrimSpace(text)), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// visibleSum returns the displayed numbers of the sum in scene 3: in pulls the texts of the terms and, as the last text, of the score; then
// the sum of the terms, and the score. bound is the largest difference of sum and score that the rounding of the numbers permits.
func (p *page) visibleSum() (pulls []string, sum, score, bound float64) {
	p.t.Helper()
	p.eval(`[...document.querySelectorAll(".tsum .pull b")].map((e) => e.textContent)`, &pulls)
	last := pulls[len(pulls)-1]
	for _, text := range pulls[:len(pulls)-1] {
		sum += displayedNumber(p.t, text)
	}
	// One unit of the last decimal place, once for each number, bounds the sum of the rounding errors.
	_, decimals, _ := strings.Cut(last, ".")
	unit := 1.0
	for range decimals {
		unit /= 10
	}
	return pulls, sum, displayedNumber(p.t, last), unit * float64(len(pulls))
}

// The terms of the visible sum add up to the displayed score, within the rounding of each displayed number, and the sign of the score gives
// the displayed class. This holds for three people, at three stops, and with learned, identity and zero maps. Stop 0 has only its own maps.
// With the learned maps the line of the crowd has the class of the score. An arrow key to another tie does not change the class.
func TestThreadAddsUp(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	for stop := range 3 {
		p.call("scene(0)")
		p.turn(stop)
		for _, node := range []int{0, 11, 40} { // any three nodes of the crowd
			p.call("scene(0)")
			// A click on a node of the crowd selects its person. The script returns the number of the person.
			var id int
			p.eval(fmt.Sprintf(`(() => {
				const n = document.querySelectorAll(".lgraph .n")[%d], b = n.getBoundingClientRect(), g = document.querySelector(".lgraph");
				g.dispatchEvent(new PointerEvent("click", {clientX: b.x + b.width / 2, clientY: b.y + b.height / 2, bubbles: true}));
				return sheafscope.recipe().view.scene.u - 1;
			})()`, node), &id)
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
				pulls, sum, score, bound := p.visibleSum()
				s := p.sceneContents()
				want := "blue"
				if score < 0 {
					want = "amber"
				}
				if sum-score > bound || score-sum > bound {
					t.Errorf("stop %d, person %d, %s: the terms of %v add up to %.4f, the score is %v", stop, id, maps, pulls, sum, score)
				}
				if s.Class != want {
					t.Errorf("stop %d, person %d, %s: the score %v has the class %s, want %s", stop, id, maps, score, s.Class, want)
				}
				if maps == "learned" && !strings.Contains(line, ": "+want+", ") {
					t.Errorf("the line of the crowd for person %d is %q, the class of the sum is %s", id, line, want)
				}
			}
			// An arrow key selects another tie, whose given number differs. A sum of less than five rows may have no other tie.
			before := p.sceneContents()
			p.do(chromedp.KeyEvent(kb.ArrowDown))
			p.waitFor(fmt.Sprintf(`document.querySelector('[data-name="given"] b').textContent !== %q || `+
				`document.querySelectorAll(".tsum tbody tr").length < 5`, before.Cells[0][1]))
			if after := p.sceneContents(); after.Class != before.Class {
				t.Errorf("the choice of another tie changes the class from %s to %s", before.Class, after.Class)
			}
		}
	}
	p.clean()
}

// The edge of scene 1 joins two rivals: the first entries of its two maps have the product −0.5 or less. An arrow key goes to the next
// scene, and the browser's Back to the previous scene. A recipe restores a scene with its sentence, class and cells. Escape returns to
// Look, and a step of the run leads to Research.
func TestThreadLinks(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.turn(2)
	p.click("look-how")
	p.waitFor("sheafscope.scene() === 1 && sheafscope.state().oneEdge.u >= 0")
	var maps [][]float64
	p.eval("sheafscope.state().oneEdge.maps", &maps)
	if maps[0][0]*maps[1][0] > -0.5 {
		t.Errorf("the edge of two rivals opens with the maps %v, want first entries with a product of at most -0.5", maps)
	}
	p.do(chromedp.Focus(chromedp.CSS(`[data-testid="scene-next"]`)))
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor("sheafscope.scene() === 2")
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.waitFor("sheafscope.scene() === 3")
	p.eval(`document.querySelector('[data-maps="identity"]').click()`, nil)
	p.waitFor(`document.querySelector('[data-maps="identity"]').ariaPressed === "true"`)
	seen := p.sceneContents()
	// The recipe of scene 3 with identity maps is stored. The browser's Back and another graph leave this scene.
	var recipe string
	p.eval("JSON.stringify(sheafscope.recipe())", &recipe)
	p.eval("history.back()", nil)
	p.waitFor("sheafscope.scene() === 2 && document.querySelector('[data-testid=\"scene\"]').dataset.scene === '2'")
	p.call(`load({graph: "karate", seed: 1})`)
	p.waitFor(`sheafscope.level() === "research" && sheafscope.scene() === null && !document.querySelector('[data-testid="scene"]')`)
	p.call("load(%s)", recipe)
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
	again := p.sceneContents()
	if again.Say != seen.Say || again.Class != seen.Class {
		t.Errorf("the recipe opens the sentence %q and the class %q, want %q and %q", again.Say, again.Class, seen.Say, seen.Class)
	}
	if fmt.Sprint(again.Cells) != fmt.Sprint(seen.Cells) {
		t.Errorf("the recipe opens the cells %v, want %v", again.Cells, seen.Cells)
	}
	// Escape leaves the scenes for Look, a step for Research.
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor("sheafscope.scene() === 0")
	p.call(`scene(2)`)
	p.call(`step("inner")`)
	p.waitFor(`sheafscope.level() === "research" && sheafscope.scene() === null && !document.querySelector('[data-testid="scene"]')`)
	p.clean()
}

// The fragments scene=3 and scene=2 open these scenes, with the dial at its last stop. The embedded figure scene:3 has the sentence and the
// cells of scene 3.
func TestSceneAddresses(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", fragment: "scene=3"})
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3" && sheafscope.state().dial.stop === 2`)
	want := p.sceneContents()
	p.eval(`location.hash = "#scene=2"`, nil)
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "2" && sheafscope.scene() === 2`)
	p.visit(p.origin + base + "?embed=1&figure=scene:3")
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
	if got := p.sceneContents(); got.Say != want.Say || fmt.Sprint(got.Cells) != fmt.Sprint(want.Cells) {
		t.Errorf("the figure has %+v, want the sentence and the cells of %+v", got, want)
	}
	p.clean()
}

// A click on a cell of the strip opens its formula. The formula has "= " and the value of the cell, except for the given and the guessed
// number. On an idle machine the step to another scene takes at most 100 ms of processor time.
func TestStripOpensFormulas(t *testing.T) {
	p := open(t, view{width: 1280, height: 720, theme: "dark", newcomer: true})
	p.ready()
	p.turn(2)
	p.click("look-how")
	p.waitFor(`document.querySelector('[data-testid="scene"]')`)
	p.call("scene(3)")
	p.waitFor(`document.querySelector('[data-testid="scene"]').dataset.scene === "3"`)
	// The formula of each cell of scene 3.
	for _, c := range p.sceneContents().Cells {
		p.eval(fmt.Sprintf(`document.querySelector('[data-name="%s"]').click()`, c[0]), nil)
		var text string
		p.eval(`document.querySelector('[data-testid="strip-formula"]').innerText`, &text)
		if text == "" {
			t.Errorf("the cell %s has no formula", c[0])
		}
		computed := c[0] != "given" && c[0] != "guess"
		if computed && !strings.Contains(text, "= "+c[1]) {
			t.Errorf("the cell %s with the value %s has the formula %q", c[0], c[1], text)
		}
	}
	// The time of the step from scene 3 to scene 2.
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

// If the reader prefers less motion, no animation runs in scenes 1 to 3.
func TestThreadWithoutMotion(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.do(media("screen", "prefers-reduced-motion", "reduce"))
	p.ready()
	p.click("look-how")
	p.waitFor(`document.querySelector('[data-testid="scene"]')`)
	for range 3 {
		var moving int
		p.eval(`document.getAnimations().filter((a) => a.playState === "running").length`, &moving)
		if moving > 0 {
			t.Errorf("%d animations run, want none", moving)
		}
		p.click("scene-next")
	}
	p.clean()
}

// The region for screen readers has the role status and is displayed as a block. It has the sentence of each of the scenes 1 to 6, and in
// scene 1 also two cells of the strip. After a change it has this change: a stage, the sum, or an opened formula.
func TestThreadForScreenReaders(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "light", newcomer: true})
	p.ready()
	p.turn(2)
	const live = `document.querySelector('[data-testid="scene-live"]')`
	waitForTexts := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			p.waitFor(fmt.Sprintf(live+`?.textContent.includes(%q)`, text))
		}
	}
	for k := 1; k <= 6; k++ {
		p.call("scene(%d)", k)
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "%d"`, k))
		waitForTexts(strings.TrimSuffix(p.sceneContents().Say, "."))
		if k == 1 {
			waitForTexts("v is given: ", "guess: ")
		}
	}
	// The changes: a step in scene 6, the sum of scene 3, and the formula of the cell "pull".
	p.click("scene-next")
	waitForTexts("stage 2 of 10")
	p.call("scene(3)")
	p.waitFor(`document.querySelector('[data-testid="scene"]')?.dataset.scene === "3"`)
	waitForTexts("add up")
	p.eval(`document.querySelector('[data-name="pull"]').click()`, nil)
	waitForTexts("w = ")
	var role string
	p.eval(live+`.getAttribute("role") + " " + getComputedStyle(`+live+`).display`, &role)
	if role != "status block" {
		t.Errorf("the role and the display of the region are %q, want status block", role)
	}
	p.clean()
}
