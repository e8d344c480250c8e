package study

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/tables"
)

// CSV writes the results of the ablation's cells, as Cells listed them for
// base: one row per run, or per element of the series. Accuracies and errors
// are shares in 0..1; a number that a run does not have is empty.
func (a Ablation) CSV(base Grid, results []Result) string {
	var t tables.CSV
	t.Text("ablation", "variant", "x", "dataset", "model", "split", "seed", "best_epoch", "val", "test")
	t.Text(a.Metrics...)
	if a.Index != "" {
		t.Text(a.Index)
		t.Text(a.Series...)
	}
	t.End()
	for _, v := range a.Variants {
		for _, r := range results {
			if !maps.Equal(r.Cell.Set, a.settings(base, v)) || !maps.Equal(r.Cell.Swap, v.Swap) {
				continue
			}
			if a.Index == "" {
				a.line(&t, v, r)
				t.End()
				continue
			}
			for k := range r.Outcome.Series[a.Series[0]] {
				a.line(&t, v, r)
				t.Int(k + 1)
				for _, s := range a.Series {
					if x := r.Outcome.Series[s]; k < len(x) {
						t.Number(x[k], digits)
					} else {
						t.Blank(1)
					}
				}
				t.End()
			}
		}
	}
	return string(t.File())
}

// line begins a row with what is reported of a run.
func (a Ablation) line(t *tables.CSV, v Variant, r Result) {
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

// digits are those of a number in a CSV file.
const digits = 10

func number(x float64) string { return strconv.FormatFloat(x, 'g', digits, 64) }

// Brief is the account of the results as a Markdown table: mean ± standard
// deviation of validation and test accuracy by variant, and the means of the
// metrics, over splits and seeds, for each data set.
func (a Ablation) Brief(base Grid, results []Result) string {
	var b strings.Builder
	axis := slices.ContainsFunc(a.Variants, func(v Variant) bool { return v.X != 0 })
	head := []string{"variant"}
	if axis {
		head = append(head, "x")
	}
	head = append(append(head, "runs", "validation", "test"), a.Metrics...)
	for _, d := range base.Datasets {
		if len(base.Datasets) > 1 {
			b.WriteString("\n" + d + "\n\n")
		}
		var rows [][]string
		for _, v := range a.Variants {
			rows = append(rows, a.briefRow(base, results, d, v, axis))
		}
		b.WriteString(tables.Markdown(head, rows))
	}
	return b.String()
}

func (a Ablation) briefRow(base Grid, results []Result, dataset string, v Variant, axis bool) []string {
	var val, test []float64
	runs := 0
	metrics := make([][]float64, len(a.Metrics))
	for _, r := range a.of(base, results, dataset, v) {
		if v := r.Outcome.Val; v >= 0 {
			val = append(val, 100*v)
		}
		if v := r.Outcome.Test; v >= 0 {
			test = append(test, 100*v)
		}
		runs++
		for k, m := range a.Metrics {
			if x, ok := r.Outcome.Metrics[m]; ok {
				metrics[k] = append(metrics[k], x)
			}
		}
	}
	row := []string{v.Name}
	if axis {
		row = append(row, number(v.X))
	}
	count := strconv.Itoa(runs)
	if want := len(base.Splits) * len(base.Seeds); runs < want {
		count += " of " + strconv.Itoa(want)
	}
	row = append(row, count, tables.Summarize(val).String(), tables.Summarize(test).String())
	for _, m := range metrics {
		text := "–"
		if len(m) > 0 {
			text = strconv.FormatFloat(tables.Summarize(m).Mean, 'g', 4, 64)
		}
		row = append(row, text)
	}
	return row
}

// of are the results of a variant on a data set, in their order.
func (a Ablation) of(base Grid, results []Result, dataset string, v Variant) (out []Result) {
	for _, r := range results {
		if r.Cell.Dataset == dataset && maps.Equal(r.Cell.Set, a.settings(base, v)) && maps.Equal(r.Cell.Swap, v.Swap) {
			out = append(out, r)
		}
	}
	return out
}
