// This file writes the results of the command reproduce: table 1, the curves of the figures, and paper.json.

package study

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/figures"
	"sheafscope/core/tables"
)

// curvePoints is the number of points to which the curves of a figure are thinned in paper.json.
const curvePoints = 60

// saveFiles writes the results of the finished runs to r.dir: table 1 to table1.md and table1.csv, and the curves of each figure ID to
// figure-ID.csv. The page reads paper.json, which has the mean accuracies and the thinned curves.
// command is the command line that repeats the runs. A table or figure without finished runs has no file. saveFiles fails if a file cannot
// be written.
func (r *reproduction) saveFiles(command string) error {
	// An empty Table instead of nil: JSON then has [] in place of null.
	stored := figures.Stored{Command: command, Date: time.Now().Format(time.DateOnly), Version: r.version, Table: []figures.Accuracy{},
		Figures: map[string][]figures.Curve{}}
	files := map[string]string{} // content by name
	if err := r.addTable(&stored, files); err != nil {
		return err
	}
	r.addFigures(&stored, files)
	line, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	files["paper.json"] = string(line) + "\n"
	// The order of the names makes an error the same in every program run.
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := disk.Write(filepath.Join(r.dir, name), []byte(files[name])); err != nil {
			return err
		}
	}
	return nil
}

// addTable adds the accuracies of table 1 to stored, and the contents of its two files to files.
// If no run of the table is finished, it adds no file.
func (r *reproduction) addTable(stored *figures.Stored, files map[string]string) error {
	table := Table{Title: "Accuracy, " + r.protocol, Command: stored.Command, Date: stored.Date, Protocol: r.protocol, Validation: true}
	chosen := "" // list of the chosen settings, with items such as: * texas: two layers `{"layers":"2"}`
	var csv tables.CSV
	csv.Text("dataset", "model", "split", "seed", "best_epoch", "val", "test")
	csv.End()
	for _, t := range r.tasks {
		if t.id != tableID {
			continue
		}
		// table1.md and table1.csv have the runs. paper.json has their mean, unless no finished run has test nodes.
		table.Wanted = append(table.Wanted, t.wanted...)
		table.Results = append(table.Results, t.done...)
		t.writeRuns(&csv)
		if accuracy := t.accuracy(); accuracy.N > 0 {
			stored.Table = append(stored.Table, accuracy)
		}
		if t.from != "" { // SGPC, after its search
			line, err := json.Marshal(t.settings)
			if err != nil {
				return err
			}
			chosen += "* " + t.dataset + ": " + t.from + " `" + string(line) + "`\n"
		}
	}
	if len(table.Results) > 0 {
		if chosen != "" {
			chosen = "\nSettings of SGPC, chosen on validation:\n\n" + chosen
		}
		files["table1.md"] = table.Markdown() + chosen
		files["table1.csv"] = string(csv.File())
	}
	return nil
}

// writeRuns writes a line of table1.csv for each wanted run of the task, missing runs first. The line of a missing run has "missing" in
// the column split, and no numbers.
func (t *task) writeRuns(csv *tables.CSV) {
	for range len(t.wanted) - len(t.done) {
		csv.Text(t.dataset, t.model, "missing")
		csv.Blank(4) // seed, best_epoch, val, test
		csv.End()
	}
	for _, d := range t.done {
		csv.Text(t.dataset, t.model, d.Cell.Split, strconv.FormatUint(d.Cell.Seed, 10))
		csv.Int(d.Outcome.BestEpoch)
		csv.Share(d.Outcome.Val, digits) // in 0..1; empty for −1, which stands for no nodes
		csv.Share(d.Outcome.Test, digits)
		csv.End()
	}
}

// accuracy returns the mean test accuracy of the task's N finished runs with test nodes, and the settings that the search chose.
// Mean and Std are in per cent with five significant digits, and 0 if N is 0. Of is the number of wanted runs, or 0 if no run is missing.
func (t *task) accuracy() figures.Accuracy {
	var tests []float64
	for _, d := range t.done {
		if d.Outcome.Test >= 0 {
			tests = append(tests, 100*d.Outcome.Test)
		}
	}
	s := tables.Summarize(tests)
	a := figures.Accuracy{Dataset: t.dataset, Model: t.model, Mean: fiveDigits(s.Mean), Std: fiveDigits(s.Std), N: s.N, From: t.from,
		Settings: t.settings}
	// The page marks a mean over fewer runs than wanted.
	if len(t.done) < len(t.wanted) {
		a.Of = len(t.wanted)
	}
	return a
}

// addFigures adds the curves of each figure with a finished run to stored, thinned to curvePoints points.
// It also adds a file with all points of the curves to files.
func (r *reproduction) addFigures(stored *figures.Stored, files map[string]string) {
	measurements := map[string][]figures.Measurement{} // by id of the figure
	// fullRuns has, for each figure with missing runs, the number of runs of a complete point. figures.CSV marks points with fewer runs.
	fullRuns := map[string]int{}
	for _, t := range r.tasks {
		if t.id == tableID {
			continue
		}
		measurements[t.id] = append(measurements[t.id], t.measurements()...)
		if len(t.done) < len(t.wanted) {
			fullRuns[t.id] = len(t.base.Splits) * len(t.base.Seeds) // a point is a mean over splits and seeds
		}
	}
	for _, f := range figures.Held().Figures {
		list := measurements[f.ID]
		if len(list) == 0 {
			continue
		}
		curves := f.Curves(list)
		files["figure-"+f.ID+".csv"] = figures.CSV(curves, fullRuns[f.ID])
		for k := range curves {
			curves[k] = curves[k].Thin(curvePoints)
		}
		stored.Figures[f.ID] = curves
	}
}

// fiveDigits returns x rounded to five significant digits.
func fiveDigits(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64) // no error, since FormatFloat writes a number
	return rounded
}

// measurements returns the finished runs of a figure's task, each with its variant. A run occurs once for each variant that has the run's
// settings and swap.
func (t *task) measurements() (out []figures.Measurement) {
	ablation, _ := FindAblation(t.figure.Ablation) // always found, since the ablation of every figure exists
	for _, d := range t.done {
		for _, v := range t.figure.Variants() {
			if ablation.isOfVariant(t.base, d.Cell, v) {
				out = append(out, figures.Measurement{Variant: v, Dataset: t.dataset, Outcome: d.Outcome})
			}
		}
	}
	return out
}

// buildCommit returns the first twelve digits of the commit that the program was built from, or "" if the commit is unknown.
func buildCommit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(12, len(s.Value))]
		}
	}
	return ""
}
