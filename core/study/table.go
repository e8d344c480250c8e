// This file writes tables of accuracies as Markdown.

package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/tables"
	"sheafscope/core/train"
	"sheafscope/core/words"
)

// The protocols of a table: which splits its runs use.
const (
	// ProtocolSplits uses the fixed splits in the folder of a data set. For the data sets of package published these are the splits of
	// Geom-GCN, with 48 % training, 32 % validation and 20 % test nodes.
	ProtocolSplits = "splits"
	// ProtocolPerClass draws splits with 20 training nodes of every class, 500 validation nodes and 1000 test nodes, in a small graph fewer.
	ProtocolPerClass = "per-class:20"
	// ProtocolPlanetoid uses the public split of the Planetoid files, which also has 20 training nodes of every class.
	ProtocolPlanetoid = "planetoid"
)

// Table is a table of accuracies. It has a row for each model and a column for each data set.
type Table struct {
	// Title, Command and Date form the heading; see [Table.Markdown]. Date may have any format.
	Title, Command, Date string
	// Protocol selects the published accuracies below the table.
	Protocol string
	Results  []Result // finished cells
	// Wanted are the cells that should have a result. A mean over fewer runs is marked. If Wanted is nil, no run counts as missing.
	Wanted []Cell
	// Validation states whether a table of the validation accuracies is added.
	Validation bool
}

// Markdown returns the following parts. Accuracies are in per cent, as mean ± sample standard deviation over splits and seeds.
//   - The heading. It omits Title and Command if they are "", and Date if Date or Command is "".
//   - The test accuracies of the models, and below them published accuracies. With several models, the best mean of a column is bold.
//   - The areas under the ROC curve, if a run has an area.
//   - The paired differences between SGPC and the other models ([Table.writePaired]). If runs are missing, a sentence instead.
//   - The validation accuracies, if t.Validation is true.
func (t Table) Markdown() string {
	datasets, models := t.axes()
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "### %s\n\n", t.Title)
	}
	if t.Command != "" {
		fmt.Fprintf(&b, "`%s`", t.Command)
		if t.Date != "" {
			fmt.Fprintf(&b, ", %s", t.Date)
		}
		b.WriteString("\n\n")
	}
	fmt.Fprintf(&b, "Test accuracy in %% at the epoch chosen on validation, mean ± standard deviation; %s.\n\n", t.runsText())
	t.writeGrid(&b, datasets, models, func(o train.Outcome) float64 { return o.Test }, peer.ReportedRows(t.Protocol == ProtocolSplits))
	// The area under the ROC curve exists only for two classes.
	if binary := t.withAUC(datasets); len(binary) > 0 {
		b.WriteString("\nArea under the receiver operating characteristic (ROC AUC) in % on the test nodes of graphs with two " +
			"classes, same runs.\n\n")
		t.writeGrid(&b, binary, models, aucOf, nil)
	}
	// With missing runs, the two models of a difference may have different splits and seeds.
	if t.isComplete() {
		t.writePaired(&b, datasets, models)
	} else {
		b.WriteString("\nRuns are missing: means over a part of them say so, and nothing is compared split by split.\n")
	}
	if t.Validation {
		b.WriteString("\nValidation accuracy of the same runs.\n\n")
		t.writeGrid(&b, datasets, models, func(o train.Outcome) float64 { return o.Val }, nil)
	}
	return b.String()
}

// cells returns the wanted cells, and then the cells of the results. A cell may occur twice.
func (t Table) cells() (out []Cell) {
	out = append(out, t.Wanted...)
	for _, r := range t.Results {
		out = append(out, r.Cell)
	}
	return out
}

// isComplete reports whether every model has as many results on each data set as it has wanted cells.
func (t Table) isComplete() bool {
	datasets, models := t.axes()
	for _, d := range datasets {
		for _, m := range models {
			if done, wanted := t.countRuns(d, m); done < wanted {
				return false
			}
		}
	}
	return true
}

// countRuns returns the numbers of results and of wanted cells of a model on a data set.
func (t Table) countRuns(dataset, model string) (done, wanted int) {
	for _, r := range t.Results {
		done += words.Either(r.Cell.Dataset == dataset && r.Cell.Model == model, 1, 0)
	}
	for _, c := range t.Wanted {
		wanted += words.Either(c.Dataset == dataset && c.Model == model, 1, 0)
	}
	return done, wanted
}

// axes returns the data sets, in the order of package published, and the models in order of appearance.
// Data sets that package published does not list come last, in order of appearance.
func (t Table) axes() (datasets, models []string) {
	for _, c := range t.cells() {
		if !slices.Contains(datasets, c.Dataset) {
			datasets = append(datasets, c.Dataset)
		}
		if !slices.Contains(models, c.Model) {
			models = append(models, c.Model)
		}
	}
	// A stable sort keeps the order of appearance among data sets of the last rank.
	order := published.Datasets()
	rank := func(dataset string) int {
		if k := slices.Index(order, dataset); k >= 0 {
			return k
		}
		return len(order)
	}
	slices.SortStableFunc(datasets, func(a, b string) int { return rank(a) - rank(b) })
	return datasets, models
}

