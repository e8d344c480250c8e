package study

import (
	"math"
	"os"
	"testing"

	"sheafscope/core/published"
	"sheafscope/core/tables"
)

// The stored figures of the WebKB sets equal those made from the committed rows.
// These are the newest rows of ten splits and three seeds with fixed settings and a version of their model.
func TestStoredDuelsEqualRows(t *testing.T) {
	data, err := os.ReadFile("accuracy.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all, err := ReadRows("accuracy.jsonl", data)
	if err != nil {
		t.Fatal(err)
	}
	newest := map[[2]string]Row{}
	for _, r := range all {
		key := [2]string{r.Dataset, r.Model}
		if r.Protocol == ProtocolSplits && r.Method == "validation" && r.Splits == "0-9" && r.Seeds == "0-2" && len(r.Set) == 0 &&
			r.Dedup == "" && r.Version != "" && r.Date >= newest[key].Date {
			newest[key] = r
		}
	}
	tenth := func(x float64) float64 { return math.Round(10*x) / 10 }
	for _, d := range published.Duels {
		own, mlp, gcn := newest[[2]string{d.Set, "sgpc"}], newest[[2]string{d.Set, "mlp"}], newest[[2]string{d.Set, "gcn-tuned"}]
		if len(own.Test) != 30 || len(mlp.Test) != 30 || len(gcn.Test) != 30 {
			t.Fatalf("%s has no ten splits and three seeds of each model", d.Set)
		}
		by := make([]float64, 10)
		for k := range own.Test { // by split and seed
			by[k/3] += 100 * (own.Test[k] - mlp.Test[k]) / 3
		}
		lead := tables.Summarize(by)
		_, splits := public(t, d.Set)
		_, tested := Overlap(splits, defaultSplits(splits))
		want := published.Duel{Set: d.Set, Day: max(own.Date, mlp.Date, gcn.Date), SGPC: tenth(own.Summary().Mean),
			MLP: tenth(mlp.Summary().Mean), GCN: tenth(gcn.Summary().Mean), Lead: tenth(lead.Mean), Half: tenth(WidenedInterval(lead, tested))}
		if d != want {
			t.Errorf("%s: stored\n%#v, the rows say\n%#v", d.Set, d, want)
		}
	}
	if len(published.Duels) != 3 {
		t.Errorf("%d sets have stored figures", len(published.Duels))
	}
}
