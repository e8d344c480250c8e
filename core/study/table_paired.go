// This file computes the paired differences between SGPC and the other models, which follow a table of accuracies.

package study

import (
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/tables"
)

// accuraciesBySplit returns the splits of a data set on which a model has a test accuracy, in the order of the results.
// accuracies has, by split, the test accuracies in per cent: one for each seed.
func (t Table) accuraciesBySplit(dataset, model string) (splits []string, accuracies map[string][]float64) {
	accuracies = map[string][]float64{}
	for _, r := range t.Results {
		c := r.Cell
		if c.Dataset != dataset || c.Model != model || r.Outcome.Test < 0 {
			continue
		}
		if accuracies[c.Split] == nil { // the first result on the split
			splits = append(splits, c.Split)
		}
		accuracies[c.Split] = append(accuracies[c.Split], 100*r.Outcome.Test)
	}
	return splits, accuracies
}

// differences returns the test accuracy of SGPC minus the test accuracy of another model, in percentage points.
// The list has an element for each split on which both models have a test accuracy. The accuracy on a split is the mean over its seeds.
func (t Table) differences(dataset, model string) (list []float64) {
	splits, sgpc := t.accuraciesBySplit(dataset, "sgpc")
	_, other := t.accuraciesBySplit(dataset, model)
	for _, s := range splits {
		if other[s] != nil {
			list = append(list, tables.Summarize(sgpc[s]).Mean-tables.Summarize(other[s]).Mean)
		}
	}
	return list
}

// writePaired writes the table of differences between SGPC and each other model, in percentage points.
// A model has a row if it shares at least two splits with SGPC on one of the data sets. writePaired writes nothing if there is no row.
func (t Table) writePaired(b *strings.Builder, datasets, models []string) {
	var rows [][]string
	for _, m := range models {
		row := []string{"SGPC − " + peer.Label(m)}
		hasDifference := false
		for _, d := range datasets {
			s := tables.Summarize(t.differences(d, m))
			// A dash: SGPC is not compared with itself, and a single difference has no interval.
			if m == "sgpc" || s.N < 2 {
				row = append(row, "–")
				continue
			}
			// The text of a cell is the mean difference with its sign, and half of its 95 % interval: "+1.2 ± 0.4".
			// A mean that rounds to 0.0 has no sign.
			text := Signed(s)
			if s.Mean > 0 && !strings.HasPrefix(text, "0.0") {
				text = "+" + text
			}
			row = append(row, text)
			hasDifference = true
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
