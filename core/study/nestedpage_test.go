package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/tables"
)

// For invented accuracies, the nested part of the page has the accuracies with one setting and with nested choices, the conclusion and the
// choices. It has the paired differences with the plain and the widened interval computed here.
// Nested accuracies are in no part before. Rows with different numbers of runs are not compared. An interval widened by 0 is the plain one.
func TestNestedPage(t *testing.T) {
	// row returns a row of Texas over ten splits with one seed. A nested row has a choice for each split, another one on split 3.
	row := func(model, method string, test ...float64) Row {
		v, err := ModelVersion(model, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := Row{Dataset: "texas", Model: model, Protocol: "splits", Method: method, Splits: "0-9", Seeds: "0", Version: v, Date: "2026-01-02",
			Test: test}
		if method == methodNested {
			r.Overlap, r.Tested = 0.78, 0.25
			for k := range test {
				c := Choice{Split: fmt.Sprint(k), From: "first guess"}
				if k == 3 {
					c = Choice{Split: "3", From: "small steps, lr=0.1", Settings: map[string]string{"lr": "0.1"}}
				}
				r.Choices = append(r.Choices, c)
			}
		}
		return r
	}
	rows := []Row{
		row("sgpc", "auto", .9, .8, .9, .8, .9, .8, .9, .8, .9, .8), row("mlp", "auto", .8, .8, .8, .8, .8, .8, .8, .8, .8, .8),
		row("sgpc", methodNested, .86, .8, .84, .8, .84, .8, .84, .8, .84, .8), row("mlp", methodNested, .8, .8, .8, .8, .8, .8, .8, .8, .8, .8),
		row("gcn", methodNested, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5),
	}
	page, err := Page{rows, ModelVersion}.Write("[[now]]\n[[nested]]\n[[short]]\n[[chosen]]\n[[calibration]]\n[[earlier]]\n")
	if err != nil {
		t.Fatal(err)
	}
	// The nested differences of SGPC and MLP in points, their mean and variance. The widened interval has 1/10 + 0.25 in place of 1/10, where
	// 0.25 is the field Tested of the rows.
	differences := []float64{6, 0, 4, 0, 4, 0, 4, 0, 4, 0}
	mean, variance := 0.0, 0.0
	for _, x := range differences {
		mean += x / 10
	}
	for _, x := range differences {
		variance += (x - mean) * (x - mean) / 9
	}
	const t9 = 2.2621571628540993 // the quantile 0.975 of Student's t with 9 degrees of freedom
	plain, wide := t9*math.Sqrt(variance/10), t9*math.Sqrt((0.1+0.25)*variance)
	// Columns: data set, model, one setting, nested, difference of SGPC from the model with one setting, nested difference, half of its
	// widened interval.
	for _, want := range []string{
		"| texas | SGPC | 85.0 ± 5.3 | 82.2 ± 2.4 | – | – | – |\n",
		fmt.Sprintf("| texas | MLP | 80.0 ± 0.0 | 80.0 ± 0.0 | 5.0 ± 3.8 | %.1f ± %.1f | %.1f |\n", mean, plain, wide),
		fmt.Sprintf("MLP 80.0 ± 0.0, the best of the others. The difference is %.1f ± %.1f. ", mean, plain),
		fmt.Sprintf("independent splits alone: overlapping ones have ± %.1f. 78 %% of a split's", wide),
		"| texas | GCN | – | 50.0 ± 0.0 | – | ",
		"* SGPC, texas, nested: first guess (split 0, 1, 2, 4, 5, 6, 7, 8, 9); small steps, lr=0.1 `lr=0.1` (split 3)\n",
		"Columns: `sgpc table -method auto -protocol splits -splits 0-9 -seeds 0` and " +
			"`sgpc table -method nested -protocol splits -splits 0-9 -seeds 0`. Versions: SGPC ",
		"Not run nested yet: texas (`gcn-tuned`, `nsd-diag`); wisconsin (`sgpc`, `mlp`, ",
		"SGPC leads the best of the others clearly, for splits that share nodes, on none of these data sets.\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if before, _, _ := strings.Cut(page, "* texas: SGPC "); strings.Contains(before, "82.2") {
		t.Errorf("nested accuracies stand before the nested part:\n%s", before)
	}
	// A row with ten accuracies has no differences from one with twenty, nor from one on drawn splits. Unreadable splits have no seeds.
	for _, other := range []Row{{Protocol: "splits", Splits: "0-9", Test: make([]float64, 20)},
		{Protocol: ProtocolPerClass, Splits: "0-9", Test: make([]float64, 10)}} {
		if difference := rows[4].DifferenceFrom(&other); difference.N != 0 {
			t.Errorf("rows of other runs have %d differences, want none", difference.N)
		}
	}
	drawn := rows[4]
	drawn.Protocol = ProtocolPerClass
	if row := (&nestedPage{rows: []Row{drawn}}).find(drawn.Method, drawn.Dataset, drawn.Model); row != nil {
		t.Errorf("%+v stands for the ten fixed splits", row)
	}
	twoSeeds := rows[3]
	twoSeeds.Seeds, twoSeeds.Test = "0-1", slices.Repeat(rows[3].Test, 2)
	const parts = "[[nested]]\n[[calibration]]\n[[earlier]]\n[[now]]\n[[short]]\n[[chosen]]\n"
	page, err = Page{[]Row{rows[2], twoSeeds}, ModelVersion}.Write(parts)
	if want := "| texas | MLP | – | 80.0 ± 0.0 | – | – | – |\n"; err != nil || !strings.Contains(page, want) {
		t.Errorf("a row of another number of runs: %v, no %q in\n%s", err, want, page)
	}
	// Without another model there is no comparison, and the page mentions none.
	page, err = Page{rows[2:3], ModelVersion}.Write(parts)
	if err != nil || strings.Contains(page, "SGPC leads") || !strings.Contains(page, "| texas | SGPC | – | 82.2 ± 2.4 |") {
		t.Errorf("with SGPC alone the page mentions a comparison, or has no table: %v, %s", err, page)
	}
	if n := (&Row{Splits: "x"}).SeedsPerSplit(); n != 0 {
		t.Errorf("a row with the splits x has %d seeds for each split, want 0", n)
	}
	if s := (tables.Summary{N: 10, Mean: 1, Std: 2}); math.Abs(WidenedInterval(s, 0)-s.Interval()) > 1e-12 {
		t.Errorf("the interval widened by 0 is %g, want the plain one, %g", WidenedInterval(s, 0), s.Interval())
	}
}
