//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/tables"
)

// row is a row of the table of results.
type row struct {
	N         int
	Mean, Std float64
	Best      bool
}

func (p *page) row(key string) (r row) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const r = document.querySelector('[data-testid="result-%s"]'); return {N: +r.dataset.n, Mean: `+
		`+r.dataset.mean, Std: +r.dataset.std, Best: r.classList.contains("best")}; })()`, key), &r)
	return r
}

// setBox checks or clears a checkbox as a user does.
func (p *page) setBox(id string, on bool) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const b = document.querySelector('[data-testid="%s"]'); if (b.checked !== %v) b.click(); return true; `+
		`})()`, id, on), new(bool))
}

// openResults shows the results panel.
func (p *page) openResults() {
	p.t.Helper()
	p.click("tab-results")
	p.waitFor(`document.querySelector('[data-testid="results-model-gcn"]')`)
}

// keepCopies makes the clipboard readable for the test.
const keepCopies = `window.copied = []; Object.defineProperty(navigator, "clipboard", {value: {writeText: async (t) => { ` +
	`copied.push(t); }}});`

// The table over the splits of the karate club with two models has the numbers of single runs of the page.
func TestResultsOverSplits(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(keepCopies)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.openResults()
	for key, on := range map[string]bool{"sgpc": false, "gcn": true, "mlp": true} {
		p.setBox("results-model-"+key, on)
	}
	p.choose("results-runs", "3")
	before := p.state()
	p.click("results-run")
	p.waitFor(`document.querySelector('[data-testid="results-table"] tbody tr') && document.querySelector('[data-testid="results-run"]') ` +
		`&& !document.querySelector('[data-testid="results-run"]').hidden`)
	if s := p.state(); s.Position != before.Position || s.Busy {
		t.Errorf("the page's run went from %d to %d", before.Position, s.Position)
	}
	gcn, mlp := p.row("gcn"), p.row("mlp")
	if gcn.N != 3 || mlp.N != 3 || gcn.Best == (mlp.Mean > gcn.Mean) {
		t.Fatalf("the rows are %+v and %+v", gcn, mlp)
	}
	p.eval(`document.querySelector('[data-testid="results-csv"]').click(); `+
		`document.querySelector('[data-testid="results-markdown"]').click(); true`, new(bool))
	p.waitFor("copied.length === 2")
	var copied []string
	p.eval("copied", &copied)
	if strings.Count(copied[0], "\n") != 7 || !strings.HasPrefix(copied[0], "graph,model,run,seed,") || !strings.Contains(copied[1],
		"| GCN |") {
		t.Errorf("copied %q", copied)
	}
	// A cell of the mistakes chooses as many nodes as it says.
	var cell string
	p.settle() // the picture has the last run, too
	p.eval(`(() => { const c = document.querySelector('[data-testid="mistakes-only"] [data-cell]'); `+
		`c.dispatchEvent(new MouseEvent("click", {bubbles: true})); return c.getAttribute("aria-label").match(/select (\d+)$/)[1]; })()`, &cell)
	p.waitFor(`document.querySelector('[data-testid="inspector-selection"]')?.textContent.includes("` + cell + ` node")`)
	// The same by hand: load, run to the end, read the accuracies at the best epoch.
	var tests []float64
	for _, line := range strings.Split(strings.TrimSpace(copied[0]), "\n")[1:] {
		f := strings.Split(line, ",")
		number := func(k int) float64 {
			v, err := strconv.ParseFloat(f[k], 64)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			return v
		}
		if f[1] != "GCN" {
			continue
		}
		p.call(`load({graph: "karate", seed: %s, model: "gcn"})`, f[3])
		p.call("run()")
		var h struct{ Val, Test []float64 }
		p.eval("sheafscope.state().history", &h)
		best := int(number(6))
		if len(h.Val) != int(number(7)) || h.Val[best-1] != slices.Max(h.Val) || h.Val[best-1] != number(4) || h.Test[best-1] != number(5) {
			t.Errorf("the table says %q; by hand %d epochs, best validation %v, test there %v", line, len(h.Val), slices.Max(h.Val), h.Test[best-1])
		}
		tests = append(tests, 100*h.Test[best-1])
	}
	mean, sum := 0.0, 0.0
	for _, v := range tests {
		mean += v / float64(len(tests))
	}
	for _, v := range tests {
		sum += (v - mean) * (v - mean) / float64(len(tests)-1)
	}
	if len(tests) != 3 || math.Abs(mean-gcn.Mean) > 1e-3 || math.Abs(math.Sqrt(sum)-gcn.Std) > 1e-3 {
		t.Errorf("by hand %v ± %v, the table says %v ± %v", mean, math.Sqrt(sum), gcn.Mean, gcn.Std)
	}
	p.clean()
}

