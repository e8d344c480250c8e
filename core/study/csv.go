package study

import (
	"encoding/csv"
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
	var b strings.Builder
	w := csv.NewWriter(&b)
	head := []string{"ablation", "variant", "x", "dataset", "model", "split", "seed", "best_epoch", "val", "test"}
	head = append(head, a.Metrics...)
	if a.Index != "" {
		head = append(append(head, a.Index), a.Series...)
	}
	w.Write(head)
	for _, v := range a.Variants {
		for _, r := range results {
			if !maps.Equal(r.Cell.Set, a.settings(base, v)) || !maps.Equal(r.Cell.Swap, v.Swap) {
				continue
			}
			o := r.Outcome
			line := []string{a.Name, v.Name, number(v.X), r.Cell.Dataset, r.Cell.Model, r.Cell.Split,
				strconv.FormatUint(r.Cell.Seed, 10), strconv.Itoa(o.BestEpoch), share(o.Val), share(o.Test)}
			for _, m := range a.Metrics {
				line = append(line, field(o.Metrics, m))
			}
			if a.Index == "" {
				w.Write(line)
				continue
			}
			for k := range o.Series[a.Series[0]] {
				row := append(append([]string{}, line...), strconv.Itoa(k+1))
				for _, s := range a.Series {
					if x := o.Series[s]; k < len(x) {
						row = append(row, number(x[k]))
					} else {
						row = append(row, "")
					}
				}
				w.Write(row)
			}
		}
	}
	w.Flush()
	return b.String()
}

func field(m map[string]float64, name string) string {
	v, ok := m[name]
	if !ok {
		return ""
	}
	return number(v)
}

// share writes an accuracy; that of an empty set is an empty field.
func share(x float64) string {
	if x < 0 {
		return ""
	}
	return number(x)
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }

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
	for _, r := range results {
		if r.Cell.Dataset != dataset || !maps.Equal(r.Cell.Set, a.settings(base, v)) || !maps.Equal(r.Cell.Swap, v.Swap) {
			continue
		}
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
	row = append(row, strconv.Itoa(runs), tables.Summarize(val).String(), tables.Summarize(test).String())
	for _, m := range metrics {
		text := "–"
		if len(m) > 0 {
			text = strconv.FormatFloat(tables.Summarize(m).Mean, 'g', 4, 64)
		}
		row = append(row, text)
	}
	return row
}
