package study

import (
	"strings"

	"sheafscope/core/tables"
)

// variantRows returns one row for each data set and each variant that is trained rather than swapped in.
// row holds the fields that all rows share; version returns the version of a cell's model.
func (a Ablation) variantRows(base Grid, results []Result, row Row, version func(Cell) (string, error)) (out []Row, err error) {
	for _, d := range base.Datasets {
		for _, v := range a.Variants {
			if v.Swap != nil {
				continue
			}
			row.Set = a.settings(base, v)
			rows, err := RowsOf(a.resultsOf(base, results, d, v), row, nil, version)
			if err != nil {
				return nil, err
			}
			out = append(out, rows...)
		}
	}
	return out, nil
}

// storeRows puts the rows of the variants into a file; see [storeRows].
func (a Ablation) storeRows(file string, base Grid, results []Result, row Row, version func(Cell) (string, error)) error {
	rows, err := a.variantRows(base, results, row, version)
	if err != nil {
		return err
	}
	return storeRows(file, rows)
}

// pairedTables returns a table for each data set: the first variant minus each other one, paired by split.
// It returns "" where a run is missing or there is a single split.
func (a Ablation) pairedTables(base Grid, results []Result) string {
	text := ""
	for _, d := range base.Datasets {
		var rows [][]string
		first := a.resultsOf(base, results, d, a.Variants[0])
		for _, v := range a.Variants[1:] {
			other := a.resultsOf(base, results, d, v)
			if n := len(base.Splits) * len(base.Seeds); len(base.Splits) < 2 || len(first) < n || len(other) < n {
				return ""
			}
			s := tables.Summarize(PairedBySplit(testAccuracies(first), testAccuracies(other), len(base.Seeds)))
			rows = append(rows, []string{a.Variants[0].Name + " − " + v.Name, Signed(s)})
		}
		text += tables.Markdown([]string{"test accuracy, paired over the splits", d}, rows)
	}
	return text
}

// testAccuracies returns the test accuracies of results, in 0..1.
func testAccuracies(results []Result) (out []float64) {
	for _, r := range results {
		out = append(out, r.Outcome.Test)
	}
	return out
}

// PairedBySplit returns, for each split, the mean over its seeds of a − b, in percentage points.
// a and b hold one accuracy in 0..1 for each split and seed; the seeds of a split are adjacent.
func PairedBySplit(a, b []float64, seeds int) []float64 {
	d := make([]float64, len(a)/seeds)
	for k := range d {
		for s := range seeds {
			d[k] += 100 * (a[k*seeds+s] - b[k*seeds+s]) / float64(seeds)
		}
	}
	return d
}

// Signed returns a mean difference with half of its 95 % interval, with the typographic minus and without a negative zero.
func Signed(s tables.Summary) string {
	text := tables.PlusMinus(s.N, s.Mean, s.Interval())
	if rest, negative := strings.CutPrefix(text, "-0.0"); negative {
		text = "0.0" + rest
	}
	return strings.ReplaceAll(text, "-", "−")
}
