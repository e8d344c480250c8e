package study

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/tables"
)

// TestDeepNSD prints what testdata/deepnsd.csv has of Deep NSD beside NSD and GCNII on Texas: by depth, accuracies and the differences,
// paired over five splits, with 95 % intervals; and the disagreement ⟨X, LX⟩/⟨X, X⟩ of the first and the last of 32 trained layers of
// NSD. It fails where CLAIMS.md would say something else. The file has a line a run, from the trained lines of
//
//	sgpc depth -datasets texas -splits 0-4 -models gcnii,nsd-diag,deep-nsd
func TestDeepNSD(t *testing.T) {
	file, err := os.Open("testdata/deepnsd.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	// Test accuracy, disagreement of the first and of the last layer, split by split.
	runs := map[string][3][]float64{}
	for _, l := range lines[1:] {
		key := l[0] + " " + l[1] + " " + l[2]
		of := runs[key]
		for k, text := range l[4:7] {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			of[k] = append(of[k], x)
		}
		runs[key] = of
	}
	less := func(a, b []float64) tables.Summary {
		d := slices.Clone(a)
		for k := range d {
			d[k] = 100 * (d[k] - b[k])
		}
		return tables.Summarize(d)
	}
	text := func(s tables.Summary) string { return tables.PlusMinus(s.N, s.Mean, s.Interval()) }
	one := runs["texas deep-nsd 1"][0]
	for _, layers := range figures.Depths {
		of := func(net string) []float64 { return runs["texas "+net+" "+strconv.Itoa(layers)][0] }
		deep, nsd, gcnii := of("deep-nsd"), of("nsd-diag"), of("gcnii")
		if len(deep) != 5 || len(nsd) != 5 || len(gcnii) != 5 {
			t.Fatalf("%d layers: not five splits", layers)
		}
		ahead, gain := less(deep, nsd), less(deep, one)
		t.Logf("%d layers, 5 splits, 95 %% intervals: Deep NSD %.1f, NSD %.1f, GCNII %.1f; Deep NSD less NSD %s, less GCNII %s, less itself "+
			"with 1 layer %s", layers, 100*tables.Summarize(deep).Mean, 100*tables.Summarize(nsd).Mean, 100*tables.Summarize(gcnii).Mean,
			text(ahead), text(less(deep, gcnii)), text(gain))
		if decided := math.Abs(ahead.Mean) > ahead.Interval(); decided != (layers > 8) || decided && ahead.Mean < 0 ||
			math.Abs(gain.Mean) > gain.Interval() {
			t.Errorf("%d layers: Deep NSD is ahead of NSD by %s, of itself by %s", layers, text(ahead), text(gain))
		}
	}
	deepest := runs["texas nsd-diag 32"]
	first, last := tables.Summarize(deepest[1]).Mean, tables.Summarize(deepest[2]).Mean
	if t.Logf("of 32 layers of NSD the first disagrees by %.2f, the last by %.2f", first, last); last < first {
		t.Error("the disagreement falls with depth")
	}
}
