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

// This file tests the results over splits and the comparison of two runs.

// row is a row of the table of results: the number of runs, mean and standard deviation of the test accuracy in percent, and whether the
// row is marked as the best one.
type row struct {
	N         int
	Mean, Std float64
	Best      bool
}

// row returns the row of a model, by the key of the model.
func (p *page) row(key string) (r row) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const r = document.querySelector('[data-testid="result-%s"]'); return {N: +r.dataset.n, Mean: `+
		`+r.dataset.mean, Std: +r.dataset.std, Best: r.classList.contains("best")}; })()`, key), &r)
	return r
}

// setBox checks or clears a checkbox as a user does.
func (p *page) setBox(id string, checked bool) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const b = document.querySelector('[data-testid="%s"]'); if (b.checked !== %v) b.click(); return true; `+
		`})()`, id, checked), new(bool))
}

// openResults shows the results panel.
func (p *page) openResults() {
	p.t.Helper()
	p.click("tab-results")
	p.waitFor(`document.querySelector('[data-testid="results-model-gcn"]')`)
}

// keepCopies records the texts that the page copies in the global list copied.
const keepCopies = `window.copied = []; Object.defineProperty(navigator, "clipboard", {value: {writeText: async (t) => { ` +
	`copied.push(t); }}});`

// The table over three splits of the karate club with GCN and MLP has the numbers of single runs of the page. The test repeats the three
// runs of GCN one by one: each agrees with its copied row, and their mean and standard deviation agree with the table. GCN is marked as
// best unless MLP has a larger mean. The run of the page stays unchanged. A cell of the mistakes selects as many nodes as its label says.
func TestResultsOverSplits(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(keepCopies)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.openResults()
	// A batch of two models.
	for key, checked := range map[string]bool{"sgpc": false, "gcn": true, "mlp": true} {
		p.setBox("results-model-"+key, checked)
	}
	p.choose("results-runs", "3")
	before := p.state()
	p.click("results-run")
	p.waitFor(`document.querySelector('[data-testid="results-table"] tbody tr') && document.querySelector('[data-testid="results-run"]') ` +
		`&& !document.querySelector('[data-testid="results-run"]').hidden`)
	if s := p.state(); s.Position != before.Position || s.Busy {
		t.Errorf("the run of the page is busy: %v, and went from position %d to %d", s.Busy, before.Position, s.Position)
	}
	gcn, mlp := p.row("gcn"), p.row("mlp")
	if gcn.N != 3 || mlp.N != 3 {
		t.Fatalf("the rows have %d and %d runs, want 3", gcn.N, mlp.N)
	}
	if want := mlp.Mean <= gcn.Mean; gcn.Best != want {
		t.Fatalf("GCN is marked as best: %v, want %v; the rows are %+v and %+v", gcn.Best, want, gcn, mlp)
	}
	// The copied CSV has a header and 6 runs, and the copied Markdown has a row of GCN.
	p.eval(`document.querySelector('[data-testid="results-csv"]').click(); `+
		`document.querySelector('[data-testid="results-markdown"]').click(); true`, new(bool))
	p.waitFor("copied.length === 2")
	var copied []string
	p.eval("copied", &copied)
	if strings.Count(copied[0], "\n") != 7 || !strings.HasPrefix(copied[0], "graph,model,run,seed,") {
		t.Errorf("the copied CSV is %q, want a header and 6 rows", copied[0])
	}
	if !strings.Contains(copied[1], "| GCN |") {
		t.Errorf("the copied Markdown is %q, want a row of GCN", copied[1])
	}
	// A cell of the mistakes. nodes is the number of nodes in its label, which ends with "select 3" or the like.
	var nodes string
	p.settle() // after it the picture includes the last run
	p.eval(`(() => { const c = document.querySelector('[data-testid="mistakes-only"] [data-cell]'); `+
		`c.dispatchEvent(new MouseEvent("click", {bubbles: true})); return c.getAttribute("aria-label").match(/select (\d+)$/)[1]; })()`, &nodes)
	p.waitFor(`document.querySelector('[data-testid="inspector-selection"]')?.textContent.includes("` + nodes + ` node")`)
	// The test repeats each run of GCN: load, run to the end, and read the accuracies at the best epoch. The columns of the CSV, from 0:
	// model 1, seed 3, best validation accuracy 4, test accuracy 5, best epoch 6, and number of epochs 7.
	var percents []float64 // test accuracies
	for _, line := range strings.Split(strings.TrimSpace(copied[0]), "\n")[1:] {
		fields := strings.Split(line, ",")
		// column returns the number in column k of the row.
		column := func(k int) float64 {
			v, err := strconv.ParseFloat(fields[k], 64)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			return v
		}
		if fields[1] != "GCN" {
			continue
		}
		p.call(`load({graph: "karate", seed: %s, model: "gcn"})`, fields[3])
		p.call("run()")
		var h struct{ Val, Test []float64 }
		p.eval("sheafscope.state().history", &h)
		best := int(column(6)) // epochs count from 1
		val, test := h.Val[best-1], h.Test[best-1]
		if len(h.Val) != int(column(7)) {
			t.Errorf("the row is %q; the single run has %d epochs", line, len(h.Val))
		}
		if val != slices.Max(h.Val) || val != column(4) || test != column(5) {
			t.Errorf("the row is %q; the single run has the best validation accuracy %v, and at epoch %d the validation accuracy %v and the "+
				"test accuracy %v", line, slices.Max(h.Val), best, val, test)
		}
		percents = append(percents, 100*test)
	}
	// The table shows mean and sample standard deviation.
	mean, variance := 0.0, 0.0
	for _, v := range percents {
		mean += v / float64(len(percents))
	}
	for _, v := range percents {
		variance += (v - mean) * (v - mean) / float64(len(percents)-1)
	}
	if len(percents) != 3 {
		t.Errorf("the CSV has %d runs of GCN, want 3", len(percents))
	}
	if math.Abs(mean-gcn.Mean) > 1e-3 || math.Abs(math.Sqrt(variance)-gcn.Std) > 1e-3 {
		t.Errorf("the single runs have %v ± %v, the table shows %v ± %v", mean, math.Sqrt(variance), gcn.Mean, gcn.Std)
	}
	p.clean()
}

