// Paired differences between SGPC and the other models of a table.

package study

import (
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/tables"
)

// differences returns the test accuracy of SGPC minus that of another model, in percentage points, for each split with runs of both.
// The accuracy on a split is the mean over its seeds.
func (t Table) differences(dataset, model string) (list []float64) {
	// accuracies returns the splits of a model in the order of their results, and the accuracies by split.
	accuracies := func(model string) (splits []string, runs map[string][]float64) {
		runs = map[string][]float64{}
		for _, r := range t.Results {
			if c := r.Cell; c.Dataset == dataset && c.Model == model && r.Outcome.Test >= 0 {
				if runs[c.Split] == nil {
					splits = append(splits, c.Split)
				}
				runs[c.Split] = append(runs[c.Split], 100*r.Outcome.Test)
			}
		}
		return splits, runs
	}
	splits, own := accuracies("sgpc")
	_, other := accuracies(model)
	for _, s := range splits {
		if other[s] != nil {
			list = append(list, tables.Summarize(own[s]).Mean-tables.Summarize(other[s]).Mean)
		}
	}
	return list
}

// writePaired writes the table of differences, with a row for each other model that shares at least two splits with SGPC on a data set.
// Without such a model it writes nothing.
func (t Table) writePaired(b *strings.Builder, datasets, models []string) {
	// A difference needs two splits for its interval.
	var rows [][]string
	for _, m := range models {
		row, hasDifference := []string{"SGPC − " + peer.Label(m)}, false
		for _, d := range datasets {
			s := tables.Summarize(t.differences(d, m))
			if m == "sgpc" || s.N < 2 { // a single difference has no interval
				row = append(row, "–")
				continue
			}
			text := tables.PlusMinus(s.N, s.Mean, s.Interval())
			if s.Mean > 0 {
				text = "+" + text
			}
			row, hasDifference = append(row, strings.ReplaceAll(text, "-", "−")), true
		}
		if hasDifference {
			rows = append(rows, row)
		}
	}
	if rows == nil {
		return
	}
	b.WriteString("\nPaired over the splits, each the mean of its seeds, with a 95 % interval of the mean (Student’s t). The splits\n" +
		"overlap, which makes it too narrow.\n\n")
	b.WriteString(tables.Markdown(append([]string{"test accuracy"}, datasets...), rows))
}
