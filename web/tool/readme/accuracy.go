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

// accuracyFile has the stored accuracies, from which ACCURACY.md is computed, too.
const accuracyFile = "core/study/accuracy.jsonl"

// Models and data sets of the table in README.md, in their order.
var (
	shownModels = []string{"sgpc", "mlp", "gcn"}
	shownSets   = []string{"texas", "wisconsin", "cornell", "cornell_legacy", "chameleon_filtered"}
)

// accuracyRows returns the newest nested rows of ten splits, by data set and model, and the shown data sets with a row of every model. In a
// nested row the settings are chosen for each split alone.
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
		if r.Protocol == study.ProtocolSplits && r.Method == "nested" && r.Splits == "0-9" && len(r.Set) == 0 && r.Dedup == "" &&
			r.Date >= rows[key].Date {
			rows[key] = r
		}
	}
	for _, set := range shownSets {
		complete := true
		for _, model := range shownModels {
			own, r := rows[[2]string{set, shownModels[0]}], rows[[2]string{set, model}]
			complete = complete && len(r.Test) > 0 && own.Seeds == r.Seeds
		}
		if complete {
			sets = append(sets, set)
		}
	}
	if sets == nil {
		return nil, nil, fmt.Errorf("%s has no nested rows of ten splits; sgpc table -method nested -rows makes them", accuracyFile)
	}
	return rows, sets, nil
}

// accuracy returns the table of README.md with its caption: accuracies, paired differences by split with their 95 % interval, and the data
// sets on which a difference is clear. A difference is clear beyond the widened interval, which allows for splits that share nodes.
func accuracy(root string) (string, error) {
	rows, sets, err := accuracyRows(root)
	if err != nil {
		return "", err
	}
	var body [][]string
	var days, missing []string
	var overlaps []float64
	widest := 0.0
	seeds := map[string][]string{}
	for _, model := range shownModels {
		line := []string{peer.Label(model)}
		for _, set := range sets {
			r := rows[[2]string{set, model}]
			line, days = append(line, r.Summary().String()), append(days, r.Date)
			if model == shownModels[0] {
				overlaps = append(overlaps, 100*r.Overlap)
				widest = max(widest, math.Sqrt(1+10*r.Tested))
				seeds[r.Seeds] = append(seeds[r.Seeds], set)
			}
		}
		body = append(body, line)
	}
	said := ""
	for _, model := range shownModels[1:] {
		var clear []string
		line := []string{peer.Label(shownModels[0]) + " − " + peer.Label(model)}
		for _, set := range sets {
			own, other := rows[[2]string{set, shownModels[0]}], rows[[2]string{set, model}]
			s := own.DifferenceFrom(&other)
			line = append(line, study.Signed(s))
			if s.Mean > study.WidenedInterval(s, own.Tested) {
				clear = append(clear, set)
			}
		}
		body = append(body, line)
		on := strings.Join(clear, ", ")
		if len(clear) == 0 || len(clear) == len(sets) {
			on = words.Either(clear == nil, "none", "all")
		} else if rest := slices.DeleteFunc(slices.Clone(sets), func(s string) bool { return slices.Contains(clear, s) }); len(rest) == 1 {
			on = "all but " + rest[0]
		}
		said += words.Either(said == "", " SGPC’s lead is clear over the ", ", over the ") + peer.Label(model) + " on " + on
	}
	for _, set := range shownSets {
		if !slices.Contains(sets, set) {
			missing = append(missing, set)
		}
	}
	var commands []string
	for _, list := range slices.Sorted(maps.Keys(seeds)) {
		commands = append(commands, "`sgpc table -method nested -seeds "+list+" -models "+strings.Join(shownModels, ",")+" -datasets "+
			strings.Join(seeds[list], ",")+"`")
	}
	text := tables.Markdown(append([]string{""}, sets...), body) + fmt.Sprintf("\n%s, %s, [%s](%s). The last rows: mean difference by split, "+
		"95 %% interval. The splits share nodes; allowing for that it is %.1f times as wide. Then%s.\n",
		strings.Join(commands, " and "), between(days), accuracyFile, accuracyFile, widest, said)
	text += fmt.Sprintf("\nOne setting for all would be chosen on %.0f to %.0f %% of a split’s test nodes.\n", slices.Min(overlaps),
		slices.Max(overlaps))
	if missing != nil {
		text += "\nNot run yet: " + strings.Join(missing, ", ") + ".\n"
	}
	return text, nil
}

// between returns the range of some days, or the day if they are equal.
func between(days []string) string {
	first, last := slices.Min(days), slices.Max(days)
	if first == last {
		return first
	}
	return first + " to " + last
}
