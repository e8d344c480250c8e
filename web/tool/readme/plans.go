// This file makes the block "plans" of CLAIMS.md and the figure of the page with the same numbers: the ablation of the transport plans.
// The network computes the maps of an edge from a transport plan. A variant of the ablation changes these plans.

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"sheafscope/core/figures"
	"sheafscope/core/study"
	"sheafscope/core/tables"
)

// plansFile has the rows of the ablation "plans" for the variants that need a training.
const plansFile = "core/study/plans.jsonl"

// plansFigure is the file of the page's figure "plans".
const plansFigure = "core/figures/plans.json"

// plans returns the table of CLAIMS.md about the ablation of the transport plans, and the contents of plansFigure with the same numbers.
// The differences from the full network are paired by split. The value of a split is the mean of its seeds. Below the table is a sentence
// on whether every interval contains 0. A missing row of a variant is an error.
func plans(root string) (text string, stored []byte, err error) {
	data, err := os.ReadFile(filepath.Join(root, plansFile))
	if err != nil {
		return "", nil, err
	}
	rows, err := study.ReadRows(plansFile, data)
	if err != nil {
		return "", nil, err
	}
	ablation, _ := figures.Held().Find("plans") // the library of the figures has this ablation
	var body [][]string
	var full *study.Row
	var curves []figures.Curve
	allHoldZero := true // every interval of a difference contains 0
	largest := 0.0      // largest absolute value in an interval of a difference, in percentage points
	for _, v := range ablation.Variants {
		if v.Swap != nil {
			continue // the variant changes the full network after its training, and has no training of its own
		}
		// The variants differ in the setting lift. Rows with further settings belong to no variant.
		isOfVariant := func(r study.Row) bool { return r.Set["lift"] == v.Set["lift"] && len(r.Set) == len(v.Set) }
		k := slices.IndexFunc(rows, isOfVariant)
		if k < 0 {
			return "", nil, fmt.Errorf("%s has no row of %s", plansFile, v.Name)
		}
		// The variant's curve has one point, at x = 0. Y is its accuracy, and Half is half of the interval of Y. Every variant except the
		// full network also has Paired: the full network's accuracy minus the variant's accuracy, and half of the interval of this difference.
		r, difference := &rows[k], "" // difference is the text in the table, "" for the full network
		// PairedBySplit returns differences. Differences from zeros are the accuracies themselves, as means by split.
		zeros := make([]float64, len(r.Test))
		summary := tables.Summarize(study.PairedBySplit(r.Test, zeros, r.SeedsPerSplit()))
		curve := figures.Curve{Name: v.Name, Dataset: r.Dataset, X: []float64{0}, Y: []float64{share(summary.Mean)},
			Half: []float64{share(summary.Interval())}, N: []int{summary.N}}
		if full == nil { // the first variant is the full network
			full = r
		} else {
			s := full.DifferenceFrom(r)
			curve.Paired = []float64{share(s.Mean), share(s.Interval())}
			difference = study.Signed(s)
			allHoldZero = allHoldZero && math.Abs(s.Mean) <= s.Interval()
			largest = max(largest, math.Abs(s.Mean)+s.Interval())
		}
		curves = append(curves, curve)
		name := v.Name
		if r.Set["lift"] == "independent" {
			name += ": under `centered` a Laplacian that is exactly 0, no sheaf"
		}
		body = append(body, []string{name, r.Summary().String(), difference})
	}
	// Make the figure and the table.
	stored, err = json.Marshal(figures.Stored{Command: full.Command, Date: full.Date, Version: full.Version, Table: []figures.Accuracy{},
		Figures: map[string][]figures.Curve{"plans": curves}})
	if err != nil {
		return "", nil, err
	}
	stored = append(stored, '\n')
	text = tables.Markdown([]string{"Plans", "Test accuracy, %", "full − it"}, body) + fmt.Sprintf(
		"\n`%s`, %s, version %s, [%s](%s). Accuracies have their standard deviation over splits and seeds. The last column is paired: the mean "+
			"difference by split, with its 95 %% interval. The splits share nodes, which makes it too narrow.\n",
		full.Command, full.Date, full.Version, plansFile, plansFile)
	if allHoldZero {
		return text + fmt.Sprintf("\nEvery interval holds 0. Differences of up to %.1f points are possible by them.\n", largest), stored, nil
	}
	return text + "\nAn interval leaves out 0.\n", stored, nil
}

// share returns a percentage as a share, 0.5 for 50, rounded to five decimals.
func share(percent float64) float64 {
	rounded := math.Round(1000 * percent)
	if rounded == 0 {
		return 0 // JSON has −0, which readers would not expect
	}
	return rounded / 1e5
}
