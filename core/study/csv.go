// This file writes the results of the command ablate as CSV, and their means as Markdown.

package study

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/tables"
)

// CSV returns the results of [Ablation.Cells] as CSV, variant by variant.
// An ablation without series (a.Index is "") has a row for each run. An ablation with series has a row for each element of a run's series.
// A series is a list of numbers, such as the bound at each epoch.
// Accuracies and errors are shares in 0..1, and best_epoch counts from 1. The column x has the variant's value of the ablation's parameter,
// or 0 if there is no parameter. The cell of a missing number is empty.
func (a Ablation) CSV(base Grid, results []Result) string {
	var t tables.CSV
	t.Text("ablation", "variant", "x", "dataset", "model", "split", "seed", "best_epoch", "val", "test")
	t.Text(a.Metrics...)
	if a.Index != "" {
		t.Text(a.Index)
		t.Text(a.Series...)
	}
	t.End()
	// A run belongs to each variant that has the settings and the swap of the run's cell.
	for _, v := range a.Variants {
		for _, r := range results {
			if !a.isOfVariant(base, r.Cell, v) {
				continue
			}
			if a.Index == "" { // no series: one row for the run
				a.writeRun(&t, v, r)
				t.End()
				continue
			}
			a.writeSeries(&t, v, r)
		}
	}
	return string(t.File())
}

// isOfVariant reports whether a cell has the settings and the swap of a variant; see Cell.Swap.
func (a Ablation) isOfVariant(base Grid, c Cell, v Variant) bool {
	return maps.Equal(c.Set, a.settings(base, v)) && maps.Equal(c.Swap, v.Swap)
}

// writeSeries writes a row for each element of the series of a run. The row of element k has element k of every series.
// The first series determines the number of rows. A shorter series has empty cells in the last rows.
// The ablation must have at least one series.
func (a Ablation) writeSeries(t *tables.CSV, v Variant, r Result) {
	for k := range r.Outcome.Series[a.Series[0]] {
		a.writeRun(t, v, r)
		t.Int(k + 1) // the column a.Index counts from 1
		for _, name := range a.Series {
			if series := r.Outcome.Series[name]; k < len(series) {
				t.Number(series[k], digits)
			} else {
				t.Blank(1)
			}
		}
		t.End()
	}
}

// writeRun writes the first columns of a row, which describe the run, and the metrics of the run.
func (a Ablation) writeRun(t *tables.CSV, v Variant, r Result) {
	t.Text(a.Name, v.Name)
	t.Number(v.X, digits)
	t.Text(r.Cell.Dataset, r.Cell.Model, r.Cell.Split, strconv.FormatUint(r.Cell.Seed, 10))
	t.Int(r.Outcome.BestEpoch)
	t.Share(r.Outcome.Val, digits)
	t.Share(r.Outcome.Test, digits)
	for _, m := range a.Metrics {
		if x, ok := r.Outcome.Metrics[m]; ok {
			t.Number(x, digits)
		} else {
			t.Blank(1)
		}
	}
}

// digits is the number of significant digits of numbers in a CSV file.
const digits = 10

// formatNumber formats x with the significant digits of a number in a CSV file.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', digits, 64) }

// Brief returns a Markdown table for each data set, with a row for each variant.
// A row has the number of runs, mean ± standard deviation of the validation and test accuracy over the runs, and the means of the metrics.
// If the variants are values of a parameter, a row also has this value, x.
func (a Ablation) Brief(base Grid, results []Result) string {
	var b strings.Builder
	head := []string{"variant"}
	if a.hasAxis() {
		head = append(head, "x")
	}
	head = append(append(head, "runs", "validation", "test"), a.Metrics...)
	// A single data set needs no heading.
	for _, d := range base.Datasets {
		if len(base.Datasets) > 1 {
			b.WriteString("\n" + d + "\n\n")
		}
		var rows [][]string
		for _, v := range a.Variants {
			rows = append(rows, a.briefRow(base, results, d, v))
		}
		b.WriteString(tables.Markdown(head, rows))
	}
	return b.String()
}

// hasAxis reports whether the variants are values x of a parameter. In an ablation without a parameter every x is 0.
func (a Ablation) hasAxis() bool {
	return slices.ContainsFunc(a.Variants, func(v Variant) bool { return v.X != 0 })
}

// briefRow returns the row of a variant in the table of [Ablation.Brief]. If runs are missing, the number of runs is such as "3 of 10".
func (a Ablation) briefRow(base Grid, results []Result, dataset string, variant Variant) []string {
	var val, test []float64                      // accuracies in per cent
	runs := 0                                    // all runs, also without validation or test nodes
	metrics := make([][]float64, len(a.Metrics)) // values of each metric
	for _, r := range a.resultsOf(base, results, dataset, variant) {
		// An empty set has the accuracy −1, which does not count.
		if share := r.Outcome.Val; share >= 0 {
			val = append(val, 100*share)
		}
		if share := r.Outcome.Test; share >= 0 {
			test = append(test, 100*share)
		}
		runs++
		for k, m := range a.Metrics {
			if x, ok := r.Outcome.Metrics[m]; ok {
				metrics[k] = append(metrics[k], x)
			}
		}
	}
	row := []string{variant.Name} // the columns are those of the head in Brief
	if a.hasAxis() {
		row = append(row, formatNumber(variant.X))
	}
	count := strconv.Itoa(runs)
	if wantedRuns := len(base.Splits) * len(base.Seeds); runs < wantedRuns {
		count += " of " + strconv.Itoa(wantedRuns)
	}
	row = append(row, count, tables.Summarize(val).String(), tables.Summarize(test).String())
	for _, values := range metrics {
		text := "–" // no run has the metric
		if len(values) > 0 {
			text = strconv.FormatFloat(tables.Summarize(values).Mean, 'g', 4, 64)
		}
		row = append(row, text)
	}
	return row
}

// resultsOf returns the results of a variant on a data set, in the order of results.
func (a Ablation) resultsOf(base Grid, results []Result, dataset string, v Variant) (out []Result) {
	for _, r := range results {
		if r.Cell.Dataset == dataset && a.isOfVariant(base, r.Cell, v) {
			out = append(out, r)
		}
	}
	return out
}
