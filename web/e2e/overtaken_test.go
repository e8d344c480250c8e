//go:build e2e

package e2e

import "testing"

// If a user chooses a graph while a figure waits for its answer, the wait ends within the same event. Vugu cannot draw during this event.
// The page continues to work, and shows the graph.
func TestGraphOvertakesAFigure(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	for _, stage := range []string{"stage-6", "stage-4", "stage-7"} {
		p.click(stage)
		p.settle()
		var moved int
		p.eval(`(() => {
			const fire = (e, ...kinds) => kinds.forEach((k) => e.dispatchEvent(new Event(k, {bubbles: true})));
			const all = [...document.querySelectorAll(".insp input[type=range]")].filter((e) => e.checkVisibility());
			for (const e of all) { e.value = (+e.min + +e.max) / 3; fire(e, "input", "change"); }
			const graph = document.querySelector('[data-testid="graph-select"]');
			graph.value = graph.value === "path" ? "karate" : "path";
			fire(graph, "change");
			return all.length;
		})()`, &moved)
		p.settle()
		if n := p.state().Graph.N; n == 0 || moved == 0 && stage == "stage-6" {
			t.Errorf("%s: %d sliders moved, the page shows %d nodes", stage, moved, n)
		}
		p.call(`load({graph: "karate", seed: 1})`)
		p.call("run(2)")
	}
	p.clean()
}
