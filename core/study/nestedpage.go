// The part of the page of accuracies about nested choices.

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
// Such a mean over J splits has the variance (1/J + r)·s² in place of s²/J, where s² is the variance of the splits and r = tested is the
// number of test nodes of a split divided by the number of its other nodes.
//
// Source: C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine Learning 52 (2003), section 4.3.
func WidenedInterval(s tables.Summary, tested float64) float64 {
	return s.Interval() * math.Sqrt(1+float64(s.N)*tested)
}

// SeedsPerSplit returns the number of runs on each split. It returns 0 unless Splits is a range and every split has equally many runs.
func (r *Row) SeedsPerSplit() int {
	firstText, lastText, isRange := strings.Cut(r.Splits, "-")
	first, firstErr := strconv.Atoi(firstText)
	last, lastErr := strconv.Atoi(lastText)
	if !isRange || firstErr != nil || lastErr != nil || last < first {
		return 0
	}
	splits := last - first + 1
	if len(r.Test)%splits != 0 {
		return 0
	}
	return len(r.Test) / splits
}

// DifferenceFrom summarizes the test accuracy of a row minus that of another over the splits, in percentage points.
// The accuracy on a split is the mean over its seeds. The summary is empty if the rows differ in splits or in the number of seeds.
func (r *Row) DifferenceFrom(other *Row) tables.Summary {
	n := r.SeedsPerSplit()
	if n == 0 || n != other.SeedsPerSplit() || r.Splits != other.Splits {
		return tables.Summary{}
	}
	return tables.Summarize(PairedBySplit(r.Test, other.Test, n))
}

// nestedModels and nestedSets are the models and data sets that the page has to cover. The page lists missing pairs.
var (
	nestedModels = []string{"sgpc", "mlp", "gcn", "gcn-tuned", "nsd-diag"}
	nestedSets   = []string{"texas", "wisconsin", "cornell", "cornell_legacy", "chameleon_filtered"}
)

// nestedPage collects the parts of the page's text on nested choices, data set by data set.
type nestedPage struct {
	rows                     []Row
	body                     [][]string // lines of the table
	leads                    string     // list items: SGPC and the best other model on each data set
	clearLeads               []string   // data sets on which SGPC clearly leads
	commands, versions, days []string
}

// nestedText compares accuracies with settings chosen for each split and with one setting for all splits.
// It returns "" without a nested row.
func nestedText(rows []Row) string {
	page := &nestedPage{rows: rows}
	var datasets []string
	for k := range rows {
		if d := rows[k].Dataset; rows[k].Method == methodNested && !slices.Contains(datasets, d) {
			datasets = append(datasets, d)
			page.addDataset(d)
		}
	}
	if page.body == nil {
		return ""
	}
	text := "SGPC leads the best of the others clearly, for splits that share nodes, on " +
		words.Either(page.clearLeads == nil, "none of these data sets", strings.Join(page.clearLeads, ", ")) + ".\n\n" + page.leads
	head := []string{"data set", "model", "one setting", "nested", "SGPC − it, one setting", "SGPC − it, nested", "± for overlapping splits"}
	text += "\n" + tables.Markdown(head, page.body)
	text += "\nColumns: " + strings.Join(page.commands, " and ") + ". Versions: " + strings.Join(page.versions, ", ") + "; " +
		slices.Min(page.days) + " to " + slices.Max(page.days) + ".\n"
	if missing := page.missing(); missing != nil {
		text += "\nNot run nested yet: " + strings.Join(missing, "; ") + ".\n"
	}
	return text
}

// find returns the row of a model on the ten splits of a data set, with settings chosen by the given method. It returns nil without one.
func (p *nestedPage) find(method, dataset, model string) *Row {
	k := slices.IndexFunc(p.rows, func(r Row) bool {
		isRow := r.Method == method && r.Dataset == dataset && r.Model == model
		isPlain := r.Splits == "0-9" && r.Dedup == "" && len(r.Set) == 0
		return isRow && isPlain
	})
	if k < 0 {
		return nil
	}
	return &p.rows[k]
}

