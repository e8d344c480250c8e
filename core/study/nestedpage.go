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
// Such a mean over J splits has the variance (1/J + r)·s² instead of s²/J, where r = tested, test nodes by all others.
//
// Source: C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine Learning 52 (2003), section 4.3.
func WidenedInterval(s tables.Summary, tested float64) float64 {
	return s.Interval() * math.Sqrt(1+float64(s.N)*tested)
}

// SeedsPerSplit returns the number of runs of a row on each split, 0 where Splits is no range that divides the runs.
func (r *Row) SeedsPerSplit() int {
	first, last, many := strings.Cut(r.Splits, "-")
	a, err := strconv.Atoi(first)
	b, failed := strconv.Atoi(last)
	if !many || err != nil || failed != nil || b < a || len(r.Test)%(b-a+1) != 0 {
		return 0
	}
	return len(r.Test) / (b - a + 1)
}

// DifferenceFrom summarizes by split the test accuracy of a row minus that of another, each averaged over its seeds.
// It returns an empty summary where splits or seeds differ.
func (r *Row) DifferenceFrom(other *Row) tables.Summary {
	n := r.SeedsPerSplit()
	if n == 0 || n != other.SeedsPerSplit() || r.Splits != other.Splits {
		return tables.Summary{}
	}
	return tables.Summarize(PairedBySplit(r.Test, other.Test, n))
}

// nestedModels and nestedSets are the models and data sets that the page covers; missing ones are listed.
var (
	nestedModels = []string{"sgpc", "mlp", "gcn", "gcn-tuned", "nsd-diag"}
	nestedSets   = []string{"texas", "wisconsin", "cornell", "cornell_legacy", "chameleon_filtered"}
)

// nestedText compares accuracies with settings chosen for each split and with one setting for all splits.
func nestedText(rows []Row) string {
	find := func(method, dataset, model string) *Row {
		k := slices.IndexFunc(rows, func(q Row) bool {
			return q.Method == method && q.Dataset == dataset && q.Model == model && q.Splits == "0-9" && q.Dedup == "" && len(q.Set) == 0
		})
		if k < 0 {
			return nil
		}
		return &rows[k]
	}
	cell := func(r *Row) string {
		if r == nil {
			return "–"
		}
		return r.Summary().String()
	}
	var body [][]string
	var commands, versions, days, sets, missing, leads []string
	said := ""
	for k := range rows {
		d := rows[k].Dataset
		if rows[k].Method != methodNested || slices.Contains(sets, d) {
			continue
		}
		sets = append(sets, d)
		own, before := find(methodNested, d, "sgpc"), find(methodAuto, d, "sgpc")
		var next *Row
		for _, model := range append([]string{"sgpc"}, peer.Names()...) {
			r, earlier := find(methodNested, d, model), find(methodAuto, d, model)
			if r == nil {
				continue
			}
			line := []string{d, peer.Label(model), cell(earlier), cell(r), "–", "–", "–"}
			if model != "sgpc" {
				if next == nil || r.Summary().Mean > next.Summary().Mean {
					next = r
				}
				if before != nil && earlier != nil {
					line[4] = intervalText(before.DifferenceFrom(earlier))
				}
				if own != nil {
					s := own.DifferenceFrom(r)
					line[5] = intervalText(s)
					line[6] = fmt.Sprintf("%.1f", WidenedInterval(s, r.Tested))
				}
			}
			body = append(body, line)
			for _, q := range []*Row{earlier, r} {
				if q == nil {
					continue
				}
				if text := "`" + rowCommand(q) + "`"; !slices.Contains(commands, text) {
					commands = append(commands, text)
				}
				if text := peer.Label(model) + " " + q.Version; !slices.Contains(versions, text) {
					versions = append(versions, text)
				}
				days = append(days, q.Date)
			}
		}
		if own != nil && next != nil {
			said += leadText(own, next)
			if s := own.DifferenceFrom(next); s.N > 1 && s.Mean > WidenedInterval(s, next.Tested) {
				leads = append(leads, d)
			}
		}
	}
	if body == nil {
		return ""
	}
	for _, d := range nestedSets {
		var without []string
		for _, model := range nestedModels {
			if find(methodNested, d, model) == nil {
				without = append(without, "`"+model+"`")
			}
		}
		if without != nil {
			missing = append(missing, d+" ("+strings.Join(without, ", ")+")")
		}
	}
	said = "SGPC leads the best of the others clearly, for splits that share nodes, on " +
		words.Either(leads == nil, "none of these data sets", strings.Join(leads, ", ")) + ".\n\n" + said
	return said + "\n" + tables.Markdown([]string{"data set", "model", "one setting", "nested", "SGPC − it, one setting", "SGPC − it, nested",
		"± for overlapping splits"}, body) + "\nColumns: " + strings.Join(commands, " and ") + ". Versions: " + strings.Join(versions, ", ") +
		"; " +
		slices.Min(days) + " to " + slices.Max(days) + ".\n" + words.Either(missing == nil, "", "\nNot run nested yet: "+
		strings.Join(missing, "; ")+".\n")
}

// intervalText returns a mean difference with its interval, "–" below two splits.
func intervalText(s tables.Summary) string {
	if s.N < 2 {
		return "–"
	}
	return Signed(s)
}

// leadText returns a list item on the difference between SGPC and the best other model on a data set.
func leadText(own, next *Row) string {
	s := own.DifferenceFrom(next)
	if s.N < 2 {
		return ""
	}
	verdict := "The interval holds 0 even for independent splits."
	switch half := WidenedInterval(s, next.Tested); {
	case math.Abs(s.Mean) > half:
		verdict = "The interval leaves out 0, for overlapping splits too."
	case math.Abs(s.Mean) > s.Interval():
		verdict = "The interval leaves out 0 for independent splits alone: overlapping ones have ± " + fmt.Sprintf("%.1f", half) + "."
	}
	return fmt.Sprintf("* %s: SGPC %s, %s %s, the best of the others. The difference is %s. %s %.0f %% of a split's test nodes lie in "+
		"the five "+
		"validation sets of the common choice.\n", own.Dataset, own.Summary(), peer.Label(next.Model), next.Summary(), Signed(s), verdict,
		100*next.Overlap)
}

// choicesText lists the distinct choices of a row, each with its splits.
func choicesText(r *Row) string {
	var texts []string
	var splits [][]string
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

// settingsText returns settings as name=value, in the order of core/sgpc/settings.
func settingsText(set map[string]string) string {
	var out []string
	for _, name := range settings.Names() {
		if v, ok := set[name]; ok {
			out = append(out, name+"="+v)
		}
	}
	return strings.Join(out, " ")
}