// Cancel ends a long batch at once, keeps the run of the page, and leaves no worker of the batch.
func TestResultsCancel(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "sbm:n=300,classes=3,homophily=0.3", seed: 1})`)
	p.call("run(1)")
	p.openResults()
	p.choose("results-runs", "10")
	p.click("results-run")
	p.waitFor("alive > 1")
	p.waitFor(`document.querySelector('[data-testid="progress"]').offsetParent !== null && ` +
		`document.querySelector('[data-testid="results-progress"]').value >= 0`)
	p.click("results-cancel")
	p.waitFor(`alive === 1 && !document.querySelector('[data-testid="results-run"]').hidden`)
	p.call("run(1)")
	if s := p.state(); s.Epoch != 2 || s.Error != nil {
		t.Errorf("after the cancel the run is at epoch %d, error %v", s.Epoch, s.Error)
	}
	p.clean()
}

// The disagreement in the comparison equals the disagreement of the two states.
func TestComparisonEqualsStates(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 5})`)
	p.call("run(4)")
	p.click("compare")
	arrived := func(epoch int) string {
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="compare-body"]')?.dataset.a === "%d" && `+
			`document.querySelector('[data-testid="compare-body"]').dataset.b === "%d" && `+
			`document.querySelector('[data-testid="compare-body"]').dataset.busy === "false"`, epoch, epoch))
		return p.text("compare-difference")
	}
	four := arrived(4)
	// Forward with the timeline, then back: B follows.
	p.click("step-epoch")
	five := arrived(5)
	p.call("seek(0)")
	zero := arrived(0)
	p.call("run(4)")
	if again := arrived(4); again != four {
		t.Errorf("after going back and forth: %q, before %q", again, four)
	}
	a := p.state()
	// A setting of B's own, from its menus; without it B is what it was.
	p.choose("compare-add", "dropout")
	p.waitFor(`document.querySelector('[data-testid="compare-dropout"]')`)
	p.choose("compare-dropout", "0")
	p.waitFor(`sheafscope.recipe().compare.settings.dropout === "0"`)
	arrived(4)
	p.click("compare-drop-dropout")
	p.waitFor(`!sheafscope.recipe().compare.settings?.dropout`)
	// What stands there until B runs anew is of the setting that is gone.
	p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="compare-difference"]').innerText.trim() === %q`, four))
	var pairs string
	p.eval(`[...document.querySelectorAll('[data-testid="compare-pairs"] button')].map((b) => b.textContent).join(" ") + `+
		`" " + document.querySelector('[data-testid="compare-test"]').dataset.p`, &pairs)
	var both, onlyA, onlyB, wrong int
	var probability float64
	if _, err := fmt.Sscanf(pairs, "%d both right %d only A right %d only B right %d both wrong %g", &both, &onlyA, &onlyB, &wrong,
		&probability); err != nil || probability != tables.McNemar(onlyA, onlyB) ||
		math.Abs(*a.Accuracy.Test-float64(both+onlyA)/float64(both+onlyA+onlyB+wrong)) > 1e-9 {
		t.Errorf("the pairs say %q (%v), the accuracy of A is %v", pairs, err, *a.Accuracy.Test)
	}
	p.choose("compare-a", "mlp")
	p.waitFor(`sheafscope.recipe().model === "mlp" && document.querySelector('[data-testid="compare-a"]').value === "mlp"`)
	p.click("compare-made-b") // how its accuracy was made: with these settings
	p.waitFor(`document.activeElement.dataset.testid === "compare-add" && document.querySelector("#app .cown.pointed")`)
	p.click("compare-made-a")
	p.waitFor(`document.querySelector(".menu.setup").checkVisibility()`)
	p.click("settings")
	p.click("compare-close")
	p.waitFor("alive === 1")
	p.call(`load({graph: "karate", seed: 5, model: "gcn"})`)
	p.call("run(4)")
	b := p.state()
	differ := 0
	for i := range a.Predictions {
		if a.Predictions[i] != b.Predictions[i] {
			differ++
		}
	}
	want := fmt.Sprintf("disagree on %d of 34 nodes", differ)
	if differ == 0 {
		want = "agree on all 34 nodes"
	}
	if !strings.Contains(four, want) || five == "" || zero == "" {
		t.Errorf("the comparison says %q, the states differ on %d nodes", four, differ)
	}
	p.clean()
}
