package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/study"
	"sheafscope/core/tables"
)

// The rows of README.md, of the file that ACCURACY.md is made of: models and data sets.
const accuracyFile = "core/study/accuracy.jsonl"

var (
	shownModels = []string{"sgpc", "mlp", "gcn"}
	shownSets   = []string{"texas", "wisconsin", "cornell_legacy", "chameleon_filtered"}
)

// splits and seeds of README.md's table; a row's runs are by split and seed.
const splits, seeds = 10, 3

// accuracyRows are the newest rows of README.md's table by data set and model: fixed settings, all splits and seeds.
func accuracyRows(root string) (map[[2]string]study.Row, error) {
	data, err := os.ReadFile(filepath.Join(root, accuracyFile))
	if err != nil {
		return nil, err
	}
	all, err := study.ReadRows(accuracyFile, data)
	if err != nil {
		return nil, err
	}
	rows := map[[2]string]study.Row{}
	for _, r := range all {
		key := [2]string{r.Dataset, r.Model}
		if r.Protocol == study.ProtocolSplits && r.Method == "validation" && r.Splits == "0-9" && r.Seeds == "0-2" && len(r.Set) == 0 &&
			r.Dedup == "" && r.Version != "" && r.Date >= rows[key].Date {
			rows[key] = r
		}
	}
	for _, set := range shownSets {
		for _, model := range shownModels {
			if len(rows[[2]string{set, model}].Test) != splits*seeds {
				return nil, fmt.Errorf("%s has no row of ten splits and three seeds of %s on %s", accuracyFile, model, set)
			}
		}
	}
	return rows, nil
}

// accuracy writes the table of README.md, with the differences split by split.
func accuracy(root string) (string, error) {
	rows, err := accuracyRows(root)
	if err != nil {
		return "", err
	}
	var body [][]string
	var days []string
	for _, model := range shownModels {
		line := []string{peer.Label(model)}
		for _, set := range shownSets {
			r := rows[[2]string{set, model}]
			line, days = append(line, r.Summary().String()), append(days, r.Date)
		}
		body = append(body, line)
	}
	for _, model := range shownModels[1:] {
		line := []string{peer.Label(shownModels[0]) + " − " + peer.Label(model)}
		for _, set := range shownSets {
			s := lead(rows, set, model)
			line = append(line, strings.ReplaceAll(tables.PlusMinus(s.N, s.Mean, s.Interval()), "-", "−"))
		}
		body = append(body, line)
	}
	slices.Sort(days)
	day := days[0]
	if last := days[len(days)-1]; last != day {
		day += " to " + last
	}
	return tables.Markdown(append([]string{""}, shownSets...), body) + fmt.Sprintf(
		"\n`sgpc table -method validation -seeds 0-2 -models %s -datasets %s`, %s, [%s](%s). The last two rows are paired: the "+
			"mean difference by split, with its 95 %% interval.\n",
		strings.Join(shownModels, ","), strings.Join(shownSets, ","), day, accuracyFile, accuracyFile), nil
}

// lead summarizes by how many points the first model is above another one, split by split, each the mean of its seeds.
func lead(rows map[[2]string]study.Row, set, model string) tables.Summary {
	own, other := rows[[2]string{set, shownModels[0]}], rows[[2]string{set, model}]
	d := make([]float64, splits)
	for k, v := range own.Test {
		d[k/seeds] += 100 * (v - other.Test[k]) / seeds
	}
	return tables.Summarize(d)
}
