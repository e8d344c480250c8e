//go:build e2e

package e2e

import (
	"testing"

	"sheafscope/core/peer"
)

// emptyStages goes through the stages. It returns the stages without a text in the panel, and the stages with an empty picture that no
// sentence explains.
const emptyStages = `(async () => {
	const wrong = [], at = (id) => document.querySelector('[data-testid="' + id + '"]');
	for (let k = 1; k <= 10; k++) {
		at("stage-" + k).click();
		for (let rest = 0, i = 0; rest < 3 && i < 300; i++) { // panels and pictures take turns in frames
			await new Promise((r) => sheafscopeIslands.soon(r));
			rest = sheafscopeIslands.still() && !sheafscope.state().busy ? rest + 1 : 0;
		}
		const panel = document.querySelector(".insp"), said = panel.querySelector(".lead")?.textContent ?? "";
		if (said.length < 20 || /still to come|on their way|undefined|NaN/.test(panel.textContent)) wrong.push(k + ": " + said);
		for (const f of panel.querySelectorAll("svg")) {
			const drawn = f.querySelector("rect, path, circle, line, polyline") || /nothing to draw/.test(f.textContent);
			if (f.getClientRects().length && !drawn) wrong.push(k + ": an empty picture");
		}
	}
	return wrong;
})()`

// fetched counts the requests of the page, without those of its service worker.
const fetched = `performance.getEntriesByType("resource").filter((e) => !e.name.startsWith("blob:")).length`

// Models show every stage, on karate and on Texas, and a click on a layer shows this layer. The long form tests all models on karate and
// the most different models on Texas. The usual form tests a model of each kind.
func TestEveryModelInEveryStage(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	look := func(model, graph string) {
		var wrong []string
		p.eval(emptyStages, &wrong)
		for _, w := range wrong {
			t.Errorf("%s on %s, stage %s", model, graph, w)
		}
	}
	models, onTexas := []string{"mlp", "nsd-general", "sheafhyper"}, []string{"gat"}
	if share(t) > 0 {
		models, onTexas = append([]string{"sgpc"}, peer.Names()...), []string{"gat", "gprgnn", "nsd-diag"}
	}
	for _, model := range models {
		before, after := 0, 0
		p.eval(fetched, &before)
		p.call(`load({graph: "karate", model: %q, seed: 1})`, model)
		p.call("run(1)")
		// The page's program has all models: choosing one fetches nothing.
		if p.eval(fetched, &after); before == 0 || after != before {
			t.Errorf("%s: %d parts were fetched, %d before it was chosen", model, after, before)
		}
		look(model, "karate")
	}
	for _, model := range onTexas {
		p.loadTexas(`{graph: "file", model: "` + model + `", seed: 1}`)
		p.call("run(1)")
		look(model, "Texas")
	}
	p.call(`load({graph: "karate", model: "gat", seed: 1})`)
	p.call("run(2)")
	p.click("stage-4")
	p.waitFor(`/Layer 2 of 2/.test(document.querySelector(".insp").textContent)`)
	p.waitFor(`document.querySelector('[data-testid="layers"] [data-layer="1"]')`)
	p.eval(`document.querySelector('[data-testid="layers"] [data-layer="1"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`, nil)
	p.waitFor(`/Layer 1 of 2/.test(document.querySelector(".insp").textContent)`)
	p.waitFor(`sheafscope.state().spectrum.length === 34 * 8`)
	p.clean()
}
