// This file makes the block "accuracy" of README.md, the table of stored accuracies.

package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/study"
	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// accuracyFile has the stored accuracies, for this table and for ACCURACY.md.
const accuracyFile = "core/study/accuracy.jsonl"

// Models and data sets of the table in README.md, in their order.
var (
	shownModels = []string{"sgpc", "mlp", "gcn"}
	shownSets   = []string{"texas", "wisconsin", "cornell", "cornell_legacy", "chameleon_filtered"}
)

// accuracyRows returns stored rows by data set and model, and the data sets of the table. A row is the newest nested row of ten splits,
// without changed settings and without merged nodes. In a nested row the settings are chosen for each split separately. sets has the
// elements of shownSets that have a row of every shown model, with equal seeds. Without such a data set, accuracyRows returns an error.
func accuracyRows(root string) (rows map[[2]string]study.Row, sets []string, err error) {
	data, err := os.ReadFile(filepath.Join(root, accuracyFile))
	if err != nil {
		return nil, nil, err
	}
	all, err := study.ReadRows(accuracyFile, data)
	if err != nil {
		return nil, nil, err
	}
	rows = map[[2]string]study.Row{}
	for _, r := range all {
		key := [2]string{r.Dataset, r.Model}
		isNested := r.Protocol == study.ProtocolSplits && r.Method == "nested" && r.Splits == "0-9"
		isPlain := len(r.Set) == 0 && r.Dedup == ""          // neither changed settings nor merged nodes
		if isNested && isPlain && r.Date >= rows[key].Date { // of two rows of a day the later line is the newest
			rows[key] = r
		}
	}
	// Differences between models are paired by split and seed. Therefore the rows of a data set need equal seeds: each row has the seeds of
	// the row of the first model.
	for _, set := range shownSets {
		isComplete := true
		for _, model := range shownModels {
			first, r := rows[[2]string{set, shownModels[0]}], rows[[2]string{set, model}]
			isComplete = isComplete && len(r.Test) > 0 && first.Seeds == r.Seeds // an absent row has an empty Test
		}
		if isComplete {
			sets = append(sets, set)
		}
	}
	if sets == nil {
		return nil, nil, fmt.Errorf("%[1]s has no data set with nested rows of ten splits and equal seeds for %[2]s; "+
			"sgpc table -method nested -models %[2]s -rows %[1]s makes them", accuracyFile, strings.Join(shownModels, ","))
	}
	return rows, sets, nil
}

// accuracy returns the table of README.md with its caption. The table has accuracies, and paired differences by split with their 95 %
// interval. The caption names the data sets on which the lead of the first model is clear: the difference exceeds half the width of
// the widened interval, which allows for splits that share nodes. Below the caption are a sentence about a common choice of settings, and
// the elements of shownSets that are not in the table, if there are any.
func accuracy(root string) (string, error) {
	rows, sets, err := accuracyRows(root)
	if err != nil {
		return "", err
	}
	// A line of accuracies for each model.
	var body [][]string
	var days, missing []string     // days of the rows; elements of shownSets that are not in the table
	var overlaps []float64         // by data set, in per cent: the share of a split's test nodes that a common choice would use
	widest := 0.0                  // largest factor by which an interval is widened
	seeds := map[string][]string{} // data sets by the seeds of their rows
	for _, model := range shownModels {
		line := []string{peer.Label(model)}
		for _, set := range sets {
			r := rows[[2]string{set, model}]
			line = append(line, r.Summary().String())
			days = append(days, r.Date)
			if model == shownModels[0] { // the caption has the values of the first model
				const splits = 10
				overlaps = append(overlaps, 100*r.Overlap)
				// The factor of study.WidenedInterval. Tested is the number of test nodes of a split divided by the number of its other nodes.
				widest = max(widest, math.Sqrt(1+splits*r.Tested))
				seeds[r.Seeds] = append(seeds[r.Seeds], set)
			}
		}
		body = append(body, line)
	}
	// A line of differences for each model except the first model, and a clause about the clear differences.
	clauses := "" // " SGPC’s lead is clear over the MODEL on SETS, over the MODEL on SETS"
	for _, model := range shownModels[1:] {
		var clear []string // data sets
		line := []string{peer.Label(shownModels[0]) + " − " + peer.Label(model)}
		for _, set := range sets {
			first, other := rows[[2]string{set, shownModels[0]}], rows[[2]string{set, model}]
			s := first.DifferenceFrom(&other)
			line = append(line, study.Signed(s))
			if s.Mean > study.WidenedInterval(s, first.Tested) {
				clear = append(clear, set)
			}
		}
		body = append(body, line)
		clauses += words.Either(clauses == "", " SGPC’s lead is clear over the ", ", over the ") + peer.Label(model) + " on " +
			nameSets(clear, sets)
	}
	for _, set := range shownSets {
		if !slices.Contains(sets, set) {
			missing = append(missing, set)
		}
	}
	// The caption has a command that makes the rows for each choice of seeds.
	var commands []string
	for _, list := range slices.Sorted(maps.Keys(seeds)) {
		commands = append(commands, "`sgpc table -method nested -seeds "+list+" -models "+strings.Join(shownModels, ",")+" -datasets "+
			strings.Join(seeds[list], ",")+"`")
	}
	text := tables.Markdown(append([]string{""}, sets...), body) + fmt.Sprintf("\n%s, %s, [%s](%s). The last rows: mean difference by split, "+
		"95 %% interval. The splits share nodes; allowing for that it is %.1f times as wide. Then%s.\n",
		strings.Join(commands, " and "), between(days), accuracyFile, accuracyFile, widest, clauses)
	text += fmt.Sprintf("\nOne setting for all would be chosen on %.0f to %.0f %% of a split’s test nodes.\n", slices.Min(overlaps),
		slices.Max(overlaps))
	if missing != nil {
		text += "\nNot run yet: " + strings.Join(missing, ", ") + ".\n"
	}
	return text, nil
}

// nameSets returns a text that names the data sets in subset, a part of sets: "none", "all", "all but NAME" if exactly one data set is
// missing, or a list of the names.
func nameSets(subset, sets []string) string {
	if len(subset) == 0 {
		return "none"
	}
	if len(subset) == len(sets) {
		return "all"
	}
	others := slices.DeleteFunc(slices.Clone(sets), func(s string) bool { return slices.Contains(subset, s) })
	if len(others) == 1 {
		return "all but " + others[0]
	}
	return strings.Join(subset, ", ")
}

// between returns the text "FIRST to LAST" with the first and the last of the days. If all days are equal, it returns this day.
func between(days []string) string {
	first, last := slices.Min(days), slices.Max(days)
	if first == last {
		return first
	}
	return first + " to " + last
}
