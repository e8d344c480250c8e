// The files of a reproduction.

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

// saveFiles writes the files of the finished runs: table1.md, table1.csv, figure-ID.csv, and paper.json with the content of all.
// command is the command that repeats the runs.
func (r *reproduction) saveFiles(command string) error {
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
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := disk.Write(filepath.Join(r.dir, name), []byte(files[name])); err != nil {
			return err
		}
	}
	return nil
}

// addTable adds the accuracies of table 1 to stored, and its files. Without a finished run there is no file.
func (r *reproduction) addTable(stored *figures.Stored, files map[string]string) error {
	table := Table{Title: "Accuracy, " + r.protocol, Command: stored.Command, Date: stored.Date, Protocol: r.protocol, Validation: true}
	chosen := "" // list of the chosen settings
	var csv tables.CSV
	csv.Text("dataset", "model", "split", "seed", "best_epoch", "val", "test")
	csv.End()
	for _, t := range r.tasks {
		if t.id != tableID {
			continue
		}
		// The runs go into both files, their mean into paper.json.
		table.Wanted = append(table.Wanted, t.wanted...)
		table.Results = append(table.Results, t.done...)
		t.writeRuns(&csv)
		if accuracy := t.accuracy(); accuracy.N > 0 {
			stored.Table = append(stored.Table, accuracy)
		}
		if t.from != "" {
			line, err := json.Marshal(t.settings)
			if err != nil {
				return err
			}
			chosen += "* " + t.dataset + ": " + t.from + " `" + string(line) + "`\n"
		}
	}
	// The chosen settings follow the table.
	if len(table.Results) > 0 {
		files["table1.md"] = table.Markdown() + "\nSettings of SGPC, chosen on validation:\n\n" + chosen
		files["table1.csv"] = string(csv.File())
	}
	return nil
}

// writeRuns writes a line for each run of the task, missing runs first.
func (t *task) writeRuns(csv *tables.CSV) {
	for k := len(t.done); k < len(t.wanted); k++ {
		csv.Text(t.dataset, t.model, "missing")
		csv.Blank(4)
		csv.End()
	}
	for _, d := range t.done {
		csv.Text(t.dataset, t.model, d.Cell.Split, strconv.FormatUint(d.Cell.Seed, 10))
		csv.Int(d.Outcome.BestEpoch)
		csv.Share(d.Outcome.Val, digits)
		csv.Share(d.Outcome.Test, digits)
		csv.End()
	}
}

// accuracy returns the mean test accuracy of the finished runs in per cent. N is 0 if no run has test nodes.
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
	if len(t.done) < len(t.wanted) {
		a.Of = len(t.wanted)
	}
	return a
}

// addFigures adds the curves of the figures to stored, and a file for each figure with a finished run.
func (r *reproduction) addFigures(stored *figures.Stored, files map[string]string) {
	measurements := map[string][]figures.Measurement{} // by id of the figure
	fullRuns := map[string]int{}                       // runs of a point without missing runs, for figures with missing runs
	for _, t := range r.tasks {
		if t.id == tableID {
			continue
		}
		measurements[t.id] = append(measurements[t.id], t.measurements()...)
		if len(t.done) < len(t.wanted) {
			fullRuns[t.id] = len(t.base.Splits) * len(t.base.Seeds)
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
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64)
	return v
}

// measurements returns the finished runs of a figure's task, each with its variant.
func (t *task) measurements() (out []figures.Measurement) {
	ablation, _ := FindAblation(t.figure.Ablation)
	for _, d := range t.done {
		for _, v := range t.figure.Variants() {
			if maps.Equal(d.Cell.Set, ablation.settings(t.base, v)) && maps.Equal(d.Cell.Swap, v.Swap) {
				out = append(out, figures.Measurement{Variant: v, Dataset: t.dataset, Outcome: d.Outcome})
			}
		}
	}
	return out
}

// buildCommit returns the first twelve digits of the commit that the program was built from, "" if it is unknown.
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
