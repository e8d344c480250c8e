// This file writes the part of the page of accuracies on nested choices: settings that are chosen for each split separately.

package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// WidenedInterval returns half of the 95 % interval of a mean over splits that share nodes.
// A mean over J = s.N independent splits has the variance σ²/J, where σ² is the variance of the value on one split.
// If the splits share nodes, the variance of the mean is (1/J + r)·σ², so the interval is wider by the factor sqrt(1 + J·r).
// r is the parameter tested: the number of test nodes of a split divided by the number of its training and validation nodes.
//
// Source: C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine Learning 52 (2003), section 4.3.
func WidenedInterval(s tables.Summary, tested float64) float64 {
	return s.Interval() * math.Sqrt(1+float64(float64(s.N)*tested))
}

// SeedsPerSplit returns the number of runs on each split. It returns 0 if Splits is no range such as "0-9" (a single split is no range), if
// the number of runs is no multiple of the number of splits, and for a row of the first format, which has no list of runs.
func (r *Row) SeedsPerSplit() int {
	firstText, lastText, isRange := strings.Cut(r.Splits, "-")
	first, firstErr := strconv.Atoi(firstText)
	last, lastErr := strconv.Atoi(lastText)
	hasNumbers := isRange && firstErr == nil && lastErr == nil
	if !hasNumbers || last < first {
		return 0
	}
	splits := last - first + 1
	if len(r.Test)%splits != 0 {
		return 0
	}
	return len(r.Test) / splits
}

// DifferenceFrom returns the summary of the test accuracy of r minus the test accuracy of other, in percentage points.
// The summary has a difference for each split. The accuracy on a split is the mean over its seeds.
// The summary is empty if the rows differ in their splits or in the number of seeds, or if [Row.SeedsPerSplit] is 0.
func (r *Row) DifferenceFrom(other *Row) tables.Summary {
	seeds := r.SeedsPerSplit()
	isPaired := r.Protocol == other.Protocol && r.Splits == other.Splits && seeds == other.SeedsPerSplit()
	if seeds == 0 || !isPaired {
		return tables.Summary{}
	}
	return tables.Summarize(PairedBySplit(r.Test, other.Test, seeds))
}

// nestedModels and nestedSets are the models and data sets that the page has to cover. The page lists the pairs that have no nested row.
var (
	nestedModels = []string{"sgpc", "mlp", "gcn", "gcn-tuned", "nsd-diag"}
	nestedSets   = []string{"texas", "wisconsin", "cornell", "cornell_legacy", "chameleon_filtered"}
)

// nestedPage collects the parts of the page's text on nested choices, data set by data set.
type nestedPage struct {
	rows        []Row      // rows of the present versions
	body        [][]string // lines of the table
	comparisons string     // list items, each with a comparison of SGPC and the best other model on a data set
	clearLeads  []string   // data sets on which SGPC is better; the interval for overlapping splits does not contain 0
	// commands and versions are the commands and versions of the table's rows, without repetitions. days has the day of each row.
	commands, versions, days []string
}

// nestedText returns the part of the page on nested choices: comparisons of SGPC with the best other model, and a table.
// The table has two accuracies of each model: with one setting for all splits, and with settings chosen for each split.
// nestedText returns "" if no nested row has the usual flags; see [nestedPage.find].
func nestedText(rows []Row) string {
	page := &nestedPage{rows: rows}
	var datasets []string // data sets with a nested row, in the order of the rows
	for k := range rows {
		r := &rows[k]
		isNew := !slices.Contains(datasets, r.Dataset)
		if isNew && r.Method == methodNested {
			datasets = append(datasets, r.Dataset)
			page.addDataset(r.Dataset)
		}
	}
	if page.body == nil { // addDataset found no nested row with the usual flags
		return ""
	}
	leading := words.Either(page.clearLeads == nil, "none of these data sets", strings.Join(page.clearLeads, ", "))
	text := ""
	if page.comparisons != "" {
		text = "SGPC leads the best of the others clearly, for splits that share nodes, on " + leading + ".\n\n" + page.comparisons
	}
	head := []string{"data set", "model", "one setting", "nested", "SGPC − it, one setting", "SGPC − it, nested", "± for overlapping splits"}
	text += "\n" + tables.Markdown(head, page.body)
	text += "\nColumns: " + strings.Join(page.commands, " and ") + ". Versions: " + strings.Join(page.versions, ", ") + "; " +
		slices.Min(page.days) + " to " + slices.Max(page.days) + ".\n"
	if missing := page.missing(); missing != nil {
		text += "\nNot run nested yet: " + strings.Join(missing, "; ") + ".\n"
	}
	return text
}

// find returns the first row of a model on the ten splits of a data set, with settings chosen by the given method.
// It ignores rows whose runs had settings of the command line, or a graph without its duplicate nodes. It returns nil if there is no row.
func (p *nestedPage) find(method, dataset, model string) *Row {
	k := slices.IndexFunc(p.rows, func(r Row) bool {
		return r.Dataset == dataset && r.Model == model && isFullProtocol(&r, method)
	})
	if k < 0 {
		return nil
	}
	return &p.rows[k]
}

