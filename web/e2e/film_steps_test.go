//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// filmed has the steps of a part of the film: before prepares its first picture, and during has a list of steps for each caption.
type filmed struct {
	before func(p *page)
	during [][]func(p *page)
}

// rest is a step in which nothing happens.
func rest(*page) {}

// repeat returns a list that has a step n times.
func repeat(n int, step func(p *page)) (list []func(p *page)) {
	for range n {
		list = append(list, step)
	}
	return list
}

// filmSteps has the steps by the names of the parts in Film. Some steps check what their captions state.
var filmSteps = map[string]filmed{
	"Dial": {
		before: func(p *page) { p.waitFor(`document.querySelector(".lgraph .ring")`) },
		during: [][]func(p *page){{rest}, {turnDialDown(1)}, {turnDialDown(2)}},
	},
	"One edge": {
		before: func(p *page) {
			// The signals of the two nodes are orthogonal, and both maps are the identity.
			p.call(`edge({x: [[1, 0], [0, 1]], maps: [[1, 0, 0, 1], [1, 0, 0, 1]]})`)
			p.waitFor(`document.querySelector('[data-testid="one-edge"]')`)
		},
		during: [][]func(p *page){
			{rest},
			mapTurns(),
			{func(p *page) { p.click("edge-again") }, diffuseSignals},
		},
	},
	"JKO step": {
		before: func(p *page) {
			p.call("edge(null)")
			p.call(`load({graph: "karate", seed: 1, settings: {d: 2, epsilon: 0.3}})`) // with this ε the JKO step cools the plans
			p.call("run(2)")
			p.toStage(2)
			p.click("tab-edge") // chooses an edge
			p.click("stage-3")
		},
		during: [][]func(p *page){{rest}, {runJKOStep}, backAndForth()},
	},
	"Spectrum": {
		before: func(p *page) {
			p.toStage(4)
			p.click("stage-5")
		},
		during: [][]func(p *page){
			{func(p *page) { p.toStage(5) }},
			{func(p *page) { p.choose("nodes-by", "lambda2") }},
		},
	},
	"Gap ascent": {
		before: func(p *page) {
			p.toStage(9)
			p.click("stage-10")
		},
		during: [][]func(p *page){
			{rest},
			append(repeat(5, func(p *page) { p.call(`step("inner")`) }), waitForGain),
		},
	},
	"WebKB": {
		before: func(p *page) {
			p.loadTexas(texasRecipe)
			if g := p.state().Graph; g.N != 183 || g.Homophily > 0.5 {
				p.t.Errorf("Texas is %+v, want 183 nodes and a homophily of at most 0.5", g)
			}
			// The click closes the note about the file that was read.
			p.eval(`document.querySelector('[data-testid="read"] button[aria-label^="Dismiss"]').click()`, nil)
			p.choose("nodes-by", "prediction")
			p.click("tab-node") // chooses a node, which is a web page
		},
		during: [][]func(p *page){
			{rest},
			repeat(5, func(p *page) { p.call("run(6)") }),
			{openFlips},
		},
	},
}

// openFlips clicks the button Why? of the chosen node, and waits for the list of flips.
func openFlips(p *page) {
	p.click("unroll")
	p.waitFor(`document.querySelector('[data-testid="flip-list"]')`)
}

// turnDialDown returns a step that turns the dial of Look to a stop, from 0. The step checks that the stop has fewer wrong guesses, and
// that the page shows the accuracy of the stop in percent.
func turnDialDown(stop int) func(p *page) {
	return func(p *page) {
		before := p.dial().Dial
		p.turn(stop)
		now := p.dial().Dial
		if now.Wrong >= before.Wrong {
			p.t.Errorf("the dial turns from %+v to %+v, want fewer wrong guesses", before, now)
		}
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="look-accuracy"]').textContent === "%.0f%%"`,
			math.Round(100*now.Accuracy)))
	}
}

// edgeAgrees is the beginning of a JavaScript condition: the energy of One edge is almost 0, and its sentence includes the text that
// follows. The sentence changes a moment after the numbers.
const edgeAgrees = `sheafscope.state().oneEdge.energy < 1e-3 && document.querySelector(".oneedge h1").textContent.includes(`

// mapTurns returns six steps. Each step presses an arrow key, which turns a map by 15°. Before this the first step moves the focus to the
// map, and after this the last step waits until the energy of the edge is almost 0.
func mapTurns() []func(p *page) {
	list := repeat(6, func(p *page) { p.do(chromedp.KeyEvent(kb.ArrowRight)) })
	first, last := list[0], list[5]
	list[0] = func(p *page) { p.do(chromedp.Focus(chromedp.CSS(`[data-h="a1"]`))); first(p) }
	list[5] = func(p *page) { last(p); p.waitFor(edgeAgrees + `"That is a sheaf")`) }
	return list
}

// diffuseSignals lets the signals of One edge diffuse from an energy above 0.1 until the energy is almost 0.
func diffuseSignals(p *page) {
	p.waitFor(`sheafscope.state().oneEdge.energy > 0.1`)
	p.click("edge-flow")
	p.waitFor(edgeAgrees + `"to agree is to be equal")`)
}

// runJKOStep runs the JKO step, and waits until the page says that the step cools the plans.
func runJKOStep(p *page) {
	p.toStage(3)
	p.waitFor(`document.querySelector(".insp .lead").textContent.includes("cools the plans")`)
}

// backAndForth returns two steps: the first goes back before the JKO step, and the second runs it again and checks that the numbers are the
// same.
func backAndForth() []func(p *page) {
	var before state
	return []func(p *page){func(p *page) {
		before = p.state()
		p.click("back")
		p.waitFor(fmt.Sprintf("sheafscope.state().position === %d && !sheafscope.state().busy", before.Position-1))
	}, func(p *page) {
		p.call(`step("inner")`)
		same(p.t, "after going back", p.state(), before)
	}}
}

// waitForGain waits until the rail displays that the ascent multiplies λ₂ by a factor above 1.
func waitForGain(p *page) {
	p.waitFor(`parseFloat(document.querySelector('[data-testid="stage-10"]').textContent.split("λ₂ times ")[1]) > 1`)
}

// toStage steps the run until stage k, from 1 to 10, has been computed.
func (p *page) toStage(k int) {
	p.t.Helper()
	for range 10 {
		if p.state().Stage == k {
			return
		}
		p.call(`step("stage")`)
	}
	p.t.Errorf("no step leads to stage %d", k)
}

// Every caption of the film has its steps, and every step succeeds in the page. Some steps, such as turnDialDown and backAndForth, check
// what their captions state.
func TestFilmSteps(t *testing.T) {
	p := open(t, view{width: FilmWidth, height: FilmHeight - CaptionHeight, theme: FilmThemes[0], newcomer: true})
	for _, part := range Film {
		steps := filmSteps[part.Name]
		if len(steps.during) != len(part.Captions) {
			t.Fatalf("%s has steps for %d of %d captions", part.Name, len(steps.during), len(part.Captions))
		}
		steps.before(p)
		for _, during := range steps.during {
			for _, step := range during {
				step(p)
				p.rests()
			}
		}
	}
	p.clean()
}
