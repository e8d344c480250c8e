//go:build e2e

package e2e

import "testing"

// A user moves the sliders of a figure and chooses a graph in the same task. Then the load of the graph overtakes the figure's query to the
// worker while the event of the slider still runs. Vugu, which draws the panels, cannot draw during this event. Afterwards the page shows a
// graph with nodes. Stages 6, 4 and 7 have figures with queries; stage 6 always has a slider.
func TestGraphOvertakesAFigure(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	for _, stage := range []string{"stage-6", "stage-4", "stage-7"} {
		p.click(stage)
		p.settle()
		// In one task: all visible sliders of the figure move, and the menu chooses another graph. moved is the number of sliders.
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
		if n := p.state().Graph.N; n == 0 {
			t.Errorf("%s: the page shows a graph without nodes", stage)
		}
		if moved == 0 && stage == "stage-6" {
			t.Errorf("%s: no slider was moved", stage)
		}
		p.call(`load({graph: "karate", seed: 1})`)
		p.call("run(2)")
	}
	p.clean()
}