// aucOf returns the area under the ROC curve of a run, in 0..1, or −1 if the outcome has no area. An outcome has an area only if the graph
// has two classes, and if both occur among the test nodes.
func aucOf(o train.Outcome) float64 {
	if area, ok := o.Metrics["auc"]; ok {
		return area
	}
	return -1
}

// withAUC returns the data sets with a run that has an area under the ROC curve.
func (t Table) withAUC(datasets []string) (out []string) {
	for _, d := range datasets {
		if slices.ContainsFunc(t.Results, func(r Result) bool { return r.Cell.Dataset == d && aucOf(r.Outcome) >= 0 }) {
			out = append(out, d)
		}
	}
	return out
}

// runsText returns the numbers of splits and of seeds of a data set, as in "10 splits × 1 seed". Where the data sets of the table have
// different numbers, it returns the smallest and the largest, as in "5 to 10 splits × 3 seeds".
func (t Table) runsText() string {
	// count returns the number of distinct keys of the cells of a data set, or the range of the numbers, followed by the noun.
	count := func(key func(Cell) string, noun string) string {
		keys := map[string][]string{} // by data set
		for _, c := range t.cells() {
			if k := key(c); !slices.Contains(keys[c.Dataset], k) {
				keys[c.Dataset] = append(keys[c.Dataset], k)
			}
		}
		if len(keys) == 0 {
			return words.Count(0, noun)
		}
		var numbers []int
		for _, list := range keys {
			numbers = append(numbers, len(list))
		}
		least, most := slices.Min(numbers), slices.Max(numbers)
		return words.Either(least < most, strconv.Itoa(least)+" to ", "") + words.Count(most, noun)
	}
	seedOf := func(c Cell) string { return strconv.FormatUint(c.Seed, 10) }
	return count(func(c Cell) string { return c.Split }, "split") + " × " + count(seedOf, "seed")
}

// writeGrid writes a table of one measure in per cent. Below the rows of the models it writes the rows of reported, which are published
// accuracies (publishedRow). measure returns the measure of a run in 0..1, or a negative number if the run has no measure.
func (t Table) writeGrid(b *strings.Builder, datasets, models []string, measure func(train.Outcome) float64, reported []published.Line) {
	best := map[string]float64{}                // largest mean, by data set; a missing key gives 0, the least possible mean
	summaries := map[[2]string]tables.Summary{} // by data set and model
	for _, d := range datasets {
		for _, m := range models {
			s := t.summarize(d, m, measure)
			summaries[[2]string{d, m}] = s
			if s.N > 0 {
				best[d] = max(best[d], s.Mean)
			}
		}
	}
	var rows [][]string
	for _, m := range models {
		row := []string{peer.Label(m)}
		for _, d := range datasets {
			s := summaries[[2]string{d, m}]
			text := s.String()
			// The best mean is bold, except that a single model has no competitor.
			if s.N > 0 && s.Mean == best[d] && len(models) > 1 {
				text = boldMean(text)
			}
			// A run without the measure counts as missing where other runs have the measure.
			done, wanted := t.countRuns(d, m)
			if all := max(done, wanted); done < all || 0 < s.N && s.N < all {
				text += fmt.Sprintf(" (%d of %d runs)", words.Either(s.N > 0, s.N, done), all)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	for _, line := range reported {
		if row := publishedRow(line, datasets); row != nil {
			rows = append(rows, row)
		}
	}
	b.WriteString(tables.Markdown(append([]string{"model"}, datasets...), rows))
}

// publishedRow returns the row of a published line in a table: the name with the source, and the accuracy on each data set in per cent.
// Name and accuracies are in italics, and a dash stands for a missing accuracy. publishedRow returns nil if every accuracy is missing.
func publishedRow(line published.Line, datasets []string) []string {
	hasAccuracy := false
	row := []string{fmt.Sprintf("*%s (%s)*", line.Name, line.Source)}
	for _, d := range datasets {
		text := "–"
		if accuracy := line.Of(d); accuracy > 0 { // 0 for a data set without a published accuracy
			text = fmt.Sprintf("*%.1f*", accuracy)
			hasAccuracy = true
		}
		row = append(row, text)
	}
	if !hasAccuracy {
		return nil
	}
	return row
}

// summarize returns the summary of a measure over the runs of a model on a data set, in per cent. It omits runs without the measure.
func (t Table) summarize(dataset, model string, measure func(train.Outcome) float64) tables.Summary {
	var values []float64
	for _, r := range t.Results {
		if r.Cell.Dataset != dataset || r.Cell.Model != model {
			continue
		}
		if share := measure(r.Outcome); share >= 0 {
			values = append(values, 100*share)
		}
	}
	return tables.Summarize(values)
}