// Cancel ends a long batch and its workers. The run of the page stays at its epoch and continues.
func TestResultsCancel(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "sbm:n=300,classes=3,homophily=0.3", seed: 1})`)
	p.call("run(1)")
	p.openResults()
	p.choose("results-runs", "10")
	p.click("results-run")
	p.waitFor("alive > 1") // alive counts the running workers, of which one belongs to the page
	p.waitFor(`document.querySelector('[data-testid="progress"]').offsetParent !== null && ` +
		`document.querySelector('[data-testid="results-progress"]').value >= 0`)
	p.click("results-cancel")
	p.waitFor(`alive === 1 && !document.querySelector('[data-testid="results-run"]').hidden`)
	p.call("run(1)")
	if s := p.state(); s.Epoch != 2 || s.Error != nil {
		t.Errorf("after the cancellation and one more epoch the run is at epoch %d, want 2; error %v", s.Epoch, s.Error)
	}
	p.clean()
}

// The comparison of run A, SGPC on karate, with run B, GCN, agrees with the states of the two runs. It counts the nodes on which the
// predictions differ. Its four counts of right and wrong test nodes give the test accuracy of A. Its p-value is that of McNemar's test in
// package tables. B follows the epoch of A, also backwards. A setting of B can be added and removed. The model of A can be changed, and
// each run has a button that opens its settings.
func TestComparisonEqualsStates(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 5})`)
	p.call("run(4)")
	p.click("compare")
	// arrived waits until both runs are at an epoch, and returns the sentence about their difference.
	arrived := func(epoch int) string {
		p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="compare-body"]')?.dataset.a === "%d" && `+
			`document.querySelector('[data-testid="compare-body"]').dataset.b === "%d" && `+
			`document.querySelector('[data-testid="compare-body"]').dataset.busy === "false"`, epoch, epoch))
		return p.text("compare-difference")
	}
	four := arrived(4)
	// A goes forward, back to the start, and to epoch 4 again.
	p.click("step-epoch")
	five := arrived(5)
	p.call("seek(0)")
	zero := arrived(0)
	p.call("run(4)")
	if again := arrived(4); again != four {
		t.Errorf("at epoch 4 again the difference is %q, before %q", again, four)
	}
	a := p.state()
	// B gets a setting of its own from its menus, and then loses it.
	p.choose("compare-add", "dropout")
	p.waitFor(`document.querySelector('[data-testid="compare-dropout"]')`)
	p.choose("compare-dropout", "0")
	p.waitFor(`sheafscope.recipe().compare.settings.dropout === "0"`)
	arrived(4)
	p.click("compare-drop-dropout")
	p.waitFor(`!sheafscope.recipe().compare.settings?.dropout`)
	// The comparison shows the former difference again after B has run without the setting.
	p.waitFor(fmt.Sprintf(`document.querySelector('[data-testid="compare-difference"]').innerText.trim() === %q`, four))
	// The four counts and the p-value.
	var pairs string
	p.eval(`[...document.querySelectorAll('[data-testid="compare-pairs"] button')].map((b) => b.textContent).join(" ") + `+
		`" " + document.querySelector('[data-testid="compare-test"]').dataset.p`, &pairs)
	var both, onlyA, onlyB, wrong int
	var probability float64
	if _, err := fmt.Sscanf(pairs, "%d both right %d only A right %d only B right %d both wrong %g", &both, &onlyA, &onlyB, &wrong,
		&probability); err != nil {
		t.Errorf("the counts of pairs are %q: %v", pairs, err)
	}
	if want := tables.McNemar(onlyA, onlyB); probability != want {
		t.Errorf("the counts of pairs are %q; McNemar's test has the p-value %v", pairs, want)
	}
	if math.Abs(*a.Accuracy.Test-float64(both+onlyA)/float64(both+onlyA+onlyB+wrong)) > 1e-9 {
		t.Errorf("the counts of pairs are %q; the test accuracy of A is %v", pairs, *a.Accuracy.Test)
	}
	// Another model of A, and the buttons that show the settings of B and of A.
	p.choose("compare-a", "mlp")
	p.waitFor(`sheafscope.recipe().model === "mlp" && document.querySelector('[data-testid="compare-a"]').value === "mlp"`)
	p.click("compare-made-b")
	p.waitFor(`document.activeElement.dataset.testid === "compare-add" && document.querySelector("#app .cown.pointed")`)
	p.click("compare-made-a")
	p.waitFor(`document.querySelector(".menu.setup").checkVisibility()`)
	p.click("settings")
	p.click("compare-close")
	p.waitFor("alive === 1")
	// The run of B as a run of the page, whose predictions are compared with those of A.
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
	if !strings.Contains(four, want) {
		t.Errorf("the comparison says %q, and the states differ on %d nodes", four, differ)
	}
	if five == "" || zero == "" {
		t.Errorf("the comparison says %q at epoch 5 and %q at epoch 0, want sentences", five, zero)
	}
	p.clean()
}
