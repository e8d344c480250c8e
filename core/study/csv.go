package study

import (
	"encoding/csv"
	"maps"
	"strconv"
	"strings"
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
			if !maps.Equal(r.Cell.Set, merged(base.Set, v.Set)) || !maps.Equal(r.Cell.Swap, v.Swap) {
				continue
			}
			o := r.Outcome
			line := []string{a.Name, v.Name, number(v.X), r.Cell.Dataset, r.Cell.Model, r.Cell.Split,
				strconv.FormatUint(r.Cell.Seed, 10), strconv.Itoa(o.BestEpoch), number(o.Val), number(o.Test)}
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

func number(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }

// Brief is a short account of the results: mean ± standard deviation of
// validation and test accuracy per variant, as Markdown.
func (a Ablation) Brief(base Grid, results []Result) string {
	var b strings.Builder
	b.WriteString("| variant | runs | validation | test |\n|---|---:|---:|---:|\n")
	for _, v := range a.Variants {
		var val, test []float64
		for _, r := range results {
			if maps.Equal(r.Cell.Set, merged(base.Set, v.Set)) && maps.Equal(r.Cell.Swap, v.Swap) {
				val, test = append(val, 100*r.Outcome.Val), append(test, 100*r.Outcome.Test)
			}
		}
		x, y := Summarize(val), Summarize(test)
		b.WriteString("| " + v.Name + " | " + strconv.Itoa(x.N) + " | " + percent(x) + " | " + percent(y) + " |\n")
	}
	return b.String()
}

func percent(s Summary) string {
	if s.N == 0 {
		return "–"
	}
	return strconv.FormatFloat(s.Mean, 'f', 1, 64) + " ± " + strconv.FormatFloat(s.Std, 'f', 1, 64)
}