// addDataset adds a line for each model with a nested row on a data set. If SGPC and another model have nested rows, it also adds the
// comparison of SGPC with the best other model. If the interval for overlapping splits shows that SGPC is better, addDataset records the
// data set in clearLeads.
// In the names of the locals, nested is a row with settings for each split, and common is a row with common settings for all splits.
func (p *nestedPage) addDataset(dataset string) {
	sgpcNested, sgpcCommon := p.find(methodNested, dataset, "sgpc"), p.find(methodAuto, dataset, "sgpc")
	var bestOther *Row // nested row of the best model other than SGPC
	for _, model := range append([]string{"sgpc"}, peer.Names()...) {
		nested, common := p.find(methodNested, dataset, model), p.find(methodAuto, dataset, model)
		if nested == nil {
			continue
		}
		commonText := "–" // a model may have a nested row without a common row
		if common != nil {
			commonText = common.Summary().String()
		}
		line := []string{dataset, peer.Label(model), commonText, nested.Summary().String(), "–", "–", "–"}
		if model != "sgpc" {
			if bestOther == nil || nested.Summary().Mean > bestOther.Summary().Mean {
				bestOther = nested
			}
			// Counted from 0, column 4 has the difference of the common rows, and column 5 has the difference of the nested rows.
			// Column 6 has the wider interval of the nested difference, for splits that share nodes.
			if sgpcCommon != nil && common != nil {
				line[4] = intervalText(sgpcCommon.DifferenceFrom(common))
			}
			if sgpcNested != nil {
				s := sgpcNested.DifferenceFrom(nested)
				line[5] = intervalText(s)
				if s.N > 1 { // a single difference has no interval
					line[6] = fmt.Sprintf("%.1f", WidenedInterval(s, nested.Tested))
				}
			}
		}
		p.body = append(p.body, line)
		p.addSource(model, common)
		p.addSource(model, nested)
	}
	if sgpcNested == nil || bestOther == nil {
		return
	}
	p.comparisons += comparisonText(sgpcNested, bestOther)
	s := sgpcNested.DifferenceFrom(bestOther)
	if s.N > 1 && s.Mean > WidenedInterval(s, bestOther.Tested) { // a single difference has no interval
		p.clearLeads = append(p.clearLeads, dataset)
	}
}

// addSource adds the command and the version of a row, unless they are already listed, and the day of the row. r may be nil.
func (p *nestedPage) addSource(model string, r *Row) {
	if r == nil {
		return
	}
	if command := "`" + rowCommand(r) + "`"; !slices.Contains(p.commands, command) {
		p.commands = append(p.commands, command)
	}
	if version := peer.Label(model) + " " + r.Version; !slices.Contains(p.versions, version) {
		p.versions = append(p.versions, version)
	}
	p.days = append(p.days, r.Date)
}

// missing returns the data sets of nestedSets that lack a nested row of one of nestedModels, each with these models, as in
// "texas (`mlp`, `gcn`)".
func (p *nestedPage) missing() (list []string) {
	for _, d := range nestedSets {
		var models []string
		for _, model := range nestedModels {
			if p.find(methodNested, d, model) == nil {
				models = append(models, "`"+model+"`")
			}
		}
		if models != nil {
			list = append(list, d+" ("+strings.Join(models, ", ")+")")
		}
	}
	return list
}

// intervalText returns a mean difference with its interval. It returns "–" for fewer than two splits, which have no interval.
func intervalText(s tables.Summary) string {
	if s.N < 2 {
		return "–"
	}
	return Signed(s)
}

// comparisonText returns a list item on the difference between SGPC and the best other model on a data set.
// It returns "" if their rows have fewer than two differences, which have no interval.
func comparisonText(sgpc, other *Row) string {
	s := sgpc.DifferenceFrom(other)
	if s.N < 2 {
		return ""
	}
	// An interval does not contain 0 if the absolute value of its mean is larger than half of its width.
	verdict := "The interval holds 0 even for independent splits."
	widened := WidenedInterval(s, other.Tested)
	switch {
	case math.Abs(s.Mean) > widened:
		verdict = "The interval leaves out 0, for overlapping splits too."
	case math.Abs(s.Mean) > s.Interval():
		verdict = "The interval leaves out 0 for independent splits alone: overlapping ones have ± " + fmt.Sprintf("%.1f", widened) + "."
	}
	// Overlap is the share of a split's test nodes that are validation nodes of one of the first five splits (gridSplits). A choice for all
	// splits uses these validation nodes.
	return fmt.Sprintf("* %s: SGPC %s, %s %s, the best of the others. The difference is %s. %s %.0f %% of a split's test nodes lie in "+
		"the five validation sets of the common choice.\n", sgpc.Dataset, sgpc.Summary(), peer.Label(other.Model), other.Summary(), Signed(s),
		verdict, 100*other.Overlap)
}

// choicesText lists the distinct choices of a row, each with the splits for which it was made, as in
// "two layers `layers=2` (split 0, 4); no plans `lift=scalar` (split 1)".
func choicesText(r *Row) string {
	var texts []string    // distinct choices
	var splits [][]string // splits of each text
	for _, c := range r.Choices {
		text := c.From
		if set := settingsText(c.Settings); set != "" {
			text += " `" + set + "`"
		}
		k := slices.Index(texts, text)
		if k < 0 {
			texts = append(texts, text)
			splits = append(splits, nil)
			k = len(texts) - 1
		}
		splits[k] = append(splits[k], c.Split)
	}
	for k := range texts {
		texts[k] += " (split " + strings.Join(splits[k], ", ") + ")"
	}
	return strings.Join(texts, "; ")
}

// settingsText lists settings as name=value with blanks between them, in the order of settings.Names. It returns "" without settings.
func settingsText(set map[string]string) string {
	var out []string
	for _, name := range settings.Names() {
		if v, ok := set[name]; ok {
			out = append(out, name+"="+v)
		}
	}
	return strings.Join(out, " ")
}
