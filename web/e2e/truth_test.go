//go:build e2e

package e2e

import (
	"strconv"
	"strings"
	"testing"
)

// This file tests that the page displays no number before the program has computed it.

// During the first epoch of karate and of Texas, stage by stage from position 0, state() has null for each number that is not computed yet,
// and no panel displays such a number as 0. beforeKnown checks one stage.
func TestNothingIsZeroBeforeItIsKnown(t *testing.T) {
	beside(t)
	for _, graph := range []string{"karate", "texas"} {
		t.Run(graph, func(t *testing.T) {
			p := shared(t, desktop)
			p.ready()
			if graph == "karate" {
				p.call(`load({graph: "karate", seed: 1})`)
			} else {
				p.loadTexas(texasRecipe)
			}
			p.settle()
			for stage := 0; stage <= 10; stage++ {
				if stage > 0 {
					p.call(`step("stage")`)
					p.settle()
				}
				p.beforeKnown(stage)
			}
			p.clean()
		})
	}
}

// beforeKnown checks the page directly after the given stage of the first epoch; 0 is the position before the first stage. A number is null
// in state(), and "–" on the page, before the stage that computes it. The predictions are the classes of the largest probabilities.
func (p *page) beforeKnown(stage int) {
	p.t.Helper()
	var s struct {
		Stage int
		Nulls map[string]bool
		Right bool
	}
	p.eval(`(() => {
		const s = sheafscope.state(), names = ["predictions", "probabilities", "accuracy", "predictionEpoch", "loss", "lossTerms", "bound", `+
		`"lossEpoch", "lambda2", "kernelDim"];
		const C = s.graph.classes, top = (i) => { const q = s.probabilities.slice(i * C, (i + 1) * C); return q.indexOf(Math.max(...q)); };
		return {Stage: s.stage, Nulls: Object.fromEntries(names.map((n) => [n, s[n] === null])), Right: s.predictions === null || `+
		`s.predictions.every((c, i) => c === top(i))};
	})()`, &s)
	if s.Stage != stage {
		p.t.Fatalf("after %d steps the run is in stage %d, want the same number", stage, s.Stage)
	}
	// The stage that computes each number: first in state(), then on the page.
	computedIn := map[string]int{"predictions": 8, "probabilities": 8, "accuracy": 8, "predictionEpoch": 8, "loss": 9, "lossTerms": 9,
		"bound": 9, "lossEpoch": 9, "lambda2": 4, "kernelDim": 4}
	for name, computing := range computedIn {
		if s.Nulls[name] != (stage < computing) {
			p.t.Errorf("stage %d: state().%s is null: %v; stage %d computes it", stage, name, s.Nulls[name], computing)
		}
	}
	if !s.Right {
		p.t.Errorf("stage %d: the predictions are not the largest probabilities", stage)
	}
	for id, computing := range map[string]int{"kernel-dim": 4, "loss": 9, "acc-train": 8, "acc-test": 8} {
		var text string
		p.eval(`document.querySelector('[data-testid="`+id+`"]').textContent`, &text)
		if (text == "–") != (stage < computing) {
			p.t.Errorf("stage %d: %s has the text %q; stage %d computes it", stage, id, text, computing)
		}
	}
	var legend string
	p.eval(`document.querySelector(".lhost").textContent`, &legend)
	if strings.Contains(legend, "no prediction yet") != (stage < 8) {
		p.t.Errorf("stage %d: the legend is %q; stage 8 computes the predictions", stage, legend)
	}
	// The panels of this stage and of the next two. The tests of package view have every pair.
	for k := max(1, stage); k <= min(10, stage+2); k++ {
		id := "stage-" + strconv.Itoa(k)
		p.click(id)
		p.waitFor(`document.querySelector('.ihead h1').textContent.trim().startsWith("` + strconv.Itoa(k) + `")`)
		p.rests()
		var bad []string
		var sub string
		p.eval(`document.querySelector('[data-testid="stage-name"]').textContent`, &sub)
		later := k > stage && k > 1 // stage 1 shows the given features, so it has no such line
		if later && !strings.Contains(sub, "Not run yet") {
			p.t.Errorf("stage %d: the line above the panel of stage %d is %q, want \"Not run yet\" in it", stage, k, sub)
		}
		// The script returns the texts that display a zero or an unknown value. A kernel of dimension 136, 549 or 732 is that of L = 0: n·d for
		// karate, 34·4, and for Texas, 183·3 or 183·4.
		p.eval(`(() => {
			const view = document.querySelector(".insp .view").cloneNode(true), bad = [];
			for (const e of view.querySelectorAll("[hidden]")) e.remove(); // other stages
			for (const e of view.querySelectorAll(".vals dd, .nums dd")) if (/^[+−]?0([.]0*)?( %)?$/.test(e.textContent.trim())) `+
			`bad.push(e.parentElement.textContent);
			const all = view.textContent + document.querySelector(".rail").textContent + document.querySelector(".strip").textContent;
			for (const q of [/λ₂ (=|is) 0(?![.\d])/, /‖² = 0(?![.\d])/, /kernel (136|549|732)(?!\d)/, /NaN|undefined|null/]) if (q.test(all)) `+
			`bad.push(String(q) + " in " + all.match(q)[0]);
			return bad;
		})()`, &bad)
		for _, b := range bad {
			// A number that is known may be 0, such as the dimension of a kernel from stage 4 on, or a residual.
			knownDimension := stage >= 4 && strings.HasPrefix(b, "dim")
			if k > stage && !knownDimension {
				p.t.Errorf("stage %d: the panel of stage %d displays %q", stage, k, b)
			}
		}
	}
}

// Stage 6 has two pictures. The iterations have the heading "Iterations of the solver". The label of the diffusion in time has the energy
// that is left. The stalk over time has a picture for each of its four coordinates.
func TestDiffusionInTime(t *testing.T) {
	p := atRest(t)
	p.click("stage-6")
	p.waitFor(`document.querySelector('[data-testid="evolution"] path') && document.querySelector('[data-testid="flow"]')`)
	var evolution, iterations string
	p.eval(`document.querySelector('[data-testid="evolution"]').getAttribute("aria-label")`, &evolution)
	p.eval(`document.querySelector('[data-testid="flow"]').closest("section").querySelector("h2").textContent`, &iterations)
	if !strings.Contains(evolution, "of the energy of H left") {
		t.Errorf("the label of the diffusion is %q, want one with the energy that is left", evolution)
	}
	if !strings.Contains(iterations, "Iterations of the solver") {
		t.Errorf("the heading of the iterations is %q, want \"Iterations of the solver\" in it", iterations)
	}
	var panels int
	p.eval(`document.querySelectorAll('[data-testid="evolution-stalk"] g').length`, &panels)
	if panels != 4 {
		t.Errorf("the stalk over time has pictures for %d coordinates, want 4", panels)
	}
	p.clean()
}