// addDataset adds a line for each model with a nested row on a data set, and the comparison of SGPC with the best other model.
func (p *nestedPage) addDataset(dataset string) {
	sgpcNested, sgpcCommon := p.find(methodNested, dataset, "sgpc"), p.find(methodAuto, dataset, "sgpc")
	var bestOther *Row
	for _, model := range append([]string{"sgpc"}, peer.Names()...) {
		nested, common := p.find(methodNested, dataset, model), p.find(methodAuto, dataset, model)
		if nested == nil {
			continue
		}
		commonText := "–"
		if common != nil {
			commonText = common.Summary().String()
		}
		line := []string{dataset, peer.Label(model), commonText, nested.Summary().String(), "–", "–", "–"}
		if model != "sgpc" {
			if bestOther == nil || nested.Summary().Mean > bestOther.Summary().Mean {
				bestOther = nested
			}
			// Differences from SGPC: with one setting, nested, and the wider interval of the latter.
			if sgpcCommon != nil && common != nil {
				line[4] = intervalText(sgpcCommon.DifferenceFrom(common))
			}
			if sgpcNested != nil {
				s := sgpcNested.DifferenceFrom(nested)
				line[5] = intervalText(s)
				line[6] = fmt.Sprintf("%.1f", WidenedInterval(s, nested.Tested))
			}
		}
		p.body = append(p.body, line)
		p.addSource(model, common)
		p.addSource(model, nested)
	}
	if sgpcNested != nil && bestOther != nil {
		p.leads += leadText(sgpcNested, bestOther)
		if s := sgpcNested.DifferenceFrom(bestOther); s.N > 1 && s.Mean > WidenedInterval(s, bestOther.Tested) {
			p.clearLeads = append(p.clearLeads, dataset)
		}
	}
}

// addSource adds the command, the version and the day of a row, which may be nil.
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

// missing returns the data sets that lack a nested row, each with the models that it lacks.
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

// leadText returns a list item on the difference between SGPC and the best other model on a data set.
// It returns "" if their rows cannot be compared.
func leadText(sgpc, other *Row) string {
	s := sgpc.DifferenceFrom(other)
	if s.N < 2 {
		return ""
	}
	verdict := "The interval holds 0 even for independent splits."
	switch half := WidenedInterval(s, other.Tested); {
	case math.Abs(s.Mean) > half:
		verdict = "The interval leaves out 0, for overlapping splits too."
	case math.Abs(s.Mean) > s.Interval():
		verdict = "The interval leaves out 0 for independent splits alone: overlapping ones have ± " + fmt.Sprintf("%.1f", half) + "."
	}
	return fmt.Sprintf("* %s: SGPC %s, %s %s, the best of the others. The difference is %s. %s %.0f %% of a split's test nodes lie in "+
		"the five validation sets of the common choice.\n", sgpc.Dataset, sgpc.Summary(), peer.Label(other.Model), other.Summary(), Signed(s),
		verdict, 100*other.Overlap)
}

// choicesText lists the distinct choices of a row, each with its splits.
func choicesText(r *Row) string {
	var texts []string
	var splits [][]string // of each text
	for _, c := range r.Choices {
		text := c.From
		if set := settingsText(c.Settings); set != "" {
			text += " `" + set + "`"
		}
		k := slices.Index(texts, text)
		if k < 0 {
			texts, splits = append(texts, text), append(splits, nil)
			k = len(texts) - 1
		}
		splits[k] = append(splits[k], c.Split)
	}
	for k := range texts {
		texts[k] += " (split " + strings.Join(splits[k], ", ") + ")"
	}
	return strings.Join(texts, "; ")
}

// settingsText lists settings as name=value, in the order of settings.Names.
func settingsText(set map[string]string) string {
	var out []string
	for _, name := range settings.Names() {
		if v, ok := set[name]; ok {
			out = append(out, name+"="+v)
		}
	}
	return strings.Join(out, " ")
}
