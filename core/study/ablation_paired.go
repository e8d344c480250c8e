// For the command ablate this file makes a row for each variant, and the paired differences between the first and each other variant.

package study

import (
	"strings"

	"sheafscope/core/tables"
)

// variantRows returns a row for each data set and each variant that is trained.
// A variant with a swap (settings that are swapped in after training) has no row, since it evaluates the network of another variant.
// row holds the fields that all rows share. version returns the version of the model of a cell, which is one training run.
// variantRows fails if version fails.
func (a Ablation) variantRows(base Grid, results []Result, row Row, version func(Cell) (string, error)) (out []Row, err error) {
	for _, d := range base.Datasets {
		for _, v := range a.Variants {
			if v.Swap != nil {
				continue
			}
			// The settings of the variant distinguish its row from the rows of other variants.
			row.Set = a.settings(base, v)
			rows, err := RowsOf(a.resultsOf(base, results, d, v), row, nil, version) // nil: no search has chosen settings
			if err != nil {
				return nil, err
			}
			out = append(out, rows...)
		}
	}
	return out, nil
}

// storeRows stores the rows of the variants in a file. If variantRows fails, the file stays as it is.
func (a Ablation) storeRows(file string, base Grid, results []Result, row Row, version func(Cell) (string, error)) error {
	rows, err := a.variantRows(base, results, row, version)
	if err != nil {
		return err
	}
	return storeRows(file, rows)
}

// pairedTables returns a table for each data set. A row is the test accuracy of the first variant minus the test accuracy of another
// variant, in percentage points and paired by split.
// It returns "" if a run or its test accuracy is missing on any data set, for a single variant, and for a single split, since a single
// difference has no interval.
func (a Ablation) pairedTables(base Grid, results []Result) string {
	if len(base.Splits) < 2 || len(a.Variants) < 2 {
		return ""
	}
	text := ""
	runs := len(base.Splits) * len(base.Seeds) // number of runs of a variant on a data set
	for _, d := range base.Datasets {
		var rows [][]string
		first := testAccuracies(a.resultsOf(base, results, d, a.Variants[0]))
		for _, v := range a.Variants[1:] {
			other := testAccuracies(a.resultsOf(base, results, d, v))
			if len(first) < runs || len(other) < runs {
				return ""
			}
			s := tables.Summarize(PairedBySplit(first, other, len(base.Seeds)))
			rows = append(rows, []string{a.nameOf(a.Variants[0]) + " − " + a.nameOf(v), Signed(s)})
		}
		text += tables.Markdown([]string{"test accuracy, paired over the splits", d}, rows)
	}
	return text
}

// nameOf returns the name of a variant. If the variants are values of a parameter, it appends the value, which variants with equal names
// do not share.
func (a Ablation) nameOf(v Variant) string {
	if a.hasAxis() {
		return v.Name + ", x = " + formatNumber(v.X)
	}
	return v.Name
}

// testAccuracies returns the test accuracies, in 0..1, of the results with test nodes.
func testAccuracies(results []Result) (out []float64) {
	for _, r := range results {
		if r.Outcome.Test >= 0 { // −1 without test nodes
			out = append(out, r.Outcome.Test)
		}
	}
	return out
}

// PairedBySplit returns the mean of a − b over the seeds of each split, in percentage points.
// a and b hold accuracies in 0..1 split by split. Each split has one accuracy for each seed, and seeds is the number of seeds.
// a and b are equally long, and their length is a multiple of seeds.
func PairedBySplit(a, b []float64, seeds int) []float64 {
	differences := make([]float64, len(a)/seeds)
	for split := range differences {
		for s := range seeds {
			k := split*seeds + s
			differences[split] += 100 * (a[k] - b[k]) / float64(seeds)
		}
	}
	return differences
}

// Signed formats a mean difference with half of its 95 % interval, as in "−1.2 ± 0.3". A mean that rounds to −0.0 is written as 0.0.
func Signed(s tables.Summary) string {
	text := tables.PlusMinus(s.N, s.Mean, s.Interval())
	afterZero, isNegativeZero := strings.CutPrefix(text, "-0.0")
	if isNegativeZero {
		text = "0.0" + afterZero
	}
	return strings.ReplaceAll(text, "-", "−") // minus signs in place of hyphens
}
