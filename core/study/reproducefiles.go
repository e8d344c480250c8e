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

// saveFiles writes table1.md, table1.csv, figure-ID.csv and paper.json, which holds all of them, from the finished runs.
func (r *reproduction) saveFiles(command string) error {
	stored := figures.Stored{Command: command, Date: time.Now().Format(time.DateOnly), Version: r.version, Table: []figures.Accuracy{},
		Figures: map[string][]figures.Curve{}}
	var results []Result
	var wanted []Cell
	part := map[string]int{} // for figures with missing runs, the full number of runs of a point
	chosen := ""
	var csv tables.CSV
	csv.Text("dataset", "model", "split", "seed", "best_epoch", "val", "test")
	csv.End()
	byFigure := map[string][]figures.Measurement{}
	for _, t := range r.tasks {
		if t.id != tableID {
			byFigure[t.id] = append(byFigure[t.id], t.measurements()...)
			if len(t.done) < len(t.wanted) {
				part[t.id] = len(t.base.Splits) * len(t.base.Seeds)
			}
			continue
		}
		wanted = append(wanted, t.wanted...)
		results = append(results, t.done...)
		for k := len(t.done); k < len(t.wanted); k++ {
			csv.Text(t.dataset, t.model, "missing")
			csv.Blank(4)
			csv.End()
		}
		var tests []float64
		for _, d := range t.done {
			csv.Text(t.dataset, t.model, d.Cell.Split, strconv.FormatUint(d.Cell.Seed, 10))
			csv.Int(d.Outcome.BestEpoch)
			csv.Share(d.Outcome.Val, digits)
			csv.Share(d.Outcome.Test, digits)
			csv.End()
			if d.Outcome.Test >= 0 {
				tests = append(tests, 100*d.Outcome.Test)
			}
		}
		if s := tables.Summarize(tests); s.N > 0 {
			c := figures.Accuracy{Dataset: t.dataset, Model: t.model, Mean: fiveDigits(s.Mean), Std: fiveDigits(s.Std), N: s.N, From: t.from,
				Settings: t.settings}
			if len(t.done) < len(t.wanted) {
				c.Of = len(t.wanted)
			}
			stored.Table = append(stored.Table, c)
		}
		if t.from != "" {
			line, err := json.Marshal(t.settings)
			if err != nil {
				return err
			}
			chosen += "* " + t.dataset + ": " + t.from + " `" + string(line) + "`\n"
		}
	}
	files := map[string]string{}
	if len(results) > 0 {
		t := Table{Title: "Accuracy, " + r.protocol, Command: command, Date: stored.Date, Protocol: r.protocol, Results: results, Wanted: wanted,
			Validation: true}
		files["table1.md"], files["table1.csv"] = t.Markdown()+"\nSettings of SGPC, chosen on validation:\n\n"+chosen, string(csv.File())
	}
	for _, f := range figures.Held().Figures {
		if list := byFigure[f.ID]; len(list) > 0 {
			curves := f.Curves(list)
			files["figure-"+f.ID+".csv"] = figures.CSV(curves, part[f.ID])
			for k := range curves {
				curves[k] = curves[k].Thin(60)
			}
			stored.Figures[f.ID] = curves
		}
	}
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

// fiveDigits returns x rounded to five significant digits.
func fiveDigits(x float64) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64)
	return v
}

// measurements returns the finished runs of a figure's task.
func (t *task) measurements() (out []figures.Measurement) {
	a, _ := FindAblation(t.figure.Ablation)
	for _, d := range t.done {
		for _, v := range t.figure.Variants() {
			if maps.Equal(d.Cell.Set, a.settings(t.base, v)) && maps.Equal(d.Cell.Swap, v.Swap) {
				out = append(out, figures.Measurement{Variant: v, Dataset: t.dataset, Outcome: d.Outcome})
			}
		}
	}
	return out
}

// buildCommit returns the first twelve digits of the commit of the program, "" if unknown.
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
