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

// Widened is the half of an interval over splits that share nodes, from the one of independent splits: a mean over J splits has the
// variance (1/J + r)·s² where r is the number of test nodes over that of all others, not s²/J.
//
// Source: C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine Learning 52 (2003), section 4.3.
func Widened(s tables.Summary, tested float64) float64 {
	return s.Interval() * math.Sqrt(1+float64(s.N)*tested)
}

// SeedsOf counts the runs that a row has on each split; 0 where they do not stand split by split.
func (r *Row) SeedsOf() int {
	first, last, many := strings.Cut(r.Splits, "-")
	a, err := strconv.Atoi(first)
	b, failed := strconv.Atoi(last)
	if !many || err != nil || failed != nil || b < a || len(r.Test)%(b-a+1) != 0 {
		return 0
	}
	return len(r.Test) / (b - a + 1)
}

// Against summarizes, split by split, the test accuracy of a row less that of another one, each the mean over its seeds.
func (r *Row) Against(other *Row) tables.Summary {
	n := r.SeedsOf()
	if n == 0 || n != other.SeedsOf() || r.Splits != other.Splits {
		return tables.Summary{}
	}
	return tables.Summarize(PairedBySplit(r.Test, other.Test, n))
}

// nestedModels and nestedSets are those for which nested choice is to be run: what is missing is named.
var (
	nestedModels = []string{"sgpc", "mlp", "gcn", "gcn-tuned", "nsd-diag"}
	nestedSets   = []string{"texas", "wisconsin", "cornell", "cornell_legacy", "chameleon_filtered"}
)

// nested compares the accuracies of settings that were chosen for each split alone with those of one setting for all splits.
func nested(rows []Row) string {
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
					line[4] = interval(before.Against(earlier))
				}
				if own != nil {
					s := own.Against(r)
					line[5] = interval(s)
					line[6] = fmt.Sprintf("%.1f", Widened(s, r.Tested))
				}
			}
			body = append(body, line)
			for _, q := range []*Row{earlier, r} {
				if q == nil {
					continue
				}
				if text := "`" + described(q) + "`"; !slices.Contains(commands, text) {
					commands = append(commands, text)
				}
				if text := peer.Label(model) + " " + q.Version; !slices.Contains(versions, text) {
					versions = append(versions, text)
				}
				days = append(days, q.Date)
			}
		}
		if own != nil && next != nil {
			said += finding(own, next)
			if s := own.Against(next); s.N > 1 && s.Mean > Widened(s, next.Tested) {
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

// interval writes a mean difference with its interval, "–" without two splits.
func interval(s tables.Summary) string {
	if s.N < 2 {
		return "–"
	}
	return Signed(s)
}

// finding says whether SGPC leads on a data set where every split has settings of its own.
func finding(own, next *Row) string {
	s := own.Against(next)
	if s.N < 2 {
		return ""
	}
	verdict := "The interval holds 0 even for independent splits."
	switch half := Widened(s, next.Tested); {
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

// choicesOf lists what was chosen on the splits of a row, each once, with its splits.
func choicesOf(r *Row) string {
	var texts []string
	var splits [][]string
	for _, c := range r.Choices {
		text := c.From
		if set := flags(c.Settings); set != "" {
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

// flags are settings by name, in their usual order.
func flags(set map[string]string) string {
	var out []string
	for _, name := range settings.Names() {
		if v, ok := set[name]; ok {
			out = append(out, name+"="+v)
		}
	}
	return strings.Join(out, " ")
}
