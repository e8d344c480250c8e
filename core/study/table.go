package study

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/tables"
	"sheafscope/core/train"
	"sheafscope/core/words"
)

// The protocols of a table.
const (
	// ProtocolSplits uses the fixed Geom-GCN splits in a data set's folder, 48/32/20 %.
	ProtocolSplits = "splits"
	// ProtocolPerClass draws 20 training nodes of every class, 500 validation and 1000 test nodes.
	ProtocolPerClass = "per-class:20"
	// ProtocolPlanetoid uses the public split of the Planetoid files, which also has 20 training nodes of every class.
	ProtocolPlanetoid = "planetoid"
)

// Table is a table of accuracies, models × data sets.
type Table struct {
	// Title, Command and Date form the heading; Date may have any format.
	Title, Command, Date string
	// Protocol selects the published rows.
	Protocol string
	Results  []Result
	// Wanted are the expected cells: a mean over fewer of them is marked. Nil expects the cells of Results.
	Wanted []Cell
	// Validation adds the table of validation accuracies.
	Validation bool
}

// Markdown returns the table.
// Accuracies are in per cent, mean ± sample standard deviation over splits and seeds; the best mean of a column is bold.
// Published rows follow.
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
	if auc := t.withAUC(datasets); len(auc) > 0 {
		b.WriteString("\nArea under the receiver operating characteristic (ROC AUC) in % on the test nodes of graphs with two " +
			"classes, same runs.\n\n")
		t.writeGrid(&b, auc, models, aucOf, nil)
	}
	// A paired comparison needs the same splits for both models.
	if t.complete() {
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

// cells returns the wanted cells and those with results.
func (t Table) cells() (out []Cell) {
	out = append(out, t.Wanted...)
	for _, r := range t.Results {
		out = append(out, r.Cell)
	}
	return out
}

// complete reports whether every wanted cell has a result.
func (t Table) complete() bool {
	datasets, models := t.axes()
	for _, d := range datasets {
		for _, m := range models {
			if have, want := t.countRuns(d, m); have < want {
				return false
			}
		}
	}
	return true
}

// countRuns returns the numbers of results and of wanted cells of a model on a data set.
func (t Table) countRuns(dataset, model string) (have, want int) {
	for _, r := range t.Results {
		have += words.Either(r.Cell.Dataset == dataset && r.Cell.Model == model, 1, 0)
	}
	for _, c := range t.Wanted {
		want += words.Either(c.Dataset == dataset && c.Model == model, 1, 0)
	}
	return have, want
}

// axes returns the data sets in the order of core/published and the models in order of appearance.
func (t Table) axes() (datasets, models []string) {
	for _, c := range t.cells() {
		if !slices.Contains(datasets, c.Dataset) {
			datasets = append(datasets, c.Dataset)
		}
		if !slices.Contains(models, c.Model) {
			models = append(models, c.Model)
		}
	}
	order := published.Datasets()
	rank := func(d string) int {
		if k := slices.Index(order, d); k >= 0 {
			return k
		}
		return len(order)
	}
	slices.SortStableFunc(datasets, func(a, b string) int { return rank(a) - rank(b) })
	return datasets, models
}

// aucOf returns the area under the ROC curve of a run, −1 without one.
func aucOf(o train.Outcome) float64 {
	if area, ok := o.Metrics["auc"]; ok {
		return area
	}
	return -1
}

// withAUC returns the data sets that have a run with an area under the ROC curve.
func (t Table) withAUC(datasets []string) (out []string) {
	for _, d := range datasets {
		if slices.ContainsFunc(t.Results, func(r Result) bool { return r.Cell.Dataset == d && aucOf(r.Outcome) >= 0 }) {
			out = append(out, d)
		}
	}
	return out
}

// runsText returns the numbers of splits and seeds behind each mean.
func (t Table) runsText() string {
	var splits []string
	var seeds []uint64
	for _, c := range t.cells() {
		if !slices.Contains(splits, c.Split) {
			splits = append(splits, c.Split)
		}
		if !slices.Contains(seeds, c.Seed) {
			seeds = append(seeds, c.Seed)
		}
	}
	return fmt.Sprintf("%d splits × %d seeds", len(splits), len(seeds))
}

// writeGrid writes a table of one measure, with a value below 0 for a missing one, and the published rows.
func (t Table) writeGrid(b *strings.Builder, datasets, models []string, of func(train.Outcome) float64, reported []published.Line) {
	best := map[string]float64{}
	cell := map[[2]string]tables.Summary{}
	for _, d := range datasets {
		for _, m := range models {
			var x []float64
			for _, r := range t.Results {
				if r.Cell.Dataset == d && r.Cell.Model == m && of(r.Outcome) >= 0 { // an empty set has no accuracy
					x = append(x, 100*of(r.Outcome))
				}
			}
			s := tables.Summarize(x)
			cell[[2]string{d, m}] = s
			if s.N > 0 {
				best[d] = max(best[d], s.Mean)
			}
		}
	}
	var rows [][]string
	for _, m := range models {
		row := []string{peer.Label(m)}
		for _, d := range datasets {
			s := cell[[2]string{d, m}]
			text := s.String()
			if s.N > 0 && s.Mean == best[d] && len(models) > 1 {
				mean, deviation, _ := strings.Cut(text, " ")
				text = strings.TrimSpace("**" + mean + "** " + deviation)
			}
			if have, want := t.countRuns(d, m); have < want {
				text += fmt.Sprintf(" (%d of %d runs)", have, want)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	for _, r := range reported {
		any := false
		row := []string{fmt.Sprintf("*%s (%s)*", r.Name, r.Source)}
		for _, d := range datasets {
			if v := r.Of(d); v > 0 {
				row = append(row, fmt.Sprintf("*%.1f*", v))
				any = true
			} else {
				row = append(row, "–")
			}
		}
		if any {
			rows = append(rows, row)
		}
	}
	b.WriteString(tables.Markdown(append([]string{"model"}, datasets...), rows))
}
