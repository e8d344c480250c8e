package study

import (
	"math"
	"os"
	"testing"

	"sheafscope/core/published"
	"sheafscope/core/tables"
)

// The figures of package published for three WebKB sets equal those computed from the committed rows: the accuracies of SGPC, MLP and GCN,
// and the lead of SGPC over the MLP, paired by split, with its widened interval. All are rounded to a tenth.
// The rows are the newest ones of ten splits and three seeds with fixed settings and a version of their model.
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
		hasFixedSettings := r.Protocol == ProtocolSplits && r.Method == "validation" && len(r.Set) == 0 && r.Dedup == ""
		hasAllRuns := r.Splits == "0-9" && r.Seeds == "0-2"
		if hasFixedSettings && hasAllRuns && r.Version != "" && r.Date >= newest[key].Date {
			newest[key] = r
		}
	}
	tenth := func(x float64) float64 { return math.Round(10*x) / 10 }
	for _, d := range published.Duels {
		own, mlp, gcn := newest[[2]string{d.Set, "sgpc"}], newest[[2]string{d.Set, "mlp"}], newest[[2]string{d.Set, "gcn-tuned"}]
		if len(own.Test) != 30 || len(mlp.Test) != 30 || len(gcn.Test) != 30 {
			t.Fatalf("%s has no rows of ten splits and three seeds for each model", d.Set)
		}
		// For each split, the mean difference of its three seeds, in points. The accuracies are ordered by split, then by seed.
		differences := make([]float64, 10)
		for k := range own.Test {
			differences[k/3] += 100 * (own.Test[k] - mlp.Test[k]) / 3
		}
		lead := tables.Summarize(differences)
		_, splits := publicDataset(t, d.Set)
		_, tested := Overlap(splits, defaultSplits(splits))
		want := published.Duel{Set: d.Set, Day: max(own.Date, mlp.Date, gcn.Date), SGPC: tenth(own.Summary().Mean),
			MLP: tenth(mlp.Summary().Mean), GCN: tenth(gcn.Summary().Mean), Lead: tenth(lead.Mean), Half: tenth(WidenedInterval(lead, tested))}
		if d != want {
			t.Errorf("%s: stored are\n%#v, computed from the rows\n%#v", d.Set, d, want)
		}
	}
	if len(published.Duels) != 3 {
		t.Errorf("%d sets have stored figures, want 3", len(published.Duels))
	}
}
