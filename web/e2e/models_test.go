//go:build e2e

package e2e

import (
	"testing"

	"sheafscope/core/peer"
)

// emptyStages clicks on the stages 1 to 10. It returns one line for each stage whose panel has a sentence of less than 20 characters or,
// anywhere, a placeholder. It returns one line, such as "3: an empty picture", for each visible picture without any shape and without the
// text "nothing to draw".
const emptyStages = `(async () => {
	const wrong = [], control = (id) => document.querySelector('[data-testid="' + id + '"]');
	for (let k = 1; k <= 10; k++) {
		control("stage-" + k).click();
		for (let rest = 0, i = 0; rest < 3 && i < 300; i++) { // until the page is at rest in three consecutive frames, at most 300
			await new Promise((r) => sheafscopeIslands.soon(r));
			rest = sheafscopeIslands.still() && !sheafscope.state().busy ? rest + 1 : 0;
		}
		const panel = document.querySelector(".insp"), lead = panel.querySelector(".lead")?.textContent ?? "";
		if (lead.length < 20 || /still to come|on their way|undefined|NaN/.test(panel.textContent)) wrong.push(k + ": " + lead);
		for (const f of panel.querySelectorAll("svg")) {
			const drawn = f.querySelector("rect, path, circle, line, polyline") || /nothing to draw/.test(f.textContent);
			if (f.getClientRects().length && !drawn) wrong.push(k + ": an empty picture");
		}
	}
	return wrong;
})()`

// fetched is the number of requests of the page for files and data, without those for blobs.
const fetched = `performance.getEntriesByType("resource").filter((e) => !e.name.startsWith("blob:")).length`

// For each model emptyStages finds no fault, on karate and on Texas. The choice of a model sends no request. A click on layer 1 of GAT
// shows this layer. The long form tests all models on karate and three on Texas; the usual form tests three models on karate and one on
// Texas.
func TestEveryModelInEveryStage(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	checkStages := func(model, graph string) {
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
		// The page's program has all models.
		p.eval(fetched, &after)
		if before == 0 || after != before {
			t.Errorf("%s: %d requests after the choice of the model, %d before it, want equal numbers above 0", model, after, before)
		}
		checkStages(model, "karate")
	}
	for _, model := range onTexas {
		p.loadTexas(`{graph: "file", model: "` + model + `", seed: 1}`)
		p.call("run(1)")
		checkStages(model, "Texas")
	}
	// A click on a layer of GAT. Layer 1 has eight heads, so its spectrum has eight values for each of the 34 nodes.
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
