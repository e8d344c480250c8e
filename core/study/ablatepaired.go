package study

import (
	"strings"

	"sheafscope/core/tables"
)

// rows makes a row of each variant that is trained on a data set; row holds what all have in common.
func (a Ablation) rows(base Grid, results []Result, row Row, version func(Cell) (string, error)) (out []Row, err error) {
	for _, d := range base.Datasets {
		for _, v := range a.Variants {
			if v.Swap != nil {
				continue
			}
			row.Set = a.settings(base, v)
			rows, err := RowsOf(a.of(base, results, d, v), row, nil, version)
			if err != nil {
				return nil, err
			}
			out = append(out, rows...)
		}
	}
	return out, nil
}

// keepRows puts the rows of the variants into a file of them.
func (a Ablation) keepRows(file string, base Grid, results []Result, row Row, version func(Cell) (string, error)) error {
	rows, err := a.rows(base, results, row, version)
	if err != nil {
		return err
	}
	return putRows(file, rows)
}

// paired compares, on each data set, the first variant with each other one split by split; "" where a run of one is missing.
func (a Ablation) paired(base Grid, results []Result) string {
	text := ""
	for _, d := range base.Datasets {
		var rows [][]string
		first := a.of(base, results, d, a.Variants[0])
		for _, v := range a.Variants[1:] {
			other := a.of(base, results, d, v)
			if n := len(base.Splits) * len(base.Seeds); len(base.Splits) < 2 || len(first) < n || len(other) < n {
				return ""
			}
			s := tables.Summarize(PairedBySplit(tests(first), tests(other), len(base.Seeds)))
			rows = append(rows, []string{a.Variants[0].Name + " − " + v.Name, Signed(s)})
		}
		text += tables.Markdown([]string{"test accuracy, paired over the splits", d}, rows)
	}
	return text
}

func tests(results []Result) (out []float64) {
	for _, r := range results {
		out = append(out, r.Outcome.Test)
	}
	return out
}

// PairedBySplit returns, split by split, the mean over the seeds of a run of one kind less one of another, in percentage points. Both have
// a share for each split and seed, the seeds of a split side by side.
func PairedBySplit(a, b []float64, seeds int) []float64 {
	d := make([]float64, len(a)/seeds)
	for k := range d {
		for s := range seeds {
			d[k] += 100 * (a[k*seeds+s] - b[k*seeds+s]) / float64(seeds)
		}
	}
	return d
}

// Signed writes a mean difference with its 95 % interval.
func Signed(s tables.Summary) string {
	text := tables.PlusMinus(s.N, s.Mean, s.Interval())
	if rest, negative := strings.CutPrefix(text, "-0.0"); negative {
		text = "0.0" + rest
	}
	return strings.ReplaceAll(text, "-", "−")
}
